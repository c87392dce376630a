package io.mooncake.transfer.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Lets the connection say where the next bytes of its socket go: into a frame buffer of exactly the missing length, or
 * straight into the memory that they are for. Nothing is read ahead, so that no byte of a body is ever copied.
 *
 * <p>Thread safety: confined to the event loop of the one channel that it is given to.
 */
final class DirectedReceive implements RecvByteBufAllocator {
    /** Reads in a row before other connections of the loop have their turn. */
    private static final int MAX_READS_IN_A_ROW = 16;

    /** Where bytes go. */
    interface Destination {
        /** A buffer, retained for the reader, whose writable bytes are those that may be read now; at least one. */
        ByteBuf nextBuffer();

        /** Whether another read at once is likely to bring bytes of the same request. */
        boolean expectsMore();
    }

    private final Destination destination;

    DirectedReceive(Destination destination) {
        this.destination = destination;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new DirectedHandle();
    }

    private final class DirectedHandle implements ExtendedHandle {
        private int reads;
        private int attemptedBytes;
        private int lastBytes;

        @Override
        public ByteBuf allocate(ByteBufAllocator ignored) {
            return destination.nextBuffer();
        }

        @Override
        public int guess() {
            return Wire.HEADER_BYTES;
        }

        @Override
        public void reset(ChannelConfig config) {
            reads = 0;
            attemptedBytes = 0;
            lastBytes = 0;
        }

        @Override
        public void incMessagesRead(int count) {
            reads += count;
        }

        @Override
        public void lastBytesRead(int bytes) {
            lastBytes = bytes;
        }

        @Override
        public int lastBytesRead() {
            return lastBytes;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attemptedBytes = bytes;
        }

        @Override
        public int attemptedBytesRead() {
            return attemptedBytes;
        }

        @Override
        public boolean continueReading() {
            return continueReading(() -> lastBytes == attemptedBytes);
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return reads < MAX_READS_IN_A_ROW && lastBytes > 0 && destination.expectsMore() && maybeMoreData.get();
        }

        @Override
        public void readComplete() {
            // Nothing is learnt from one round for the next: the protocol says what comes.
        }
    }
}
