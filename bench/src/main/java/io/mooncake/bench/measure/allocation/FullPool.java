package io.mooncake.bench.measure.allocation;

import io.mooncake.allocator.Allocation;
import io.mooncake.allocator.OffsetAllocator;
import io.mooncake.allocator.PieceLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A pool that stays full: where an allocation fails, random ones are freed until it succeeds. */
final class FullPool {

    private final OffsetAllocator allocator;
    private final PieceLimits limits;
    private final double freedShare;
    private final SplittableRandom random;

    private @Nullable Allocation[] single = new @Nullable Allocation[1024];
    private final List<List<Allocation>> inPieces = new ArrayList<>();
    private int liveCount;
    private long liveBytes;
    private int lastPieces;

    /**
     * An empty pool.
     *
     * @param limits how far a length is cut
     * @param freedShare share of the live ones that is freed when an allocation fails; 0: one
     */
    FullPool(OffsetAllocator allocator, PieceLimits limits, double freedShare, long seed) {
        this.allocator = allocator;
        this.limits = limits;
        this.freedShare = freedShare;
        random = new SplittableRandom(seed);
    }

    /** Allocates, freeing what it must; samples what is in use at each failure where a tally is given. */
    void allocate(long lengthBytes, @Nullable UtilisationTally atFailure) {
        while (!tryAllocate(lengthBytes)) {
            if (atFailure != null) {
                atFailure.add(utilisation());
            }
            int freed = Math.min(liveCount, Math.max(1, (int) (liveCount * freedShare)));
            if (freed == 0) {
                throw new IllegalStateException("the empty pool has no room for " + lengthBytes + " bytes");
            }
            for (int i = 0; i < freed; i++) {
                freeAny();
            }
        }
        liveBytes += lengthBytes;
    }

    private boolean tryAllocate(long lengthBytes) {
        if (limits.maximumPieces() == 1) {
            Allocation taken = allocator.allocate(lengthBytes);
            if (taken == null) {
                return false;
            }
            if (liveCount == single.length) {
                single = Arrays.copyOf(single, 2 * liveCount);
            }
            single[liveCount++] = taken;
            lastPieces = 1;
            return true;
        }
        List<Allocation> pieces = allocator.allocatePieces(lengthBytes, limits);
        if (pieces.isEmpty()) {
            return false;
        }
        inPieces.add(pieces);
        liveCount++;
        lastPieces = pieces.size();
        return true;
    }

    private void freeAny() {
        int index = random.nextInt(liveCount--);
        if (limits.maximumPieces() == 1) {
            Allocation victim = Objects.requireNonNull(single[index]);
            single[index] = single[liveCount];
            single[liveCount] = null;
            liveBytes -= victim.lengthBytes();
            allocator.free(victim);
            return;
        }
        List<Allocation> victim = inPieces.get(index);
        inPieces.set(index, inPieces.getLast());
        inPieces.removeLast();
        for (Allocation piece : victim) {
            liveBytes -= piece.lengthBytes();
            allocator.free(piece);
        }
    }

    double utilisation() {
        return (double) liveBytes / allocator.capacityBytes();
    }

    /** In how many pieces the last allocation lies. */
    int lastPieces() {
        return lastPieces;
    }
}
