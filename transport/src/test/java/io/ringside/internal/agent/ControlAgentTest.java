package io.ringside.internal.agent;

import io.ringside.ErrorCode;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.write.WriterThreads;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Cycles of a control agent, one by one, on a clock that stands still. */
class ControlAgentTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Agent")
            .event("written", EventDescriptor.of(1, 4, 1)).build();
    private static final int LANE_BYTES = 64 * 1024;
    private static final int LANES = 4;

    private TraceDirectory directory;
    private Participant participant;
    private DirectoryController controller;
    private WriterThreads threads;
    private ProcessLink link;
    private ControlAgent agent;
    private RegisteredProvider provider;
    private Runnable onProblem = () -> {};
    private long nowNs = 1;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        directory = TraceDirectory.open(path.resolve("trace"));
        participant = Participant.join(directory);
        controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {})));
        threads = new WriterThreads();
        link = ProcessLink.open(directory, threads, AsymmetricBarrier.waiting(), (file, problem) -> onProblem.run(),
                (file, problem) -> onProblem.run(), ProcessCounters.waiting("not yet"), UnaryOperator.identity());
        agent = new ControlAgent(link, threads, 4, () -> nowNs);
        provider = new RegisteredProvider(SCHEMA, threads);
    }

    @AfterEach
    void close() {
        link.close();
        participant.close();
    }

    @Test
    void shouldKeepASessionWhoseRowCannotBeRead() throws IOException {
        final SessionRow session = start(settings());
        agent.register(provider);
        final byte[] row = Files.readAllBytes(directory.sessionRow(session.id()));
        Files.writeString(directory.sessionRow(session.id()), "no row");
        for (int i = 0; i < 3; i++) {
            cycle();
            assertThat(WriteResult.written(event().write())).isEqualTo(1);
        }
        Files.write(directory.sessionRow(session.id()), row);
        cycle();
        assertThat(WriteResult.written(event().write())).isEqualTo(1);
        assertThat(controller.query("kept").ledger().totals().inRing()).isEqualTo(4);

        assertThat(controller.stop("kept", Duration.ZERO).timedOut()).hasSize(1);
        cycle();
        cycle();
        cycle();
        assertThat(controller.stop("kept", Duration.ZERO).ledger().totals().wanted()).isEqualTo(4);
        assertThat(controller.rows()).isEmpty();
    }

    @Test
    void shouldLeaveASessionWhoseRowIsAbsent() throws IOException {
        final SessionRow session = start(settings());
        agent.register(provider);
        Files.delete(directory.sessionRow(session.id()));
        cycle();
        assertThat(event().isEnabled()).isFalse();
    }

    @Test
    void shouldNotAcknowledgeWhatAnUnreadableEnablementMayWant() throws IOException {
        final SessionRow session = start(settings());
        Files.writeString(directory.enablementRow(session.id(), SCHEMA.id()), "no row");
        agent.register(provider);
        try (ProcessView page = ProcessView.open(directory, incarnation(), Access.READ_ONLY)) {
            assertThat(page.acknowledgement(session.slot()).sessionId()).isNotEqualTo(session.id());
            Files.delete(directory.enablementRow(session.id(), SCHEMA.id()));
            cycle();
            assertThat(page.acknowledgement(session.slot()).status()).isEqualTo(AckStatus.NONE);
            assertThat(page.acknowledgement(session.slot()).sessionId()).isEqualTo(session.id());
        }
    }

    @Test
    void shouldRegisterNothingWhenTheRowsCannotBeApplied() throws IOException {
        final SessionRow session = start(settings());
        final Path rings = occupyMemory(session);
        onProblem = () -> {
            throw new StackOverflowError("on purpose");
        };
        assertThatThrownBy(() -> agent.register(provider)).hasMessage("on purpose");
        try (ProcessView page = ProcessView.open(directory, incarnation(), Access.READ_ONLY)) {
            assertThat(page.registers(SCHEMA.id())).isFalse();
        }
        assertThat(event().isEnabled()).isFalse();
        assertThat(provider.state().isEnabled(0, 0)).isFalse();

        onProblem = () -> {};
        Files.delete(rings);
        agent.register(provider);
        assertThat(WriteResult.written(event().write())).isEqualTo(1);
    }

    @Test
    void shouldLeaveNoFilesWhenTheRowCannotBeReadBehindThem() throws IOException {
        agent = new ControlAgent(link, threads, 2 * LANES, () -> nowNs);
        final SessionRow session = start(settings(2));
        final Path rings = occupyMemory(session);
        final byte[] row = Files.readAllBytes(directory.sessionRow(session.id()));
        onProblem = () -> {
            try {
                assertThat(directory.ring(session.id(), incarnation(), 0)).exists();
                Files.delete(rings);
                Files.writeString(directory.sessionRow(session.id()), "no row");
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        agent.register(provider);
        assertThat(directory.ledger(session.id(), incarnation())).doesNotExist();
        assertThat(directory.ring(session.id(), incarnation(), 0)).doesNotExist();
        assertThat(directory.ring(session.id(), incarnation(), 1)).doesNotExist();
        assertThat(WriteResult.written(event().write())).isZero();

        onProblem = () -> {};
        Files.write(directory.sessionRow(session.id()), row);
        cycle();
        assertThat(WriteResult.written(event().write())).isEqualTo(1);
    }

    @Test
    void shouldNotEndItsLifeBeforeAllSessionsAreLeft() {
        start(settings());
        agent.register(provider);
        assertThat(agent.leave()).as("the barrier stands").isFalse();
        agent.onClose();
        assertThat(participant.liveness().isAlive(incarnation())).isTrue();
        nowNs += AsymmetricBarrier.WAIT_NS;
        assertThat(agent.leave()).isTrue();
        agent.onClose();
        assertThat(new ProcessTable(directory, participant.liveness()).participants())
                .containsExactly(participant.incarnation());
    }

    @Test
    void shouldDoNothingAgainAndAgainWhileTheFolderOfTheRowsIsAsItWas() throws IOException {
        start(settings());
        agent.register(provider);
        settle();
        nextSecond();
        assertThat(agent.doWork()).as("the folder has another time").isEqualTo(1);
        for (int i = 0; i < 3; i++) {
            nextSecond();
            assertThat(agent.doWork()).isZero();
        }

        controller.disable("kept", SCHEMA.id(), Duration.ZERO);
        nextSecond();
        agent.doWork();
        assertThat(event().isEnabled()).isFalse();
    }

    @Test
    void shouldSeeAfterASecondWhatNobodyHasToldOf() throws IOException {
        start(settings());
        agent.register(provider);
        settle();
        nextSecond();
        agent.doWork();
        assertThat(event().isEnabled()).isTrue();

        Files.delete(directory.enablementRow(controller.rows().get(0).id(), SCHEMA.id()));
        agent.doWork();
        assertThat(provider.state().isEnabled(0, 0)).as("within the second").isTrue();
        nextSecond();
        agent.doWork();
        assertThat(provider.state().isEnabled(0, 0)).isFalse();
    }

    @Test
    void shouldTryEverySecondToGiveASessionItsMemory() throws IOException {
        final SessionRow session = start(settings());
        final Path rings = occupyMemory(session);
        agent.register(provider);
        settle();
        nextSecond();
        agent.doWork();
        assertThat(WriteResult.written(event().write())).isZero();

        Files.delete(rings);
        nextSecond();
        agent.doWork();
        assertThat(WriteResult.written(event().write())).isEqualTo(1);
    }

    @Test
    void shouldSayThatLanesWereRefusedAlsoWhenTheirMemoryIsThereAgain() throws IOException {
        final SessionRow session = start(settings());
        final Path rings = occupyMemory(session);
        agent.register(provider);
        Files.delete(rings);
        nextSecond();
        agent.doWork();

        try (ProcessView page = ProcessView.open(directory, incarnation(), Access.READ_ONLY)) {
            assertThat(page.acknowledgement(session.slot()).status()).isEqualTo(AckStatus.ATTACHED);
            assertThat(page.acknowledgement(session.slot()).cause()).isEqualTo(AckCause.SESSION_MEMORY);
        }
        assertThat(controller.shortages(session)).containsExactly(ErrorCode.LIMIT);
    }

    @Test
    void shouldSayThatAnAttachedSessionMayHaveNoMoreLanes() throws IOException {
        final SessionSettings.Builder tight = SessionSettings.builder("kept").lanes(2 * LANES).laneBytes(LANE_BYTES);
        final SessionRow session = start(tight.maxBytes(LANES * LANE_BYTES).build());
        agent.register(provider);
        assertThat(controller.shortages(session)).isEmpty();

        assertThat(WriteResult.written(event().write())).as("of the spare lanes one is used").isEqualTo(1);
        nextSecond();
        agent.doWork();
        agent.doWork();
        assertThat(controller.shortages(session)).containsExactly(ErrorCode.LIMIT);
    }

    @Test
    void shouldGiveASessionLanesWhileAnotherOneMayHaveNoMore() {
        final SessionSettings.Builder tight = SessionSettings.builder("tight").lanes(2 * LANES).laneBytes(LANE_BYTES);
        controller.start(tight.maxBytes(LANES * LANE_BYTES).build());
        final SessionRow roomy = start(settings(2));
        controller.enable("tight", EnableRequest.of(SCHEMA.name(), Enablement.of(5, 0, 0)), Duration.ZERO);
        agent.register(provider);
        assertThat(WriteResult.written(event().write())).as("a lane of each is used").isEqualTo(2);

        nextSecond();
        agent.doWork();
        assertThat(directory.ring(roomy.id(), incarnation(), 1)).exists();
    }

    /** Lets the last change of the rows be long ago. */
    private void settle() throws IOException {
        final FileTime longAgo = FileTime.from(Instant.now().minusSeconds(60));
        for (final String name : FolderListing.namesIn(directory.rows())) {
            Files.setLastModifiedTime(directory.rows().resolve(name), longAgo);
        }
        Files.setLastModifiedTime(directory.rows(), longAgo);
    }

    private void nextSecond() {
        nowNs += TimeUnit.SECONDS.toNanos(1) + 1;
    }

    /** A file of a dead process that cannot be read, and that fills the session's memory. */
    private Path occupyMemory(final SessionRow session) throws IOException {
        final Incarnation dead = Incarnation.random();
        Files.writeString(directory.ledger(session.id(), dead), "no ledger");
        return Files.write(directory.ring(session.id(), dead, 0), new byte[LANES * LANE_BYTES]);
    }

    private SessionRow start(final SessionSettings settings) {
        controller.start(settings);
        controller.enable("kept", EnableRequest.of(SCHEMA.name(), Enablement.of(5, 0, 0)), Duration.ZERO);
        return controller.rows().stream().filter(row -> row.settings().name().equals("kept")).findFirst()
                .orElseThrow();
    }

    private static SessionSettings settings() {
        return settings(1);
    }

    private static SessionSettings settings(final int batches) {
        return SessionSettings.builder("kept").lanes(batches * LANES).laneBytes(LANE_BYTES)
                .maxBytes(batches * LANES * LANE_BYTES).build();
    }

    private void cycle() {
        nowNs += 2 * AsymmetricBarrier.WAIT_NS;
        agent.rowsChanged();
        agent.doWork();
    }

    private ProviderEvent event() {
        return provider.events().get(0);
    }

    private Incarnation incarnation() {
        return new ProcessTable(directory, participant.liveness()).incarnations().get(0);
    }
}
