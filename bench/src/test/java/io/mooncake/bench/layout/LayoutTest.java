package io.mooncake.bench.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The layout holds, and each of its rules sees the class that breaks it. */
final class LayoutTest {

    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.mooncake");

    @TempDir
    private Path folder;

    static List<LayoutRule> rules() {
        return LayoutRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holds(LayoutRule rule) {
        rule.rule().check(PRODUCTION);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void seesTheFault(LayoutRule rule) {
        JavaClasses planted = new PlantedClasses(folder).load(rule.sources());
        assertThatThrownBy(() -> rule.rule().check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(rule.plantedClass());
    }

    @Test
    void theRulesSeeEveryModule() {
        for (String package_ : List.of("protocol", "error", "allocator", "transfer", "master", "client", "bench")) {
            assertThat(PRODUCTION.stream().filter(type -> type.getPackageName().startsWith("io.mooncake." + package_)))
                    .as(package_)
                    .isNotEmpty();
        }
        assertThat(PRODUCTION.contain(LayoutTest.class)).isFalse();
    }
}
