package io.mooncake.master.core;

import io.mooncake.master.core.placement.PlacementConfig;

/**
 * Settings of the core.
 *
 * @param masterEpoch random per start of the master; never 0
 * @param seed of every random choice
 * @param leaseTtlNanos how long a read lease lasts
 * @param clientTtlNanos silence after which a client is gone
 * @param writeTimeouts when a write that its writer does not end gives way
 * @param evictionHighWatermarkRatio share of the capacity above which objects are evicted, in (0, 1]
 * @param evictionRatio most objects that one operation evicts to get back to the watermark, as a share of all, in
 *     [0, 1]
 * @param alignmentBytes extents start at multiples of this; a power of two
 * @param defaultSliceBytes slice length where the writer names none; a power of two from 64 KiB to 1 GiB
 * @param placement how room is found
 */
public record MasterCoreConfig(
        long masterEpoch,
        long seed,
        long leaseTtlNanos,
        long clientTtlNanos,
        WriteTimeouts writeTimeouts,
        double evictionHighWatermarkRatio,
        double evictionRatio,
        long alignmentBytes,
        long defaultSliceBytes,
        PlacementConfig placement) {

    /** Extents start at multiples of 64 bytes. */
    public static final long DEFAULT_ALIGNMENT_BYTES = 64;
    /** Slices of 16 MiB. */
    public static final long DEFAULT_SLICE_BYTES = 16L << 20;
    /** Read leases of 10 s. */
    public static final long DEFAULT_LEASE_TTL_NANOS = 10_000_000_000L;
    /** Clients are gone after 10 s of silence. */
    public static final long DEFAULT_CLIENT_TTL_NANOS = 10_000_000_000L;
    /** Eviction starts at 90 % of the capacity. */
    public static final double DEFAULT_EVICTION_HIGH_WATERMARK_RATIO = 0.90;
    /** One operation evicts at most 5 % of the objects. */
    public static final double DEFAULT_EVICTION_RATIO = 0.05;

    /** Rejects values outside their limits. */
    public MasterCoreConfig {
        require(masterEpoch != 0, "masterEpoch must not be 0");
        require(leaseTtlNanos >= 0, "leaseTtlNanos must not be negative");
        require(clientTtlNanos > 0, "clientTtlNanos must be positive");
        require(
                evictionHighWatermarkRatio > 0 && evictionHighWatermarkRatio <= 1,
                "evictionHighWatermarkRatio must be above 0 and at most 1");
        require(evictionRatio >= 0 && evictionRatio <= 1, "evictionRatio must be from 0 to 1");
        require(alignmentBytes > 0 && Long.bitCount(alignmentBytes) == 1, "alignmentBytes must be a power of two");
        require(SliceLimits.isLegal(defaultSliceBytes), "defaultSliceBytes must be " + SliceLimits.DESCRIPTION);
    }

    /** The defaults, for this incarnation of the master. */
    public static MasterCoreConfig defaults(long masterEpoch, long seed) {
        return new MasterCoreConfig(
                masterEpoch,
                seed,
                DEFAULT_LEASE_TTL_NANOS,
                DEFAULT_CLIENT_TTL_NANOS,
                WriteTimeouts.DEFAULT,
                DEFAULT_EVICTION_HIGH_WATERMARK_RATIO,
                DEFAULT_EVICTION_RATIO,
                DEFAULT_ALIGNMENT_BYTES,
                DEFAULT_SLICE_BYTES,
                PlacementConfig.DEFAULT);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
