package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.client;
import static io.mooncake.master.core.CoreFixture.config;
import static io.mooncake.master.core.CoreFixture.segment;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The recount finds what is planted. */
final class InvariantCheckTest {

    private final CoreState state = new CoreState(config(0.95, SECOND, 10 * SECOND));
    private final Client owner = state.clients.register(client(1), 0);
    private final Segment segment =
            state.segments.mount(new SegmentSpec(segment(1), "host", GIB, MIB, "host:1", "tcp"), owner);
    private final StoredObject object = stored();

    private StoredObject stored() {
        StoredObject added = new StoredObject(ObjectKey.of("a"), 100, 64 * KIB, 1, owner);
        Extent extent = Objects.requireNonNull(state.segments.allocate(segment, 100));
        added.replicas = new StoredReplica[] {new StoredReplica(added, 0, 1, new Extent[] {extent})};
        state.catalog.add(added);
        state.segments.use(extent, Extent.Use.STORED);
        added.writer = null;
        state.catalog.completed(added);
        state.recency.add(added);
        return added;
    }

    @Test
    void aSoundStateAddsUp() {
        new InvariantCheck(state).run();
    }

    @Test
    void anExtentOfNobodyIsFound() {
        state.segments.allocate(segment, 10);
        assertBroken("belongs to nobody");
    }

    @Test
    void aRangeFreedTooEarlyIsFound() {
        state.segments.free(object.replicas[0].extents[0]);
        assertBroken("no segment lists");
    }

    @Test
    void aRangeFreedBehindTheSegmentsBackIsFound() {
        segment.allocator.free(object.replicas[0].extents[0].allocation);
        assertBroken("its allocator counts 0");
    }

    @Test
    void aMiscountIsFound() {
        segment.fencedBytes += 1;
        assertBroken("miscounted");
    }

    @Test
    void anObjectOutsideTheOrderOfRecencyIsFound() {
        state.recency.remove(object);
        assertBroken("recency orders 0 of 1");
    }

    @Test
    void anObjectOutsideTheCatalogIsFound() {
        state.catalog.remove(object);
        assertBroken("belongs to nobody");
    }

    @Test
    void anOpenWriteWithoutWriterIsFound() {
        StoredObject open = new StoredObject(ObjectKey.of("b"), 0, 64 * KIB, 2, owner);
        open.replicas = new StoredReplica[] {new StoredReplica(open, 0, 0, new Extent[0])};
        state.catalog.add(open);
        assertBroken("clients list 0 open writes");
    }

    @Test
    void aSegmentOfAClientThatIsGoneIsFound() {
        owner.become(Client.Liveness.GONE);
        assertBroken("client that is gone");
    }

    @Test
    void aRangeThatWaitsForeverIsFound() {
        Extent extent = Objects.requireNonNull(state.segments.allocate(segment, 10));
        state.segments.use(extent, Extent.Use.FENCED);
        assertBroken("a fence without its range");
    }

    @Test
    void aRangeThatNobodyWillReleaseIsFound() {
        Extent extent = Objects.requireNonNull(state.segments.allocate(segment, 10));
        state.segments.use(extent, Extent.Use.FENCED);
        extent.fence = new FencedRange(extent, 0, 0, null);
        assertBroken("1 ranges wait, queued are 0");
    }

    private void assertBroken(String message) {
        assertThatIllegalStateException()
                .isThrownBy(() -> new InvariantCheck(state).run())
                .withMessageContaining(message);
    }
}
