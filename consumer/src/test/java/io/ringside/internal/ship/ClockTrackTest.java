package io.ringside.internal.ship;

import io.ringside.internal.recording.HostClock;
import io.ringside.internal.registry.ClockPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClockTrackTest {
    private static final UUID RECORDING = new UUID(1, 2);
    private static final UUID BOOT = new UUID(3, 4);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long EPOCH_NS = 1_700_000_000L * SECOND_NS;
    private static final double DRIFT = 40e-6;

    private final List<String> problems = new ArrayList<>();
    private final ClockTrack track = new ClockTrack("web1", BOOT, null, problems::add);
    /** What the host's monotonic clock shows at the epoch here. */
    private long shiftNs = 77 * SECOND_NS;
    private long wallShiftNs = 5 * SECOND_NS;
    private long nowNs = EPOCH_NS;
    private long number;

    @Test
    void shouldKnowTheClockWithinItsBoundWhateverTheWayTakes() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        final Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            assertThat(probe(1_000 + random.nextInt(3_000_000), 1_000 + random.nextInt(3_000_000))).isTrue();
            nowNs += SECOND_NS / 4;
            final long atNs = hostNs(nowNs);
            final HostClock clock = known();
            assertThat(Math.abs(atNs + clock.offsetNs(atNs) - nowNs)).as("seed %d, probe %d", seed, i)
                    .isLessThanOrEqualTo(clock.boundNs(atNs) + 1_000);
        }
        assertThat(problems).isEmpty();
        assertThat(known().last().boundNs()).isLessThan(3_000_000);
        assertThat(known().jumps()).isZero();
        assertThat(-known().driftPpm()).isBetween(DRIFT * 1e6 - 60, DRIFT * 1e6 + 60);
    }

    @Test
    void shouldMeasureTheDriftOfAQuietWay() {
        for (int i = 0; i < 10 * ClockTrack.WINDOW; i++) {
            assertThat(probe(20_000, 20_000)).isTrue();
            nowNs += SECOND_NS;
        }
        assertThat(known().driftPpm()).isBetween(-DRIFT * 1e6 - 0.5, -DRIFT * 1e6 + 0.5);
        assertThat(known().aheadNs()).isBetween(wallShiftNs - SECOND_NS / 10, wallShiftNs + SECOND_NS / 10);
    }

    @Test
    void shouldNotClaimADriftThatTwoWideMeasurementsShow() {
        assertThat(new HostClock(BOOT, 0, List.of(new HostClock.Point(0, 0, 2_000_000, false),
                new HostClock.Point(3 * SECOND_NS, 4_000_000, 2_000_000, false))).driftPpm()).isNull();
        assertThat(new HostClock(BOOT, 0, List.of(new HostClock.Point(0, 0, 2_000, false),
                new HostClock.Point(3 * SECOND_NS, 300_000, 2_000, false))).driftPpm()).isEqualTo(100.0);
    }

    @Test
    void shouldTellAJumpAndInterpolateNothingAcrossIt() {
        fill();
        final long beforeNs = nowNs;
        final long suspendedNs = 2 * SECOND_NS;
        shiftNs -= suspendedNs;
        nowNs += suspendedNs + SECOND_NS;
        assertThat(probe(20_000, 20_000)).isTrue();

        assertThat(problems).singleElement().asString().contains("has jumped", "host=web1", "jumpNs=1999");
        final HostClock clock = known();
        assertThat(clock.jumps()).isEqualTo(1);
        final long before = hostNs(beforeNs) + suspendedNs;
        assertThat(before + clock.offsetNs(before)).isBetween(beforeNs - 100_000, beforeNs + 100_000);
        final long now = hostNs(nowNs);
        assertThat(now + clock.offsetNs(now)).isBetween(nowNs - 100_000, nowNs + 100_000);
        assertThat(clock.boundNs(before)).as("in between nobody knows").isGreaterThan(suspendedNs - 200_000);
    }

    @Test
    void shouldTellThatAWallClockWasSetAndKeepTheTimes() {
        fill();
        final HostClock before = known();
        wallShiftNs += SECOND_NS;
        assertThat(probe(20_000, 20_000)).isTrue();

        assertThat(problems).singleElement().asString().contains("wall clock of a host was set", "host=web1",
                "stepNs=1000000000");
        final long atNs = hostNs(nowNs);
        assertThat(known().offsetNs(atNs)).isBetween(before.offsetNs(atNs) - 100_000, before.offsetNs(atNs) + 100_000);
    }

    @Test
    void shouldMeasureAnewIfAMonotonicClockWentBack() {
        fill();
        shiftNs -= 10 * SECOND_NS;
        assertThat(probe(20_000, 20_000)).isTrue();
        assertThat(problems).singleElement().asString().contains("went back", "host=web1");
        assertThat(known().points()).hasSize(1);
    }

    @Test
    void shouldLeaveOutAnAnswerToALaterProbeThatIsFromAnEarlierMoment() {
        fill();
        final String before = known().text();
        final long earlierNs = nowNs - 2 * SECOND_NS;
        assertThat(track.add(answer(hostNs(earlierNs), hostNs(earlierNs)), ++number, earlierNs - 20_000,
                earlierNs + 20_000)).as("a sender was faster than another one").isFalse();
        assertThat(track.add(answer(hostNs(earlierNs), hostNs(earlierNs)), ++number, earlierNs - 20_000, nowNs))
                .as("and its answer came late").isFalse();
        assertThat(known().text()).isEqualTo(before);
        assertThat(probe(20_000, 20_000)).isTrue();
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldNotTakeADelayForAJump() {
        fill();
        assertThat(probe(3 * SECOND_NS, 1_000)).isTrue();
        assertThat(probe(1_000, 3 * SECOND_NS)).isTrue();
        assertThat(problems).isEmpty();
        assertThat(known().last().boundNs()).isLessThan(100_000);
    }

    @Test
    void shouldLeaveOutWhatCannotBeTrue() {
        fill();
        final String before = known().text();
        final long host = hostNs(nowNs);
        assertThat(track.add(answer(host, host - 1), ++number, nowNs, nowNs + 1_000)).as("left first").isFalse();
        assertThat(track.add(answer(host, host + SECOND_NS), ++number, nowNs, nowNs + 1_000)).as("too long there")
                .isFalse();
        assertThat(track.add(answer(Long.MIN_VALUE, Long.MAX_VALUE), ++number, nowNs, nowNs + 1)).isFalse();
        assertThat(track.add(answer(host, host), 1, nowNs, nowNs + 1_000)).as("answered before").isFalse();
        assertThat(known().text()).isEqualTo(before);
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldContinueWhatWasMeasured() {
        fill();
        final ClockTrack next = new ClockTrack("web1", BOOT, known(), problems::add);
        nowNs += 60 * SECOND_NS;
        final long host = hostNs(nowNs);
        assertThat(next.add(answer(host, host), 1, nowNs - 20_000, nowNs + 20_000)).isTrue();
        assertThat(problems).isEmpty();
        assertThat(Objects.requireNonNull(next.clock()).points()).hasSize(known().points().size() + 1);
    }

    @Test
    void shouldTakeNoErrorForADriftThatNoClockHas() {
        final HostClock clock = new HostClock(BOOT, 0, List.of(new HostClock.Point(0, 80_000_000, 90_000_000, false),
                new HostClock.Point(SECOND_NS, -50_000_000, 60_000_000, false),
                new HostClock.Point(2 * SECOND_NS, 1_000_000, 10_000, false),
                new HostClock.Point(3 * SECOND_NS, 1_900_000, 900_000, false),
                new HostClock.Point(3 * SECOND_NS + 1, SECOND_NS, 20_000, true),
                new HostClock.Point(4 * SECOND_NS, SECOND_NS, 20_000, false)));
        final long limitNs = (long) (SECOND_NS / 10.0 * HostClock.DRIFT_MAX) + 1;
        for (long atNs = 0; atNs < 3 * SECOND_NS; atNs += SECOND_NS / 10) {
            assertThat(Math.abs(clock.offsetNs(atNs + SECOND_NS / 10) - clock.offsetNs(atNs))).as("at %d", atNs)
                    .isLessThanOrEqualTo(limitNs);
        }
        assertThat(clock.offsetNs(2 * SECOND_NS)).as("known best").isEqualTo(1_000_000);
        assertThat(clock.points().get(1).boundNs()).as("as far as it was moved, it may be wrong")
                .isEqualTo(60_000_000 + 50_500_000);
        assertThat(clock.offsetNs(4 * SECOND_NS)).as("a jump is no drift").isEqualTo(SECOND_NS);
        assertThat(clock.jumps()).isEqualTo(1);
    }

    @Test
    void shouldKeepABoundedNumberOfMeasurements() {
        for (int i = 0; i < 3 * HostClock.POINTS_MAX * ClockTrack.WINDOW; i++) {
            assertThat(probe(20_000, 20_000)).isTrue();
            nowNs += SECOND_NS;
        }
        assertThat(known().points()).hasSizeBetween(HostClock.POINTS_MAX / 4, HostClock.POINTS_MAX);
        assertThat(problems).isEmpty();
    }

    private void fill() {
        for (int i = 0; i < 3 * ClockTrack.WINDOW; i++) {
            assertThat(probe(20_000, 20_000)).isTrue();
            nowNs += SECOND_NS / 10;
        }
    }

    /** A probe takes its way, and the answer takes its own; afterwards it is later. */
    private boolean probe(final long thereNs, final long backNs) {
        final long sentNs = nowNs;
        nowNs += thereNs;
        final long arrived = hostNs(nowNs);
        nowNs += 5_000;
        final long left = hostNs(nowNs);
        nowNs += backNs;
        return track.add(answer(arrived, left), ++number, sentNs, nowNs);
    }

    private LinkMessage.Answer answer(final long arrivedNs, final long leftNs) {
        return new LinkMessage.Answer(RECORDING, BOOT, arrivedNs, new ClockPair(leftNs + EPOCH_NS - 77 * SECOND_NS
                + wallShiftNs, leftNs), "web1");
    }

    /** What the host's clock shows at a time here: it is faster. */
    private long hostNs(final long hereNs) {
        final long elapsedNs = hereNs - EPOCH_NS;
        return shiftNs + elapsedNs + (long) (elapsedNs * DRIFT);
    }

    private HostClock known() {
        return Objects.requireNonNull(track.clock());
    }
}
