package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.export.ForeignProgram;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.DataFiles;
import io.ringside.reader.ExportFixture;
import io.ringside.reader.TroubledTimes;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** A reader in another language, which was written from the layout pages alone, reads what {@code tail} prints. */
@Tag("process")
abstract class ForeignReader {
    private static final int TIMEOUT_S = 100;
    static final int ROUNDS = Math.max(2, Integer.getInteger("ringside.rounds", 12));
    private static final int MANY = 2_000;
    private static final int TOO_LARGE = 20_000;
    private static final UUID KEY = UUID.fromString("12345678-9abc-def0-fedc-ba9876543210");
    private static final String TEXT = "a\"b\\c\nd\u0000e\u20ac\u202e\u007f";
    static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Every")
            .event("scalars", EventDescriptor.of(1, Level.WARNING, 0x6), scalars())
            .event("shapes", EventDescriptor.of(2, 3, 0, Level.INFORMATION, 5, 11, 0x1),
                    FieldSchema.of("count", FieldType.INT32),
                    FieldSchema.of("counted", FieldType.INT16).countedBy("count"),
                    FieldSchema.of("fixed", FieldType.UINT64).fixed(2),
                    FieldSchema.struct("legs", FieldSchema.of("id", FieldType.INT32),
                            FieldSchema.struct("venue", FieldSchema.of("name", FieldType.STRING).prefixed()))
                            .prefixed(),
                    FieldSchema.of("size", FieldType.UINT8),
                    FieldSchema.of("sizedBy", FieldType.STRING).sizedBy("size"),
                    FieldSchema.of("sized", FieldType.WIDE_STRING).sized(4))
            .event("shown", EventDescriptor.of(3, Level.INFORMATION, 0x1),
                    FieldSchema.of("port", FieldType.UINT16).withOutType(OutType.PORT),
                    FieldSchema.of("peer", FieldType.UINT32).withOutType(OutType.IPV4),
                    FieldSchema.of("result", FieldType.INT32).withOutType(OutType.HRESULT),
                    FieldSchema.of("signed", FieldType.UINT8).withOutType(OutType.BYTE),
                    FieldSchema.of("letter", FieldType.UINT16).withOutType(OutType.STRING),
                    FieldSchema.of("at", FieldType.TIMESTAMP).withOutType(OutType.DATETIME),
                    FieldSchema.of("access", FieldType.UINT8)
                            .withValues(ValueMap.ofBits("Access", Map.of(1L, "X", 4L, "Y"))),
                    FieldSchema.of("kind", FieldType.INT8).withValues(ValueMap.of("Kind", Map.of(-1L, "A"))).fixed(2),
                    FieldSchema.of("host", FieldType.TERMINATED_WIDE_STRING)
                            .withPatterns(ValueMap.Patterns.of("Site", List.of(Map.entry("ny*", "New York")))),
                    FieldSchema.of("socket", FieldType.BINARY).withOutType(OutType.SOCKETADDRESS),
                    FieldSchema.of("json", FieldType.BINARY).withOutType(OutType.JSON))
            .event("said", EventDescriptor.of(4, Level.INFORMATION, 0x1), FieldSchema.of("n", FieldType.INT64))
            .message("%1!d!%% sold%n").build();

    private static final ProviderSchema TEXTS = ProviderSchema.builder("Test.Texts")
            .event("told", EventDescriptor.of(1, Level.INFORMATION, 0x1),
                    FieldSchema.of("price", FieldType.DOUBLE).withUnit("USD"),
                    FieldSchema.of("at", FieldType.TIMESTAMP),
                    FieldSchema.of("key", FieldType.BINARY),
                    FieldSchema.of("name", FieldType.STRING),
                    FieldSchema.struct("legs", FieldSchema.of("id", FieldType.UINT32),
                            FieldSchema.of("venues", FieldType.STRING).prefixed()).prefixed(),
                    FieldSchema.of("rest", FieldType.TERMINATED_STRING))
            .message("%% 1: %1!f! at %2%nkey %3 of '%4' has %5; %6!s! %6")
            .event("bytes", EventDescriptor.of(2, Level.INFORMATION, 0x1),
                    FieldSchema.of("text", FieldType.BINARY).withOutType(OutType.JSON))
            .build();
    private static final int TEXTS_MANY = 500;
    private static final Pattern CONCLUSION = Pattern.compile("recording has no end|missingEvents=\\w+");
    /** Beginnings, ends and what comes near them in UTF-8. */
    private static final int[] EDGES = {0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1,
        0xF4, 0xF5, 0x90, 0x8F, 0xFF};

