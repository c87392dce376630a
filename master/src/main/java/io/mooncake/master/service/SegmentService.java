package io.mooncake.master.service;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import io.mooncake.config.ByteSize;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.master.metrics.BatchCall;
import io.mooncake.master.metrics.Call;
import io.mooncake.master.metrics.RequestCounters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Segments and the liveness of those who lend them.
 *
 * <p>Thread safety: any thread.
 */
public final class SegmentService {
    private static final Logger LOGGER = LoggerFactory.getLogger(SegmentService.class);

    private final Door door;
    private final RequestCounters counters;

    /** Works through this door. */
    public SegmentService(Door door, RequestCounters counters) {
        this.door = door;
        this.counters = counters;
    }

    /** Offers a segment; {@link Outcome.Registered} or a failure. */
    public Outcome mount(CallContext context, SegmentSpec segment) {
        Outcome outcome =
                counters.count(Call.MOUNT_SEGMENT, door.execute(new Operation.MountSegment(context, segment)));
        if (outcome instanceof Outcome.Registered) {
            LOGGER.info(
                    "segment {} ({}, {}) mounted by client {}",
                    segment.id(),
                    segment.name(),
                    ByteSize.format(segment.sizeBytes()),
                    context.clientId());
        }
        return outcome;
    }

    /** Takes a segment back; {@link Outcome.Done} or a failure. */
    public Outcome unmount(CallContext context, SegmentId segmentId) {
        Outcome outcome =
                counters.count(Call.UNMOUNT_SEGMENT, door.execute(new Operation.UnmountSegment(context, segmentId)));
        if (outcome instanceof Outcome.Done) {
            LOGGER.info("segment {} unmounted by client {}", segmentId, context.clientId());
        }
        return outcome;
    }

    /** Registers the caller with exactly these segments; {@link Outcome.Registered} or a failure. */
    public Outcome remount(CallContext context, List<SegmentSpec> segments) {
        Outcome outcome =
                counters.count(Call.REMOUNT_SEGMENT, door.execute(new Operation.ReMountSegment(context, segments)));
        if (outcome instanceof Outcome.Registered) {
            LOGGER.info("client {} registered with {} segments", context.clientId(), segments.size());
        }
        return outcome;
    }

    /**
     * The addresses of the machines that these clients lend memory on, each once; those that are not known or lend none
     * are left out.
     */
    public Map<ClientId, List<String>> queryIps(List<ClientId> clients) {
        Map<ClientId, List<String>> addresses = new LinkedHashMap<>();
        for (int from = 0; from < clients.size(); from += MasterCore.MAXIMUM_BATCH_ITEMS) {
            List<ClientId> piece =
                    clients.subList(from, Math.min(clients.size(), from + MasterCore.MAXIMUM_BATCH_ITEMS));
            if (!(door.execute(new Operation.QueryIp(piece)) instanceof Outcome.Endpoints endpoints)) {
                throw new IllegalStateException("QueryIp of " + piece.size() + " clients was refused");
            }
            for (int i = 0; i < piece.size(); i++) {
                List<String> hosts = endpoints.byClient().get(i).stream()
                        .map(SegmentService::hostOf)
                        .distinct()
                        .toList();
                if (!hosts.isEmpty()) {
                    addresses.put(piece.get(i), hosts);
                }
            }
        }
        counters.countBatch(BatchCall.QUERY_IP, clients.size());
        return addresses;
    }

    /** The host of an endpoint; what is none is passed on as it is. */
    private static String hostOf(String endpoint) {
        try {
            return HostAndPort.parse("te_endpoint", endpoint, 0).host();
        } catch (InvalidAddressException unusual) {
            return endpoint;
        }
    }

    /** Heartbeat; {@link Outcome.Pong} or a failure. */
    public Outcome ping(CallContext context) {
        return counters.count(Call.PING, door.execute(new Operation.Ping(context)));
    }
}
