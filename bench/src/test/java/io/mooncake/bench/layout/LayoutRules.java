package io.mooncake.bench.layout;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Which package may know which: the layout of docs/ARCHITECTURE.md as rules. */
final class LayoutRules {

    private static final String[] EVERYWHERE = {"java..", "javax.net..", "org.jspecify.."};
    private static final String[] BASE = {
        "io.mooncake.error..",
        "io.mooncake.address..",
        "io.mooncake.config..",
        "io.mooncake.http..",
        "io.mooncake.exposition.."
    };
    private static final String[] TRANSPORTS = {"local", "shm", "tcp", "rdma"};
    private static final String[] GENERATED = {"io.grpc..", "com.google.protobuf..", "io.mooncake.protocol.."};

    private LayoutRules() {}

    static List<LayoutRule> all() {
        List<LayoutRule> rules = new ArrayList<>();
        rules.addAll(modules());
        rules.addAll(upperModules());
        rules.addAll(transports());
        rules.addAll(adapters());
        rules.addAll(CoreRules.all());
        rules.add(PublicApiRule.rule());
        return rules;
    }

    private static List<LayoutRule> modules() {
        return List.of(
                LayoutRule.withBody(
                        "base knows nothing of the modules above it",
                        mayKnow(BASE, BASE, "org.slf4j..", "com.fasterxml.jackson..", "io.netty..", "io.prometheus.."),
                        "io.mooncake.config.Planted",
                        "return io.mooncake.client.PutOptions.DEFAULT;"),
                LayoutRule.withBody(
                        "the allocator depends on nothing",
                        mayKnow(new String[] {"io.mooncake.allocator.."}, new String[] {"io.mooncake.allocator.."}),
                        "io.mooncake.allocator.Planted",
                        "return org.slf4j.LoggerFactory.getLogger(\"x\");"),
                LayoutRule.withBody(
                        "the transfer engine knows bytes and peers, no master and no client",
                        mayKnow(
                                new String[] {"io.mooncake.transfer.."},
                                with(BASE, "io.mooncake.transfer.."),
                                "org.slf4j..",
                                "com.fasterxml.jackson..",
                                "io.netty..",
                                "jnr..",
                                "io.etcd..",
                                "org.HdrHistogram.."),
                        "io.mooncake.transfer.Planted",
                        "return io.mooncake.client.ObjectKey.of(\"x\");"),
                LayoutRule.withBody(
                        "the master never touches a payload: no transfer engine, no client",
                        mayKnow(
                                new String[] {"io.mooncake.master.."},
                                with(BASE, "io.mooncake.master..", "io.mooncake.allocator..", "io.mooncake.protocol.."),
                                "org.slf4j..",
                                "com.fasterxml.jackson..",
                                "io.netty..",
                                "io.grpc..",
                                "com.google.protobuf..",
                                "io.micrometer..",
                                "io.prometheus..",
                                "picocli..",
                                "io.etcd..",
                                "com.google.re2j..",
                                "org.HdrHistogram.."),
                        "io.mooncake.master.service.Planted",
                        "return io.mooncake.client.ObjectKey.of(\"x\");"));
    }

    private static List<LayoutRule> upperModules() {
        return List.of(
                LayoutRule.withBody(
                        "the client never knows the master's classes",
                        mayKnow(
                                new String[] {"io.mooncake.client.."},
                                with(
                                        BASE,
                                        "io.mooncake.client..",
                                        "io.mooncake.transfer..",
                                        "io.mooncake.allocator..",
                                        "io.mooncake.protocol.."),
                                "org.slf4j..",
                                "com.fasterxml.jackson..",
                                "io.netty..",
                                "io.grpc..",
                                "com.google.protobuf..",
                                "io.micrometer..",
                                "io.prometheus..",
                                "picocli..",
                                "io.etcd..",
                                "org.HdrHistogram.."),
                        "io.mooncake.client.segment.Planted",
                        "return io.mooncake.master.core.ReplicaStatus.COMPLETE;"),
                LayoutRule.withBody(
                        "nothing depends on bench",
                        noClasses()
                                .that()
                                .resideOutsideOfPackage("io.mooncake.bench..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("io.mooncake.bench.."),
                        "io.mooncake.client.service.Planted",
                        "return new io.mooncake.bench.trace.LruCache(1);"));
    }

    private static List<LayoutRule> transports() {
        return Stream.of(TRANSPORTS)
                .map(transport -> LayoutRule.withOther(
                        "the transport " + transport + " knows no other",
                        noClasses()
                                .that()
                                .resideInAPackage("io.mooncake.transfer." + transport + "..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(others(transport))
                                .allowEmptyShould(true),
                        "io.mooncake.transfer." + transport + ".Planted",
                        "io.mooncake.transfer." + (transport.equals("tcp") ? "rdma" : "tcp") + ".Other"))
                .toList();
    }

    private static String[] others(String transport) {
        return Stream.of(TRANSPORTS)
                .filter(other -> !other.equals(transport))
                .map(other -> "io.mooncake.transfer." + other + "..")
                .toArray(String[]::new);
    }

    private static List<LayoutRule> adapters() {
        return List.of(
                LayoutRule.withBody(
                        "generated and gRPC types stop at the gRPC adapters",
                        noClasses()
                                .that()
                                .resideInAnyPackage("io.mooncake.master..", "io.mooncake.client..")
                                .and()
                                .resideOutsideOfPackage("..grpc..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(GENERATED),
                        "io.mooncake.master.service.Planted",
                        "return io.mooncake.protocol.v1.PingRequest.getDefaultInstance();"),
                LayoutRule.withOther(
                        "meters stop at the metrics packages",
                        noClasses()
                                .that()
                                .resideInAnyPackage("io.mooncake.master..", "io.mooncake.client..")
                                .and()
                                .resideOutsideOfPackage("..metrics..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage("io.micrometer..", "io.prometheus.."),
                        "io.mooncake.master.service.Planted",
                        "io.micrometer.core.instrument.Other"),
                LayoutRule.withOther(
                        "only the wiring knows the wiring of the master",
                        noClasses()
                                .that()
                                .resideInAPackage("io.mooncake.master.*..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("io.mooncake.master"),
                        "io.mooncake.master.grpc.Planted",
                        "io.mooncake.master.Wiring"),
                LayoutRule.withBody(
                        "the environment is read in mains and configs",
                        noClasses()
                                .that()
                                .haveSimpleNameNotEndingWith("Main")
                                .and()
                                .resideOutsideOfPackage("..config..")
                                .should()
                                .callMethod(System.class, "getenv")
                                .orShould()
                                .callMethod(System.class, "getenv", String.class),
                        "io.mooncake.client.core.Planted",
                        "return System.getenv(\"HOME\");"));
    }

    private static ArchRule mayKnow(String[] packages, String[] own, String... thirdParty) {
        return classes()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .onlyDependOnClassesThat(known(with(own, with(thirdParty, EVERYWHERE))))
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> known(String[] packages) {
        // Arrays of primitives and primitives have no package.
        return JavaClass.Predicates.resideInAnyPackage(packages)
                .or(DescribedPredicate.describe(
                        "are primitive", type -> type.getBaseComponentType().isPrimitive()));
    }

    private static String[] with(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }
}
