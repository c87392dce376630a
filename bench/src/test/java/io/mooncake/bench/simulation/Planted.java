package io.mooncake.bench.simulation;

/** A fault that a test plants in the simulated world, to see that the simulation finds it. */
enum Planted {
    /** The world is as it should be. */
    NONE,
    /** A reader's clock stands still, so that no lease is ever over. */
    LEASE_CHECK_SKIPPED,
    /** The master is told that writes have settled while they are under way. */
    FREED_BEFORE_END,
    /** A write that has given way is said to have settled while it is under way. */
    ZOMBIE_FREED_EARLY,
    /** The master overwrites the old value of an upsert that does not allow it. */
    OLD_VALUE_FREED_BEFORE_SWAP,
    /** A repeated message arrives under another operation id. */
    DUPLICATE_APPLIED_TWICE,
    /** A client that registers anew keeps its region base. */
    BASE_NOT_RENEWED,
    /** The master goes on hearing of a client that has crashed. */
    EXPIRED_SEGMENT_ALLOCATED
}
