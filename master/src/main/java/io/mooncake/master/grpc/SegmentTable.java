package io.mooncake.master.grpc;

import io.mooncake.master.core.SegmentLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The segments that one response names, each once.
 *
 * <p>Thread safety: one thread.
 */
final class SegmentTable {
    private final Map<SegmentLocation, Integer> indexes = new HashMap<>();
    private final List<io.mooncake.protocol.v1.SegmentLocation> messages = new ArrayList<>();

    /** The index of the segment in the table; adds it at first sight. */
    int indexOf(SegmentLocation segment) {
        Integer known = indexes.get(segment);
        if (known != null) {
            return known;
        }
        int index = messages.size();
        indexes.put(segment, index);
        messages.add(io.mooncake.protocol.v1.SegmentLocation.newBuilder()
                .setSegmentId(ProtocolWriter.uuid(segment.id()))
                .setName(segment.name())
                .setTeEndpoint(segment.transferEndpoint())
                .setProtocol(segment.protocol())
                .build());
        return index;
    }

    List<io.mooncake.protocol.v1.SegmentLocation> messages() {
        return messages;
    }
}
