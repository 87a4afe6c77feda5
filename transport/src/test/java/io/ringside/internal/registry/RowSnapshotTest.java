package io.ringside.internal.registry;

import io.ringside.internal.files.FileNames.EnablementFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowSnapshotTest {
    private static final ProviderSchema PROVIDER = ProviderSchema.builder("one").build();
    private static final ProviderSchema OTHER = ProviderSchema.builder("other").build();
    private static final Enablement LOW = Enablement.of(2, 1, 0);
    private static final Enablement HIGH = Enablement.of(5, 2, 0);

    @Test
    void shouldPutRunningSessionsInForceAtTheirSlots() {
        final RowSnapshot rows = new RowSnapshot(
                List.of(session(10, 0, SessionInfo.State.RUNNING), session(11, 63, SessionInfo.State.RUNNING)),
                List.of(enablement(10, PROVIDER, LOW), enablement(11, PROVIDER, HIGH), enablement(11, OTHER, LOW)),
                List.of());

        assertThat(rows.inForce(PROVIDER)).isEqualTo(ProviderEnablements.NONE.with(0, LOW).with(63, HIGH));
        assertThat(rows.inForce(OTHER)).isEqualTo(ProviderEnablements.NONE.with(63, LOW));
        assertThat(rows.inForce(ProviderSchema.builder("none").build())).isEqualTo(ProviderEnablements.NONE);
    }

    @Test
    void shouldLeaveOutEndingSessionsAndThoseWithoutRow() {
        final RowSnapshot rows = new RowSnapshot(List.of(session(10, 0, SessionInfo.State.STOPPING)),
                List.of(enablement(10, PROVIDER, LOW), enablement(99, PROVIDER, HIGH)), List.of());

        assertThat(rows.inForce(PROVIDER)).isEqualTo(ProviderEnablements.NONE);
    }

    @Test
    void shouldFindTheGreatestGenerationOfAnyRow() {
        final RowSnapshot rows = new RowSnapshot(List.of(session(10, 0, SessionInfo.State.RUNNING)),
                List.of(new EnablementRow(10, PROVIDER.id(), null, 17, LOW, null)), List.of());

        assertThat(rows.maxGeneration()).isEqualTo(17);
        assertThat(new RowSnapshot(List.of(), List.of(), List.of()).maxGeneration()).isZero();
    }

    @Test
    void shouldBeEqualToAnotherReadingExactlyWhenNothingHasChanged() {
        final SessionRow session = session(10, 0, SessionInfo.State.RUNNING);
        final RowSnapshot rows = new RowSnapshot(List.of(session), List.of(enablement(10, PROVIDER, LOW)), List.of());

        assertThat(new RowSnapshot(List.of(session), List.of(enablement(10, PROVIDER, LOW)), List.of()))
                .isEqualTo(rows).hasSameHashCodeAs(rows);
        assertThat(List.of(new RowSnapshot(List.of(), List.of(enablement(10, PROVIDER, LOW)), List.of()),
                new RowSnapshot(List.of(session), List.of(enablement(10, PROVIDER, HIGH)), List.of()),
                new RowSnapshot(List.of(session), List.of(enablement(10, PROVIDER, LOW)), List.of(problem("10.row")))))
                .doesNotContain(rows);
    }

    @Test
    void shouldTellOfWhichSlotsNobodyKnowsWhatTheyWant() {
        final List<SessionRow> sessions = List.of(session(10, 0, SessionInfo.State.RUNNING),
                session(11, 63, SessionInfo.State.RUNNING), session(12, 5, SessionInfo.State.STOPPING));
        final RowProblem enablement = problem(new EnablementFileName(11, PROVIDER.id()).toString());
        final RowProblem ofEnding = problem(new EnablementFileName(12, PROVIDER.id()).toString());

        assertThat(new RowSnapshot(sessions, List.of(), List.of()).unknownSlots(PROVIDER)).isZero();
        final RowSnapshot rows = new RowSnapshot(sessions, List.of(), List.of(enablement, ofEnding));
        assertThat(rows.unknownSlots(PROVIDER)).isEqualTo(1L << 63);
        assertThat(rows.unknownSlots(OTHER)).isZero();
        assertThat(rows.damagedEnablements(11)).containsExactly(enablement);
        assertThat(rows.damagedEnablements(10)).isEmpty();
        assertThat(new RowSnapshot(sessions, List.of(), List.of(problem(new SessionFileName(13).toString())))
                .unknownSlots(OTHER)).as("all but those that are known").isEqualTo(~(1L | 1L << 63 | 1L << 5));
    }

    @Test
    @DisplayName("R2.18 partly: \"recorded events\" a group decides for its members unless they are left out")
    void shouldLetTheRowOfAGroupDecideForItsMembersUnlessTheyHaveTheirOwn() {
        final UUID group = new UUID(5, 6);
        final ProviderSchema member = PROVIDER.withTraits(ProviderTraits.of("one").inGroup(group));
        final ProviderSchema leftOut = OTHER.withTraits(ProviderTraits.of("other").inGroup(group));
        final Enablement ofGroup = Enablement.of(3, 0, 0, EnableProperty.PROVIDER_GROUP);
        final EnablementRow groupRow = new EnablementRow(10, group, null, 2, ofGroup, null,
                StandingOrders.NONE.withDisallowed(List.of(OTHER.id())));
        final EnablementRow otherGroupRow = new EnablementRow(11, group, null, 2, ofGroup,
                null);
        final SessionRow session = session(10, 0, SessionInfo.State.RUNNING);
        final RowSnapshot rows = new RowSnapshot(List.of(session, session(11, 63, SessionInfo.State.RUNNING)),
                List.of(groupRow, otherGroupRow, enablement(11, PROVIDER, HIGH)),
                List.of(problem(new EnablementFileName(11, group).toString())));

        assertThat(rows.inForce(member)).isEqualTo(ProviderEnablements.NONE.with(0, ofGroup).with(63, HIGH));
        assertThat(rows.inForce(PROVIDER)).as("of no group").isEqualTo(ProviderEnablements.NONE.with(63, HIGH));
        assertThat(rows.inForce(leftOut)).isEqualTo(ProviderEnablements.NONE.with(63, ofGroup));
        assertThat(rows.inForce(ProviderSchema.builder("as the group").id(group).build()))
                .as("a provider of the group's id").isEqualTo(ProviderEnablements.NONE);
        assertThat(rows.deciding(session, member)).contains(groupRow);
        assertThat(rows.deciding(session, leftOut)).isEmpty();
        assertThat(rows.unknownSlots(member)).as("nobody knows what it wants of the group").isEqualTo(1L << 63);
        assertThat(rows.unknownSlots(PROVIDER)).isZero();
    }

    private static RowProblem problem(final String name) {
        return new RowProblem(Path.of("rows", name), "on purpose");
    }

    private static SessionRow session(final long id, final int slot, final SessionInfo.State state) {
        return new SessionRow(id, slot, state, 3, SessionSettings.builder("s" + id).build(), new ClockPair(0, 0),
                new Incarnation(0, 1));
    }

    private static EnablementRow enablement(final long sessionId, final ProviderSchema provider,
            final Enablement enablement) {
        return new EnablementRow(sessionId, provider.id(), null, 2, enablement, null);
    }
}
