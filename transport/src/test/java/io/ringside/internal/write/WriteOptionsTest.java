package io.ringside.internal.write;

import io.ringside.activity.ActivityId;
import io.ringside.event.DataDescriptors;
import io.ringside.event.Level;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Activities, sessions that are left out, and flags of a write, by every way to write. */
class WriteOptionsTest {
    private static final UUID NO_ACTIVITY = new UUID(0, 0);
    private static final UUID CURRENT = new UUID(1, 2);
    private static final UUID GIVEN = new UUID(3, 4);
    private static final UUID RELATED = new UUID(5, 6);

    private final WriteFixture fixture = WriteFixture.withSessions(2);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[]{9, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    private final DataDescriptors blocks = new DataDescriptors().add(bytes, 1, 3).add(bytes, 4, 5);
    private final WriteOptions options = new WriteOptions();

    @AfterEach
    void forgetActivity() {
        ActivityId.set(null);
    }

    @Test
    @DisplayName("R2.7 all forms of a write give the same record, but for its time and number")
    void shouldRecordTheSameByAllForms() {
        ActivityId.set(CURRENT);
        writeAllWays(null);
        writeAllWays(options.reset());
        writeAllWays(options.activity(CURRENT));
        final List<TakenEvent> plain = fixture.session(0).takeAll();
        assertThat(plain).hasSize(15).extracting(TakenEvent::activityId).containsOnly(CURRENT);
        assertSame(plain);
        assertSame(fixture.session(1).takeAll());
    }

    @Test
    @DisplayName("R2.7 all forms of a transfer give the same record, but for its time and number")
    void shouldTransferTheSameByAllForms() {
        ActivityId.set(CURRENT);
        writeAllWays(options.activity(GIVEN).related(RELATED));
        final List<TakenEvent> events = fixture.session(0).takeAll();
        assertThat(events).hasSize(5).extracting(TakenEvent::relatedActivityId).containsOnly(RELATED);
        assertThat(events).extracting(TakenEvent::activityId).containsOnly(GIVEN);
        assertSame(events);
        assertThat(events).extracting(TakenEvent::payload)
                .containsOnly(new byte[]{1, 2, 3, 4, 5, 6, 7, 8});
    }

    @Test
    @DisplayName("R2.8 the event has the thread's activity unless one is given, and the thread keeps its own")
    void shouldTakeTheThreadsActivityUnlessOneIsGiven() {
        fixture.event().write(bytes, 0, 8);
        ActivityId.set(CURRENT);
        fixture.event().write(bytes, 0, 8);
        fixture.event().write(options.activity((UUID) null), bytes, 0, 8);
        fixture.event().write(options.activity(GIVEN), bytes, 0, 8);
        assertThat(ActivityId.current()).isEqualTo(CURRENT);
        fixture.event().write(options.activity(NO_ACTIVITY), bytes, 0, 8);

        assertThat(fixture.session(1).takeAll()).extracting(TakenEvent::activityId)
                .containsExactly(NO_ACTIVITY, CURRENT, CURRENT, GIVEN, NO_ACTIVITY);
    }

    @Test
    @DisplayName("R2.8 R1.15 a related activity is an item, even one of zeros; without one there is none")
    void shouldRecordARelatedActivityAsAnItem() {
        fixture.event().write(options.related((UUID) null), bytes, 0, 8);
        fixture.event().write(options.related(RELATED), bytes, 0, 8);
        fixture.event().write(options.related(NO_ACTIVITY), bytes, 0, 8);

        final List<TakenEvent> events = fixture.session(0).takeAll();
        assertThat(events).extracting(TakenEvent::relatedActivityId).containsExactly(null, RELATED, NO_ACTIVITY);
        assertThat(events).extracting(TakenEvent::isExtended).containsExactly(false, true, true);
        assertThat(events).extracting(TakenEvent::payload).containsOnly(Arrays.copyOf(bytes.byteArray(), 8));
    }

    @Test
    @DisplayName("R2.12 a session that is excluded does not get the event, and has not wanted it")
    void shouldLeaveOutExcludedSessions() {
        options.exclude(identity(0));
        writeAllWays(options);
        assertThat(fixture.session(0).wanted()).isZero();
        assertThat(fixture.session(1).takeAll()).hasSize(5);

        assertThat(fixture.event().write(options.exclude(identity(1)), bytes, 0, 8)).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(fixture.event().write(options.excludeNone(), bytes, 0, 8)).isEqualTo(2 * ResultBits.WRITTEN);
    }

    @Test
    @DisplayName("R2.12 who excluded a session does not exclude the one that has its slot later")
    void shouldNotTakeTheNextSessionOfASlotForTheOneExcluded() {
        final WriteOptions.Target ended = identity(0);
        fixture.end(0);
        fixture.start(0, 2, LaneGeometry.MIN_LANE_BYTES, 7_777);
        fixture.want(0b11);

        fixture.event().write(options.exclude(ended), bytes, 0, 8);
        assertThat(fixture.session(0).takeAll()).hasSize(1);
        fixture.event().write(options.exclude(identity(0)).exclude(ended), bytes, 0, 8);
        assertThat(fixture.session(0).takeAll()).hasSize(1);
        assertThat(fixture.session(1).takeAll()).hasSize(2);
    }

    @Test
    @DisplayName("R2.12 a session that is excluded does not get the event while it leaves the process")
    void shouldLeaveOutAnExcludedSessionThatIsOnItsWayOut() {
        options.exclude(identity(0));
        fixture.event().write(bytes, 0, 8);
        fixture.threads().session(0, null);
        writeAllWays(options);
        assertThat(fixture.session(0).takeAll()).hasSize(1);
        assertThat(fixture.session(1).takeAll()).hasSize(6);
    }

    @Test
    @DisplayName("R2.13 a session that excludes private events does not get one, the others do")
    void shouldKeepPrivateEventsFromSessionsThatExcludeThem() {
        fixture.enable(0, Enablement.of(Level.MAX, 0, 0, EnableProperty.EXCLUDE_INPRIVATE));
        writeAllWays(options.flags(WriteOptions.IN_PRIVATE));
        assertThat(fixture.session(0).wanted()).isZero();
        assertThat(fixture.session(1).takeAll()).hasSize(5);
        writeAllWays(options.flags(WriteOptions.NO_FAULTING));
        assertThat(fixture.session(0).takeAll()).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, -1, 1 << 31})
    @DisplayName("R2.13 X8 any other flag is an invalid parameter, and nothing is counted")
    void shouldRefuseOtherFlags(final int flags) {
        options.flags(flags);
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().write(options)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.event().write(options, bytes, 0, 8)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.event().write(options, blocks)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.provider().writeString(options, 4, 1, "a")).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        assertThat(claim.commit(options)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(claim.isOpen()).isTrue();
        claim.abort();
        assertThat(fixture.session(0).wanted()).isZero();
    }

