package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionSettings;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class LossAdviceTest {
    private static final SessionSettings SETTINGS = SessionSettings.builder("trading").laneBytes(1 << 16).lanes(3)
            .build();

    @Test
    void shouldSayNothingWhenNothingWasLost() {
        assertThat(LossAdvice.of(SETTINGS, LossCounts.NONE, Set.of())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveALineForEveryCause(final LossCause cause) {
        assertThat(LossAdvice.of(SETTINGS, LossCounts.NONE.plus(cause, 1), Set.of())).singleElement().asString()
                .startsWith(cause.jsonName() + ": ");
    }

    @Test
    void shouldNameASettingThatTheLibraryTakes() {
        assertThat(LossAdvice.of(SETTINGS, LossCounts.NONE.plus(LossCause.FULL, 1), Set.of()).get(0))
                .contains("--lane-size 131072 or more: a lane of that size holds 128 logs of 1 KiB");
        assertThat(LossAdvice.of(SETTINGS, LossCounts.NONE.plus(LossCause.NO_LANE, 1), Set.of()).get(0))
                .contains("--lanes 6");
    }

    @Test
    void shouldNameBothCausesOfAMissingLaneAndTheirRemedies() {
        assertThat(LossAdvice.of(SETTINGS, LossCounts.NONE.plus(LossCause.NO_LANE, 1), Set.of())).containsExactly(
                "noLane: more threads wrote than there were lanes, or too many threads began at the same time: start"
                        + " the session with --lanes 6 or more, or start the application with RINGSIDE_SPARE_LANES (or"
                        + " -Dringside.spare.lanes) set to the number of threads that begin at the same time, or let"
                        + " its threads acquire their lanes before they write (Ringside.writer)");
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_LANE", "NOT_ATTACHED"})
    void shouldNotAdviseMoreLanesWhereTheirMemoryWasMissing(final LossCause cause) {
        assertThat(LossAdvice.of(SETTINGS, LossCounts.NONE.plus(cause, 1), Set.of(ErrorCode.NO_SPACE)).get(0))
                .contains("file system of the trace directory", "free some space").doesNotContain("--lanes");
        assertThat(LossAdvice.of(SETTINGS, LossCounts.NONE.plus(cause, 1), Set.of(ErrorCode.LIMIT)).get(0))
                .contains("--max-bytes").doesNotContain("--lanes");
    }

    @Test
    void shouldNameNoSettingWhenItIsAtItsGreatest() {
        final SessionSettings greatest = SessionSettings.builder("trading").laneBytes(1 << 30).maxBytes(1L << 31)
                .lanes(1024).build();
        assertThat(LossAdvice.of(greatest, LossCounts.NONE.plus(LossCause.FULL, 1), Set.of()).get(0))
                .doesNotContain("--lane-size");
        assertThat(LossAdvice.of(greatest, LossCounts.NONE.plus(LossCause.NO_LANE, 1), Set.of()).get(0))
                .doesNotContain("--lanes").contains("let fewer threads write", "RINGSIDE_SPARE_LANES");
    }
}
