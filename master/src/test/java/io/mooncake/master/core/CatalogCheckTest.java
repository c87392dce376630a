package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.client;
import static io.mooncake.master.core.CoreFixture.config;
import static io.mooncake.master.core.CoreFixture.segment;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The recount counts right, page by page, and finds what is planted. */
final class CatalogCheckTest {
    private final CoreState state = new CoreState(config(0.95, SECOND, 10 * SECOND));
    private final Client owner = state.clients.register(client(1), 0);
    private final Segment segment =
            state.segments.mount(new SegmentSpec(segment(1), "host", GIB, MIB, "host:1", "tcp"), owner);

    private StoredObject store(int number) {
        StoredObject added = new StoredObject(ObjectKey.of("k" + number), 100, 64 * KIB, number, owner);
        Extent extent = Objects.requireNonNull(state.segments.allocate(segment, 100));
        added.replicas = new StoredReplica[] {new StoredReplica(added, 0, 1, new Extent[] {extent})};
        state.catalog.add(added);
        state.segments.use(extent, Extent.Use.STORED);
        added.writer = null;
        state.catalog.completed(added);
        state.recency.add(added);
        return added;
    }

    private CheckPage page(long cursor) {
        return new CatalogCheck(state, 0).page(cursor);
    }

    @Test
    void countsPageByPage() {
        for (int i = 0; i < 200; i++) {
            store(i).leaseByRead(0, i < 150 ? SECOND : -1);
        }

        CheckPage first = page(0);
        CheckPage second = page(first.nextCursor());

        assertThat(first.objectCount()).isEqualTo(CatalogCheck.SLOTS_PER_PAGE);
        assertThat(first.totals()).isEmpty();
        assertThat(second.objectCount()).isEqualTo(200 - CatalogCheck.SLOTS_PER_PAGE);
        assertThat(second.nextCursor()).isZero();
        assertThat(second.changes()).isEqualTo(first.changes());
        assertThat(first.leaseCount() + second.leaseCount()).isEqualTo(150);
        assertThat(first.placedBytes().getOrDefault(segment(1), 0L)
                        + second.placedBytes().getOrDefault(segment(1), 0L))
                .isEqualTo(20_000);
        assertThat(second.totals()).hasValueSatisfying(totals -> {
            assertThat(totals.objectCount()).isEqualTo(200);
            assertThat(totals.recencyCount()).isEqualTo(200);
            assertThat(totals.allocatedBytes()).isEqualTo(20_000);
        });
        assertThat(first.differences()).isEmpty();
    }

    @Test
    void aChangeBetweenPagesShows() {
        store(1);
        long changes = page(0).changes();
        store(2);
        assertThat(page(0).changes()).isNotEqualTo(changes);
    }

    @Test
    void aWrongSlotIsFound() {
        store(1).slot = 5;
        assertThat(page(0).differences()).singleElement().asString().contains("slot");
    }

    @Test
    void aLeaseThatIsTooLongIsFound() {
        store(1).leaseByRead(0, 2 * SECOND);
        assertThat(page(0).differences()).singleElement().asString().contains("longer than a lease");
    }

    @Test
    void anObjectWithoutReplicaIsFound() {
        store(1).replicas = new StoredReplica[0];
        assertThat(page(0).differences()).singleElement().asString().contains("has no replica");
    }

    @Test
    void aRangeOfAnotherReplicaIsFound() {
        StoredObject one = store(1);
        StoredObject two = store(2);
        two.replicas[0] = new StoredReplica(two, 0, 1, one.replicas[0].extents);
        assertThat(page(0).differences()).singleElement().asString().contains("does not hold");
    }

    @Test
    void aReplicaThatIsTooShortIsFound() {
        StoredObject one = store(1);
        one.replicas[0] = new StoredReplica(one, 0, 0, new Extent[0]);
        assertThat(page(0).differences()).singleElement().asString().contains("a replica of 0");
    }

    @Test
    void anObjectMissingFromTheOrderOfRecencyShowsInTheTotals() {
        state.recency.remove(store(1));
        CheckPage page = page(0);
        assertThat(page.totals().orElseThrow().recencyCount()).isNotEqualTo(page.objectCount());
    }
}
