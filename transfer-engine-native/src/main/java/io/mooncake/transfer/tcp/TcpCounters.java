package io.mooncake.transfer.tcp;

import io.mooncake.transfer.Opcode;
import io.mooncake.transfer.TransferReport.Drop;
import io.mooncake.transfer.TransferReport.Side;
import io.mooncake.transfer.TransferReport.Traffic;
import io.mooncake.transfer.TransferReport.Transport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the transport has done.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
final class TcpCounters {
    private static final class Row {
        private final LongAdder requests = new LongAdder();
        private final LongAdder bytes = new LongAdder();
    }

    private final Map<Side, Map<Opcode, Row>> rows = new EnumMap<>(Side.class);
    private final Map<Drop, LongAdder> drops = new EnumMap<>(Drop.class);
    private final AtomicInteger outgoing = new AtomicInteger();
    private final AtomicInteger incoming = new AtomicInteger();

    TcpCounters() {
        for (Side side : Side.values()) {
            Map<Opcode, Row> byOpcode = new EnumMap<>(Opcode.class);
            for (Opcode opcode : Opcode.values()) {
                byOpcode.put(opcode, new Row());
            }
            rows.put(side, byOpcode);
        }
        for (Drop reason : Drop.values()) {
            drops.put(reason, new LongAdder());
        }
    }

    void done(Side side, boolean write, long bytes) {
        Row row = rows.getOrDefault(side, Map.of()).get(write ? Opcode.WRITE : Opcode.READ);
        if (row != null) {
            row.requests.increment();
            row.bytes.add(bytes);
        }
    }

    void drop(Drop reason) {
        LongAdder counter = drops.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    AtomicInteger outgoing() {
        return outgoing;
    }

    AtomicInteger incoming() {
        return incoming;
    }

    List<Traffic> traffic() {
        List<Traffic> list = new ArrayList<>();
        rows.forEach((side, byOpcode) -> byOpcode.forEach((opcode, row) ->
                list.add(new Traffic(Transport.TCP, side, opcode, row.requests.sum(), row.bytes.sum()))));
        return list;
    }

    Map<Drop, Long> drops() {
        Map<Drop, Long> sums = new EnumMap<>(Drop.class);
        drops.forEach((reason, counter) -> sums.put(reason, counter.sum()));
        return sums;
    }
}
