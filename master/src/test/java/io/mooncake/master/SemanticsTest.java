package io.mooncake.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mooncake.master.core.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** docs/SEMANTICS.md is what the master does: every cell is executed, through the core and over unary calls. */
@Timeout(120)
final class SemanticsTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("mooncake.root"), "docs", "SEMANTICS.md");

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> everyCellHoldsInTheCore() throws IOException {
        return cells(CoreGateway::new);
    }

    @TestFactory
    Stream<DynamicTest> everyCellHoldsOverUnaryCalls() throws IOException {
        return cells(UnaryGateway::new);
    }

    private static Stream<DynamicTest> cells(Supplier<ContractGateway> gateways) throws IOException {
        return SemanticsTable.read(DOCUMENT).stream()
                .map(cell -> DynamicTest.dynamicTest(cell.toString(), () -> {
                    try (ContractGateway gateway = gateways.get()) {
                        assertThat(found(gateway, cell)).isEqualTo("`" + cell.outcome() + "` → " + cell.effect());
                    }
                }));
    }

    private static String found(ContractGateway gateway, SemanticsTable.Cell cell) {
        SemanticsStage stage = new SemanticsStage(gateway);
        Outcome prepared =
                named(SemanticsStage.states().get(cell.state()), cell).on(stage);
        assertThat(prepared).isEqualTo(new Outcome.Done());
        Outcome outcome =
                named(SemanticsStage.operations().get(cell.operation()), cell).on(stage);
        return "`" + SemanticsStage.wordOf(outcome) + "` → " + stage.effect();
    }

    private static SemanticsStage.Act named(SemanticsStage.@Nullable Act act, Object cell) {
        return Objects.requireNonNull(act, () -> "the table names what is not known: " + cell);
    }

    @Test
    void noCellIsMissing() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String operation : SemanticsStage.operations().keySet()) {
            for (String state : SemanticsStage.states().keySet()) {
                expected.add(operation + " / " + state);
            }
        }
        assertThat(SemanticsTable.read(DOCUMENT).stream().map(Object::toString))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aWrongCellIsFound() throws IOException {
        Path planted = Files.writeString(directory.resolve("planted.md"), """
                | Operation | absent | readable |
                |---|---|---|
                | PutStart | `OK` → not ready | `OK` → old |
                """);
        List<SemanticsTable.Cell> cells = SemanticsTable.read(planted);
        List<Boolean> holds = new ArrayList<>();
        for (SemanticsTable.Cell cell : cells) {
            try (ContractGateway gateway = new CoreGateway()) {
                holds.add(found(gateway, cell).equals("`" + cell.outcome() + "` → " + cell.effect()));
            }
        }
        assertThat(holds).containsExactly(true, false);
        Path broken =
                Files.writeString(directory.resolve("broken.md"), "| Operation | absent |\n|---|---|\n| A | b |\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SemanticsTable.read(broken))
                .withMessageContaining("outcome → effect");
    }
}
