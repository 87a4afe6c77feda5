package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Private sessions: two runtimes of this process stand for two processes. */
@Timeout(120)
class PrivateSessionsTest {
    private static final long PID = ProcessHandle.current().pid();

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside other;
    private ProviderRegistration otherRegistration;

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        other = traced.connect();
        otherRegistration = other.register(TracedProvider.SCHEMA);
    }

    @AfterEach
    void close() {
        other.close();
        traced.close();
    }

    @Test
    @DisplayName("R4.24 each process that registers the provider has a session of its own, the second with its pid "
            + "behind the name, and nobody else's events are in it")
    void shouldGiveEachProcessItsOwnSession() {
        final List<SessionInfo> sessions = startPrivate("mine");

        assertThat(sessions).extracting(SessionInfo::name).containsExactly("mine", "mine_" + PID);
        assertThat(sessions).extracting(row -> row.settings().privateTo()).doesNotHaveDuplicates();
        awaitEnabled();
        for (int i = 0; i < 10; i++) {
            traced.write(1, i);
            write(otherRegistration, 100 + i);
        }
        final List<List<Long>> read = sessions.stream().map(session -> record(session.name(), false)).toList();
        assertThat(Set.copyOf(read)).isEqualTo(Set.of(numbers(0, 10), numbers(100, 110)));
        for (final SessionInfo session : sessions) {
            assertThat(traced.controller.query(session.name()).ledger().totals().wanted()).isEqualTo(10);
        }
        assertThat(traced.controller.sessionsTogether("mine")).extracting(SessionInfo::name)
                .containsExactly("mine", "mine_" + PID);
        assertThat(traced.controller.sessionsTogether("mine_" + PID)).hasSize(1);
    }

    @Test
    @DisplayName("R4.6 R4.24 private sessions are not returned when all sessions are asked for, only by name")
    void shouldNotListPrivateSessions() {
        traced.start("public");
        startPrivate("mine");

        assertThat(traced.controller.query(64).sessions()).extracting(status -> status.session().name())
                .containsExactly("public");
        assertThat(traced.controller.query(64).count()).isEqualTo(1);
        assertThat(traced.controller.query("mine").session().settings().isPrivate()).isTrue();
    }

    @Test
    @DisplayName("R4.24 a process has at most 8 private sessions; the error names limit and holders, and starts none")
    void shouldRefuseTheNinthPrivateSessionOfAProcess() {
        for (int i = 0; i < 8; i++) {
            assertThat(startPrivate("p" + i)).hasSize(2);
        }

        assertThatThrownBy(() -> startPrivate("ninth")).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("max=8").hasMessageContaining("p0").hasMessageContaining("p7");
        assertThat(traced.controller.rows()).hasSize(16);

        traced.controller.stop("p3", TracedProvider.TIMEOUT);
        traced.controller.stop("p3_" + PID, TracedProvider.TIMEOUT);
        assertThat(startPrivate("ninth")).hasSize(2);
    }

    @Test
    @DisplayName("R4.24 what cannot be started for one process is started for none")
    void shouldStartNoneIfOneCannotBeStarted() {
        traced.start("mine_" + PID);

        assertThatThrownBy(() -> startPrivate("mine")).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
        assertThat(traced.controller.rows()).extracting(SessionRow::name).containsExactly("mine_" + PID);
        assertThatThrownBy(() -> traced.controller.startPrivate(SessionSettings.builder("x").build(),
                EnableRequest.of("Nobody", all()), process -> true)).hasMessageContaining("no such process");
        assertThatThrownBy(() -> traced.controller.startPrivate(SessionSettings.builder("x").build(),
                EnableRequest.of(TracedProvider.SCHEMA.name(), all()), process -> process.pid() == PID + 1))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    @DisplayName("R4.24 no live reading, no groups; of its settings only where it is recorded to may be changed (R4.8)")
    void shouldRefuseWhatIsNotForPrivateSessions() {
        startPrivate("mine");

        assertThatThrownBy(() -> traced.takeNumbers("mine")).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_KIND)).hasMessageContaining("record it");
        assertThatThrownBy(() -> traced.controller.enable("mine", EnableRequest.of(UUID.randomUUID(),
                Enablement.of(255, 0, 0, EnableProperty.PROVIDER_GROUP)), Duration.ZERO)).hasMessageContaining("group");
        assertThatThrownBy(() -> traced.controller.update("mine", Map.of("maxBytes", "1000000000")))
                .hasMessageContaining("private");
        traced.controller.update("mine", Map.of("recording", ""));
    }

    @Test
    @DisplayName("R4.20 R4.24 private excludes the modes newfile and append, and nothing is left of the attempt")
    void shouldRefuseModesThatAreNotForPrivateSessions() {
        startPrivate("mine");

        for (final RecorderContext.Mode mode : RecorderContext.Mode.values()) {
            final Path folder = root.resolve(mode.name());
            final RecorderContext context = context("mine", folder).mode(mode)
                    .maxBytes(mode == RecorderContext.Mode.CIRCULAR ? 1 << 23 : 0);
            if (mode == RecorderContext.Mode.NEWFILE || mode == RecorderContext.Mode.APPEND) {
                assertThatThrownBy(() -> Recorder.open(context)).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
                assertThat(folder).doesNotExist();
            } else {
                Recorder.open(context).close();
                assertThat(QueueReader.exists(folder)).isTrue();
            }
        }
    }

    @Test
    @DisplayName("R4.24 its recorder ends a session whose process has ended, with all that it has written")
    void shouldEndWithItsProcess() {
        final List<SessionInfo> sessions = startPrivate("mine");
        awaitEnabled();
        for (int i = 0; i < 500; i++) {
            write(otherRegistration, i);
        }
        final SessionInfo others = sessions.stream()
                .filter(session -> traced.controller.query(session.name()).ledger().totals().wanted() == 500)
                .findFirst().orElseThrow();
        other.close();

        assertThat(record(others.name(), true)).isEqualTo(numbers(0, 500));
        assertThat(traced.controller.sessions()).hasSize(1).doesNotContain(others);
    }

    @Test
    @DisplayName("R4.24 R4.27 \"no file before first event\" of each process by itself, and none of one that writes "
            + "nothing until its end")
    void shouldMakeNoFileForAProcessThatWritesNothing() {
        final List<SessionInfo> sessions = startPrivate("mine");
        awaitEnabled();
        final List<Recorder> recorders = sessions.stream()
                .map(session -> Recorder.open(context(session.name(), root.resolve(session.name())).opensLate(true)))
                .toList();
        try {
            recorders.forEach(Recorder::doWork);
            assertThat(recorders).noneMatch(recorder -> QueueReader.exists(recorder.folder()));
            for (int i = 0; i < 100; i++) {
                traced.write(1, i);
            }
            other.close();
            // One has recorded all, and the session of the process that is gone has ended.
            while (recorders.stream().mapToLong(Recorder::events).sum() < 100
                    || recorders.stream().noneMatch(Recorder::hasEnded)) {
                recorders.forEach(Recorder::doWork);
                Thread.onSpinWait();
            }
            final Recorder silent = recorders.stream().filter(Recorder::hasEnded).findFirst().orElseThrow();
            final Recorder writing = recorders.stream().filter(each -> each != silent).findFirst().orElseThrow();
            assertThat(writing.events()).isEqualTo(100);
            assertThat(QueueReader.exists(writing.folder())).isTrue();
            assertThat(writing.hasEnded()).isFalse();
            assertThat(silent.folder().toFile().list()).containsExactly("recording.lock");
            assertThat(silent.bytes()).isZero();
            assertThat(traced.controller.rows()).extracting(SessionRow::name)
                    .containsExactly(writing.sessionName());
        } finally {
            recorders.forEach(Recorder::close);
        }
        final Path written = recorders.stream().map(Recorder::folder).filter(QueueReader::exists).findFirst()
                .orElseThrow();
        assertThat(read(written)).isEqualTo(numbers(0, 100));
    }

    private List<SessionInfo> startPrivate(final String name) {
        return traced.controller.startPrivate(
                SessionSettings.builder(name).lanes(4).laneBytes(1 << 16).build(),
                EnableRequest.of(TracedProvider.SCHEMA.name(), all()), Controller.thisProcess());
    }

    /** Records until the session ends, or until nothing has come for a while. */
    private List<Long> record(final String session, final boolean untilEnd) {
        final Path folder = root.resolve(session);
        try (Recorder recorder = Recorder.open(context(session, folder))) {
            while (untilEnd ? !recorder.hasEnded() : recorder.events() < 10) {
                recorder.doWork();
                Thread.onSpinWait();
            }
            assertThat(recorder.lostEvents()).isZero();
        }
        return read(folder);
    }

    private static List<Long> read(final Path folder) {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader consumer = EventReader.open(Source.recording(folder))) {
            consumer.readAvailable(read);
        }
        assertThat(read.lost).isZero();
        return read.values;
    }

    private RecorderContext context(final String session, final Path folder) {
        return new RecorderContext(session, folder).directory(traced.directory().path()).blockBytes(1 << 21)
                .errorHandler(problem -> {
                    throw new AssertionError(problem);
                });
    }

    /** A second enabling waits for the processes. */
    private void awaitEnabled() {
        for (final SessionRow session : traced.controller.rows()) {
            traced.enable(session.name(), all());
        }
    }

    private static void write(final ProviderRegistration registration, final long number) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        payload.putLong(0, number);
        registration.event(1).write(payload, 0, Long.BYTES);
    }

    private static Enablement all() {
        return Enablement.of(255, 0, 0);
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
