package io.mooncake.transfer.metadata;

import java.util.List;

/**
 * What an engine publishes about itself.
 *
 * @param name endpoint of the engine
 * @param protocol {@code tcp}
 * @param dataHost host of the data server; empty: the one that the name leads to
 * @param dataPort port of the data server
 * @param protocolVersion framing that the data server understands
 * @param timestamp local time of publication; for people
 * @param buffers registered regions
 */
public record SegmentDescriptor(
        String name,
        String protocol,
        String dataHost,
        int dataPort,
        int protocolVersion,
        String timestamp,
        List<Buffer> buffers) {

    /** The only protocol so far. */
    public static final String TCP = "tcp";

    /**
     * One registered region.
     *
     * @param name endpoint of its owner
     * @param address its base, unsigned
     * @param lengthBytes its length, unsigned
     */
    public record Buffer(String name, long address, long lengthBytes) {}

    /** Keeps its own list. */
    public SegmentDescriptor {
        buffers = List.copyOf(buffers);
    }
}