    @TempDir(factory = SharedMemoryFactory.class)
    Path folder;
    @TempDir
    Path disk;
    private final UnsafeBuffer tooLarge = new UnsafeBuffer(new byte[TOO_LARGE]);

    /** The program that the reader needs. */
    abstract String needs();

    /** Read a recording. */
    abstract List<String> read(Path recording);

    /** Read what a session holds. */
    abstract List<String> peek(Path directory, String session);

    /** Read the totals of a session. */
    abstract List<String> ledger(Path directory, String session);

    /** List the running sessions. */
    abstract List<String> sessions(Path directory);

    /** Events must be equal, in the same order; gaps must be equal, in any order. */
    abstract void assertSame(String what, List<String> expected, List<String> actual)
            throws IOException, InterruptedException;

    @BeforeEach
    void requireProgram() {
        ForeignProgram.require(needs(), needs(), "--version");
    }

    @Test
    void shouldReadEveryKindOfFieldAndGapOfARecording() throws Exception {
        final Path recording = record();
        assertSame("whole", recording);
        final String rows = String.join("\n", readWhole(recording, ExitCode.DONE).out());
        assertThat(Stream.of("\"cause\":\"full\"", "\"cause\":\"tooLarge\"", "\"cause\":\"noLane\"", "$truncated",
                "$unread", "\"string\"", "\"message\"", "\"relatedActivityId\"", "\"stack\"", "\"late\":true")
                .filter(word -> !rows.contains(word))).as("what the recording lacks").isEmpty();
    }

    @Test
    void shouldReadEventsOfAnyTimes() throws Exception {
        try (TroubledTimes times = new TroubledTimes(disk.resolve("times"))) {
            final ExportFixture session = times.session();
            assertSame("recording", session.recording());
            times.writeUnrecorded();
            final ProgramRun tail = ProgramRun.of(session.directory(), "tail", session.session(), "--peek", "--format",
                    "json");
            assertThat(tail.out()).isNotEmpty();
            assertSame("peek", tail.out(), execute(peek(session.directory(), session.session())).out());
        }
    }

