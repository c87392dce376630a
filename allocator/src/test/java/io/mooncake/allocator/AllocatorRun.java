package io.mooncake.allocator;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random operations on an {@link OffsetAllocator} and the model side by side, all of them fixed by a seed. */
final class AllocatorRun {

    private static final int CHECKED_AT_EVERY_STEP = 256;
    private static final int CHECK_INTERVAL = 1000;

    private final long seed;
    private final SplittableRandom random;
    private final OffsetAllocator allocator;
    private final AllocatorModel model;
    private final long longest;
    private final int liveLimit;
    private final List<Allocation> live = new ArrayList<>();
    private long stepCount;

    AllocatorRun(long seed) {
        this(seed, new RegionTable());
    }

    /** A run of one of several allocators that share a table. */
    AllocatorRun(long seed, RegionTable table) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        long alignment = 1L << random.nextInt(0, 8);
        // Every other run keeps few allocations alive, so that every step can be checked.
        liveLimit = random.nextBoolean() ? CHECKED_AT_EVERY_STEP : Integer.MAX_VALUE;
        int capacityBits = random.nextInt(16, 45);
        long capacity = random.nextLong(1L << (capacityBits - 1), 1L << capacityBits) + alignment;
        int shareBits = random.nextInt(2, 12);
        longest = Math.max(2, capacity >>> shareBits);
        allocator = new OffsetAllocator(capacity, alignment, table);
        model = new AllocatorModel(allocator.capacityBytes(), alignment);
    }

    /** Runs this many steps, gives everything back and checks that nothing is left. */
    void run(long steps) {
        advance(steps);
        finish();
    }

    /** Runs this many steps more. */
    void advance(long steps) {
        try {
            for (long step = 0; step < steps; step++) {
                step();
                if (live.size() <= CHECKED_AT_EVERY_STEP || step % CHECK_INTERVAL == 0) {
                    check();
                }
                require(allocator.allocatedBytes() == model.allocatedBytes(), "allocated bytes differ");
            }
            stepCount += steps;
        } catch (RuntimeException | AssertionError wrong) {
            throw failed(stepCount + steps, wrong);
        }
    }

    /** Gives everything back and checks that nothing is left. */
    void finish() {
        try {
            for (Allocation allocation : live) {
                allocator.free(allocation);
                model.free(allocation);
            }
            live.clear();
            check();
            require(allocator.report().freeRegionCount() == 1, "the holes were not joined");
        } catch (RuntimeException | AssertionError wrong) {
            throw failed(stepCount, wrong);
        }
    }

    /** Ends the allocator as it is; what it holds goes with it. */
    void end() {
        allocator.close();
    }

    private AssertionError failed(long steps, Throwable wrong) {
        return new AssertionError("new AllocatorRun(" + seed + "L).run(" + steps + ") failed", wrong);
    }

    private void step() {
        if (!live.isEmpty() && (live.size() >= liveLimit || random.nextInt(100) < 48)) {
            int index = random.nextInt(live.size());
            Allocation victim = live.get(index);
            live.set(index, live.getLast());
            live.removeLast();
            allocator.free(victim);
            model.free(victim);
            return;
        }
        long length = random.nextLong(1, longest + 1);
        switch (random.nextInt(4)) {
            case 0 -> allocateUpTo(1 + length / 2, length);
            case 1 -> allocatePieces(length, new PieceLimits(random.nextInt(1, 20), random.nextLong(1, longest)));
            default -> allocate(length);
        }
    }

    private void allocate(long length) {
        Allocation taken = allocator.allocate(length);
        if (taken == null) {
            long rounded = model.rounded(length);
            require(
                    model.longestHole() < rounded + rounded / SizeClass.BINS_PER_OCTAVE + model.rounded(1),
                    "refused " + length + " bytes with a clearly longer hole");
            return;
        }
        require(taken.lengthBytes() == length, "length differs");
        keep(taken);
    }

    private void allocateUpTo(long minimum, long maximum) {
        Allocation taken = allocator.allocateUpTo(minimum, maximum);
        if (taken == null) {
            require(model.longestHole() < minimum, "refused at least " + minimum + " bytes with a hole for them");
            return;
        }
        require(
                taken.lengthBytes() == maximum || taken.lengthBytes() == model.longestHole(),
                "neither the whole length nor the longest hole");
        keep(taken);
    }

    private void allocatePieces(long length, PieceLimits limits) {
        boolean possible = model.holds(length, limits);
        List<Allocation> pieces = allocator.allocatePieces(length, limits);
        require(possible != pieces.isEmpty(), length + " bytes within " + limits + ": possible is " + possible);
        long sum = 0;
        for (int i = 0; i < pieces.size(); i++) {
            Allocation piece = pieces.get(i);
            sum += piece.lengthBytes();
            require(i == pieces.size() - 1 || piece.lengthBytes() >= limits.smallestBytes(), "a piece is too short");
            keep(piece);
        }
        require(!possible || sum == length, "the pieces have " + sum + " bytes of " + length);
        require(pieces.size() <= limits.maximumPieces(), "too many pieces");
    }

    private void keep(Allocation taken) {
        model.take(taken);
        live.add(taken);
    }

    private void check() {
        allocator.checkInvariants();
        FreeSpaceReport report = allocator.report();
        require(report.equals(model.report()), report + " differs from " + model.report());
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
