package io.mooncake.transfer.tcp;

import io.mooncake.transfer.TransferReport.Drop;
import io.mooncake.transfer.TransferReport.Side;
import io.mooncake.transfer.memory.Region;
import io.mooncake.transfer.tcp.Wire.Header;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests of one incoming connection, one at a time.
 *
 * <pre>
 * HEADER --valid WRITE--> BODY --last byte stored--> HEADER (status sent)
 *        --valid READ---> SENDING --last byte sent--> HEADER
 *        --refused, version 2--> REFUSED (status sent, rest discarded for a moment) --> closed
 *        --refused, version 1--> closed
 * </pre>
 *
 * The region is held in BODY and SENDING, and let go when the last byte has moved or the channel is closed: no event
 * of a closed channel touches memory, because the same thread closes it.
 *
 * <p>Thread safety: confined to the event loop, but for the abort of a hold, which enters the loop.
 */
final class TargetConnection extends ChannelInboundHandlerAdapter implements DirectedReceive.Destination {
    private static final Logger LOG = LoggerFactory.getLogger(TargetConnection.class);

    /** How long a refused writer may go on sending before it is cut off: time to read the status. */
    private static final long REFUSED_LINGER_MILLIS = 1_000;

    /** How much of a refused body is discarded at the most. */
    private static final long REFUSED_DISCARD_BYTES = 64L << 20;

    private static final int DISCARD_BUFFER_BYTES = 4 << 10;

    /** Looks without progress after which a request counts as stalled. */
    private static final int STALLED_LOOKS = 2;

    private enum Phase {
        HEADER,
        BODY,
        SENDING,
        REFUSED
    }

    private final DataPort port;
    private final DuplexChannel channel;
    private final ByteBuf header = Wire.frame(Wire.HEADER_BYTES);
    private final ByteBuf status = Wire.frame(Wire.STATUS_BYTES);
    private final BodyReceiver receiver = new BodyReceiver();
    private final BodySender sender;
    private Phase phase = Phase.HEADER;
    private @Nullable ByteBuf discard;
    private Region.@Nullable Hold hold;
    private @Nullable Header request;
    private @Nullable Future<?> stallWatch;
    private boolean dropped;

    /** Counts requests, so that a late abort does not hit the next one. */
    private long requestNumber;

    /** Grows with every byte that moves. */
    private long progress;

    private long progressAtLastLook;
    private int looksWithoutProgress;
    private long discardedBytes;

