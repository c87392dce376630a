package io.mooncake.transfer.tcp;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends one body straight from memory, one window after the other, each when the one before has left.
 *
 * <p>Thread safety: confined to the event loop of its connection.
 *
 * <p>Errors: a failed write closes the channel by itself; the owner is told why.
 */
final class BodySender {
    private final Channel channel;
    private final Consumer<Throwable> whenFailed;
    private @Nullable MemorySegment memory;
    private @Nullable Runnable whenSent;
    private long handedBytes;
    private long sentBytes;

    BodySender(Channel channel, Consumer<Throwable> whenFailed) {
        this.channel = channel;
        this.whenFailed = whenFailed;
    }

    /**
     * Starts to send; flushes what was written to the channel before too.
     *
     * @param from first byte to send: those before it were written by the caller
     */
    void start(MemorySegment source, long from, Runnable completion) {
        memory = source;
        whenSent = completion;
        handedBytes = from;
        sentBytes = from;
        if (from == source.byteSize()) {
            channel.flush();
            finish();
            return;
        }
        writeWindow(source);
    }

    long sentBytes() {
        return sentBytes;
    }

    /** Forgets the memory; the channel must be closed, or the body sent. */
    void stop() {
        memory = null;
        whenSent = null;
    }

    private void writeWindow(MemorySegment source) {
        var view = MemoryWindow.at(source, handedBytes);
        int length = view.readableBytes();
        handedBytes += length;
        var _ = channel.writeAndFlush(view).addListener(future -> windowSent(future, source, length));
    }

    private void windowSent(Future<?> future, MemorySegment source, int length) {
        Throwable cause = future.cause();
        if (cause != null) {
            whenFailed.accept(cause);
            return;
        }
        if (memory == null) {
            return;
        }
        sentBytes += length;
        if (sentBytes == source.byteSize()) {
            finish();
        } else {
            writeWindow(source);
        }
    }

    private void finish() {
        Runnable completion = whenSent;
        stop();
        if (completion != null) {
            completion.run();
        }
    }
}
