package io.mooncake.master.service;

import io.mooncake.config.ByteSize;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.master.metrics.Call;
import io.mooncake.master.metrics.RequestCounters;
import java.util.List;
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

    /** Heartbeat; {@link Outcome.Pong} or a failure. */
    public Outcome ping(CallContext context) {
        return counters.count(Call.PING, door.execute(new Operation.Ping(context)));
    }
}
