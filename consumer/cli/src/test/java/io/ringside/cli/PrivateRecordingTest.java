package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.queue.QueueReader;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.WriteResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Recorders of several private sessions: two runtimes of this process stand for two processes. */
@Timeout(120)
class PrivateRecordingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ProviderSchema TRADES = ProviderSchema.builder("Trades")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("price", FieldType.INT64))
            .build();
    private static final String PID = Long.toString(ProcessHandle.current().pid());

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;
    private Ringside one;
    private Ringside other;
    private ProviderRegistration ofOne;
    private ProviderRegistration ofOther;

    @BeforeEach
    void start() {
        one = connect();
        other = connect();
        ofOne = one.register(TRADES);
        ofOther = other.register(TRADES);
        assertThat(run("start", "mine", "--private", "Trades").out()).hasSize(2);
        for (final String session : List.of("mine", "mine_" + PID)) {
            // A second enabling waits for the process.
            assertThat(run("enable", session, "Trades", "--timeout", "20s").err()).isEmpty();
        }
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    @Test
    @DisplayName("R4.27 no file of a private session (R4.24) before its own first event")
    void shouldBeginEachRecordingWithItsOwnFirstEvent() throws Exception {
        final CompletableFuture<ProgramRun> record = record("--delay-open");
        write(ofOne, 0, 100);
        await().atMost(PATIENCE).until(() -> recordings().size() == 1);
        final Path first = recordings().get(0);
        write(ofOther, 1_000, 1_010);
        await().atMost(PATIENCE).until(() -> recordings().size() == 2);
        write(ofOne, 100, 200);
        close();

        final ProgramRun done = record.get(1, TimeUnit.MINUTES);
        assertThat(done.err()).isEmpty();
        assertThat(done.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).hasSize(2).anyMatch(line -> line.startsWith("recorded 200 events, 0 lost"))
                .anyMatch(line -> line.startsWith("recorded 10 events, 0 lost"));
        final Path second = recordings().stream().filter(each -> !each.equals(first)).findFirst().orElseThrow();
        assertThat(prices(first)).isEqualTo(numbers(0, 200));
        assertThat(prices(second)).isEqualTo(numbers(1_000, 1_010));
        assertThat(run("sessions", "--private", "--format", "json").out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 0, false", "0, 2, 0, true", "1h, 1, 1, false", "1h, 1, 1, true"})
    void shouldLookAtTheRecordingsOfAllPrivateSessionsWithOneTrigger(final String atMostEvery, final int firings,
            final int suppressed, final boolean late) throws Exception {
        final Path told = disk.resolve("told");
        final List<String> options = new ArrayList<>(List.of("--trigger", "price = 7 or price = 1007",
                "--at-most-every", atMostEvery, "--then",
                "exec:/bin/sh -c 'echo $RINGSIDE_TRIGGER_NUMBER >> " + told + "'"));
        if (late) {
            options.add("--delay-open");
        }
        final CompletableFuture<ProgramRun> record = record(options.toArray(String[]::new));
        write(ofOne, 0, 100);
        // While a firing waits for its turn, nothing else fires.
        await().atMost(PATIENCE).until(() -> record.isDone()
                || (Files.exists(told) && Files.size(told) > 0));
        write(ofOther, 1_000, 1_100);
        close();

        final ProgramRun done = record.get(1, TimeUnit.MINUTES);
        assertThat(done.exitCode()).as("%s", done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).hasSize(2).allMatch(line -> line.startsWith("recorded 100 events, 0 lost"));
        assertThat(done.err().stream().filter(line -> line.contains("trigger fired"))).hasSize(firings);
        assertThat(done.err().stream().filter(line -> line.contains("firings=" + firings + ", suppressed="
                + suppressed))).hasSize(suppressed);
        assertThat(done.err()).hasSize(firings + suppressed);
        assertThat(told).content().isEqualTo(firings == 2 ? "1\n2\n" : "1\n");
    }

    @Test
    void shouldGoOnRecordingTheOthersWhenATriggerStopsOneOfThem() throws Exception {
        final CompletableFuture<ProgramRun> record = record("--trigger", "price = 99", "--then", "stop:mine");
        write(ofOne, 0, 100);
        await().atMost(PATIENCE)
                .until(() -> run("sessions", "--private", "--format", "json").out().size() == 1);
        // Of these two, one has no session any more.
        final long written = write(ofOne, 100, 200) + write(ofOther, 1_000, 1_100);
        assertThat(written).isEqualTo(100);
        close();

        final ProgramRun done = record.get(1, TimeUnit.MINUTES);
        assertThat(done.exitCode()).as("%s", done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.err()).singleElement().asString().contains("trigger fired: firing=1",
                "session was stopped: name=mine, lost=0");
        assertThat(recordings()).hasSize(2);
        assertThat(recordings().stream().mapToInt(each -> prices(each).size()).sum()).isEqualTo(200);
    }

    @Test
    void shouldBeginNoRecordingWhenOneOfThemIsRefused() throws Exception {
        final Path taken = Files.createDirectory(disk.resolve("mine_" + PID));
        Files.createFile(taken.resolve("of-somebody-else"));

        final ProgramRun refused = record().get(1, TimeUnit.MINUTES);

        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).singleElement().asString().contains(taken.toString());
        assertThat(disk.resolve("mine")).doesNotExist();
        Files.delete(taken.resolve("of-somebody-else"));
        write(ofOne, 0, 10);
        final CompletableFuture<ProgramRun> record = record();
        await().atMost(PATIENCE).until(() -> recordings().size() == 2);
        close();
        assertThat(record.get(1, TimeUnit.MINUTES).exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(recordings().stream().mapToInt(each -> prices(each).size()).sum()).isEqualTo(10);
    }

    private CompletableFuture<ProgramRun> record(final String... options) {
        final String[] command = Stream.concat(Stream.of("record", "mine", "--to", disk.resolve("mine").toString()),
                Arrays.stream(options)).toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> run(command));
    }

    private List<Path> recordings() {
        return Stream.of("mine", "mine_" + PID).map(disk::resolve).filter(QueueReader::exists).toList();
    }

    private List<Long> prices(final Path recording) {
        return run("tail", recording.toString(), "--format", "json").out().stream()
                .map(line -> JsonNumbers.number(line, "price")).toList();
    }

    /** Returns how many were written. */
    private static long write(final ProviderRegistration registration, final long from, final long to) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        long written = 0;
        for (long price = from; price < to; price++) {
            payload.putLong(0, price);
            written += WriteResult.written(registration.event(1).write(payload, 0, Long.BYTES));
        }
        return written;
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