    @Test
    void shouldReadTheRestOfADamagedRecordingAndReportTheDamage() throws Exception {
        final Path recording = record();
        final long seed = seed();
        final SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            final Path damaged = copy(recording, disk.resolve("damaged" + round));
            final Path file = DataFiles.of(damaged).get(0);
            final byte[] bytes = Files.readAllBytes(file);
            final int begin = indexOf(bytes, "RSEX", 0);
            final int at = begin + random.nextInt(lastUsed(bytes) - begin);
            final String what = "seed=" + seed + ", round=" + round + ", position=" + at;
            bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            Files.write(file, bytes);
            assertSame(what, damaged);
        }
    }

    @Test
    void shouldSayThatTheEndIsMissingUnlessSomebodyWritesTheRecording() throws Exception {
        final Path recording = record();
        final ProgramRun whole = readWhole(recording, ExitCode.DONE);
        assertThat(whole.err()).isEmpty();

        final Path cutOff = copy(recording, disk.resolve("cutOff"));
        final byte[] bytes = Files.readAllBytes(DataFiles.of(cutOff).get(0));
        final int mark = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("RSEX");
        Arrays.fill(bytes, mark - Integer.BYTES, bytes.length, (byte) 0);
        Files.write(DataFiles.of(cutOff).get(0), bytes);
        final ProgramRun killed = readWhole(cutOff, ExitCode.DONE);
        assertThat(killed.out()).isEqualTo(whole.out());
        assertThat(killed.err()).singleElement().asString().startsWith("ringside: recording has no end")
                .contains(cutOff.toString());
        assertSame("cut off", cutOff);

        for (final Path lock : List.of(cutOff.resolve("recording.lock"), disk.resolve("receive.lock"))) {
            try (HeldLock held = LockFile.of(lock.toAbsolutePath()).acquire(0)) {
                assertThat(held.confirm()).isFalse();
                assertThat(readWhole(cutOff, ExitCode.DONE).err()).as("somebody writes it: %s", lock).isEmpty();
            }
        }
    }

    @Test
    void shouldReadARecordingThatWasWrittenFromAnother() throws Exception {
        final Path kept = disk.resolve("kept");
        final ProgramRun filter = ProgramRun.of(trace(), "record", record().toString(), "--where",
                "event is \"said\" and n != 7", "--to", kept.toString());
        assertThat(filter.exitCode()).as("%s", filter.err()).isEqualTo(ExitCode.LOST);
        assertSame("kept", kept);
    }

    @Test
    void shouldReadOnAfterAHeaderThatIsScribbledOverAndUpToWhereAFileIsCut() throws Exception {
        final Path recording = record();
        final byte[] whole = Files.readAllBytes(DataFiles.of(recording).get(0));
        int excerpt = indexOf(whole, "RSEX", 0);
        for (final int word : new int[]{0, -1, 0x8000_0000, 0xC000_0000, 0x4000_0010, 0x7FFF, 3}) {
            excerpt = Math.max(excerpt, indexOf(whole, "RSEX", excerpt + 1));
            final Path damaged = copy(recording, disk.resolve("word" + word));
            final byte[] bytes = whole.clone();
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(excerpt - Integer.BYTES, word);
            Files.write(DataFiles.of(damaged).get(0), bytes);
            assertSame("word=" + word + ", excerpt=" + excerpt, damaged);

            final Path cut = copy(recording, disk.resolve("cut" + word));
            Files.write(DataFiles.of(cut).get(0), Arrays.copyOf(whole, excerpt + 20));
            assertSame("length=" + (excerpt + 20), cut);
        }
    }

    /** Without the number of lanes in use: the process takes those of ended threads back at some moment. */
    private String lookAt() {
        return ProgramProcess.lookAt(folder, "every").replaceFirst("\"lanesInUse\":\\d+,", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop-newest", "drop-oldest"})
    void shouldPeekAtASessionWithoutTakingAnything(final String overflow) throws IOException, InterruptedException {
        run("start", "every", "--lanes", "2", "--lane-size", "64k", "--overflow", overflow);
        run("enable", "every", "Test.Every", "--stack");
        try (Ringside ringside = connect()) {
            final ProviderRegistration provider = ringside.register(SCHEMA);
            inThread("first", () -> writeAll(ringside, provider));
            final String before = lookAt();
            final ProgramRun tail = ProgramRun.of(trace(), "tail", "every", "--peek", "--format", "json");
            final ProgramRun peek = execute(peek(trace(), "every"));
            assertThat(peek.err()).isEmpty();
            assertThat(tail.out()).isNotEmpty();
            assertSame(overflow, tail.out(), peek.out());
            assertThat(lookAt()).isEqualTo(before);

            final String totals = execute(ledger(trace(), "every")).out().get(0);
            assertThat(Stream.of("wanted", "delivered", "overwritten", "inRing").map(key -> number(totals, key)))
                    .isEqualTo(Stream.of("wanted", "delivered", "overwritten", "inRing")
                            .map(key -> number(before, key)).toList());
            assertThat(execute(sessions(trace())).out()).singleElement().asString()
                    .startsWith("{\"name\":\"every\",\"id\":").contains(",\"slot\":0,\"state\":\"RUNNING\"");
        }
    }

    @Test
    void shouldShowMessagesAndBytesThatAreNoTextAsTailDoes() throws Exception {
        run("start", "texts");
        run("enable", "texts", "Test.Texts");
        final SplittableRandom random = new SplittableRandom(seed());
        try (Ringside ringside = connect()) {
            final ProviderRegistration provider = ringside.register(TEXTS);
            for (final double price : new double[]{0, -0.0, 1e7, 0.001, 123.456, 1.5e300, Double.MIN_VALUE, 100, 0.1}) {
                write(ringside, provider.event("told"), fields -> fields.putDouble(price).putLong(-1_500_000L)
                        .putBinary(new byte[]{1, -1}).putString("a \"b\"\n\u202e").putShort(2)
                        .putInt(1).putShort(2).putString("x").putString("y z")
                        .putInt(-2).putShort(1).putString(""));
            }
            for (int i = 0; i < TEXTS_MANY; i++) {
                final byte[] bytes = new byte[1 + random.nextInt(Long.BYTES)];
                for (int k = 0; k < bytes.length; k++) {
                    bytes[k] = (byte) EDGES[random.nextInt(EDGES.length)];
                }
                write(ringside, provider.event("bytes"), fields -> fields.putBinary(bytes));
            }
            final ProgramRun tail = ProgramRun.of(trace(), "tail", "texts", "--peek", "--format", "json");
            assertThat(tail.out()).hasSizeGreaterThan(TEXTS_MANY);
            assertSame("texts", tail.out(), execute(peek(trace(), "texts")).out());
        }
    }

    /** Of what is random; printed, so that it can be repeated. */
    final long seed() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println(getClass().getSimpleName() + ": repeat with -Dringside.seed=" + seed);
        return seed;
    }

    final Path trace() {
        return folder.resolve("trace");
    }

    final Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(trace())
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)));
    }

    private void assertSame(final String what, final Path recording) throws IOException, InterruptedException {
        final ProgramRun tail = ProgramRun.of(trace(), "tail", recording.toString(), "--format", "json");
        final ProgramRun read = readWhole(recording, tail.exitCode());
        assertSame(what, tail.out(), read.out());
        assertThat(conclusions(read)).as("%s: %s", what, tail.err()).isEqualTo(conclusions(tail));
    }

    /** A recording that contains all of it. */
    final Path record() throws Exception {
        run("start", "every", "--lanes", "2", "--lane-size", "64k");
        run("enable", "every", "Test.Every", "--stack");
        final Path recording = disk.resolve("recording");
        try (Ringside ringside = connect()) {
            final ProviderRegistration provider = ringside.register(SCHEMA);
            inThread("first", () -> writeAll(ringside, provider));
            try (ProgramProcess record = ProgramProcess.start(folder, "record", "every", "--to",
                    recording.toString())) {
                record.awaitDrain(folder, "every");
                run("flush", "every");
                write(ringside, provider.event("said"), fields -> fields.putLong(2));
                run("stop", "every");
                assertThat(record.await().err()).isEmpty();
            }
        }
        return recording;
    }

    final void writeAll(final Ringside ringside, final ProviderRegistration provider) {
        for (final long bits : new long[]{0, -1, Long.MIN_VALUE, 0x7ff0_0000_7f80_0000L, 0x0123_4567_89ab_cdefL}) {
            write(ringside, provider.event("scalars"), fields -> putScalars(fields, bits));
        }
        write(ringside, provider.event("shapes"), fields -> {
            fields.putInt(2).putShort(-1).putShort(7).putLong(-1).putLong(5);
            fields.putShort(2).putInt(1).putShort(2).putString("a").putString("").putInt(-2).putShort(0);
            fields.putByte(3).putByte('x').putByte(0).putByte('y').putInt('z').putInt(0);
        });
        write(ringside, provider.event("shown"), this::putShown);
        write(ringside, provider.event("said"), fields -> fields.putLong(50));
        write(ringside, provider.event("said"), fields -> fields.putInt(50));
        write(ringside, provider.event("said"), fields -> fields.putLong(50).putInt(-1));
        final UnsafeBuffer number = new UnsafeBuffer(new byte[Long.BYTES]);
        provider.event("said").write(new WriteOptions().activity(KEY).related(new UUID(1, -2)),
                number, 0, number.capacity());
        provider.event("said").write(new WriteOptions().timeTicks(1), number, 0, number.capacity());
        provider.event("said").write(tooLarge, 0, tooLarge.capacity());
        provider.writeString(Level.ERROR, 0x8, "so " + TEXT);
        inThread("other \u20ac", () -> {
            writeMany(ringside, provider);
            inThread("third", () -> writeMany(ringside, provider));
        });
        write(ringside, provider.event("said"), fields -> fields.putLong(1));
    }

    private void writeMany(final Ringside ringside, final ProviderRegistration provider) {
        for (int i = 0; i < MANY; i++) {
            final long n = i;
            write(ringside, provider.event("said"), fields -> fields.putLong(n));
        }
    }

    /** Do something in another thread, while this one keeps its lane. */
    static void inThread(final String name, final Runnable action) {
        final Thread thread = new Thread(action, name);
        thread.start();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while waiting for a thread", e);
        }
    }

    private static FieldSchema[] scalars() {
        final List<FieldSchema> fields = new ArrayList<>();
        for (final FieldType type : FieldType.values()) {
            if (type != FieldType.STRUCT) {
                fields.add(FieldSchema.of(type.name().toLowerCase(Locale.ROOT), type));
            }
        }
        return fields.toArray(new FieldSchema[0]);
    }

    private static void putScalars(final PayloadWriter fields, final long bits) {
        for (final FieldType type : FieldType.values()) {
            switch (type) {
                case STRUCT -> {
                }
                case STRING -> fields.putString(TEXT);
                case BINARY -> fields.putBinary(new byte[]{1, (byte) bits});
                case WIDE_STRING -> fields.putWideString("x\ud800y\ud83d\ude00" + TEXT);
                case TERMINATED_STRING -> fields.putText("\u20ac\u00e9").putByte(0);
                case TERMINATED_WIDE_STRING -> fields.putWideText("\u20ac\u0100").putShort(0);
                default -> {
                    for (int i = 0; i < type.length(); i++) {
                        fields.putByte((int) (bits >>> (i * Byte.SIZE)));
                    }
                }
            }
        }
    }

    private void putShown(final PayloadWriter fields) {
        fields.putPort(80).putInt(0x0100007F).putInt(0x80004005).putByte(-2).putShort('A').putLong(1_500_000_000L);
        fields.putByte(0xD).putByte(-1).putByte(2).putWideText("ny-4").putShort(0);
        fields.putBinary(new byte[]{2, 0, 0, 80, 127, 0, 0, 1}).putBinary("{}".getBytes(StandardCharsets.UTF_8));
    }

    final void write(final Ringside ringside, final ProviderEvent event, final Consumer<PayloadWriter> put) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1024]);
        final PayloadWriter fields = new PayloadWriter().wrap(bytes, 0, bytes.capacity());
        put.accept(fields);
        event.write(bytes, 0, fields.length());
    }

    private static Path copy(final Path from, final Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    private static int lastUsed(final byte[] bytes) {
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        return end;
    }

    private static int indexOf(final byte[] bytes, final String word, final int from) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(word, from);
    }

    /** Whether the end is missing, and how many events were in damaged places. */
    private static List<String> conclusions(final ProgramRun run) {
        return run.err().stream().flatMap(line -> CONCLUSION.matcher(line).results()).map(MatchResult::group).sorted()
                .toList();
    }

    private ProgramRun readWhole(final Path recording, final int exitCode) throws IOException, InterruptedException {
        final ProgramRun read = execute(read(recording));
        assertThat(read.exitCode()).as("%s", read.err()).isEqualTo(exitCode);
        assertThat(read.err()).allMatch(line -> line.startsWith("ringside: "));
        return read;
    }

    /** Runs a command to its end. */
    final ProgramRun execute(final List<String> command) throws IOException, InterruptedException {
        final Path out = Files.createTempFile(disk, "out", ".txt");
        final Path err = Files.createTempFile(disk, "err", ".txt");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // Else a finding could pass for the exit code of a command that was to fail.
        builder.environment().put("ASAN_OPTIONS", "abort_on_error=1");
        builder.environment().put("UBSAN_OPTIONS", "abort_on_error=1");
        final Process process = builder.start();
        try {
            assertThat(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)).as("ends: %s", command).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new ProgramRun(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
    }

    final void run(final String... args) {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), args);
        assertThat(run.err()).isEmpty();
    }
}
