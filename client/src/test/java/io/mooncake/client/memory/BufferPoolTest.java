package io.mooncake.client.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BufferPoolTest {

    @Test
    void buffersHaveTheirExactLengthAndAreUsedAgain() {
        try (BufferPool pool = new BufferPool()) {
            for (long sizeBytes : List.of(0L, 1L, 4_096L, 4_097L, 1L << 20, (1L << 20) + 1, 64L << 20)) {
                try (BufferPool.Buffer buffer = pool.take(sizeBytes)) {
                    assertThat(buffer.memory().byteSize()).isEqualTo(sizeBytes);
                    assertThat(pool.takenBytes()).isGreaterThanOrEqualTo(sizeBytes);
                }
            }
            assertThat(pool.takenBytes()).isZero();
            BufferPool.Buffer first = pool.take(5_000);
            long address = first.memory().address();
            first.close();
            try (BufferPool.Buffer second = pool.take(8_192)) {
                assertThat(second.memory().address()).isEqualTo(address);
            }
        }
    }

    @Test
    void largeBuffersAndThoseOfAClosedPoolAreFreed() {
        BufferPool pool = new BufferPool();
        BufferPool.Buffer large = pool.take((64L << 20) + 1);
        large.close();
        assertThat(pool.idleBytes()).isZero();
        BufferPool.Buffer late = pool.take(100);
        pool.close();
        late.memory().fill((byte) 1);
        late.close();

        assertThat(late.memory().scope().isAlive()).isFalse();
        assertThat(pool.idleBytes()).isZero();
    }
}
