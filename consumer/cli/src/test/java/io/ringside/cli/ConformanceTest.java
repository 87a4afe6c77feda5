package io.ringside.cli;

import io.ringside.export.ForeignProgram;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.text.JsonRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cases that every reader can be run against: the program gives the answers that are kept beside them. With
 * {@code ringside.conformance=write} cases and answers are written.
 */
class ConformanceTest {
    private static final boolean WRITES = "write".equals(System.getProperty("ringside.conformance"));
    private static final Path FOLDER = Path.of("..", "readers", "conformance");
    private static final Path CASES = FOLDER.resolve("cases");
    private static final int CASES_MIN = 200;
    private static final int TIMEOUT_S = 600;
    private static final Pattern ABOUT = Pattern.compile("\\{\"about\": \"(.*)\",\n \"asks\": ", Pattern.DOTALL);
    private static final Pattern ASK = Pattern.compile("\"ask\": \"(\\w+)\"");
    private static final String FIELDS = "\"fields\":";
    private static final Pattern OPAQUE = Pattern.compile("\"payload\":\"(\\w+)\"," + FIELDS);
    private static final Pattern COUNTER = Pattern.compile("(.*),\"type\":");
    private static final Pattern CAUSES = Pattern.compile("\"lostByCause\":(\\{[^}]*})");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private int answers;

    @Test
    void shouldMakeTheSameCasesAgain() throws IOException {
        final Map<String, GoldenCase> made = new TreeMap<>();
        for (final GoldenCase one : cases()) {
            assertThat(made.put(one.name(), one)).as("cases of one name: %s", one.name()).isNull();
        }
        if (WRITES) {
            write(made);
        }
        assertThat(names(CASES)).as("run this test with -Dringside.conformance=write").isEqualTo(made.keySet())
                .hasSizeGreaterThanOrEqualTo(CASES_MIN);
        for (final GoldenCase one : made.values()) {
            final Map<String, byte[]> kept = GoldenFiles.unpack(zip(CASES, one.name()));
            assertThat(kept.keySet()).as(one.name()).isEqualTo(one.files().keySet());
            kept.forEach((name, bytes) -> assertThat(bytes).as("%s: %s: a changed layout has a new magic", one.name(),
                    name).isEqualTo(one.files().get(name)));
        }
    }

    @Test
    void shouldAnswerEveryCaseAsItDidWhenTheCaseWasMade() throws IOException {
        for (final String name : names(CASES)) {
            final String expected = Files.readString(json(CASES, name));
            final Matcher about = ABOUT.matcher(expected);
            assertThat(about.lookingAt()).as(name).isTrue();
            final List<String> asks = ASK.matcher(expected).results().map(result -> result.group(1)).toList();
            assertThat(answer(new GoldenCase(name, about.group(1), GoldenFiles.unpack(zip(CASES, name)), asks,
                    payload(expected)))).as(name).isEqualTo(expected);
        }
    }

    @Tag("proof")
    @Test
    @Tag("process")
    @Timeout(TIMEOUT_S)
    void shouldPassWithTheReaderInPython() throws IOException, InterruptedException {
        assertPasses("python3 " + FOLDER.resolveSibling("python").resolve("ringside.py"));
    }

    /** Runs a reader against all cases: its command, or a command for each question. */
    private void assertPasses(final String... reader) throws IOException, InterruptedException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path out = folder.resolve("out");
        final List<String> command = new ArrayList<>(List.of("python3", FOLDER.resolve("run.py").toString()));
        command.addAll(List.of(reader));
        final Process run = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
        try {
            assertThat(run.waitFor(TIMEOUT_S, TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).as(Files.readString(out)).isZero();
        } finally {
            run.destroyForcibly();
        }
    }

    private static List<GoldenCase> cases() {
        return Stream.of(new GoldenEventCases().all(), new GoldenStreamCases().all(), new GoldenDamageCases().all(),
                new GoldenSessionCases().all(), new GoldenCounterCases().all()).flatMap(List::stream).toList();
    }

    private void write(final Map<String, GoldenCase> made) throws IOException {
        Files.createDirectories(CASES);
        for (final String name : names(CASES)) {
            if (!made.containsKey(name)) {
                Files.delete(zip(CASES, name));
                Files.delete(json(CASES, name));
            }
        }
        for (final GoldenCase each : made.values()) {
            final Path zip = zip(CASES, each.name());
            if (!Files.exists(zip) || !isSame(GoldenFiles.unpack(zip), each.files())) {
                Files.write(zip, GoldenFiles.pack(each.files()));
            }
            Files.writeString(json(CASES, each.name()), answer(each));
        }
    }

    private static String payload(final String expected) {
        final Matcher payload = OPAQUE.matcher(expected);
        return payload.find() ? payload.group(1) : "";
    }

