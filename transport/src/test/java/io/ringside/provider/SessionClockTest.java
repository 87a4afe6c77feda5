package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.machine.TscClock;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Sessions by the processor's counter, where it can be read, and what is done where it cannot. */
@Tag("jdk25")
class SessionClockTest {
    private static final int EVENTS = 500;
    private static final long ACCURACY_NS = TimeUnit.MICROSECONDS.toNanos(5);

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
    private RingsideFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R4.50 a session by a clock that is not there is refused with the reason, and nothing is left")
    void shouldRefuseTheCounterWithTheReasonWhereItCannotBeRead() {
        final String refusal = TscClock.refusal();
        assumeThat(refusal).isNotNull();
        assertThatThrownBy(() -> start("counted")).isInstanceOf(RingsideException.class).hasMessageContainingAll(
                "session=counted", "clock=tsc", Objects.requireNonNull(refusal), "clock=monotonic");
        assertThat(fixture.controller.rows()).isEmpty();
        assertThat(fixture.start("first").slot()).isZero();
    }

    @Test
    @DisplayName("R4.50 who cannot read the counter stamps by the other clock, and says so")
    void shouldStampByTheMonotonicClockInAProcessThatCannotReadTheCounter() {
        final String refusal = TscClock.refusal();
        assumeThat(refusal).isNotNull();
        // As if by a controller on a newer JDK.
        final SessionRow session = fixture.start("counted");
        final SessionRow counted = new SessionRow(session.id(), session.slot(), session.state(), session.generation(),
                settings("counted"), session.start(), session.controller());
        try (StagedRow row = new Registry(fixture.participant).rows().stage(counted)) {
            row.publish();
        }
        fixture.enable("counted", 5);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final long before = System.nanoTime();
            assertThat(WriteResult.written(write(registration.event("low"), 1))).isEqualTo(1);
            assertThat(times(counted).get(0)).isBetween(before, System.nanoTime());
            final Acknowledgement answer = acknowledgement(counted);
            assertThat(answer.status()).isEqualTo(AckStatus.ATTACHED);
            assertThat(answer.cause()).isEqualTo(AckCause.UNSUPPORTED);
            assertThat(refusal).startsWith(answer.text());
        }
        assertThat(fixture.lost).isZero();
    }

    @Test
    void shouldStampByTheCounterWithinMicrosecondsOfTheMonotonicClock() {
        assumeThat(TscClock.refusal()).isNull();
        final SessionRow counted = start("counted");
        final SessionRow plain = fixture.start("plain");
        fixture.enable("counted", 5);
        fixture.enable("plain", 5);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.event("low");
            final long before = System.nanoTime();
            for (int i = 0; i < EVENTS; i++) {
                assertThat(WriteResult.written(write(event, i))).isEqualTo(2);
            }
            final long after = System.nanoTime();
            assertThat(acknowledgement(counted).cause()).isEqualTo(AckCause.NONE);

            final List<Long> byCounter = times(counted);
            final List<Long> byClock = times(plain);
            assertThat(byCounter).hasSize(EVENTS).isSorted().isNotEqualTo(byClock)
                    .allMatch(time -> time > before - ACCURACY_NS && time < after + ACCURACY_NS);
            int near = 0;
            for (int i = 0; i < EVENTS; i++) {
                near += Math.abs(byCounter.get(i) - byClock.get(i)) < ACCURACY_NS ? 1 : 0;
            }
            assertThat(near).as("all but those that were interrupted between two clocks")
                    .isGreaterThan(EVENTS * 9 / 10);
        }
    }

    @Test
    void shouldGoOnByTheCounterInSessionsThatAloneWantTheEvent() {
        assumeThat(TscClock.refusal()).isNull();
        final SessionRow counted = start("counted");
        fixture.enable("counted", 5);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final List<Long> readings = new ArrayList<>();
            for (int i = 0; i < EVENTS; i++) {
                readings.add(System.nanoTime());
                assertThat(WriteResult.written(write(registration.event("low"), i))).isEqualTo(1);
            }
            readings.add(System.nanoTime());
            final List<Long> times = times(counted);
            assertThat(times).hasSize(EVENTS).isSorted();
            for (int i = 0; i < EVENTS; i++) {
                assertThat(times.get(i)).isBetween(readings.get(i) - ACCURACY_NS, readings.get(i + 1) + ACCURACY_NS);
            }
        }
    }

    private SessionRow start(final String name) {
        return fixture.controller.start(settings(name));
    }

    private static SessionSettings settings(final String name) {
        return SessionSettings.builder(name).lanes(8).laneBytes(64 * 1024).clock(SessionSettings.ClockKind.TSC).build();
    }

    private long write(final ProviderEvent event, final long number) {
        payload.putLong(0, number);
        return event.write(payload, 0, Long.BYTES);
    }

    private List<Long> times(final SessionRow session) {
        fixture.times.clear();
        try (var drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        return List.copyOf(fixture.times);
    }

    private Acknowledgement acknowledgement(final SessionRow session) {
        final Registry registry = new Registry(fixture.participant);
        return registry.processes().incarnations().stream().map(incarnation -> {
            try (ProcessView process = ProcessView.open(fixture.directory, incarnation, Access.READ_ONLY)) {
                return process.acknowledgement(session.slot());
            }
        }).filter(answer -> answer.sessionId() == session.id()).findFirst().orElseThrow();
    }
}
