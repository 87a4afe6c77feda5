package io.ringside.bench.report;

import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ObservationsTest {
    @Test
    void shouldDivideWithinRoundsWhenTheMachineChangesBetweenThem() {
        final Observations observations = new Observations(List.of(
                figure("Ringside", 1, 10), figure("Aeron IPC", 1, 20),
                figure("Ringside", 2, 30), figure("Aeron IPC", 2, 40),
                figure("Ringside", 3, 90), figure("Aeron IPC", 3, 100)));

        assertThat(observations.ratioTables())
                .contains("| rate | unit | Ringside by Aeron IPC |")
                .contains("| 10 | ns | 0.75 (0.50 to 0.90) |");
        assertThat(observations.absoluteTables()).contains("| rate | unit | Ringside | Aeron IPC |")
                .contains("| 10 | ns | 30.00 | 40.00 |");
    }

    @Test
    void shouldShowADashWhenAPeerWasNotMeasuredInTheSameRound() {
        final Observations observations = new Observations(
                List.of(figure("Ringside", 1, 10), figure("Aeron IPC", 2, 20)));

        assertThat(observations.ratioTables()).contains("| 10 | ns | – |");
    }

    @Test
    void shouldHaveARowForEachTargetOfHarnessesWhenNothingWasMeasured() {
        assertThat(new Observations(List.of()).targets()).hasSameSizeAs(HarnessTarget.values())
                .allSatisfy(target -> assertThat(target.row()).endsWith("not measured"));
    }

    @Test
    void shouldHaveOneRowForEachTargetOfHarnessesWhenAllWereMeasured() {
        final List<Observation> all = Arrays.stream(HarnessTarget.values())
                .map(target -> Observation.of(target, "", 1, 1)).toList();

        assertThat(new Observations(all).targets()).extracting(Target::what)
                .containsExactly(Arrays.stream(HarnessTarget.values()).map(HarnessTarget::label)
                        .toArray(String[]::new));
    }

    @Test
    void shouldJudgeTheMedianWhenATargetWasMeasuredInSeveralRounds() {
        final List<Target> targets = new Observations(List.of(
                target("a ratio of somebody", 1, 2.0), target("a ratio of somebody", 2, 5.0),
                target("a ratio of somebody", 3, 3.5))).targets();

        assertThat(targets.get(targets.size() - 1).row())
                .containsExactly("a ratio of somebody", "×", "3.50", "2.00 to 5.00", "≥ 3.00", "met");
    }

    @Test
    void shouldJudgeTheWorstRoundWhenWhatIsCountedMustNeverBe() {
        final List<Observation> all = Stream.of(0, 3, 0)
                .map(lost -> Observation.of(HarnessTarget.THREADS_LOST, "", 1, lost)).toList();

        assertThat(new Observations(all).targets()).extracting(Target::row).contains(
                List.of(HarnessTarget.THREADS_LOST.label(), "events", "3.00", "0.00 to 3.00", "≤ 0.00", "**not met**"));
    }

    @Test
    void shouldShowWhatNeedsNoJvmWithEveryJdk() {
        final Observations observations = new Observations(List.of(
                new Observation("h", "t", "LTTng-UST", Map.of(), Observation.NATIVE, 1, "ns", 90, null, null, null),
                figure("Ringside", 1, 10)));

        assertThat(observations.ofJdk("17").absoluteTables()).contains("LTTng-UST").contains("Ringside");
        assertThat(observations.ofJdk("25").absoluteTables()).contains("LTTng-UST").doesNotContain("Ringside");
    }

    private static Observation figure(final String name, final int round, final double value) {
        return new Observation("h", "some table", name, Map.of("rate", "10"), "17", round, "ns", value, null, null,
                null);
    }

    private static Observation target(final String label, final int round, final double value) {
        return new Observation("h", "h", "Ringside", Map.of(), "17", round, "×", value, label, null, 3.0);
    }
}
