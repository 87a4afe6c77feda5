package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.DataFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** What a tail makes of a folder whose files are cut, scribbled over or not ours. */
class DamagedRecordingTest {
    private static final int EVENTS = 20_000;
    private static final int ROUNDS = Math.max(2, Integer.getInteger("ringside.rounds", 60));
    private static final int SCRIBBLES_MAX = 8;
    private static final int HEAD_BYTES = 512;
    private static final int HEADER_BYTES = 4;
    private static final String EVENT_NAME = "Orders";
    /** The first word of every excerpt of ours. */
    private static final int EXCERPT_MAGIC = 0x58455352;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private Path whole;
    /** Words that are not zero. */
    private final List<Long> used = new ArrayList<>();
    /** Lines of the events of the whole recording. */
    private final Set<String> known = new LinkedHashSet<>();
    /** Headers that the queue puts before excerpts. */
    private final List<Long> excerpts = new ArrayList<>();

    @BeforeEach
    void record() throws IOException {
        run("start", "flight", "--overflow", "drop-oldest", "--lanes", "4", "--lane-size", "2m");
        run("enable", "flight", "Orders");
        run("emit", "--provider", "Orders", "--events", String.valueOf(EVENTS));
        whole = folder.resolve("whole");
        assertThat(run("snapshot", "flight", "--to", whole.toString()).exitCode()).isEqualTo(ExitCode.DONE);
        findUsed(file(whole));
        run("tail", whole.toString()).out().stream().filter(line -> line.contains(EVENT_NAME)).forEach(known::add);
        assertThat(known).hasSizeGreaterThan(EVENTS / 4);
    }

