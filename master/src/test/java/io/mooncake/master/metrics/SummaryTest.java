package io.mooncake.master.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.master.core.CoreReport;
import io.mooncake.master.core.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SummaryTest {
    private static final Outcome GOOD = new Outcome.Existence(true, 0);
    private static final Outcome BAD = new Outcome.Failed(ErrorCode.INVALID_PARAMS, "bad");

    private static CoreReport core(long seed) {
        return new CoreReport(
                new CoreReport.Gauges(4L << 30, 1L << 30, 0, 3 << 10, 5, 1, 4, 2, 0, 1),
                new CoreReport.Counts(0, 0, 0, 0, 7, 6, 9, 3 << 19, seed, 2 * seed, 4, 3, 0, 0, 0, 0, 0, 0),
                new CoreReport.ValueSizes(List.of(), 0),
                new CoreReport.Evictions(Map.of(), List.of(), 0));
    }

    @Test
    void hasUpstreamsSectionsWithTheRatesOfTheInterval() {
        RequestCounters counters = new RequestCounters(new ExactNameRegistry());
        Summary.Totals from = new Summary.Totals(counters.counts(), core(1));
        for (int i = 0; i < 15; i++) {
            counters.count(Call.GET_REPLICA_LIST, i < 5 ? BAD : GOOD);
        }
        counters.countBatch(BatchCall.EXIST_KEY, List.of(GOOD, BAD, GOOD));
        counters.countBatch(BatchCall.EXIST_KEY, List.of(GOOD));
        Summary.Totals to = new Summary.Totals(counters.counts(), core(3));

        assertThat(Summary.line(from, to, to, TimeUnit.SECONDS.toNanos(10)))
                .isEqualTo("Mem Storage: 1.00 GB / 4.00 GB (25.0%) | Keys: 5 (soft-pinned: 0) | Clients: 2"
                        + " | Requests (Success/Total per sec): PutStart=0.00/0.00, PutEnd=0.00/0.00,"
                        + " PutRevoke=0.00/0.00, Get=1.00/1.50, Exist=0.00/0.00, Del=0.00/0.00, DelAll=0.00/0.00,"
                        + " Ping=0.00/0.00"
                        + " | Batch Requests (per sec, Req=Success/PartialSuccess/Total, Item=Success/Total):"
                        + " PutStart:(Req=0.00/0.00/0.00, Item=0.00/0.00), PutEnd:(Req=0.00/0.00/0.00,"
                        + " Item=0.00/0.00), PutRevoke:(Req=0.00/0.00/0.00, Item=0.00/0.00),"
                        + " Get:(Req=0.00/0.00/0.00, Item=0.00/0.00), ExistKey:(Req=0.10/0.10/0.20,"
                        + " Item=0.30/0.40), QueryIp:(Req=0.00/0.00/0.00, Item=0.00/0.00),"
                        + " Clear:(Req=0.00/0.00/0.00, Item=0.00/0.00)"
                        + " | Eviction: Success/Attempts=6/7, AllocFail=2, PartialAlloc=4, keys=9, size=1.50 MB"
                        + " | Mem Eviction: Success/Attempts=6/7, keys=9, size=1.50 MB"
                        + " | Discard: Released/Total=3/4, StagingSize=3.00 KB");
        assertThat(Summary.line(from, to, to, 0)).contains("Get=0.00/0.00");
    }
}
