package io.mooncake.transfer.tcp;

import io.mooncake.transfer.metadata.SegmentDescriptor;
import java.net.InetSocketAddress;

/**
 * How to reach a peer's memory: what its descriptor said.
 *
 * @param dataAddress address of its data port
 * @param protocolVersion framing to speak
 */
record PeerRoute(InetSocketAddress dataAddress, int protocolVersion) {

    /** Why this descriptor cannot be used; empty when it can. */
    static String faultOf(SegmentDescriptor descriptor) {
        if (!descriptor.protocol().equals(SegmentDescriptor.TCP)) {
            return "the peer speaks " + descriptor.protocol();
        }
        if (descriptor.dataPort() == 0) {
            return "the peer has no data port";
        }
        if (descriptor.protocolVersion() < 1) {
            return "the peer speaks version " + descriptor.protocolVersion();
        }
        return "";
    }

    /** Whether a connection of the other route is as good as one of this. */
    boolean leadsToSamePort(PeerRoute other) {
        return dataAddress.equals(other.dataAddress) && protocolVersion == other.protocolVersion;
    }
}
