package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** The reader in C, compiled with checks of its memory and its arithmetic. */
@Tag("proof")
class CReaderSystemTest extends ForeignReader {
    private static final Path SOURCE = Path.of("..", "readers", "c", "ringside-peek.c");
    private static final List<String> STRICT = List.of("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic");
    private static final List<String> CHECKED = List.of("-g", "-O1", "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all");
    private static final int EVENTS = 1_000_000;
    private static final int PEEKS_MAX = 20;
    private static final int HOSTILE_ROUNDS = 4 * ROUNDS;
    /** Where most of what a reader checks is. */
    private static final int HEAD_LENGTH = 2048;
    private static final int CHANGES_MAX = 8;

    @TempDir
    private static Path programs;
    private static Path program = Path.of("ringside-peek");

    /** What a peek has printed. */
    private record Peeked(long events, long absent) {
        /** The only thread numbers its attempts, so each number is printed or told as absent. */
        static Peeked of(final List<String> lines) {
            long events = 0;
            long absent = 0;
            long next = -1;
            long gap = 0;
            for (final String line : lines) {
                if (line.startsWith("{\"lost\"")) {
                    // Nothing is damaged, so what was overwritten must not be called so.
                    assertThat(line).containsAnyOf("\"cause\":\"full\"", "\"cause\":\"behind\"");
                    gap += number(line, line.contains("\"cause\":\"behind\"") ? "behind" : "lost");
                    continue;
                }
                final long n = number(line, "n");
                assertThat(next < 0 || n == next + gap).as("next=%s, gap=%s, line=%s", next, gap, line).isTrue();
                absent += gap;
                events++;
                next = n + 1;
                gap = 0;
            }
            return new Peeked(events, absent + gap);
        }
    }

    @Override
    String needs() {
        return STRICT.get(0);
    }

    @Override
    List<String> read(final Path recording) {
        return List.of(program.toString(), recording.toString());
    }

    @Override
    List<String> peek(final Path directory, final String session) {
        return List.of(program.toString(), "--dir", directory.toString(), session);
    }

    @Override
    List<String> ledger(final Path directory, final String session) {
        return List.of(program.toString(), "--dir", directory.toString(), "--ledger", session);
    }

    @Override
    List<String> sessions(final Path directory) {
        return List.of(program.toString(), "--dir", directory.toString(), "--list");
    }

    /** Its lines are those of {@code tail}, byte by byte. */
    @Override
    void assertSame(final String what, final List<String> expected, final List<String> actual) {
        assertThat(rows(actual, false)).as(what).isEqualTo(rows(expected, false));
        assertThat(rows(actual, true)).as(what).containsExactlyInAnyOrderElementsOf(rows(expected, true));
    }

    private static List<String> rows(final List<String> lines, final boolean areGaps) {
        return lines.stream().filter(line -> line.startsWith("{\"lost\"") == areGaps).toList();
    }

    @BeforeEach
    void compile() throws IOException, InterruptedException {
        if (!Files.exists(program)) {
            program = compile(programs.resolve("checked"), CHECKED);
        }
    }

    @Test
    void shouldReadTheSameAsAnOptimizedProgram() throws Exception {
        final Path recording = record();
        final Path optimized = compile(programs.resolve("optimized"), List.of("-O2"));
        final ProgramRun read = execute(List.of(optimized.toString(), recording.toString()));
        assertThat(read.out()).isNotEmpty().isEqualTo(execute(read(recording)).out());
        assertThat(read.err()).isEmpty();
    }

    @Test
    void shouldCompileWhatItsPageShows() throws Exception {
        final String page = Files.readString(SOURCE.resolveSibling("README.md"));
        final int begin = page.indexOf("```c\n") + 5;
        final Path shown = Files.writeString(disk.resolve("shown.c"),
                page.substring(begin, page.indexOf("```", begin)).replace("/var/tmp/trading", "/absent"));
        final List<String> command = new ArrayList<>(STRICT);
        command.addAll(List.of("-I", SOURCE.getParent().toString(), "-o", disk.resolve("shown").toString(),
                shown.toString()));
        assertThat(execute(command)).isEqualTo(new ProgramRun(0, List.of(), List.of()));
        assertThat(execute(List.of(disk.resolve("shown").toString())).err()).singleElement().asString()
                .contains("/absent");
    }