    TargetConnection(DataPort port, DuplexChannel channel) {
        this.port = port;
        this.channel = channel;
        this.sender = new BodySender(channel, this::sendFailed);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        long periodNanos = port.limits().stallClose().toNanos() / STALLED_LOOKS;
        stallWatch = channel.eventLoop()
                .scheduleWithFixedDelay(this::lookForStall, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
        if (port.counters().incoming().incrementAndGet() > port.limits().acceptedConnections()) {
            drop(Drop.CONNECTION_LIMIT);
        }
    }

    @Override
    public ByteBuf nextBuffer() {
        return switch (phase) {
            case HEADER, SENDING -> header.retain().setIndex(header.writerIndex(), header.writerIndex());
            case BODY -> receiver.nextBuffer();
            case REFUSED -> discardBuffer();
        };
    }

    @Override
    public boolean expectsMore() {
        return phase == Phase.BODY;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        int bytes = buffer.readableBytes();
        buffer.release();
        progress += bytes;
        switch (phase) {
            case HEADER -> {
                if (!header.isWritable()) {
                    headerReceived();
                }
            }
            case BODY -> {
                receiver.received(bytes);
                if (receiver.isComplete()) {
                    bodyStored();
                }
            }
            case SENDING -> LOG.debug("{}: {} bytes of the next header came early", channel, bytes);
            case REFUSED -> {
                discardedBytes += bytes;
                if (discardedBytes > REFUSED_DISCARD_BYTES) {
                    var _ = channel.close();
                }
            }
        }
    }

    private void headerReceived() {
        Header next = Wire.readHeader(header);
        header.clear();
        request = next;
        requestNumber++;
        if (next.size() == 0) {
            refuse(next, Drop.ZERO_SIZE);
            return;
        }
        if (next.size() < 0 || next.address() < 0 || next.address() + next.size() < 0) {
            refuse(next, Drop.OVERFLOW);
            return;
        }
        Region region = port.registry().find(next.address(), next.size());
        if (region == null) {
            refuse(next, Drop.OUTSIDE_REGION);
            return;
        }
        long number = requestNumber;
        hold = region.hold(() -> channel.eventLoop().execute(() -> abort(number)));
        if (hold == null) {
            refuse(next, Drop.OUTSIDE_REGION);
            return;
        }
        MemorySegment memory = region.slice(next.address(), next.size());
        if (next.write()) {
            receiver.start(memory);
            phase = Phase.BODY;
        } else {
            send(next, memory);
        }
    }

    private void bodyStored() {
        Header done = finish();
        if (done.version2()) {
            var _ = channel.writeAndFlush(statusFrame(Wire.STATUS_OK));
        }
    }

    private void send(Header next, MemorySegment memory) {
        phase = Phase.SENDING;
        if (next.version2()) {
            var _ = channel.write(statusFrame(Wire.STATUS_OK));
        }
        long from = 0;
        if (port.corruptsNextRead()) {
            byte spoiled = (byte) ~memory.get(ValueLayout.JAVA_BYTE, 0);
            var _ = channel.write(Wire.frame(1).writeByte(spoiled));
            from = 1;
        }
        sender.start(memory, from, this::bodySent);
        if (phase == Phase.SENDING) {
            channel.config().setAutoRead(false);
        }
    }

    private void bodySent() {
        finish();
        if (header.isWritable()) {
            if (!channel.config().isAutoRead()) {
                channel.config().setAutoRead(true);
            }
        } else {
            channel.eventLoop().execute(this::earlyHeader);
        }
    }

    private void earlyHeader() {
        if (phase == Phase.HEADER && !header.isWritable() && channel.isActive()) {
            channel.config().setAutoRead(true);
            headerReceived();
        }
    }

    /** The last byte of the request has moved. */
    private Header finish() {
        Header done = request;
        if (done == null) {
            throw new IllegalStateException("finished without a request");
        }
        releaseMemory();
        port.counters().done(Side.TARGET, done.write(), done.size());
        request = null;
        phase = Phase.HEADER;
        return done;
    }

    private void refuse(Header next, Drop reason) {
        if (!next.version2()) {
            drop(reason);
            return;
        }
        dropped = true;
        port.counters().drop(reason);
        LOG.debug("{}: refused {}: {}", channel, next, reason);
        phase = Phase.REFUSED;
        var _ = channel.writeAndFlush(statusFrame(Wire.STATUS_REJECTED)).addListener(sent -> shutdownOutput());
        var _ = channel.eventLoop().schedule(this::closeAfterRefusal, REFUSED_LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void sendFailed(Throwable cause) {
        LOG.debug("{}: send failed: {}", channel, cause.getMessage());
    }

    private void shutdownOutput() {
        var _ = channel.shutdownOutput();
    }

    private void closeAfterRefusal() {
        var _ = channel.close();
    }

    private void abort(long number) {
        if (hold != null && number == requestNumber) {
            drop(Drop.DEREGISTERED);
        }
    }

    private void lookForStall() {
        boolean inRequest = phase != Phase.HEADER || header.writerIndex() > 0;
        long moved = progress + sender.sentBytes();
        looksWithoutProgress = inRequest && moved == progressAtLastLook ? looksWithoutProgress + 1 : 0;
        progressAtLastLook = moved;
        if (looksWithoutProgress >= STALLED_LOOKS) {
            drop(Drop.STALLED);
        }
    }

    private void drop(Drop reason) {
        if (!dropped) {
            dropped = true;
            port.counters().drop(reason);
            LOG.debug("{}: closed: {}", channel, reason);
        }
        var _ = channel.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("{}: closed: {}", channel, cause.getMessage());
        var _ = channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (stallWatch != null) {
            stallWatch.cancel(false);
        }
        if (!dropped && (phase == Phase.BODY || phase == Phase.SENDING)) {
            drop(Drop.BODY_CUT);
        } else if (!dropped && header.writerIndex() > 0) {
            drop(Drop.HALF_HEADER);
        }
        releaseMemory();
        port.counters().incoming().decrementAndGet();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        header.release();
        status.release();
        if (discard != null) {
            discard.release();
        }
    }

    private void releaseMemory() {
        receiver.stop();
        sender.stop();
        Region.Hold held = hold;
        hold = null;
        if (held != null) {
            held.release();
        }
    }

    /** The one status of this connection that can be on its way, retained for the writer. */
    private ByteBuf statusFrame(long value) {
        return status.retain().clear().writeLongLE(value);
    }

    private ByteBuf discardBuffer() {
        if (discard == null) {
            discard = Wire.frame(DISCARD_BUFFER_BYTES);
        }
        return discard.retain().clear();
    }
}
