package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Whatever names and texts an application has, no command that prints lets them reach the terminal as they are. */
class HostileOutputTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Commands of a terminal and their beginnings, ends of lines, and characters that change the order of others. */
    static final String TEXT = "=a\u001b[2J\u001b]52;c;eA==\u0007\u009b31m\r\nb\u0000\u007f\u2028\u202ec";
    /** Names have no control characters. */
    private static final String NAME = "n\u202e\u2066\u200bm";
    private static final Pattern HARMFUL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\p{Cf}&&[^\n\t]]");
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("P" + NAME)
            .event("begin" + NAME, EventDescriptor.of(1, 4, 1), FieldSchema.of("key" + NAME, FieldType.STRING),
                    FieldSchema.of("n", FieldType.INT32),
                    FieldSchema.of("side", FieldType.UINT8).withValues(ValueMap.of("Side", Map.of(1L, "BUY" + NAME))))
            .event("end" + NAME, EventDescriptor.of(2, 4, 1), FieldSchema.of("key" + NAME, FieldType.STRING),
                    FieldSchema.of("n", FieldType.INT32))
            .build();
    private static final String SESSION = "s" + NAME;
    private static final String PROVIDER = SCHEMA.name();
    private static final String KEY = "key" + NAME;
    /** They start servers or programs, or print nothing that an application has chosen; attaching has its own tests. */
    private static final Set<String> NOT_DRIVEN = Set.of("demo", "emit", "serve", "attach", "detach", "completion",
            "man", "help");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;
    private final Set<String> driven = new HashSet<>();
    private final List<String> harmful = new ArrayList<>();
    private List<String> lastErrors = List.of();

    @Test
    void shouldPrintNoCharacterThatControlsATerminal() throws Exception {
        final String caller = Thread.currentThread().getName();
        run("start", SESSION, "--overflow", "drop-oldest", "--description", NAME);
        final TraceDirectory directory = TraceDirectory.open(folder.resolve("trace"));
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace")));
                ProviderRegistration registration = ringside.register(SCHEMA);
                Participant participant = Participant.join(directory);
                ProcessCounters counters = ProcessCounters.in(directory, participant.files())) {
            counters.open(CounterSetSchema.of("Pool", CounterSetSchema.Kind.MULTIPLE,
                    List.of(CounterSchema.of(1, "free", CounterType.LARGE_RAWCOUNT)))).create("i" + NAME, 1)
                    .counter("free").set(42);
            run("enable", SESSION, PROVIDER);
            await().atMost(PATIENCE).until(() -> registration.event("begin" + NAME).isEnabled());
            Thread.currentThread().setName(TEXT);
            for (int i = 0; i < 3; i++) {
                write(registration, "begin" + NAME, TEXT + i, i, true);
                write(registration, "end" + NAME, TEXT + i, i, false);
            }
            Thread.currentThread().setName(caller);
            drive();
            ship(disk.resolve("recording").toString());
            assertThat(harmful.stream().map(HostileOutputTest::visible)).isEmpty();
            final Set<String> all = new HashSet<>(CommandTree.commands(
                    new CommandContext(new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(),
                            false, false), new Interruption()))
                    .getSubcommands().keySet());
            all.removeAll(NOT_DRIVEN);
            assertThat(driven).as("every command that prints").isEqualTo(all);
        } finally {
            Thread.currentThread().setName(caller);
        }
    }

    private void drive() throws Exception {
        final String recording = disk.resolve("recording").toString();
        run("snapshot", SESSION, "--to", recording);
        for (final List<String> form : List.of(List.<String>of(), List.of("--csv"), List.of("--format", "json"))) {
            run(form, "tail", recording);
            run(form, "measure", recording, "--by", KEY);
            run(form, "measure", recording, "--by", "event," + KEY, "--of", "n");
            run(form, "latency", recording, "--from", PROVIDER + "/begin" + NAME, "--to", PROVIDER + "/end" + NAME,
                    "--by", KEY, "--group-by", KEY);
            run(form, "timeline", recording, "--key",
                    PROVIDER + "/begin" + NAME + '.' + KEY + " = " + PROVIDER + "/end" + NAME + '.' + KEY);
            run(form, "sql", recording, "select * from \"" + PROVIDER + "\".\"begin" + NAME + '"');
            run(form, "sql", recording, "from tables");
            run(form, "counters", "query", "*(*)\\*", "--interval", "100ms");
        }
        run("counters", "query", "*(*)\\*", "--tsv", "--interval", "100ms");
        run("counters", "list");
        final String samples = disk.resolve("samples.csv").toString();
        run("counters", "query", "*(*)\\*", "--samples", "3", "--interval", "100ms", "--to", samples);
        run("counters", "measure", samples);
        run("counters", "resample", samples, "--every", "2");
        for (final String columns : List.of("provider,event," + KEY, "thread,side")) {
            run("tail", recording, "--columns", columns);
            run("tail", recording, "--csv", "--columns", columns);
        }
        run("tail", recording, "--fields", KEY, "--group-by", "event");
        run("tail", recording, "--summary");
        run("tail", recording, "--threads");
        fail("tail", recording, "--where", "no" + NAME + " = 1");
        run("tail", SESSION, "--peek");
        fail("tail", "no" + NAME);
        run("export", recording, "--as", "jsonl", "--to", "-");
        run("export", recording, "--as", "jsonl", "--to", "-", "--names", "opentelemetry");
        run("export", recording, "--as", "chrome", "--to", "-");
        fail("export", recording, "--as", "csv", "--to", disk.resolve("two.csv").toString());
        for (final List<String> form : List.of(List.<String>of(), List.of("--format", "json"))) {
            run(form, "sessions");
            run(form, "query", SESSION);
            run(form, "providers");
            run(form, "processes");
            run(form, "stat", SESSION, "--once", "--interval", "100ms");
            run(form, "doctor");
        }
        run("record", recording, "--to", disk.resolve("written").toString());
        fail("record", recording, "--to", disk.resolve("filtered").toString(), "--where", "no" + NAME + " = 1");
        run("start", "replayed" + NAME);
        run("replay", recording, "--to", "replayed" + NAME, "--speed", "max");
        for (final String view : List.of("sessions", "providers", "lanes", "counters")) {
            run("top", "--once", "--interval", "200ms", "--view", view);
            run("top", "--once", "--interval", "200ms", "--view", view, "--format", "json");
        }
        trace(recording);
        run("capture-state", SESSION, PROVIDER);
        run("update", SESSION, "--description", NAME);
        run("start", "drained" + NAME);
        run("flush", "drained" + NAME);
        run("disable", SESSION, PROVIDER);
        run("stop", SESSION);
    }

    private void trace(final String recording) throws Exception {
        run("trace", PROVIDER, "no" + NAME + "*", "--for", "200ms", "--to", disk.resolve("traced").toString());
        run("trace", PROVIDER, "--for", "200ms", "--to", disk.resolve("again").toString(), "--format", "json");
        fail("trace", PROVIDER, "--for", "200ms", "--to", recording);
    }

    private void ship(final String recording) throws IOException {
        final String received = Files.createDirectory(disk.resolve("received")).toString();
        for (final List<String> form : List.of(List.<String>of(), List.of("--format", "json"))) {
            run(form, "ships", HostileCarrier.ADDRESS);
            run(form, "ships", HostileCarrier.ADDRESS, "--to", received);
        }
        fail("remote", "--timeout", "100ms", HostileCarrier.ADDRESS, "enable", SESSION, PROVIDER);
        fail("remote", "--timeout", "100ms", "--format", "json", HostileCarrier.ADDRESS, "disable", SESSION, PROVIDER);
        fail("remote", "--timeout", "100ms", "--host", "no" + NAME, HostileCarrier.ADDRESS, "snapshot", SESSION);
        fail("ship", recording, "--to", HostileCarrier.ADDRESS);
        fail("receive", HostileCarrier.ADDRESS, "--to", received);
    }

    private static void write(final ProviderRegistration registration, final String event, final String key,
            final int number, final boolean hasSide) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1 << 10]);
        final PayloadWriter payload = new PayloadWriter().wrap(bytes, 0, bytes.capacity()).putString(key)
                .putInt(number);
        if (hasSide) {
            payload.putByte(1);
        }
        registration.event(event).write(bytes, 0, payload.length());
    }

    private static String visible(final String text) {
        return HARMFUL.matcher(text).replaceAll(found -> String.format("<%04x>", (int) found.group().charAt(0)));
    }

    private void run(final List<String> more, final String... args) {
        final List<String> all = new ArrayList<>(List.of(args));
        all.addAll(more);
        run(all.toArray(String[]::new));
    }

    private void run(final String... args) {
        final String command = String.join(" ", args);
        final int exitCode = runAndLook(command, args);
        assertThat(exitCode).as("%s: %s", command, lastErrors).isIn(ExitCode.DONE, ExitCode.LOST);
    }

    private void fail(final String... args) {
        final String command = String.join(" ", args);
        assertThat(runAndLook(command, args)).as("%s", command).isNotEqualTo(ExitCode.DONE);
    }

    private int runAndLook(final String command, final String... args) {
        driven.add(args[0]);
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), args);
        Stream.concat(run.out().stream(), run.err().stream()).filter(line -> HARMFUL.matcher(line).find())
                .forEach(line -> harmful.add(command + " printed " + line));
        assertThat(run.err()).as(command).noneMatch(line -> line.contains("please report it"));
        lastErrors = run.err();
        return run.exitCode();
    }
}
