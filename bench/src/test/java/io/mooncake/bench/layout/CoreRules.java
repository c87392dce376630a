package io.mooncake.bench.layout;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** What keeps the cores deterministic: no thread, no lock, no clock, no I/O, no logger, no randomness of their own. */
final class CoreRules {

    private static final String[] CORES = {"io.mooncake.master.core..", "io.mooncake.client.core.."};

    /** Calls whose answer a seed and a clock that are passed in do not fix. */
    private static final Set<String> IMPURE_CALLS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.identityHashCode",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.time.Instant.now",
            "java.time.Clock.systemUTC",
            "java.lang.Object.wait",
            "java.lang.Object.notify",
            "java.lang.Object.notifyAll");

    private CoreRules() {}

    static List<LayoutRule> all() {
        return List.of(
                LayoutRule.withBody(
                        "the master's core knows only domain, allocator and error codes",
                        classes()
                                .that()
                                .resideInAPackage("io.mooncake.master.core..")
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(
                                        "",
                                        "java.lang..",
                                        "java.util..",
                                        "java.time..",
                                        "java.nio.charset..",
                                        "java.nio",
                                        "org.jspecify..",
                                        "io.mooncake.master.core..",
                                        "io.mooncake.allocator..",
                                        "io.mooncake.error.."),
                        "io.mooncake.master.core.Planted",
                        "return io.mooncake.address.HostAndPort.parse(\"x\", \"h:1\");"),
                core(
                        "a core has no locks",
                        "java.util.concurrent.locks..",
                        "new java.util.concurrent.locks.ReentrantLock()"),
                core("a core has no I/O", "java.io..", "new java.io.ByteArrayInputStream(new byte[0])"),
                core("a core has no files", "java.nio.file..", "java.nio.file.Path.of(\"x\")"),
                core("a core has no channels", "java.nio.channels..", "java.nio.channels.SocketChannel.open()"),
                core("a core has no sockets", "java.net..", "new java.net.Socket()"),
                core("a core has no logger", "org.slf4j..", "org.slf4j.LoggerFactory.getLogger(\"x\")"),
                LayoutRule.withBody(
                        "a core has no thread",
                        noClasses()
                                .that()
                                .resideInAnyPackage(CORES)
                                .should()
                                .dependOnClassesThat()
                                .belongToAnyOf(Thread.class, ThreadLocal.class, ExecutorService.class),
                        "io.mooncake.master.core.Planted",
                        "return Thread.currentThread();"),
                LayoutRule.withBody(
                        "a core asks nobody for time or chance",
                        purity(),
                        "io.mooncake.master.core.Planted",
                        "return System.nanoTime();"),
                new LayoutRule(
                        "a core has no synchronized method",
                        noSynchronizedMethods(),
                        "io.mooncake.client.core.Planted",
                        Map.of(
                                "io.mooncake.client.core.Planted",
                                "package io.mooncake.client.core;"
                                        + " public class Planted { synchronized void planted() {} }")));
    }

    private static LayoutRule core(String name, String forbidden, String expression) {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage(CORES)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(forbidden);
        return LayoutRule.withBody(name, rule, "io.mooncake.master.core.Planted", "return " + expression + ";");
    }

    private static ArchRule purity() {
        return classes().that().resideInAnyPackage(CORES).should(new ArchCondition<>("make no impure call") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
                    String called = call.getTargetOwner().getName() + "." + call.getName();
                    if (IMPURE_CALLS.contains(called)) {
                        events.add(SimpleConditionEvent.violated(call, call.getDescription()));
                    }
                }
            }
        });
    }

    private static ArchRule noSynchronizedMethods() {
        return classes().that().resideInAnyPackage(CORES).should(new ArchCondition<>("have no synchronized method") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getMethods().stream()
                        .filter(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED))
                        .forEach(method -> events.add(SimpleConditionEvent.violated(method, method.getDescription())));
            }
        });
    }
}
