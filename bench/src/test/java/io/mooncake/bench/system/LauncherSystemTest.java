package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a checkout of its own, with a JDK and a Maven that only say what they were asked. */
final class LauncherSystemTest {

    @TempDir
    private Path folder;

    private Path checkout = Path.of("");
    private Path jdks = Path.of("");
    private Path tools = Path.of("");

    private record Answer(int status, String output) {}

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("check out"));
        Files.copy(Stage.ROOT.resolve("mooncake"), checkout.resolve("mooncake"));
        Files.copy(Stage.ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
        Files.createDirectories(checkout.resolve("bin"));
        Files.copy(Stage.ROOT.resolve("bin/mooncake_master"), checkout.resolve("bin/mooncake_master"));
        Files.createDirectories(checkout.resolve("master/src/main"));
        Files.writeString(checkout.resolve("master/src/main/A.java"), "class A {}");
        jdks = folder.resolve("jdks");
        makeJdk(jdks.resolve("jdk-25"), "25.0.1");
        makeJdk(jdks.resolve("jdk-26"), "26");
        makeJdk(jdks.resolve("jdk-21"), "21.0.2");
        tools = Files.createDirectories(folder.resolve("tools"));
        makeMaven("exit 0");
    }

    private static void makeJdk(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        for (String tool : List.of("java", "javac")) {
            script(home.resolve("bin").resolve(tool), "echo \"java $0 $*\"");
        }
    }

    /** A Maven that takes a moment, writes down that it ran, and builds an empty dist. */
    private void makeMaven(String end) throws IOException {
        script(
                tools.resolve("mvn"),
                "echo run >>\"" + folder + "/maven-runs\"\necho \"[INFO] Building Mooncake: master 2.0.0      [6/8]\"\n"
                        + "mkdir -p target/dist/lib\n" + end);
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Answer run(List<String> environment, Path launcher, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "-u", "JAVA_HOME", "-u", "MOONCAKE_NO_BUILD"));
        command.addAll(List.of("-u", "MOONCAKE_MAVEN_REPO", "-u", "JAVA_OPTS", "-u", "MOONCAKE_JAVA_OPTS"));
        command.add("PATH=" + tools + ":/usr/bin:/bin");
        command.add("MOONCAKE_JDK_FOLDERS=" + jdks);
        command.addAll(environment);
        command.add(launcher.toString());
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Answer(process.exitValue(), output);
    }

    private Answer run(String... words) throws Exception {
        return run(List.of(), checkout.resolve("mooncake"), words);
    }

    private long mavenRuns() throws IOException {
        Path runs = folder.resolve("maven-runs");
        return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
    }

    @Test
    void buildsOnFirstUseAndAfterAChangeOnly() throws Exception {
        Answer first = run("mooncake_master", "--port=1", "two words");
        assertThat(first.status()).isZero();
        assertThat(first.output()).contains("first use, building", "  [6/8] Mooncake: master\n");
        // The oldest JDK that is new enough, started with the flags of the user behind the main class.
        assertThat(first.output())
                .contains("java " + jdks + "/jdk-25/bin/java")
                .contains("io.mooncake.master.MasterMain --port=1 two words");
        Answer second = run("replay", "--help");
        assertThat(second.output()).doesNotContain("building").contains("ReplayMain --help");
        assertThat(mavenRuns()).isEqualTo(1);

        Files.setLastModifiedTime(
                checkout.resolve("master/src/main/A.java"),
                FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(run("replay").output()).contains("sources changed, building");
        assertThat(mavenRuns()).isEqualTo(2);
    }

    @Test
    void aDeletedSourceIsAChange() throws Exception {
        run("replay");
        Files.delete(checkout.resolve("master/src/main/A.java"));
        Files.setLastModifiedTime(
                checkout.resolve("master/src/main"), FileTime.from(Instant.now().plusSeconds(5)));
        run("replay");
        assertThat(mavenRuns()).isEqualTo(2);
    }

    @Test
    void twoStartsAtOnceBuildOnce() throws Exception {
        makeMaven("sleep 1");
        List<CompletableFuture<Answer>> starts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            starts.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return run("replay");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (CompletableFuture<Answer> start : starts) {
            assertThat(start.get().output()).contains("ReplayMain");
        }
        assertThat(mavenRuns()).isEqualTo(1);
    }

    @Test
    void aFailedBuildShowsItsErrorsAndIsTriedAgain() throws Exception {
        makeMaven("echo '[ERROR] A.java:[1,1] broken'; exit 1");
        Answer failed = run("replay");
        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.output())
                .contains("[ERROR] A.java:[1,1] broken", "build.log")
                .doesNotContain("ReplayMain");
        assertThat(run("replay").status()).isEqualTo(1);
        assertThat(mavenRuns()).isEqualTo(2);
    }

    @Test
    void testsRunUnderTheProfileAndKeepTheirStatus() throws Exception {
        makeMaven("echo \"asked $*\"; echo '[INFO] Tests run: 3, Failures: 0'; echo '[INFO] noise'");
        Answer passed =
                run(List.of("MOONCAKE_PROFILE=ci", "MOONCAKE_MAVEN_REPO=/r"), checkout.resolve("mooncake"), "test");
        assertThat(passed.status()).isZero();
        assertThat(passed.output()).contains("Tests run: 3").doesNotContain("noise");
        assertThat(Files.readString(checkout.resolve("target/test.log")))
                .contains("-Dmooncake.profile=ci", "-Dmaven.repo.local=/r", "verify", "noise");
        // What was tested is built.
        run("replay");
        assertThat(mavenRuns()).isEqualTo(1);

        makeMaven("echo '[ERROR] Tests run: 3, Failures: 1'; exit 1");
        Answer failed = run("test");
        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.output()).contains("Failures: 1", "the tests failed");
    }

    @Test
    void worksThroughLinksAndFromAnywhere() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("m"), checkout.resolve("bin/mooncake_master"));
        assertThat(run(List.of(), link, "--port=1").output()).contains("MasterMain --port=1");
        Path direct = Files.createSymbolicLink(folder.resolve("n"), Path.of("check out/mooncake"));
        assertThat(run(List.of(), direct, "--version").output())
                .isEqualTo(System.getProperty("mooncake.version") + "\n");
    }

    @Test
    void javaHomeComesFirstWhenItIsNewEnough() throws Exception {
        assertThat(run(List.of("JAVA_HOME=" + jdks + "/jdk-26"), checkout.resolve("mooncake"), "find-java")
                        .output())
                .isEqualTo(jdks + "/jdk-26\n");
        assertThat(run(List.of("JAVA_HOME=" + jdks + "/jdk-21"), checkout.resolve("mooncake"), "find-java")
                        .output())
                .isEqualTo(jdks + "/jdk-25\n");
    }

    @Test
    void oneLineSaysWhatIsMissing() throws Exception {
        Answer noJava = run(
                List.of("MOONCAKE_JDK_FOLDERS=" + folder.resolve("nowhere"), "PATH=" + jdks + "/jdk-21/bin:/bin"),
                checkout.resolve("mooncake"),
                "replay");
        assertThat(noJava.status()).isEqualTo(1);
        assertThat(noJava.output().lines()).hasSize(1).first().asString().contains("needs JDK 25 or newer", "install");
        Answer notBuilt = run(List.of("MOONCAKE_NO_BUILD=1"), checkout.resolve("mooncake"), "replay");
        assertThat(notBuilt.status()).isEqualTo(1);
        assertThat(notBuilt.output()).contains("is not built");
        assertThat(mavenRuns()).isZero();
    }

    @Test
    void aStartCacheIsUsedWhereThereIsOneAndTheUserNamesNoOther() throws Exception {
        run("mooncake_master");
        assertThat(run("mooncake_master").output()).doesNotContain("-XX:AOT");
        Path caches = Files.createDirectories(checkout.resolve("target/dist/start"));
        Path cache = Files.writeString(caches.resolve("mooncake_master.aot"), "");
        Files.writeString(checkout.resolve("target/dist/lib/a.jar"), "");
        assertThat(run("mooncake_master").output()).doesNotContain("-XX:AOT");
        assertThat(run("warm").status()).isZero();
        assertThat(run("mooncake_master").output()).contains("-XX:AOTCache=" + cache);
        assertThat(run("replay").output()).doesNotContain("-XX:AOT");
        assertThat(run(List.of("MOONCAKE_START_CACHE=off"), checkout.resolve("mooncake"), "mooncake_master")
                        .output())
                .doesNotContain("-XX:AOT");
        for (String variable : List.of("JAVA_OPTS", "MOONCAKE_JAVA_OPTS", "JAVA_TOOL_OPTIONS")) {
            String output = run(
                            List.of(variable + "=-XX:AOTCache=/mine"), checkout.resolve("mooncake"), "mooncake_master")
                    .output();
            assertThat(output).doesNotContain(cache.toString());
        }
    }

    @Test
    void aBuildRecordsAStartAndDoesWithoutWhenItCannot() throws Exception {
        makeMaven("touch target/dist/lib/a.jar");
        script(
                jdks.resolve("jdk-25/bin/java"),
                "echo \"java $*\"; echo \"options ${JAVA_OPTS:-none}\"; [[ \"$*\" != *WarmMain* ]]");
        Answer started = run(List.of("JAVA_OPTS=-Dport=1"), checkout.resolve("mooncake"), "mooncake_master");
        assertThat(started.status()).isZero();
        assertThat(started.output()).contains("recorded none, starts are slower", "MasterMain");
        // What is for the processes of the user is not for the recording.
        assertThat(Files.readString(checkout.resolve("target/build.log")))
                .contains("io.mooncake.bench.warm.WarmMain", "options none")
                .doesNotContain("-Dport=1");
    }

    @Test
    void badUsageIsTwo() throws Exception {
        assertThat(run("replya").status()).isEqualTo(2);
        assertThat(run().status()).isEqualTo(2);
        assertThat(run("help").status()).isZero();
        assertThat(run("help").output()).contains("mooncake_master", "replay", "demo", "test");
        assertThat(run("--version").output()).isEqualTo(System.getProperty("mooncake.version") + "\n");
    }
}
