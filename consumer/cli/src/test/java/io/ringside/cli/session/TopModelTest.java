package io.ringside.cli.session;

import io.ringside.cli.session.TopModel.View;
import io.ringside.control.ProviderInfo;
import io.ringside.control.SessionStatus;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo;
import io.ringside.session.ProcessInfo.Flow.LaneFlow;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TopModelTest {
    private static final ProcessIdentity PROCESS = ProcessIdentity.ofThisProcess(new Incarnation(1, 2));
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int WIDE = 200;
    private static final int HIGH = 24;

    private final TopModel model = new TopModel("/dev/shm/trace", View.SESSIONS);

    @Test
    void shouldShowRateFillAndLossesByCauseOfEachSession() {
        model.show(reading(session(1, "trading", 2_000, 7), session(2, "risk", 10, 0)));
        final List<String> screen = screen(WIDE, HIGH);
        assertThat(screen).hasSize(HIGH);
        assertThat(screen.get(0)).isEqualTo("ringside top  2 sessions, 1 provider  /dev/shm/trace");
        assertThat(screen.get(1)).isEqualTo("1 Sessions  2 Providers  3 Lanes  4 Counters");
        assertThat(screen.get(2))
                .matches("SESSION +STATE +EVENTS/S +DELIVERED/S +LOST/S +BYTES/S +RING +LOST +DRAIN");
        assertThat(screen.get(3)).matches("trading +running +2,000 +0 +7 +64 +25 % +full 7 +none");
        assertThat(screen.get(4)).matches("risk +running +10 +0 +0 +64 +25 % +- +none");
    }

    @Test
    void shouldMarkLossesAndNothingElseAsAlarming() {
        model.show(reading(session(1, "trading", 2_000, 7), session(2, "risk", 10, 0)));
        final List<TopLine> frame = model.frame(WIDE, HIGH);
        assertThat(alarms(frame.get(3))).containsExactly("7", "full 7");
        assertThat(alarms(frame.get(4))).isEmpty();
    }

    @Test
    void shouldShowNoRatesBeforeTheSecondReading() {
        model.show(new TopReading(List.of(StatRow.between(null, sample(1, "trading", 0, 5, 0))), List.of(), List.of(),
                List.of()));
        assertThat(screen(WIDE, HIGH).get(3)).matches("trading +running +- +- +- +- +25 % +- +none");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 20, 40, 60, 80, 120})
    void shouldFitAnyScreenAndKeepNamesAndRates(final int width) {
        model.show(reading(session(1, "a-session-of-a-very-long-name", 2_000, 7)));
        for (int height = 1; height < HIGH; height++) {
            assertThat(model.frame(width, height)).hasSizeLessThanOrEqualTo(height);
        }
        final List<String> screen = screen(width, HIGH);
        if (width >= 40) {
            assertThat(screen.get(2)).contains("SESSION", "EVENTS/S", "LOST/S").hasSizeLessThanOrEqualTo(width);
            assertThat(screen.get(3)).startsWith("a-session").contains("2,000").hasSizeLessThanOrEqualTo(width);
        }
        assertThat(screen.get(2).contains("DRAIN")).isEqualTo(width >= 120);
    }

    @Test
    void shouldSortByAColumnGreatestFirstAndTheOtherWayRound() {
        model.show(reading(session(1, "a", 10, 0), session(2, "b", 30, 5), session(3, "c", 20, 9)));
        assertThat(names()).containsExactly("a", "b", "c");
        assertThat(model.sort("events/s")).isTrue();
        assertThat(names()).containsExactly("b", "c", "a");
        assertThat(screen(WIDE, HIGH).get(1)).endsWith("sort: EVENTS/S down");
        press("r");
        assertThat(names()).containsExactly("a", "c", "b");
        assertThat(model.sort("lost")).isTrue();
        assertThat(names()).containsExactly("c", "b", "a");
        assertThat(model.sort("price")).isFalse();
    }

    @Test
    void shouldReachEveryColumnByKeysInBothDirections() {
        model.show(reading(session(1, "a", 10, 0)));
        final List<String> sorted = new ArrayList<>();
        for (int i = 0; i < model.headings().size(); i++) {
            press(">");
            sorted.add(screen(WIDE, HIGH).get(1).replaceFirst(".*sort: ", "").replaceFirst(" (up|down)$", ""));
        }
        assertThat(sorted).isEqualTo(model.headings());
        press("><");
        assertThat(screen(WIDE, HIGH).get(1)).contains("sort: DRAIN");
    }

    @Test
    void shouldShowOnlyRowsThatContainTheTypedText() {
        model.show(reading(session(1, "Trading", 10, 0), session(2, "risk", 30, 5)));
        press("/TRAd");
        assertThat(screen(WIDE, HIGH).get(HIGH - 2)).isEqualTo("filter: TRAd_");
        assertThat(names()).containsExactly("Trading");
        model.press(TopKey.of(TopKey.Kind.BACKSPACE));
        model.press(TopKey.of(TopKey.Kind.ENTER));
        assertThat(screen(WIDE, HIGH).get(HIGH - 2)).isEqualTo("filter: TRA  1 row");
        // Letters are commands again.
        press("q");
        assertThat(model.isQuit()).isTrue();
        model.press(TopKey.of(TopKey.Kind.ESCAPE));
        assertThat(names()).containsExactly("Trading", "risk");
    }

    @Test
    void shouldTypeAQuestionMarkOrAQIntoTheFilter() {
        press("/q?");
        assertThat(model.isQuit()).isFalse();
        assertThat(screen(WIDE, HIGH).get(HIGH - 2)).isEqualTo("filter: q?_");
    }

    @Test
    void shouldKeepTheSelectedRowWhenRowsMove() {
        model.show(reading(session(1, "a", 10, 0), session(2, "b", 30, 0), session(3, "c", 20, 0)));
        assertThat(selected()).isEqualTo("a");
        model.press(TopKey.of(TopKey.Kind.DOWN));
        assertThat(selected()).isEqualTo("b");
        model.show(reading(session(4, "new", 1, 0), session(1, "a", 10, 0), session(2, "b", 30, 0)));
        assertThat(selected()).isEqualTo("b");
        model.show(reading(session(4, "new", 1, 0)));
        assertThat(selected()).isEqualTo("new");
        model.show(reading());
        assertThat(names()).isEmpty();
        model.press(TopKey.of(TopKey.Kind.DOWN));
        model.press(TopKey.of(TopKey.Kind.PAGE_UP));
    }

    @Test
    void shouldScrollToTheSelectedRow() {
        final StatRow[] sessions = new StatRow[100];
        for (int i = 0; i < sessions.length; i++) {
            sessions[i] = session(i + 1, "s" + i, i, 0);
        }
        model.show(reading(sessions));
        assertThat(screen(WIDE, HIGH).get(3)).startsWith("s0 ");
        model.press(TopKey.of(TopKey.Kind.END));
        assertThat(selected()).isEqualTo("s99");
        assertThat(screen(WIDE, HIGH).get(HIGH - 3)).startsWith("s99 ");
        model.press(TopKey.of(TopKey.Kind.PAGE_UP));
        assertThat(selected()).isEqualTo("s80");
        model.press(TopKey.of(TopKey.Kind.HOME));
        assertThat(screen(WIDE, HIGH).get(3)).startsWith("s0 ");
    }

    @Test
    void shouldOfferASwitchForEachProviderAndSession() {
        model.show(reading(session(1, "trading", 10, 0), session(2, "risk", 30, 5)));
        press("2");
        assertThat(screen(WIDE, HIGH).get(3)).matches("Orders +trading +yes +0 +0 +level 4, any 0x6, all 0x0");
        assertThat(screen(WIDE, HIGH).get(4)).matches("Orders +risk +no +0 +0 +-");
        final EnablementSwitch off = model.press(TopKey.of(' ')).orElseThrow();
        assertThat(off.session().name()).isEqualTo("trading");
        assertThat(off.enabled()).isNotNull();
        press("j");
        screen(WIDE, HIGH);
        final EnablementSwitch on = model.press(TopKey.of(' ')).orElseThrow();
        assertThat(on.session().name()).isEqualTo("risk");
        assertThat(on.enabled()).isNull();
    }

    @Test
    void shouldSwitchWhatWasSeenWhenRowsHaveMoved() {
        model.show(reading(session(1, "trading", 10, 0)));
        press("2");
        screen(WIDE, HIGH);
        model.show(reading(session(2, "risk", 30, 5), session(1, "trading", 10, 0)));
        assertThat(model.press(TopKey.of(' ')).orElseThrow().session().name()).isEqualTo("trading");
        model.show(reading(session(2, "risk", 30, 5)));
        assertThat(model.press(TopKey.of(' '))).isEmpty();
        assertThat(screen(WIDE, HIGH).get(HIGH - 2)).startsWith("nothing can be switched here: press 2");
    }

    @Test
    void shouldSwitchNothingWhereNoProviderIsShown() {
        model.show(reading(session(1, "trading", 10, 0)));
        screen(WIDE, HIGH);
        assertThat(model.press(TopKey.of(' '))).isEmpty();
        assertThat(screen(WIDE, HIGH).get(HIGH - 2)).startsWith("nothing can be switched here: press 2");
        press("1");
        assertThat(screen(WIDE, HIGH).get(HIGH - 2)).isEmpty();
    }

    @Test
    void shouldShowEachLaneWithItsThread() {
        model.show(reading(session(1, "trading", 2_000, 7)));
        press("3");
        assertThat(screen(WIDE, HIGH).get(3)).matches("trading +pid=.* +0 +matcher +2,000 +25 % +2,000 +0 +full 7");
        assertThat(screen(40, HIGH).get(2)).contains("THREAD", "EVENTS/S", "RING");
    }

    @Test
    void shouldGoThroughTheViewsByTab() {
        final List<View> views = new ArrayList<>();
        for (int i = 0; i < View.values().length; i++) {
            model.press(TopKey.of(TopKey.Kind.TAB));
            views.add(model.view());
        }
        assertThat(views).containsExactly(View.PROVIDERS, View.LANES, View.COUNTERS, View.SESSIONS);
    }

    @Test
    void shouldShowHelpAndSayWhatAnUnknownKeyDoes() {
        press("?");
        assertThat(screen(WIDE, HIGH)).anyMatch(line -> line.startsWith("Space ")).anyMatch(
                line -> line.startsWith("q, Ctrl-C"));
        press("?x");
        assertThat(screen(WIDE, HIGH).get(HIGH - 2)).isEqualTo("this key does nothing: press ? for a list of keys");
    }

    @Test
    void shouldNotLetNamesOfOthersControlTheTerminal() {
        model.show(reading(session(1, "trading", 1, 0)));
        final TopModel other = new TopModel("x", View.PROVIDERS);
        other.show(new TopReading(List.of(), List.of(new ProviderInfo(new UUID(5, 6), "a\u001B[2Jb\nc", 1, List.of(),
                List.of(), List.of())), List.of(), List.of("file\u001B[1m is damaged")));
        assertThat(String.join("", other.frame(WIDE, HIGH).stream().map(TopLine::toString).toList()))
                .contains("a [2Jb c", "1 problem: file [1m is damaged").doesNotContain("\u001B", "\n");
    }

    @Test
    void shouldEndWhenNothingCanBeTypedAnyMore() {
        model.press(TopKey.of(TopKey.Kind.END_OF_INPUT));
        assertThat(model.isQuit()).isTrue();
    }

    private void press(final String keys) {
        keys.chars().forEach(key -> model.press(TopKey.of(key)));
    }

    private List<String> screen(final int width, final int height) {
        return model.frame(width, height).stream().map(TopLine::toString).toList();
    }

    private List<String> names() {
        return model.text().stream().skip(1).map(line -> line.split(" ", 2)[0]).toList();
    }

    private String selected() {
        return model.frame(WIDE, HIGH).stream().filter(TopLine::isSelected).map(TopLine::toString)
                .map(line -> line.split(" ", 2)[0]).reduce((first, second) -> first + ' ' + second).orElse("");
    }

    private static List<String> alarms(final TopLine line) {
        return line.parts().stream().filter(part -> part.style() == TopLine.Style.ALARM)
                .map(part -> part.text().strip()).toList();
    }

    /** With one provider, which the session of id 1 has enabled. */
    private static TopReading reading(final StatRow... sessions) {
        final UUID id = new UUID(5, 6);
        final EnablementInfo enabled = new EnablementRow(1, id, "Orders", 1, Enablement.of(4, 6, 0),
                null);
        return new TopReading(List.of(sessions),
                List.of(new ProviderInfo(id, "Orders", 1, List.of(), List.of(), List.of(enabled))), List.of(),
                List.of());
    }

    /** One second in which it has wanted and lost so many events. */
    private static StatRow session(final long id, final String name, final long wanted, final long lost) {
        return StatRow.between(sample(id, name, 0, 0, 0), sample(id, name, SECOND_NS, wanted, lost));
    }

    private static StatSample sample(final long id, final String name, final long timeNs, final long wanted,
            final long lost) {
        final LossCounts full = LossCounts.NONE.plus(LossCause.FULL, lost);
        final SessionRow session = new SessionRow(id, (int) (id % 64), SessionInfo.State.RUNNING, 1,
                SessionSettings.builder(name).build(), new ClockPair(1, 2), new Incarnation(3, 4));
        final SessionStatus status = new SessionStatus(session, List.of(), new LedgerTotals.Reading(
                new LedgerTotals(wanted, 0, 0, wanted - lost, 0, full), true, false, 1, List.of()), null);
        final long bytes = timeNs == 0 ? 0 : 64;
        final LaneFlow lane = new LaneFlow(0, "matcher", wanted, 0, full, bytes, bytes, 0.25);
        return new StatSample(status, timeNs, List.of(
                new ProcessInfo.Flow(PROCESS, true, wanted, 0, full, bytes, bytes, 0.25, List.of(lane))), timeNs,
                Map.of(PROCESS.id(), List.of("Orders")));
    }
}
