package io.mooncake.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ObjectKeyTest {

    @Test
    void keysAreComparedByContent() {
        ObjectKey key = ObjectKey.of("käse");
        assertThat(ObjectKey.of("käse")).isEqualTo(key).hasSameHashCodeAs(key);
        assertThat(ObjectKey.of("kase")).isNotEqualTo(key);
        assertThat(key.lengthBytes()).isEqualTo(5);
        assertThat(key.asByteBuffer().isReadOnly()).isTrue();
        assertThat(key).hasToString("käse");
    }
}
