package io.mooncake.master.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a pattern, and what it finds. */
final class KeyPatternTest {

    private static final List<ObjectKey> KEYS =
            List.of(ObjectKey.of("model-a/1"), ObjectKey.of("model-b/1"), ObjectKey.of("mod\u00e8le/2"));

    @Test
    void searchesInsteadOfMatchingTheWholeKey() {
        assertThat(among("model")).containsExactly(KEYS.get(0), KEYS.get(1));
        assertThat(among("^a")).isEmpty();
        assertThat(among("[ab]/1$")).containsExactly(KEYS.get(0), KEYS.get(1));
        assertThat(among("mod.le")).containsExactly(KEYS.get(2));
        assertThat(among(".*")).isEqualTo(KEYS);
    }

    private static List<ObjectKey> among(String regex) {
        return ((KeyPattern.Parsed.Valid) KeyPattern.parse(regex)).pattern().among(KEYS);
    }

    /** Back references and look-around have no linear-time search; the repetition would be a program without end. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "(", "[z-a]", "a**", "(a)\\1", "(?=a)", "((a{100}){100}){100}", "(abcdefghijk{1000}){1000}"})
    void refusesWhatIsNoPattern(String regex) {
        assertThat(KeyPattern.parse(regex))
                .asInstanceOf(type(KeyPattern.Parsed.Invalid.class))
                .satisfies(invalid -> {
                    assertThat(invalid.failure().code()).isEqualTo(ErrorCode.INVALID_PARAMS);
                    assertThat(invalid.failure().message()).startsWith("key_regex ");
                });
    }

    @Test
    void boundsTheLengthOfAPatternAndOfItsProgram() {
        assertThat(KeyPattern.parse("a".repeat(1024))).isInstanceOf(KeyPattern.Parsed.Valid.class);
        assertThat(KeyPattern.parse("a".repeat(1025))).isInstanceOf(KeyPattern.Parsed.Invalid.class);
        assertThat(KeyPattern.parse("(abcdefghijklm){900}").toString()).contains("must be at most 10000");
    }
}
