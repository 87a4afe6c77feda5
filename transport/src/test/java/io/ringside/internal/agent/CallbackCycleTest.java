package io.ringside.internal.agent;

import io.ringside.callback.ControlNotice;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.callback.CallbackRunner;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.write.WriterThreads;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What cycles of a control agent make of rows for callbacks, one by one, on a clock that stands still. */
class CallbackCycleTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Cycle")
            .event("written", EventDescriptor.of(1, 4, 1)).build();
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long CYCLE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<ControlNotice> told = new ArrayList<>();
    private final List<Throwable> problems = new ArrayList<>();
    private final Queue<Runnable> started = new ArrayDeque<>();
    private TraceDirectory directory;
    private Participant participant;
    private DirectoryController controller;
    private ProcessLink link;
    private ControlAgent agent;
    private CallbackRunner runner;
    private RegisteredProvider provider;
    private int refusedThreads;
    private long nowNs = 1;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        directory = TraceDirectory.open(path.resolve("trace"));
        participant = Participant.join(directory);
        controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {})));
        final WriterThreads threads = new WriterThreads();
        link = ProcessLink.open(directory, threads, AsymmetricBarrier.waiting(), (file, problem) -> {},
                (file, problem) -> {}, ProcessCounters.waiting("not yet"), UnaryOperator.identity());
        agent = new ControlAgent(link, threads, 4, () -> nowNs);
        runner = new CallbackRunner(SCHEMA.id(), SCHEMA.name(), told::add, null, this::start,
                (name, problem) -> problems.add(problem));
        provider = new RegisteredProvider(SCHEMA, threads, runner);
        controller.start(SessionSettings.builder("a").lanes(4).laneBytes(64 * 1024).build());
    }

    @AfterEach
    void close() {
        link.close();
        participant.close();
    }

    @Test
    @DisplayName("R4.57 a period of 1 s for 5 s gives 4 to 6 requests for state, and none after the session's stop")
    void shouldAskRegularly() {
        register();
        enable(5);
        controller.captureEvery("a", SCHEMA.id(), SECOND, Duration.ZERO);
        told.clear();
        run(5 * SECOND_NS);
        assertThat(told).hasSizeBetween(4, 6).allSatisfy(notice -> {
            assertThat(notice.code()).isEqualTo(ControlNotice.CAPTURE_STATE);
            assertThat(notice.level()).as("what the session wants").isEqualTo(5);
        });
        controller.stop("a", Duration.ZERO);
        told.clear();
        run(5 * SECOND_NS);
        assertThat(told).extracting(ControlNotice::code).containsExactly(ControlNotice.DISABLE_PROVIDER);
    }

    @Test
    void shouldNotMakeUpForPeriodsThatWereMissed() {
        register();
        enable(5);
        controller.captureEvery("a", SCHEMA.id(), SECOND, Duration.ZERO);
        cycle();
        told.clear();
        nowNs += 10 * SECOND_NS;
        cycle();
        cycle();
        assertThat(told).hasSize(1);
        run(SECOND_NS);
        assertThat(told).hasSize(2);
        controller.captureEvery("a", SCHEMA.id(), Duration.ZERO, Duration.ZERO);
        run(3 * SECOND_NS);
        assertThat(told).as("ended").hasSize(2);
    }

    @Test
    void shouldTellWhatIsPendingBeforeItAcknowledges() {
        register();
        try (ProcessView page = ProcessView.open(directory, incarnation(), Access.READ_ONLY)) {
            controller.enable("a", request(5), Duration.ZERO);
            final SessionRow changed = controller.rows().get(0);
            agent.rowsChanged();
            agent.doWork();
            assertThat(page.acknowledgement(changed.slot()).covers(changed.id(), changed.generation())).isTrue();
            assertThat(page.isCallbackPending(SCHEMA.id(), changed.generation())).isTrue();
            assertThat(page.isCallbackPending(SCHEMA.id(), changed.generation() - 1)).as("an earlier change")
                    .isFalse();
            runStarted();
            assertThat(told).hasSize(1);
            assertThat(page.isCallbackPending(SCHEMA.id(), changed.generation())).isFalse();
        }
    }

    @Test
    void shouldTryAgainWhenThereIsNoThread() {
        register();
        refusedThreads = 2;
        enable(5);
        assertThat(told).isEmpty();
        assertThat(problems).hasSize(1);
        cycle();
        cycle();
        assertThat(problems).hasSize(2);
        assertThat(told).hasSize(1);
    }

    @Test
    void shouldTellNothingNewWhileRowsCannotBeRead() throws IOException {
        register();
        enable(5);
        told.clear();
        final SessionRow session = controller.rows().get(0);
        for (final Path path : List.of(directory.sessionRow(session.id()),
                directory.enablementRow(session.id(), SCHEMA.id()))) {
            final byte[] row = Files.readAllBytes(path);
            Files.writeString(path, "no row");
            cycle();
            assertThat(told).isEmpty();
            Files.write(path, row);
            cycle();
            assertThat(told).isEmpty();
        }
        Files.delete(directory.enablementRow(session.id(), SCHEMA.id()));
        cycle();
        assertThat(told).extracting(ControlNotice::code).containsExactly(ControlNotice.DISABLE_PROVIDER);
    }

    @Test
    void shouldCallNobodyWhoseRegistrationHasEnded() {
        register();
        controller.enable("a", request(5), Duration.ZERO);
        agent.rowsChanged();
        agent.doWork();
        agent.unregister(provider);
        runStarted();
        cycle();
        assertThat(told).isEmpty();
        try (ProcessView page = ProcessView.open(directory, incarnation(), Access.READ_ONLY)) {
            assertThat(page.isCallbackPending(SCHEMA.id(), Long.MAX_VALUE)).isFalse();
        }
    }

    private void register() {
        agent.register(provider);
        runner.callInline(true);
    }

    private void enable(final int level) {
        controller.enable("a", request(level), Duration.ZERO);
        cycle();
    }

    private static EnableRequest request(final int level) {
        return EnableRequest.of(SCHEMA.name(), Enablement.of(level, 0, 0));
    }

    private void run(final long timeNs) {
        for (long restNs = timeNs; restNs > 0; restNs -= CYCLE_NS) {
            nowNs += CYCLE_NS;
            cycle();
        }
    }

    private void cycle() {
        nowNs += 1;
        agent.rowsChanged();
        agent.doWork();
        runStarted();
    }

    private void start(final Runnable task) {
        if (refusedThreads > 0) {
            refusedThreads--;
            throw new OutOfMemoryError("on purpose");
        }
        started.add(task);
    }

    private void runStarted() {
        for (Runnable task = started.poll(); task != null; task = started.poll()) {
            task.run();
        }
    }

    private Incarnation incarnation() {
        return new ProcessTable(directory, participant.liveness()).incarnations().get(0);
    }
}
