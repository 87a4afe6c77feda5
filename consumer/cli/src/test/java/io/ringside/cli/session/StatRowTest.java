package io.ringside.cli.session;

import io.ringside.cli.session.StatRow.Rates;
import io.ringside.control.SessionStatus;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StatRowTest {
    private static final ProcessIdentity PROCESS = ProcessIdentity.ofThisProcess(new Incarnation(1, 2));
    private static final long TWO_SECONDS_NS = TimeUnit.SECONDS.toNanos(2);

    @Test
    void shouldDivideByTheTimeBetweenTheReadings() {
        final StatRow row = StatRow.between(sample(0, 100, 50, 10, 1_000), sample(TWO_SECONDS_NS, 300, 150, 13, 9_000));
        assertThat(row.rates()).isEqualTo(new Rates(100, 50, 1.5, 4_000));
        assertThat(row.processes()).singleElement()
                .satisfies(process -> assertThat(process.rates()).isEqualTo(new Rates(100, 50, 1.5, 4_000)));
        assertThat(row.json().toString()).contains("\"state\":\"running\"", "\"wantedPerSecond\":100.000",
                "\"deliveredPerSecond\":50.000", "\"lostPerSecond\":1.500", "\"bytesPerSecond\":4000.000",
                "\"ringFill\":0.250", "\"processes\":[{\"pid\":" + PROCESS.pid());
    }

    @Test
    void shouldCountWhatAProcessHasDoneSinceItCame() {
        final StatSample before = new StatSample(status(0, 0, 0), 0, List.of(), 0, Map.of());
        final StatRow row = StatRow.between(before, sample(TWO_SECONDS_NS, 200, 0, 0, 400));
        assertThat(row.processes().get(0).rates()).isEqualTo(new Rates(100, 0, 0, 200));
        assertThat(row.rates()).isEqualTo(new Rates(100, 0, 0, 200));
    }

    @Test
    void shouldNeverRunBackwardsWhenReadingsDoNotAgree() {
        final StatRow row = StatRow.between(sample(0, 100, 50, 10, 10), sample(TWO_SECONDS_NS, 90, 40, 9, 0));
        assertThat(row.rates()).isEqualTo(new Rates(0, 0, 0, 0));
    }

    @Test
    void shouldTellNoRatesWhenThereIsOneReadingOnly() {
        final StatRow fresh = StatRow.between(null, sample(0, 100, 50, 10, 10));
        assertThat(fresh.json().toString()).contains("\"wantedPerSecond\":null");
        final StatRow ended = StatRow.ended(sample(0, 100, 50, 10, 10));
        assertThat(ended.json().toString()).contains("\"state\":\"ended\"", "\"wanted\":100",
                "\"lostPerSecond\":null", "\"processes\":[]");
    }

    @Test
    void shouldShowSessionAndProcessBelowHeadings() {
        final List<String> lines = StatTable.lines(
                List.of(StatRow.between(sample(0, 0, 0, 0, 0), sample(TWO_SECONDS_NS, 4_000, 10, 7, 100))));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches("SESSION +STATE +EVENTS/S +DELIVERED/S +LOST/S +BYTES/S +RING +TOTAL LOST");
        assertThat(lines.get(1)).matches("trading +running +2,000 +5 +4 +50 +25 % +full 7");
        assertThat(lines.get(2)).matches("  pid=.* Orders +alive +2,000 +5 +4 +50 +25 % +full 7");
    }

    private static StatSample sample(
            final long timeNs, final long wanted, final long delivered, final long lost, final long bytes) {
        return new StatSample(status(wanted, delivered, lost), timeNs,
                List.of(new ProcessInfo.Flow(PROCESS, true, wanted, delivered, full(lost), bytes, 0, 0.25, List.of())),
                timeNs,
                Map.of(PROCESS.id(), List.of("Orders")));
    }

    private static SessionStatus status(final long wanted, final long delivered, final long lost) {
        final SessionRow session = new SessionRow(1, 0, SessionInfo.State.RUNNING, 1,
                SessionSettings.builder("trading").build(), new ClockPair(1, 2), new Incarnation(3, 4));
        final LedgerTotals totals = new LedgerTotals(wanted, delivered, 0, wanted - delivered - lost, 0, full(lost));
        return new SessionStatus(session, List.of(), new LedgerTotals.Reading(totals, true, false, 1, List.of()),
                null);
    }

    private static LossCounts full(final long lost) {
        return LossCounts.NONE.plus(LossCause.FULL, lost);
    }
}
