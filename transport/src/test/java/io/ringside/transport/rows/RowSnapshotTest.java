package io.ringside.transport.rows;

import io.ringside.enablement.Enablement;
import io.ringside.enablement.ProviderEnablements;
import io.ringside.session.SessionSettings;
import io.ringside.session.SessionState;
import io.ringside.transport.directory.EnablementFileName;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.directory.SessionFileName;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowSnapshotTest {
    private static final UUID PROVIDER = new UUID(1, 1);
    private static final UUID OTHER = new UUID(2, 2);
    private static final Enablement LOW = Enablement.of(2, 1, 0);
    private static final Enablement HIGH = Enablement.of(5, 2, 0);

    @Test
    void shouldPutRunningSessionsInForceAtTheirSlots() {
        final RowSnapshot rows = new RowSnapshot(
                List.of(session(10, 0, SessionState.RUNNING), session(11, 63, SessionState.RUNNING)),
                List.of(enablement(10, PROVIDER, LOW), enablement(11, PROVIDER, HIGH), enablement(11, OTHER, LOW)),
                List.of());

        assertThat(rows.inForce(PROVIDER)).isEqualTo(ProviderEnablements.NONE.with(0, LOW).with(63, HIGH));
        assertThat(rows.inForce(OTHER)).isEqualTo(ProviderEnablements.NONE.with(63, LOW));
        assertThat(rows.inForce(new UUID(3, 3))).isEqualTo(ProviderEnablements.NONE);
    }

    @Test
    void shouldLeaveOutEndingSessionsAndThoseWithoutRow() {
        final RowSnapshot rows = new RowSnapshot(List.of(session(10, 0, SessionState.STOPPING)),
                List.of(enablement(10, PROVIDER, LOW), enablement(99, PROVIDER, HIGH)), List.of());

        assertThat(rows.inForce(PROVIDER)).isEqualTo(ProviderEnablements.NONE);
    }

    @Test
    void shouldFindTheGreatestGenerationOfAnyRow() {
        final RowSnapshot rows = new RowSnapshot(List.of(session(10, 0, SessionState.RUNNING)),
                List.of(new EnablementRow(10, PROVIDER, null, 17, LOW, EnablementRow.NULL_SOURCE_ID)), List.of());

        assertThat(rows.maxGeneration()).isEqualTo(17);
        assertThat(new RowSnapshot(List.of(), List.of(), List.of()).maxGeneration()).isZero();
    }

    @Test
    void shouldTellOfWhichSlotsNobodyKnowsWhatTheyWant() {
        final List<SessionRow> sessions = List.of(session(10, 0, SessionState.RUNNING),
                session(11, 63, SessionState.RUNNING), session(12, 5, SessionState.STOPPING));
        final RowProblem enablement = problem(new EnablementFileName(11, PROVIDER).toString());
        final RowProblem ofEnding = problem(new EnablementFileName(12, PROVIDER).toString());

        assertThat(new RowSnapshot(sessions, List.of(), List.of()).unknownSlots(PROVIDER)).isZero();
        final RowSnapshot rows = new RowSnapshot(sessions, List.of(), List.of(enablement, ofEnding));
        assertThat(rows.unknownSlots(PROVIDER)).isEqualTo(1L << 63);
        assertThat(rows.unknownSlots(OTHER)).isZero();
        assertThat(rows.damagedEnablements(11)).containsExactly(enablement);
        assertThat(rows.damagedEnablements(10)).isEmpty();
        assertThat(new RowSnapshot(sessions, List.of(), List.of(problem(new SessionFileName(13).toString())))
                .unknownSlots(OTHER)).as("all but those that are known").isEqualTo(~(1L | 1L << 63 | 1L << 5));
    }

    private static RowProblem problem(final String name) {
        return new RowProblem(Path.of("rows", name), "on purpose");
    }

    private static SessionRow session(final long id, final int slot, final SessionState state) {
        return new SessionRow(id, slot, state, 3, SessionSettings.builder("s" + id).build(), new ClockPair(0, 0),
                new Incarnation(0, 1));
    }

    private static EnablementRow enablement(final long sessionId, final UUID provider, final Enablement enablement) {
        return new EnablementRow(sessionId, provider, null, 2, enablement, EnablementRow.NULL_SOURCE_ID);
    }
}
