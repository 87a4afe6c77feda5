package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** The order flow of a file, as a provider. */
class EmitFileTest {
    private static final String LINES = """
            34200.000000001,1,1001,18,5853300,1
            34200.000000001,2,1001,8,5853300,1
            34200.010000000,6,0,700,5853100,-1
            34200.020000003,3,1001,10,5853300,1
            34200.030000004,4,1000,5,5853200,-1
            34200.040000005,5,0,100,5853250,1
            34200.050000000,7,0,0,-1,-1
            """;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldWriteAnEventForEachLineWithItsNumbers() throws IOException {
        enable();
        final String emitted = emit("--csv", file(LINES), "--speed", "1000").out().get(0);
        assertThat(emitted).endsWith(",\"skipped\":2}");
        assertThat(number(emitted, "attempted")).isEqualTo(5);
        assertThat(number(emitted, "written")).isEqualTo(5);
        final List<String> events = run("tail", "trading", "--format", "json").out();
        assertThat(events).hasSize(5);
        assertThat(events.get(0)).contains("\"provider\":\"Orders\",\"event\":\"submitted\",\"id\":1,",
                "\"fields\":{\"time\":34200000000001,\"type\":1,\"orderId\":1001,\"size\":18,\"price\":5853300,"
                        + "\"direction\":1}");
        assertThat(events.get(1)).contains("\"event\":\"canceled\",\"id\":2,");
        assertThat(events.get(2)).contains("\"event\":\"deleted\",\"id\":3,", "\"time\":34200020000003");
        assertThat(events.get(3)).contains("\"event\":\"executed\",\"id\":4,", "\"direction\":-1}");
        assertThat(events.get(4)).contains("\"event\":\"executedHidden\",\"id\":5,");
    }

    @Test
    void shouldKeepTheDistancesOfTheFileDividedByTheSpeed() throws IOException {
        enable();
        final String file = file("10.0,1,1,1,1,1\n10.3,1,2,1,1,1\n");
        final long beginNs = System.nanoTime();
        emit("--csv", file, "--speed", "2");
        assertThat(System.nanoTime() - beginNs).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(150));
        assertThat(run("tail", "trading").out()).hasSize(2);
    }

    @Test
    void shouldEmitNothingWhenALineIsMalformed() throws IOException {
        enable();
        final String file = file(LINES + "34201.0,9,1,1,1,1\n");
        final ProgramRun run = run("emit", "--provider", "Orders", "--csv", file);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString()
                .startsWith("ringside: line is malformed: file=" + file + ", line=8, problem=type is not 1 to 7");
        assertThat(number(run("query", "trading", "--format", "json").out().get(0), "wanted")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--events 1", "--threads 1", "--payload 32", "--rate 0", "--speed 0", "--speed -1",
        "--speed NaN", "--speed x", "--speed Infinity"})
    void shouldBeWrongUsageWhenOptionsDoNotGoWithAFile(final String options) throws IOException {
        final List<String> args = new ArrayList<>(List.of("emit", "--provider", "Orders", "--csv", file(LINES)));
        args.addAll(List.of(options.split(" ", -1)));
        final ProgramRun run = run(args.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains(options.split(" ", -1)[0], "--help");
        assertThat(folder.resolve("trace")).doesNotExist();
    }

    @Test
    void shouldBeWrongUsageWhenThereIsASpeedAndNoFile() {
        assertThat(run("emit", "--provider", "Orders", "--speed", "2").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldFailInOneLineWhenThereIsNoSuchFile() {
        final ProgramRun run = run("emit", "--provider", "Orders", "--csv", folder.resolve("absent").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains("absent", "choose a file")
                .doesNotContain("trace directory");
        assertThat(folder.resolve("trace")).doesNotExist();
    }

    /** Real order flow, where the property {@code ringside.orderflow} names a file of it. */
    @Test
    void shouldWriteEveryLineOfRealOrderFlow() throws IOException {
        final String real = System.getProperty("ringside.orderflow", "");
        Assumptions.assumeFalse(real.isEmpty(), "property ringside.orderflow is not set");
        final List<String> lines = Files.readAllLines(Path.of(real));
        enable();
        final String emitted = emit("--csv", real, "--speed", "100000").out().get(0);
        assertThat(number(emitted, "attempted") + number(emitted, "skipped")).isEqualTo(lines.size());
        final List<String> events = run("tail", "trading", "--format", "json").out();
        assertThat((long) events.size()).isEqualTo(number(emitted, "written"));
        for (int i = 0; i < events.size(); i++) {
            final String[] fields = lines.get(i).split(",", -1);
            assertThat(events.get(i)).contains("\"type\":" + fields[1] + ",\"orderId\":" + fields[2] + ",\"size\":"
                    + fields[3] + ",\"price\":" + fields[4] + ",\"direction\":" + fields[5] + "}");
        }
    }

    private void enable() {
        run("start", "trading");
        run("enable", "trading", "Orders");
    }

    private String file(final String text) throws IOException {
        return Files.writeString(folder.resolve("messages.csv"), text).toString();
    }

    private ProgramRun emit(final String... options) {
        final List<String> args = new ArrayList<>(List.of("emit", "--provider", "Orders", "--format", "json"));
        args.addAll(List.of(options));
        final ProgramRun run = run(args.toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        return run;
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
