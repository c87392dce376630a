package io.mooncake.transfer.tcp;

import io.mooncake.transfer.Transfer;
import io.mooncake.transfer.TransferReport.Side;
import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.TransferStatus.WriteEffect;
import io.mooncake.transfer.tcp.Wire.Header;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One outgoing connection; carries one request at a time.
 *
 * <pre>
 * IDLE --READ, version 2--> STATUS --OK--> BODY --last byte--> IDLE
 *      --READ, version 1--> BODY
 *      --WRITE, version 2--> STATUS (body sent in parallel) --OK after the body--> IDLE
 *      --WRITE, version 1--> SENDING --body sent--> PROOF --byte read back--> IDLE
 * any failure, stop or refusal --> channel closed --> the request becomes final in channelInactive
 * </pre>
 *
 * A version 1 target never acknowledges a WRITE. It serves a connection strictly in order, so a READ of the last
 * written byte, sent behind the body, is answered only when every byte is stored: that answer is the proof.
 *
 * <p>Invariant: a request that began here becomes final only when its body has moved whole, or after this channel was
 * closed by its own event loop; nothing touches the caller's memory after that.
 *
 * <p>Thread safety: confined to the event loop, but for {@link #start}, which enters it.
 */
final class PeerConnection extends ChannelInboundHandlerAdapter implements DirectedReceive.Destination {
    private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);

    /** Looks without a request after which the connection counts as idle. */
    private static final int IDLE_LOOKS = 2;

    private enum Phase {
        IDLE,
        STATUS,
        BODY,
        SENDING,
        PROOF
    }

    private final TcpPeer peer;
    private final SocketChannel channel;
    private final int protocolVersion;
    private final long idleCloseNanos;
    private final TcpCounters counters;
    private final ByteBuf header = Wire.frame(Wire.HEADER_BYTES);
    private final ByteBuf answer = Wire.frame(Wire.STATUS_BYTES);
    private final BodyReceiver receiver = new BodyReceiver();
    private final BodySender sender;
    private Phase phase = Phase.IDLE;
    private @Nullable TcpRequest current;
    private @Nullable Failure failure;
    private @Nullable Future<?> idleWatch;
    private boolean bodySent;
    private long served;
    private long servedAtLastLook;
    private int looksWithoutRequest;

    /** Why the connection is being closed under its request. */
    private record Failure(Reason reason, String detail) {}

    PeerConnection(
            TcpPeer peer, SocketChannel channel, int protocolVersion, long idleCloseNanos, TcpCounters counters) {
        this.peer = peer;
        this.channel = channel;
        this.protocolVersion = protocolVersion;
        this.idleCloseNanos = idleCloseNanos;
        this.counters = counters;
        this.sender = new BodySender(channel, this::failed);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        counters.outgoing().incrementAndGet();
        long periodNanos = idleCloseNanos / IDLE_LOOKS;
        idleWatch = channel.eventLoop()
                .scheduleWithFixedDelay(this::lookForIdleness, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
    }

    /** Starts the request, which the peer has reserved this connection for. */
    void start(TcpRequest request) {
        if (channel.eventLoop().inEventLoop()) {
            begin(request);
        } else {
            channel.eventLoop().execute(() -> begin(request));
        }
    }

    boolean isActive() {
        return channel.isActive();
    }

    void close() {
        var _ = channel.close();
    }

    private void begin(TcpRequest request) {
        Transfer transfer = request.transfer();
        if (!channel.isActive() || failure != null) {
            peer.notStarted(request);
            return;
        }
        if (!transfer.begin(() -> channel.eventLoop().execute(() -> stop(request)))) {
            peer.release(this, request);
            peer.advance();
            return;
        }
        current = request;
        bodySent = false;
        boolean version2 = protocolVersion >= Wire.VERSION_2;
        MemorySegment memory = transfer.request().local();
        answer.clear();
        writeHeader(new Header(memory.byteSize(), transfer.request().targetAddress(), transfer.isWrite(), version2));
        if (transfer.isWrite()) {
            phase = version2 ? Phase.STATUS : Phase.SENDING;
            sender.start(memory, 0, this::bodySent);
            return;
        }
        receiver.start(memory);
        phase = version2 ? Phase.STATUS : Phase.BODY;
        channel.flush();
    }

    private void writeHeader(Header next) {
        header.clear();
        Wire.writeHeader(header, next);
        var _ = channel.write(header.retain());
    }

    private void bodySent() {
        bodySent = true;
        TcpRequest request = current;
        if (phase != Phase.SENDING || request == null) {
            return;
        }
        phase = Phase.PROOF;
        answer.clear().writerIndex(Wire.STATUS_BYTES - 1);
        long lastByte = request.transfer().request().targetAddress() + request.lengthBytes() - 1;
        writeHeader(new Header(1, lastByte, false, false));
        channel.flush();
    }

    @Override
    public ByteBuf nextBuffer() {
        return phase == Phase.BODY
                ? receiver.nextBuffer()
                : answer.setIndex(answer.writerIndex(), answer.writerIndex()).retain();
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
        if (failure != null) {
            return;
        }
        switch (phase) {
            case IDLE, SENDING -> fail(Reason.PROTOCOL_ERROR, "the peer sent bytes that nobody asked for");
            case STATUS -> {
                if (!answer.isWritable()) {
                    statusReceived();
                }
            }
            case BODY -> {
                receiver.received(bytes);
                if (receiver.isComplete()) {
                    complete();
                }
            }
            case PROOF -> complete();
        }
    }

    private void statusReceived() {
        long status = answer.getLongLE(0);
        answer.clear();
        TcpRequest request = current;
        if (status == Wire.STATUS_REJECTED) {
            fail(Reason.ADDRESS_REFUSED, "the peer publishes no such range");
        } else if (status != Wire.STATUS_OK) {
            fail(Reason.PROTOCOL_ERROR, "the peer answered with status 0x" + Long.toHexString(status));
        } else if (request != null && !request.transfer().isWrite()) {
            phase = Phase.BODY;
        } else if (bodySent) {
            complete();
        } else {
            fail(Reason.PROTOCOL_ERROR, "the peer acknowledged bytes before they were sent");
        }
    }

    private void complete() {
        TcpRequest done = current;
        if (done == null) {
            throw new IllegalStateException("completed without a request");
        }
        receiver.stop();
        sender.stop();
        current = null;
        phase = Phase.IDLE;
        answer.clear();
        served++;
        counters.done(Side.INITIATOR, done.transfer().isWrite(), done.lengthBytes());
        peer.release(this, done);
        done.transfer().complete();
        peer.advance();
    }

    private void stop(TcpRequest request) {
        if (current == request) {
            fail(Reason.CONNECTION_LOST, "given up");
        }
    }

    private void fail(Reason reason, String detail) {
        if (failure == null) {
            failure = new Failure(reason, detail);
        }
        var _ = channel.close();
    }

    private void failed(Throwable cause) {
        if (!(cause instanceof ClosedChannelException)) {
            fail(Reason.CONNECTION_LOST, String.valueOf(cause.getMessage()));
        }
    }

    private void lookForIdleness() {
        looksWithoutRequest = phase == Phase.IDLE && served == servedAtLastLook ? looksWithoutRequest + 1 : 0;
        servedAtLastLook = served;
        if (looksWithoutRequest >= IDLE_LOOKS && peer.retire(this)) {
            var _ = channel.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failed(cause);
    }

    /** The channel is closed: nothing touches the caller's memory any more. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (idleWatch != null) {
            idleWatch.cancel(false);
        }
        counters.outgoing().decrementAndGet();
        TcpRequest request = current;
        Failure why = failure == null ? new Failure(Reason.CONNECTION_LOST, "the peer closed the connection") : failure;
        failure = why;
        long movedBytes =
                request != null && request.transfer().isWrite() ? sender.sentBytes() : receiver.receivedBytes();
        receiver.stop();
        sender.stop();
        current = null;
        LOG.debug("{}: closed in {}: {}", channel, phase, why.detail);
        peer.closed(this, request);
        if (request != null) {
            end(request, why, movedBytes);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        header.release();
        answer.release();
    }

    private void end(TcpRequest request, Failure why, long movedBytes) {
        Transfer transfer = request.transfer();
        boolean refused = why.reason == Reason.ADDRESS_REFUSED;
        if (refused && request.mayRetry()) {
            peer.refused(request);
            return;
        }
        boolean silent = why.reason == Reason.CONNECTION_LOST && movedBytes == 0 && served > 0;
        if (silent && !transfer.isWrite() && request.mayRetry()) {
            peer.again(request);
            return;
        }
        transfer.fail(why.reason, why.detail, movedBytes, refused ? WriteEffect.NONE : WriteEffect.UNCERTAIN);
    }
}