    private static boolean isSame(final Map<String, byte[]> some, final Map<String, byte[]> others) {
        return some.keySet().equals(others.keySet())
                && some.keySet().stream().allMatch(name -> Arrays.equals(some.get(name), others.get(name)));
    }

    /** What the program answers, as it is kept: a line for each row. */
    private String answer(final GoldenCase asked) throws IOException {
        final List<String> texts = new ArrayList<>();
        for (final String ask : asked.asks()) {
            final Path files = GoldenFiles.write(asked.files(), folder.resolve("case" + answers++));
            final Path within = files.resolve(GoldenCase.RECORDING);
            final ProgramRun run = switch (ask) {
                case "read" ->
                    ProgramRun.of(folder.resolve("none"), "tail", (Files.exists(within) ? within : files).toString(),
                            "--format", "json");
                case "peek" -> ProgramRun.of(files, "tail", GoldenRecording.NAME, "--peek", "--format", "json");
                case "ledger" -> totals(ProgramRun.of(files, "query", GoldenRecording.NAME, "--format", "json"));
                case "counters" -> counters(ProgramRun.of(files, "counters", "query", "Service(*)\\*", "Engine\\*",
                        "--format", "json"));
                default -> sessions(files);
            };
            assertThat(run.err()).as(asked.name()).noneMatch(line -> line.contains("unexpected failure"));
            delete(files);
            final String payload = asked.payload().isEmpty() ? "" : "\"payload\":\"" + asked.payload() + "\",";
            texts.add("  {\"ask\": \"" + ask + "\", \"exit\": " + exit(asked, ask, run)
                    + ", \"rows\": [" + run.out().stream().map(row -> "\n   " + row.replace(FIELDS, payload + FIELDS))
                            .collect(Collectors.joining(","))
                    + "]}");
        }
        return "{\"about\": \"" + asked.about() + "\",\n \"asks\": [\n" + String.join(",\n", texts) + "]}\n";
    }

    /** Of a session, it says nothing of damage: a file that cannot be read may just have been removed. */
    private static String exit(final GoldenCase asked, final String ask, final ProgramRun run) {
        final boolean isDamaged = asked.name().contains("damage") || ask.equals("counters");
        return isDamaged && !ask.equals("read") ? "null" : Integer.toString(run.exitCode());
    }

    /** What the totals of a session have in common in all readers. */
    private static ProgramRun totals(final ProgramRun query) {
        return new ProgramRun(query.exitCode(), query.out().stream().map(line -> {
            final Matcher causes = CAUSES.matcher(line);
            assertThat(causes.find()).as(line).isTrue();
            return "{\"id\":" + number(line, "id") + ",\"wanted\":" + number(line, "wanted") + ",\"delivered\":"
                    + number(line, "delivered") + ",\"overwritten\":" + number(line, "overwritten") + ",\"lost\":"
                    + number(line, "lost") + ",\"lostByCause\":" + causes.group(1) + ",\"inRing\":"
                    + (number(line, "inRing") + number(line, "inFlight"))
                    + (number(line, "sampledOut") + number(line, "overLimit") == 0
                            ? "}"
                            : ",\"sampledOut\":" + number(line, "sampledOut") + ",\"overLimit\":"
                                    + number(line, "overLimit") + "}");
        }).toList(), query.err());
    }

    /** Without what a sample adds. */
    private static ProgramRun counters(final ProgramRun query) {
        return new ProgramRun(query.exitCode(), query.out().stream().map(line -> {
            final Matcher row = COUNTER.matcher(line);
            assertThat(row.find()).as(line).isTrue();
            return row.group(1) + ",\"pid\":" + number(line, "pid") + ",\"raw\":" + number(line, "raw") + "}";
        }).distinct().toList(), query.err());
    }

    private static ProgramRun sessions(final Path files) {
        try (Participant participant = Participant.join(TraceDirectory.open(files))) {
            return new ProgramRun(0, new RowStore(participant.directory(), participant.files()).sessionsListedOnce()
                    .stream().sorted(Comparator.comparingLong(SessionRow::id)).map(ConformanceTest::line).toList(),
                    List.of());
        }
    }

    private static String line(final SessionRow row) {
        return new JsonRow().begin().put("name", row.name()).put("id", row.id()).put("slot", row.slot())
                .put("state", row.state().name()).put("startWallNs", row.start().wallNs())
                .put("startTicks", row.start().monotonicNs()).end().toString();
    }

    private static Set<String> names(final Path cases) throws IOException {
        if (!Files.exists(cases)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.list(cases)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".zip"))
                    .map(name -> name.substring(0, name.length() - ".zip".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Path zip(final Path cases, final String name) {
        return cases.resolve(name + ".zip");
    }

    private static Path json(final Path cases, final String name) {
        return cases.resolve(name + ".json");
    }

    private static void delete(final Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