    @Test
    void shouldRefuseWhatIsMissing() {
        assertThat(fixture.event().write((WriteOptions) null)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.event().write(null, blocks)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.event().write(options, null)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThat(fixture.event().write(options, bytes, 3, 8)).isEqualTo(WriteResult.INVALID_PARAMETER);
        assertThatThrownBy(() -> new WriteOptions.Target(64, 1)).hasMessageContaining("slot=64, sessionId=1");
        assertThatThrownBy(() -> new WriteOptions.Target(0, 0)).hasMessageContaining("slot=0, sessionId=0");
        assertThat(fixture.session(0).wanted()).isZero();
    }

    @Test
    void shouldMoveTheClaimedPayloadBehindItemsWhereverTheRecordComesToLie() {
        final EventClaim claim = EventClaim.create();
        for (int i = 0; i < 2_000; i++) {
            final int length = 8 + i % 500;
            assertThat(fixture.event().tryClaim(claim, length)).isTrue();
            claim.buffer().setMemory(0, length, (byte) i);
            assertThat(claim.commit(options.related(i, i))).isEqualTo(2 * ResultBits.WRITTEN);
            for (int slot = 0; slot < 2; slot++) {
                final List<TakenEvent> events = fixture.session(slot).takeAll();
                final TakenEvent last = events.get(events.size() - 1);
                assertThat(last.payload()).hasSize(length).containsOnly((byte) i);
                assertThat(last.relatedActivityId()).isEqualTo(new UUID(i, i));
                assertThat(last.itemTypes()).containsExactly(ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY);
            }
        }
        fixture.session(0).assertBalanced();
    }

    @Test
    void shouldLoseAClaimWhoseItemsFindNoRoom() {
        final EventClaim claim = EventClaim.create();
        while (fixture.event().write(bytes, 0, 8) == 2 * ResultBits.WRITTEN) {
            assertThat(fixture.session(0).lost()).isZero();
        }
        fixture.session(0).takeAll();
        fixture.session(1).takeAll();
        final int most = fixture.session(0).lanes().get(0).writer().maxPayloadBytes();
        assertThat(fixture.event().tryClaim(claim, most)).isTrue();
        assertThat(claim.commit(options.related(1, 1))).isEqualTo(2 * ResultBits.TOO_LARGE);
        fixture.event().write(bytes, 0, 8);
        fixture.session(0).assertBalanced();
        fixture.session(1).assertBalanced();
    }

    private WriteOptions.Target identity(final int slot) {
        return new WriteOptions.Target(slot, fixture.session(slot).pool().sessionId());
    }

    private void writeAllWays(final WriteOptions given) {
        final EventClaim claim = EventClaim.create();
        if (given == null) {
            fixture.event().write(bytes, 1, 8);
            fixture.event().write(blocks);
            fixture.event().write(bytes, 1, 8);
            fixture.event().write(blocks);
        } else {
            fixture.event().write(given, bytes, 1, 8);
            fixture.event().write(given, blocks);
            fixture.event().write(given, bytes, 1, 8);
            fixture.event().write(given, blocks);
        }
        if (fixture.event().tryClaim(claim, 8)) {
            claim.buffer().putBytes(0, bytes, 1, 8);
            if (given == null) {
                claim.commit();
            } else {
                claim.commit(given);
            }
        }
    }

    /** All but length, check byte and time is the same. */
    private static void assertSame(final List<TakenEvent> events) {
        final byte[] first = comparable(events.get(0));
        assertThat(events).allSatisfy(event -> assertThat(comparable(event)).isEqualTo(first));
    }

    private static byte[] comparable(final TakenEvent event) {
        final byte[] record = event.bytes();
        record[3] = 0;
        Arrays.fill(record, 8, 16, (byte) 0);
        return record;
    }
}