    @Test
    void shouldReadTheRestOrSayWhatIsWrongWhenBytesAreScribbledOver() throws IOException {
        final long seed = seed();
        final SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            final Path damaged = copy();
            final StringBuilder what = new StringBuilder("seed=" + seed + ", round=" + round);
            try (FileChannel file = FileChannel.open(file(damaged), StandardOpenOption.WRITE)) {
                final int scribbles = random.nextInt(1, SCRIBBLES_MAX + 1);
                for (int i = 0; i < scribbles; i++) {
                    final long offset = switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(HEAD_BYTES);
                        case 1 -> excerpts.get(random.nextInt(excerpts.size())) + random.nextInt(2 * HEADER_BYTES);
                        default -> used.get(random.nextInt(used.size())) + random.nextInt(Long.BYTES);
                    };
                    final byte[] bytes = new byte[random.nextInt(1, 9)];
                    random.nextBytes(bytes);
                    if (random.nextBoolean()) {
                        bytes[bytes.length - 1] = (byte) (random.nextBoolean() ? 0 : -1);
                    }
                    file.write(ByteBuffer.wrap(bytes), offset);
                    what.append(", ").append(offset).append('+').append(bytes.length);
                }
            }
            assertUnderstood(damaged, what.toString());
        }
    }

    @Test
    void shouldReadTheRestOrSayWhatIsWrongWhenTheFileIsCut() throws IOException {
        final long seed = seed();
        final SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS / 2; round++) {
            final Path damaged = copy();
            final long length = round == 0 ? 0 : used.get(random.nextInt(used.size())) + random.nextInt(Long.BYTES);
            try (FileChannel file = FileChannel.open(file(damaged), StandardOpenOption.WRITE)) {
                file.truncate(length);
            }
            assertUnderstood(damaged, "seed=" + seed + ", round=" + round + ", length=" + length);
        }
    }

    @Test
    void shouldReadOnBehindAHeaderThatIsScribbledOver() throws IOException {
        final List<String> all = run("tail", whole.toString()).out();
        for (final int word : new int[]{0, -1, 0x8000_0000, 0xC000_0000, 0x4000_0010, 0x7FFF, 3}) {
            for (int i = 1; i < excerpts.size(); i++) {
                final Path damaged = copy();
                final long position = excerpts.get(i);
                write(damaged, position, word);
                final ProgramRun tail = assertUnderstood(damaged,
                        "word=" + Integer.toHexString(word) + ", excerpt=" + i);
                final boolean isEnd = i == excerpts.size() - 1;
                if (!isEnd || (word != 0x8000_0000 && word != 0xC000_0000)) {
                    assertThat(tail.exitCode()).as(tail.err().toString()).isEqualTo(ExitCode.FAILED);
                    assertThat(tail.err()).as("word=%x, excerpt=%d", word, i)
                            .anyMatch(line -> line.contains("position=" + position))
                            .last().asString().contains("damagedPlaces=");
                }
                if (!isEnd && isBatch(excerpts.get(i)) && isBatch(excerpts.get(i + 1))) {
                    assertThat(tail.out()).anyMatch(line -> line.contains("lost (corrupt)"))
                            .last().isEqualTo(all.get(all.size() - 1));
                }
            }
        }
    }

    @Test
    void shouldSayThatAFileIsCut() throws IOException {
        for (final long length : new long[]{100, excerpts.get(3) + 100, excerpts.get(5) + 4_000}) {
            final Path damaged = copy();
            try (FileChannel file = FileChannel.open(file(damaged), StandardOpenOption.WRITE)) {
                file.truncate(length);
            }
            final ProgramRun tail = assertUnderstood(damaged, "length=" + length);
            assertThat(tail.exitCode()).as("length=%d, err=%s", length, tail.err()).isEqualTo(ExitCode.FAILED);
        }
    }

    /** A recorder that is killed while it makes a file leaves it so. */
    @Test
    void shouldFindNothingWrongWithEmptyLastFile() throws IOException {
        final Path begun = copy();
        try (FileChannel file = FileChannel.open(file(begun), StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
        final ProgramRun tail = assertUnderstood(begun, "empty");
        assertThat(tail.err()).singleElement().asString().startsWith("ringside: recording has no end");
        assertThat(tail.exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldSayThatTheNumberOfLostEventsIsUnknownWhenAnEndIsCutOrHasNoMark() throws IOException {
        for (final boolean isCut : new boolean[]{true, false}) {
            final Path damaged = copy();
            try (FileChannel file = FileChannel.open(file(damaged), StandardOpenOption.WRITE)) {
                file.truncate(isCut ? excerpts.get(5) + 4_000 : excerpts.get(excerpts.size() - 1));
            }
            assertLost(damaged, "null", "an unknown number lost", "unknown", "case=" + isCut);
        }
    }

    @Test
    void shouldCountLostEventsWhenLaterExcerptsCountThem() throws IOException {
        final Path damaged = copy();
        write(damaged, excerpts.get(4), -1);
        final List<String> known = run("--format", "json", "tail", damaged.toString(), "--summary").out();
        assertThat(known).filteredOn(line -> line.contains("corrupt")).hasSize(1)
                .noneMatch(line -> line.contains("null"));
        assertLost(damaged, "[1-9]\\d*", "[1-9][\\d,]* lost", "[1-9][\\d,]*", "case=counted");
        assertLost(whole, "0", "0 lost", "0", "case=whole");
    }

    private void assertLost(final Path recording, final String json, final String text, final String cell,
            final String what) throws IOException {
        final Path to = folder.resolve("to-" + what);
        for (final boolean isJson : new boolean[]{true, false}) {
            final String form = isJson ? "json" : "text";
            final List<String> copied = run("--format", form, "record", recording.toString(), "--to",
                    to + "-copy" + form).out();
            final List<String> merged = run("--format", form, "record", recording.toString(), whole.toString(), "--to",
                    to + "-merge" + form).out();
            final List<String> exported = run("--format", form, "export", recording.toString(), "--as", "jsonl", "--to",
                    to + form).out();
            final String wanted = isJson ? ".*\"lost\":" + json + ",.*" : ".*, " + text + ",.*";
            assertThat(List.of(copied, merged, exported)).as(what).allSatisfy(
                    lines -> assertThat(lines).singleElement().asString().matches(wanted));
        }
        assertThat(run("--format", "json", "measure", recording.toString(), "--by", "event").out()).as(what)
                .isNotEmpty().allMatch(line -> line.matches(".*\"lost\":" + json + ",.*"));
        assertThat(run("measure", recording.toString()).out()).as(what).hasSize(2)
                .last().asString().matches(".* " + cell);
        final boolean isUnknown = json.equals("null");
        assertThat(run("measure", recording.toString(), "--csv").out()).as(what).hasSize(2)
                .last().asString().matches(".*,\"" + (isUnknown ? "" : json) + "\",\"\\d+\"");
        final List<String> summary = run("--format", "json", "tail", recording.toString(), "--summary").out();
        assertThat(summary.contains("{\"lost\":null,\"cause\":null}")).as(what).isEqualTo(isUnknown);
        assertThat(run("tail", recording.toString(), "--summary").out()
                .contains("lost: unknown (a recording is damaged or has no end)")).as(what).isEqualTo(isUnknown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkfifo", "mkdir", "ln"})
    void shouldOpenNothingButRegularFilesOfTheFolder(final String kind) throws Exception {
        final Path foreign = copy();
        final Path file = file(foreign);
        Files.delete(file);
        final List<String> command = kind.equals("ln")
                ? List.of("ln", "-s", file(whole).toString(), file.toString())
                : List.of(kind, file.toString());
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();

        assertThat(List.of(run("tail", foreign.toString()), run("tail", foreign.toString(), "--summary"),
                run("record", foreign.toString(), "--to", folder.resolve("to").toString()))).allSatisfy(run -> {
                    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
                    assertThat(run.err()).singleElement().asString().contains("not a regular file", file.toString());
                });
    }

    @Test
    void shouldSayInOurWordsWhatIsDamagedWhenMetadataOrTheBeginOfAFileHasAChangedByte() throws IOException {
        for (final String name : List.of("metadata.cq4t", file(whole).getFileName().toString())) {
            for (int position = 4; position < HEAD_BYTES / 2; position += 5) {
                final Path damaged = copy();
                final byte[] bytes = Files.readAllBytes(damaged.resolve(name));
                bytes[position] ^= (byte) (1 << position % Byte.SIZE);
                Files.write(damaged.resolve(name), bytes);
                final String what = name + " at " + position;
                final ProgramRun tail = assertUnderstood(damaged, what);
                assertThat(tail.err()).as(what).noneMatch(line -> line.contains("Exception")
                        || line.contains("contains no session") || line.contains("openhft"));
            }
        }
    }

    @Test
    void shouldSayThatAFolderIsNoRecording() throws IOException {
        final Path foreign = Files.createDirectories(folder.resolve("foreign"));
        for (final String command : List.of("tail", "record")) {
            final ProgramRun run = command.equals("tail")
                    ? run("tail", foreign.toString())
                    : run("record", foreign.toString(), "--to", folder.resolve("to").toString());
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).singleElement().asString().contains("holds no recording", foreign.toString());
        }
    }

    @Test
    void shouldSayThatAForeignFileIsNoRecording() throws IOException {
        final Path foreign = Files.createDirectories(folder.resolve("foreign"));
        Files.writeString(foreign.resolve(file(whole).getFileName()), "not a queue of anybody\n".repeat(1_000));
        final ProgramRun tail = assertUnderstood(foreign, "foreign");
        assertThat(tail.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tail.out()).isEmpty();
    }

    private static long seed() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("DamagedRecordingTest: repeat with -Dringside.seed=" + seed);
        return seed;
    }

    private ProgramRun assertUnderstood(final Path damaged, final String what) throws IOException {
        final ProgramRun tail = assertTimeoutPreemptively(LONGEST, () -> run("tail", damaged.toString()), what);
        final String told = what + ", exitCode=" + tail.exitCode() + ", err=" + tail.err();
        assertThat(tail.exitCode()).as(told).isIn(ExitCode.DONE, ExitCode.FAILED);
        assertThat(tail.err()).as(told)
                .allMatch(line -> line.startsWith("ringside: ") && !line.contains("unexpected failure"));
        if (tail.exitCode() == ExitCode.FAILED) {
            assertThat(tail.err()).as(told).isNotEmpty();
        }
        final List<String> events = tail.out().stream().filter(known::contains).toList();
        assertThat(tail.out().stream().filter(line -> line.contains(EVENT_NAME)).toList()).as(told).isEqualTo(events);
        if (events.size() < known.size() && Files.size(file(damaged)) > 0) {
            assertThat(tail.exitCode()).as(told + ", events=" + events.size()).isEqualTo(ExitCode.FAILED);
        }
        return tail;
    }

    private static void write(final Path damaged, final long position, final int word) throws IOException {
        try (FileChannel file = FileChannel.open(file(damaged), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(word).flip(), position);
        }
    }

    private boolean isBatch(final long position) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(whole))).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.getInt((int) position + HEADER_BYTES + 8) == 4;
    }

    private Path copy() throws IOException {
        final Path target = Files.createDirectories(folder.resolve("damaged"));
        try (Stream<Path> files = Files.list(target)) {
            for (final Path file : files.toList()) {
                Files.delete(file);
            }
        }
        try (Stream<Path> files = Files.list(whole)) {
            for (final Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
        return target;
    }

    private void findUsed(final Path file) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        for (int offset = 0; offset + Long.BYTES <= bytes.capacity(); offset += HEADER_BYTES) {
            if (bytes.getLong(offset) != 0) {
                used.add((long) offset);
            }
            if (bytes.getInt(offset) == EXCERPT_MAGIC) {
                excerpts.add((long) offset - HEADER_BYTES);
            }
        }
        assertThat(excerpts).hasSizeGreaterThan(5);
    }

    private static Path file(final Path recording) throws IOException {
        return DataFiles.of(recording).get(0);
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
