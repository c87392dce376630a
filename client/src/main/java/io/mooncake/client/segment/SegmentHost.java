package io.mooncake.client.segment;

import io.mooncake.client.gateway.OfferedSegment;
import io.mooncake.transfer.RegisteredMemory;
import io.mooncake.transfer.TransferEngine;
import io.mooncake.transfer.memory.SegmentMemory;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One segment of native memory that this process lends, or none.
 *
 * <p>Thread safety: see {@link LentMemory}.
 *
 * <p>Ownership: it owns the memory; the memory is taken from the reach of peers before it is freed.
 */
public final class SegmentHost implements LentMemory {

    private final TransferEngine engine;
    private final String name;
    private final RandomGenerator random;
    private final @Nullable SegmentMemory backing;
    private volatile List<Lent> lent;

    private record Lent(RegisteredMemory memory, OfferedSegment offered) {}

    private SegmentHost(
            TransferEngine engine,
            String name,
            RandomGenerator random,
            @Nullable SegmentMemory backing,
            List<Lent> lent) {
        this.engine = engine;
        this.name = name;
        this.random = random;
        this.backing = backing;
        this.lent = lent;
    }

    /** Lends nothing. */
    public static SegmentHost empty(TransferEngine engine, String name, RandomGenerator random) {
        return new SegmentHost(engine, name, random, null, List.of());
    }

    /**
     * Takes memory of this length and lets peers reach it.
     *
     * @throws io.mooncake.transfer.TransferException when the memory cannot be had or registered
     */
    public static SegmentHost lend(TransferEngine engine, String name, RandomGenerator random, long sizeBytes) {
        SegmentMemory backing = SegmentMemory.allocate(sizeBytes);
        try {
            RegisteredMemory memory = engine.register(backing.memory());
            Lent lent = new Lent(memory, offer(engine, name, random, memory));
            return new SegmentHost(engine, name, random, backing, List.of(lent));
        } catch (RuntimeException fault) {
            backing.close();
            throw fault;
        }
    }

    private static OfferedSegment offer(
            TransferEngine engine, String name, RandomGenerator random, RegisteredMemory memory) {
        UUID segmentId = new UUID(random.nextLong(), random.nextLong());
        return new OfferedSegment(segmentId, name, memory.base(), memory.lengthBytes(), engine.name());
    }

    @Override
    public List<OfferedSegment> offered() {
        return lent.stream().map(Lent::offered).toList();
    }

    @Override
    public List<OfferedSegment> renewExcept(Set<UUID> segmentsInUse) {
        lent = lent.stream().map(old -> renewed(old, segmentsInUse)).toList();
        return offered();
    }

    private Lent renewed(Lent old, Set<UUID> segmentsInUse) {
        if (segmentsInUse.contains(old.offered().segmentId())) {
            return old;
        }
        old.memory().close();
        RegisteredMemory memory = engine.register(old.memory().memory());
        return new Lent(memory, offer(engine, name, random, memory));
    }

    @Override
    public void close() {
        lent.forEach(one -> one.memory().close());
        lent = List.of();
        if (backing != null) {
            backing.close();
        }
    }
}