    @Test
    void shouldPassTheConformanceCases() throws Exception {
        final String cases = SOURCE.resolveSibling("../conformance/run.py").toString();
        final ProgramRun run = execute(List.of("python3", cases, "--read", program + " {folder}", "--peek",
                program + " --dir {folder} {session}", "--ledger", program + " --dir {folder} --ledger {session}",
                "--sessions", program + " --dir {folder} --list"));
        assertThat(run.exitCode()).as("%s", run).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop-newest", "drop-oldest"})
    void shouldAccountForEachEventBesideAWriterAtFullSpeed(final String overflow) throws Exception {
        run("start", "every", "--lanes", "2", "--lane-size", "64k", "--overflow", overflow);
        run("enable", "every", "Test.Every");
        try (Ringside ringside = connect()) {
            final ProviderRegistration provider = ringside.register(SCHEMA);
            if ("drop-oldest".equals(overflow)) {
                peekBesideAWriter(ringside, provider);
                return;
            }
            try (ProgramProcess record = ProgramProcess.start(folder, "record", "every", "--to",
                    disk.resolve("recording").toString())) {
                record.awaitDrain(folder, "every");
                peekBesideAWriter(ringside, provider);
                run("stop", "every");
                assertThat(record.await().err()).isEmpty();
            }
        }
    }

    private void peekBesideAWriter(final Ringside ringside, final ProviderRegistration provider) throws Exception {
        final Thread writer = new Thread(() -> {
            for (int i = 0; i < EVENTS; i++) {
                final long n = i;
                write(ringside, provider.event("said"), fields -> fields.putLong(n));
            }
        });
        writer.start();
        long events = 0;
        for (int i = 0; i < PEEKS_MAX && (i == 0 || writer.isAlive()); i++) {
            final ProgramRun peeked = execute(peek(trace(), "every"));
            assertThat(peeked.err()).isEmpty();
            events += Peeked.of(peeked.out()).events;
        }
        writer.join();
        assertThat(events).isPositive();
    }

    @Test
    void shouldReadNothingWrongWhateverTheFilesOfASessionContain() throws Exception {
        run("start", "every", "--lanes", "2", "--lane-size", "64k");
        run("enable", "every", "Test.Every", "--stack");
        final SplittableRandom random = new SplittableRandom(seed());
        try (Ringside ringside = connect()) {
            final ProviderRegistration provider = ringside.register(SCHEMA);
            inThread("first", () -> writeAll(ringside, provider));
            for (int round = 0; round < HOSTILE_ROUNDS; round++) {
                final Path copy = copyTree(trace(), disk.resolve("hostile"));
                final String what = "round=" + round + ", changed=" + change(copy, random);
                for (final List<String> command : List.of(peek(copy, "every"), ledger(copy, "every"),
                        sessions(copy))) {
                    final ProgramRun run = execute(command);
                    assertThat(run.exitCode()).as("%s: %s", what, run.err()).isIn(ExitCode.DONE, ExitCode.FAILED);
                    assertThat(run.err()).as(what).allMatch(line -> line.startsWith("ringside: "));
                }
            }
        }
    }

    /** Changes some bytes of one file that a reader reads. */
    private static Path change(final Path directory, final SplittableRandom random) throws IOException {
        final List<Path> files;
        try (Stream<Path> found = Files.walk(directory)) {
            files = found.filter(file -> file.toString().matches(".*\\.(ledger|ring|page|schema|session)")).sorted()
                    .toList();
        }
        final Path file = files.get(random.nextInt(files.size()));
        final byte[] bytes = Files.readAllBytes(file);
        for (int i = random.nextInt(CHANGES_MAX); i >= 0; i--) {
            final int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, HEAD_LENGTH));
            // A number that is far too large, or a bit of one.
            for (int k = at; random.nextBoolean() && k < Math.min(bytes.length, at + Long.BYTES); k++) {
                bytes[k] = (byte) random.nextInt();
            }
            bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        Files.write(file, bytes);
        return file;
    }

    private static Path copyTree(final Path from, final Path to) throws IOException {
        final List<Path> paths;
        try (Stream<Path> found = Files.walk(from)) {
            paths = found.toList();
        }
        for (final Path path : paths) {
            final Path copy = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return to;
    }

    private Path compile(final Path to, final List<String> flags) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(STRICT);
        command.addAll(flags);
        command.addAll(List.of("-o", to.toString(), SOURCE.toString()));
        final ProgramRun compiled = execute(command);
        assertThat(compiled.exitCode()).as("%s", compiled.err()).isZero();
        return to;
    }
}
