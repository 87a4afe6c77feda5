package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** The order in which tail prints events of threads that take turns, so that numbers tell who was first. */
class TailOrderTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Orders")
            .event("submitted", EventDescriptor.of(7, 1, 0, Level.WARNING, 0, 0, 0),
                    FieldSchema.of("orderId", FieldType.INT64))
            .build();
    private static final int RUNTIMES = 2;
    private static final int THREADS = 4;
    /** More than a turn takes, and more than a block of a lane holds. */
    private static final int MANY_EVENTS = THREADS * 500;
    /** Fewer than a block of a lane holds. */
    private static final int FEW_EVENTS = THREADS * 10;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private final List<Ringside> runtimes = new ArrayList<>();
    private final List<ProviderEvent> events = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();

    @BeforeEach
    void enableProvider() {
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Test.Orders");
        for (int i = 0; i < RUNTIMES; i++) {
            final Ringside runtime = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                    .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)));
            runtimes.add(runtime);
            events.add(runtime.register(SCHEMA).event("submitted"));
        }
        for (int i = 0; i < THREADS; i++) {
            threads.add(Executors.newSingleThreadExecutor());
        }
    }

    @AfterEach
    void disconnect() {
        threads.forEach(ExecutorService::shutdownNow);
        runtimes.forEach(Ringside::close);
    }

    @Test
    void shouldShowTheFirstByTimeAndLeaveTheRestWhenATailHasALimit() throws ExecutionException, InterruptedException {
        final int limit = 777;
        write(MANY_EVENTS);

        final List<String> first = tail("--limit", Integer.toString(limit));
        assertThat(orders(first)).containsExactlyElementsOf(numbers(0, limit));
        expectBooks(limit, MANY_EVENTS - limit);

        final List<String> second = tail("--limit", "1");
        assertThat(orders(second)).containsExactly((long) limit);

        final List<String> rest = tail();
        assertThat(orders(rest)).containsExactlyElementsOf(numbers(limit + 1, MANY_EVENTS));
        expectBooks(MANY_EVENTS, 0);
        assertThat(Stream.of(first, second, rest).flatMap(List::stream))
                .noneMatch(line -> line.contains("\"late\""))
                .extracting(line -> number(line, "time")).isSorted();
    }

    @Test
    void shouldShowLaneByLaneWhenEventsAreUnmerged() throws ExecutionException, InterruptedException {
        write(FEW_EVENTS);

        final List<String> lines = tail("--unmerged");
        assertThat(orders(lines)).containsExactlyInAnyOrderElementsOf(numbers(0, FEW_EVENTS));
        expectOrderOfEachThread(lines);
        assertThat(threadChanges(lines)).isEqualTo(THREADS - 1);
        expectBooks(FEW_EVENTS, 0);
    }

    @Test
    void shouldTakeNoMoreThanItShowsWhenAnUnmergedTailHasALimit() throws ExecutionException, InterruptedException {
        final int limit = FEW_EVENTS / THREADS + 3;
        write(FEW_EVENTS);

        final List<String> lines = new ArrayList<>(tail("--unmerged", "--limit", Integer.toString(limit)));
        assertThat(lines).hasSize(limit);
        assertThat(threadChanges(lines)).isOne();
        expectBooks(limit, FEW_EVENTS - limit);

        lines.addAll(tail("--unmerged"));
        assertThat(orders(lines)).containsExactlyInAnyOrderElementsOf(numbers(0, FEW_EVENTS));
        expectOrderOfEachThread(lines);
        expectBooks(FEW_EVENTS, 0);
    }

    @Test
    void shouldEndAtItsLimitWhenAnUnmergedTailSelects() throws ExecutionException, InterruptedException {
        write(MANY_EVENTS);

        assertThat(tail("--unmerged", "--limit", "1", "--where", "orderId >= 0")).hasSize(1);
        expectBooks(1, MANY_EVENTS - 1);
    }

    @Test
    void shouldTakeNoWantedEventThatItDoesNotShowWhenATailSelects() throws ExecutionException, InterruptedException {
        write(MANY_EVENTS);

        final List<String> first = tail("--limit", "3", "--where", "orderId % 300");
        assertThat(orders(first)).containsExactly(0L, 300L, 600L);
        expectBooks(601, MANY_EVENTS - 601);

        assertThat(orders(tail("--limit", "2", "--since", "0"))).containsExactly(601L, 602L);
        expectBooks(603, MANY_EVENTS - 603);
        assertThat(orders(tail("--where", "orderId % 300"))).containsExactly(900L, 1_200L, 1_500L, 1_800L);
    }

    @Test
    void shouldShowTheEventsOfTwoSessionsInOneOrder() throws ExecutionException, InterruptedException {
        run("start", "risk", "--lane-size", "64k");
        run("enable", "risk", "Test.Orders");
        write(FEW_EVENTS);

        final List<String> first = tail("risk", "--limit", "15");
        assertThat(first).hasSize(15);
        assertThat(number(query("trading"), "delivered") + number(query("risk"), "delivered")).isEqualTo(15);

        final List<String> rest = tail("risk", "trading");
        expectBooks("trading", FEW_EVENTS, 0);
        expectBooks("risk", FEW_EVENTS, 0);
        final List<String> lines = Stream.of(first, rest).flatMap(List::stream).toList();
        assertThat(orders(lines)).hasSize(2 * FEW_EVENTS).containsAll(numbers(0, FEW_EVENTS));
        assertThat(lines).noneMatch(line -> line.contains("\"late\""))
                .extracting(line -> number(line, "time")).isSorted();
    }

    @Test
    void shouldTakeNoMoreOfASessionThanItShowsBesideARecording() throws ExecutionException, InterruptedException {
        final Path recording = folder.resolve("recording");
        run("start", "risk", "--lane-size", "64k");
        run("enable", "risk", "Test.Orders");
        write(MANY_EVENTS);
        final List<Long> shown = new ArrayList<>();
        try (Recorder recorder = Recorder.open(recorderOfRisk(recording))) {
            record(recorder);
            shown.addAll(orders(tail("risk", "--from-start", "--limit", "9")));
        }
        shown.addAll(orders(tail(recording.toString(), "--unmerged", "--limit", "600")));
        assertThat(shown).hasSize(609);
        final int taken = (int) number(query("trading"), "delivered");

        final List<String> lines = tail(recording.toString(), folder.resolve("./recording").toString());
        assertThat(lines).as("all of the recording, once, and the rest of the session")
                .hasSize(2 * MANY_EVENTS - taken).noneMatch(line -> line.contains("\"late\""))
                .extracting(line -> number(line, "time")).isSorted();
        final List<Long> rest = new ArrayList<>(orders(lines));
        numbers(0, MANY_EVENTS).forEach(rest::remove);
        assertThat(rest).hasSize(MANY_EVENTS - taken);
        assertThat(numbers(0, MANY_EVENTS)).filteredOn(order -> !rest.contains(order)).as("taken").isSubsetOf(shown);
        expectBooks(MANY_EVENTS, 0);
    }

    @Test
    void shouldTakeNothingWhenOneOfTheSourcesCannotBeRead() throws ExecutionException, InterruptedException {
        write(FEW_EVENTS);

        final ProgramRun refused = run("tail", "trading", "nowhere");

        assertThat(refused.exitCode()).isOne();
        assertThat(refused.err()).singleElement().asString().contains("nowhere");
        expectBooks(0, FEW_EVENTS);
    }

    @Test
    void shouldSayWhichFieldNoEventHas() throws ExecutionException, InterruptedException {
        write(FEW_EVENTS);

        final ProgramRun run = run("tail", "trading", "--where", "orderId >= 0 and (prize > 10 or orderID < 3)");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().contains("field=prize,", "field=orderID,", "--where");
    }

    @Test
    void shouldTellWhatLateAndUnmergedMeanWhenHelpIsAskedFor() {
        final String help = String.join(" ", run("tail", "--help").out()).replaceAll("\\s+", " ");
        assertThat(help).contains("is marked late", "\"late\":true", "thread by thread");
    }

    private void write(final int count) throws ExecutionException, InterruptedException {
        for (int i = 0; i < count; i++) {
            final int runtime = i % RUNTIMES;
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
            payload.putLong(0, i);
            threads.get(i % THREADS).submit(() -> events.get(runtime).write(payload, 0, Long.BYTES)).get();
        }
    }

    private void expectOrderOfEachThread(final List<String> lines) {
        for (int thread = 0; thread < THREADS; thread++) {
            final int rest = thread;
            assertThat(orders(lines)).filteredOn(order -> order % THREADS == rest).isSorted();
        }
    }

    private void expectBooks(final int delivered, final int inRing) {
        expectBooks("trading", delivered, inRing);
    }

    private void expectBooks(final String session, final int delivered, final int inRing) {
        final String ledger = query(session);
        assertThat(number(ledger, "delivered")).isEqualTo(delivered);
        assertThat(number(ledger, "inRing")).isEqualTo(inRing);
        assertThat(number(ledger, "wanted")).isEqualTo((long) delivered + inRing);
        assertThat(number(ledger, "lost")).isZero();
    }

    private RecorderContext recorderOfRisk(final Path recording) {
        return new RecorderContext("risk", recording).directory(folder.resolve("trace")).minFreeBytes(1);
    }

    private static void record(final Recorder recorder) {
        while (recorder.events() < MANY_EVENTS) {
            recorder.doWork();
        }
    }

    private String query(final String session) {
        return run("query", session, "--format", "json").out().get(0);
    }

    private static int threadChanges(final List<String> lines) {
        int changes = 0;
        for (int i = 1; i < lines.size(); i++) {
            changes += number(lines.get(i - 1), "tid") == number(lines.get(i), "tid") ? 0 : 1;
        }
        return changes;
    }

    private static List<Long> orders(final List<String> lines) {
        return lines.stream().map(line -> number(line, "orderId")).toList();
    }

    private static List<Long> numbers(final int from, final int to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private List<String> tail(final String... options) {
        final ProgramRun run = run(Stream.concat(Stream.of("tail", "trading", "--format", "json"), Stream.of(options))
                .toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        return run.out();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
