package io.mooncake.bench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gates of the parent pom, each stopped by a module that has one fault: one Maven run for all. */
final class GatesSystemTest {

    private static final String LONG_WORD = "x".repeat(120);

    private static String output = "";

    @BeforeAll
    static void buildFaultyModules(@TempDir Path folder) throws IOException, InterruptedException {
        PlantedBuild build = new PlantedBuild(Path.of(System.getProperty("mooncake.root")), folder);
        build.standIn("proto/protocol");
        build.standIn("proto/base");
        build.standIn("allocator");
        build.standIn("transfer-engine-native");
        build.standIn("master");
        build.forbidden("proto/protocol", "protocol-knows-jackson", "com.fasterxml.jackson.core", "jackson-databind");
        build.forbidden("proto/base", "base-knows-grpc", "io.grpc", "grpc-api");
        build.forbidden("allocator", "allocator-logs", "org.slf4j", "slf4j-api");
        build.forbidden("transfer-engine-native", "transfer-knows-allocator", "io.mooncake", "mooncake-allocator");
        build.forbidden("master", "master-knows-transfer", "io.mooncake", "mooncake-transfer");
        build.forbidden("client", "client-knows-master", "io.mooncake", "mooncake-master");
        build.module("good", type("    int one() {\n        return 1;\n    }\n"));
        build.module("misformatted", type("  int one() { return 1; }\n"));
        build.module("warned", type("    java.util.List one() {\n        return new java.util.ArrayList();\n    }\n"));
        build.module("careless", type("    void one() {\n        new IllegalStateException(\"lost\");\n    }\n"));
        build.module("nullable", type("    String one() {\n        return null;\n    }\n"));
        build.module("long-method", type(method(60)));
        build.module(
                "long-class", type(Collections.nCopies(12, method(50)).stream().collect(Collectors.joining("\n"))));
        build.module("long-line", type("    String one() {\n        return \"" + LONG_WORD + "\";\n    }\n"));
        build.module(
                "many-parameters", type("    void one(int a, int b, int c, int d, int e, int f, int g, int h) {}\n"));
        output = build.run();
    }

    private static String type(String body) {
        return "package planted;\n\n/** Planted. */\nfinal class Planted {\n" + body + "}\n";
    }

    private static String method(int statements) {
        return "    void one() {\n" + "        System.out.println();\n".repeat(statements) + "    }\n";
    }

    @ParameterizedTest
    @CsvSource({
        "misformatted, spotless-maven-plugin",
        "warned, maven-compiler-plugin",
        "careless, maven-compiler-plugin",
        "nullable, maven-compiler-plugin",
        "long-method, maven-checkstyle-plugin",
        "long-class, maven-checkstyle-plugin",
        "long-line, maven-checkstyle-plugin",
        "many-parameters, maven-checkstyle-plugin",
        "protocol-knows-jackson, maven-enforcer-plugin",
        "base-knows-grpc, maven-enforcer-plugin",
        "allocator-logs, maven-enforcer-plugin",
        "transfer-knows-allocator, maven-enforcer-plugin",
        "master-knows-transfer, maven-enforcer-plugin",
        "client-knows-master, maven-enforcer-plugin"
    })
    void theGateStopsTheModule(String module, String plugin) {
        assertThat(output)
                .containsPattern(
                        "Failed to execute goal \\S+:" + plugin + ":\\S+ \\([^)]*\\) on project " + module + ":");
    }

    @ParameterizedTest
    @CsvSource({
        "warned, found raw type: java.util.List",
        "careless, [DeadException]",
        "nullable, [NullAway]",
        "long-method, [MethodLength]",
        "long-class, [FileLength]",
        "long-line, [LineLength]",
        "many-parameters, [ParameterNumber]"
    })
    void forItsOwnReason(String module, String reason) {
        assertThat(output).containsPattern("/" + module + "/src/.*Planted\\.java.*" + Pattern.quote(reason));
    }

    @ParameterizedTest
    @CsvSource({
        "protocol, com.fasterxml.jackson.core:jackson-databind",
        "base, io.grpc:grpc-api",
        "allocator, org.slf4j:slf4j-api",
        "transfer, io.mooncake:mooncake-allocator",
        "master, io.mooncake:mooncake-transfer",
        "client, io.mooncake:mooncake-master"
    })
    void theLayoutNamesTheForbiddenDependency(String module, String dependency) {
        assertThat(output)
                .containsPattern("The layout forbids this dependency in mooncake-" + module
                        + "[^\\n]*\\n(.*\\n){0,3}?.*" + Pattern.quote(dependency));
    }

    @Test
    void aModuleWithoutFaultIsBuilt() {
        assertThat(output).containsPattern("\\[INFO\\] good \\.+ SUCCESS").doesNotContain("on project good");
    }
}
