/**
 * The deterministic heart of the master: objects, replicas, segments, leases, eviction, membership. No thread, lock,
 * clock, I/O or logger; the caller holds the one door and passes the time in.
 */
@NullMarked
package io.mooncake.master.core;

import org.jspecify.annotations.NullMarked;
