package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Events as tables, and those around a moment. */
@Timeout(120)
class TailTableTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, Level.INFORMATION, 0x1),
                    FieldSchema.of("price", FieldType.INT64).withUnit("1e-2 USD"),
                    FieldSchema.of("size", FieldType.INT32), FieldSchema.of("symbol", FieldType.STRING))
            .event("executed", EventDescriptor.of(2, Level.WARNING, 0x1),
                    FieldSchema.of("size", FieldType.INT32), FieldSchema.of("level", FieldType.INT32))
            .build();
    private static final int EVENTS = 60;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @BeforeEach
    void record() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)))) {
            final ProviderRegistration orders = ringside.register(SCHEMA);
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
            for (int i = 0; i < EVENTS; i++) {
                final PayloadWriter fields = new PayloadWriter().wrap(payload, 0, 64);
                if (i % 3 == 2) {
                    fields.putInt(i).putInt(1000 + i);
                    orders.event("executed").write(payload, 0, fields.length());
                } else {
                    fields.putLong((long) Math.pow(10, i % 7)).putInt(i).putString(i % 2 == 0 ? "ACME" : "X\nY");
                    orders.event("submitted").write(payload, 0, fields.length());
                }
            }
            try (Recorder recorder = Recorder.open(
                    new RecorderContext("trading", disk.resolve("trading")).directory(folder.resolve("trace")))) {
                while (recorder.events() < EVENTS) {
                    recorder.doWork();
                }
            }
        }
    }

    @Test
    void shouldAlignTheColumnsThatWereChosen() {
        final List<String> lines = tail("--columns", "event,size,price,symbol,level,fields.level", "--limit", "6");

        assertThat(lines).containsExactly(
                "event      size       price  symbol  level        fields.level",
                "submitted     0    0.01 USD  ACME    INFORMATION",
                "submitted     1    0.10 USD  X\\nY    INFORMATION",
                "executed      2                      WARNING              1002",
                "submitted     3   10.00 USD  X\\nY    INFORMATION",
                "submitted     4  100.00 USD  ACME    INFORMATION",
                "executed      5                      WARNING              1005");
    }

    @Test
    void shouldShowFieldsBehindTheUsualColumns() {
        final List<String> lines = tail("--fields", "size", "--limit", "3");

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).matches("time +provider  event      size");
        assertThat(lines.get(3)).matches("[-+\\dTZ:.]+  Orders    executed      2");
    }

    @Test
    void shouldPrintATableForEachKindOfEvent() {
        final List<String> lines = tail("--group-by", "event", "--columns", "level");

        assertThat(lines.subList(0, 3)).containsExactly("Orders submitted",
                "level               price  size  symbol",
                "INFORMATION      0.01 USD     0  ACME");
        assertThat(lines.subList(42, 46)).containsExactly("", "Orders executed", "level    size  level",
                "WARNING     2   1002");
        assertThat(lines).hasSize(2 + 40 + 3 + 20);
        assertThat(tail("--group-by", "event", "--fields", "size", "--columns", "id", "--limit", "1"))
                .containsExactly("Orders submitted", "id  size", " 1     0");
    }

    @Test
    void shouldPrintTheSameColumnsAsCsv() {
        assertThat(tail("--columns", "id,price,symbol", "--csv", "--limit", "3")).containsExactly(
                "\"id\",\"price\",\"symbol\",\"loss\"", "\"1\",\"1\",\"ACME\",\"\"",
                "\"1\",\"10\",\"X\\nY\",\"\"", "\"2\",\"\",\"\",\"\"");
        assertThat(tail("--columns", "id,price", "--csv", "--limit", "0"))
                .containsExactly("\"id\",\"price\",\"loss\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--columns prize | field=prize, fields=[level price size symbol], columns=[time,",
        "--fields price,prize | field=prize, fields=[level price size symbol]",
        "--columns price.x | neither a column nor an outermost field: name=price.x, columns=[time,",
        "--group-by event --columns price | no such column: column=price, columns=[time,",
        "--columns id --format json | --format json: see", "--fields size --summary | --summary: see",
        "--group-by provider | expected event", "--span 1ms | --span requires --around",
        "--around exekuted | no such event: event=exekuted, events=[executed, submitted]",
        "--around 99:99 | invalid time '99:99'"})
    void shouldNameTheColumnsFieldsAndEventsThatThereAreWhenOneIsMistyped(final String options, final String problem) {
        final String[] words = ("tail " + disk.resolve("trading") + " " + options).split(" ");
        final ProgramRun run = run(words);

        assertThat(run.exitCode()).as("%s", run).isIn(ExitCode.USAGE, ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains(problem);
    }

    @Test
    void shouldPrintWhatHappenedAroundATimeOrEachEventOfAKind() {
        final List<String> all = tail("--format", "json");
        final List<Long> times = all.stream().map(line -> number(line, "time")).toList();
        final long spanNs = times.get(31) - times.get(30);

        assertThat(tail("--around", Long.toString(times.get(30)), "--span", spanNs + "ns", "--format", "json"))
                .isEqualTo(
                        all.stream().filter(line -> Math.abs(number(line, "time") - times.get(30)) <= spanNs).toList());
        assertThat(tail("--around", "Orders/executed", "--span", spanNs + "ns", "--format", "json"))
                .isEqualTo(all.stream().filter(line -> all.stream()
                        .filter(other -> other.contains("\"event\":\"executed\""))
                        .anyMatch(other -> Math.abs(number(line, "time") - number(other, "time")) <= spanNs)).toList());
        assertThat(tail("--around", "executed", "--span", "0", "--where", "size = 2", "--format", "json"))
                .containsExactly(all.get(2));
    }

    @Test
    void shouldRejectAnEventToLookForInASession() {
        final ProgramRun run = run("tail", "trading", "--around", "executed");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains("--around EVENT reads recordings twice");
    }

    private List<String> tail(final String... options) {
        final String[] words = new String[options.length + 2];
        words[0] = "tail";
        words[1] = disk.resolve("trading").toString();
        System.arraycopy(options, 0, words, 2, options.length);
        final ProgramRun run = run(words);
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        return run.out();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
