package io.ringside.internal.merge;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.internal.merge.MergeFixture.WINDOW_NS;
import static io.ringside.internal.merge.Watermark.CLOCK_SLACK_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a consumer delivers of lanes that are merged, turn by turn of a clock that stands still in between. */
class MergedDeliveryTest {
    @TempDir
    Path folder;
    private MergeFixture fixture;
    private HandMadeProvider provider;
    private long startNs;

    @BeforeEach
    void start() {
        fixture = new MergeFixture(folder);
        provider = fixture.session.provider();
        startNs = fixture.nowNs.get();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R4.15 events of all threads come in the order of their times")
    void shouldDeliverLanesOfAllProcessesInTheOrderOfTheirTimes() {
        final HandMadeProvider other = fixture.session.provider();
        write(0, 10, 1);
        write(0, 40, 4);
        fixture.write(other, 0, startNs + 20, 2);
        fixture.write(other, 3, startNs + 50, 5);
        write(2, 30, 3);

        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isZero();
        }

        assertThat(fixture.out).containsExactly("1", "2", "3", "4", "5");
    }

    @Test
    void shouldDeliverLaneByLaneWhenNothingIsMerged() {
        write(0, 40, 4);
        write(1, 10, 1);
        write(1, 50, 5);
        try (EventReader consumer = EventReader.open(fixture.context().merged(false), fixture.source())) {
            consumer.poll(fixture);

            assertThat(fixture.out).containsExactlyInAnyOrder("4", "1", "5").containsSubsequence("1", "5");
            assertThat(consumer.totals().lateEvents()).isZero();
            assertThat(consumer.holdsBack()).isFalse();
        }
    }

    @Test
    void shouldDeliverAsSoonAsIdleLanesCannotBringAnythingOlder() {
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            write(1, 0, 1);
            assertThat(consumer.poll(fixture)).isZero();
            assertThat(consumer.holdsBack()).isTrue();

            fixture.advance(CLOCK_SLACK_NS - 1);
            assertThat(consumer.poll(fixture)).isZero();

            fixture.advance(1);
            assertThat(consumer.poll(fixture)).isOne();
            assertThat(consumer.holdsBack()).isFalse();
        }
        assertThat(fixture.out).containsExactly("1");
    }

    @Test
    void shouldWaitForAnAttemptInFlightWithinTheWindow() {
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            provider.attempt(0);
            write(1, 20, 2);
            fixture.advance(WINDOW_NS);
            assertThat(consumer.poll(fixture)).isZero();

            MergeFixture.finish(provider, 0, startNs + 10, 1);
            fixture.runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).containsExactly("1", "2");
    }

    @Test
    void shouldMarkAndCountWhatAWriterThatWasStoppedForASecondBringsAfterTheWindow() {
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            provider.attempt(3);
            write(0, 10, 1);
            write(1, 20, 2);
            write(2, 30, 3);

            fixture.advance(WINDOW_NS + 10);
            assertThat(consumer.poll(fixture)).isOne();
            fixture.advance(9);
            assertThat(consumer.poll(fixture)).isZero();
            fixture.advance(1);
            assertThat(consumer.poll(fixture)).isOne();
            fixture.advance(TimeUnit.SECONDS.toNanos(1) - WINDOW_NS);
            assertThat(consumer.poll(fixture)).isOne();
            assertThat(fixture.out).containsExactly("1", "2", "3");

            MergeFixture.finish(provider, 3, startNs + 5, 4);
            write(0, 40, 5);
            assertThat(consumer.poll(fixture)).isEqualTo(2);
            assertThat(consumer.totals().lateEvents()).isOne();
        }
        assertThat(fixture.out).containsExactly("1", "2", "3", "4*", "5");
    }

    @Test
    void shouldDeliverTheEventsOfOtherThreadsWhenOneIsStopped() throws InterruptedException {
        final CountDownLatch stopped = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final Thread[] writers = new Thread[4];
        final int each = 500;
        for (int i = 0; i < writers.length; i++) {
            final int lane = i;
            writers[i] = new Thread(() -> {
                for (int n = 0; n < each; n++) {
                    provider.attempt(lane);
                    final long timeNs = fixture.nowNs.incrementAndGet();
                    if (lane == 3 && n == 100) {
                        stopped.countDown();
                        awaitUninterruptibly(goOn);
                    } else if (n == each / 2) {
                        // The others write on behind the one that is stopped.
                        awaitUninterruptibly(stopped);
                    }
                    MergeFixture.finish(provider, lane, timeNs, lane * each + n);
                }
            });
        }
        try (EventReader consumer = fixture.open()) {
            Stream.of(writers).forEach(writer -> writer.setDaemon(true));
            Stream.of(writers).forEach(Thread::start);
            stopped.await();
            for (int i = 0; i < 3; i++) {
                while (writers[i].isAlive()) {
                    consumer.poll(fixture);
                }
            }
            fixture.advance(TimeUnit.SECONDS.toNanos(1));
            while (consumer.poll(fixture) > 0) {
                Thread.onSpinWait();
            }
            assertThat(fixture.out).hasSize(3 * each + 100);
            assertThat(consumer.totals().lateEvents()).isZero();

            goOn.countDown();
            writers[3].join();
            fixture.runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isOne();
        }
        assertThat(fixture.out).hasSize(4 * each).contains(3 * each + 100 + "*").doesNotHaveDuplicates();
    }

    @Test
    void shouldKeepTheOrderOfALaneWhoseTimesGoBack() {
        write(0, 100, 1);
        write(0, 50, 2);
        write(0, 200, 4);
        write(1, 120, 3);
        write(1, 130, 9);
        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isOne();
        }
        assertThat(fixture.out).containsExactly("1", "2*", "3", "9", "4");
    }

    @Test
    void shouldNotHoldAnEventUntilATimeThatLiesAhead() {
        final long hourNs = TimeUnit.HOURS.toNanos(1);
        write(0, hourNs, 1);
        write(1, hourNs + 5, 2);
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            fixture.advance(CLOCK_SLACK_NS);
            consumer.poll(fixture);
        }
        assertThat(fixture.out).containsExactly("1", "2");
    }

    @Test
    @DisplayName("R4.51 equal times come in an order that is stable")
    void shouldDeliverEqualTimesByProcessAndLaneAndPosition() {
        final List<HandMadeProvider> inOrder = Stream.of(provider, fixture.session.provider())
                .sorted(Comparator.comparingLong((HandMadeProvider each) -> each.incarnation().most())
                        .thenComparingLong(each -> each.incarnation().least()))
                .toList();
        for (int lane = 3; lane >= 0; lane--) {
            for (int process = 1; process >= 0; process--) {
                fixture.write(inOrder.get(process), lane, startNs, 8 * process + 2 * lane);
                fixture.write(inOrder.get(process), lane, startNs, 8 * process + 2 * lane + 1);
            }
        }
        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
        }
        assertThat(fixture.out).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
                "13", "14", "15");
    }

    @Test
    void shouldPutGapsBeforeTheNextRecordOfTheirLaneAndAtItsEnd() {
        write(0, 10, 1);
        MergeFixture.lose(provider, 0, startNs + 20);
        MergeFixture.lose(provider, 0, startNs + 30);
        write(1, 40, 2);
        write(0, 50, 3);
        MergeFixture.lose(provider, 0, startNs + 60);
        write(1, 70, 4);
        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
            assertThat(consumer.totals().lostEvents()).isEqualTo(3);
        }
        assertThat(fixture.out).containsExactly("1", "2", "(2)", "3", "(1)", "4");
    }

    @Test
    void shouldNotLetALaneWhoseTimesGoBackWaitForItself() {
        try (EventReader consumer = fixture.open()) {
            fixture.advance(CLOCK_SLACK_NS + 1_000);
            for (int value = 1; value <= 10; value++) {
                write(0, 10L * value, value);
            }
            write(0, 5, 11);
            // The lane is not idle: only its times say what it may still bring.
            provider.attempt(0);
            consumer.poll(fixture);
            assertThat(fixture.out).hasSize(11);
        }
    }

    @Test
    void shouldNotLetLossesWaitForTheRecordsBehindThem() {
        try (EventReader consumer = fixture.open()) {
            write(0, 0, 1);
            fixture.advance(CLOCK_SLACK_NS);
            consumer.poll(fixture);
            provider.attempt(1);
            fixture.advance(10);
            MergeFixture.lose(provider, 0, fixture.nowNs.get());
            consumer.scanSoon();
            consumer.poll(fixture);
            assertThat(consumer.holdsBack()).isTrue();
            fixture.write(provider, 0, fixture.nowNs.get(), 2);
            fixture.runToTheEnd(consumer);
            assertThat(consumer.holdsBack()).isFalse();
        }
        assertThat(fixture.out).containsExactly("1", "(1)", "2");
    }

    @Test
    void shouldDeliverLossesWithoutALaneAtOnce() {
        provider.attempt(0);
        write(1, 0, 1);
        provider.page().addNoLane(fixture.session.row().slot(), startNs);
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            assertThat(fixture.out).containsExactly("(1)");
            fixture.runToTheEnd(consumer);
        }
        assertThat(fixture.out).containsExactly("(1)", "1");
    }

    @Test
    void shouldTakeNoMoreThanItDelivers() {
        for (int i = 0; i < 10; i++) {
            write(i % 3, i, i);
        }
        try (EventReader consumer = EventReader.open(fixture.context().eventLimit(7).eventsPerCycle(2),
                fixture.source())) {
            fixture.runToTheEnd(consumer);
            assertThat(consumer.isDone()).isTrue();
            assertThat(consumer.isEmpty()).isFalse();
        }
        assertThat(fixture.out).containsExactly("0", "1", "2", "3", "4", "5", "6");
        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
            assertThat(consumer.isEmpty()).isTrue();
        }
        assertThat(fixture.out).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    @Test
    void shouldLeaveWhatItHoldsBackToTheNextConsumer() {
        provider.attempt(0);
        write(1, 0, 1);
        MergeFixture.lose(provider, 2, startNs);
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            assertThat(consumer.holdsBack()).isTrue();
            assertThat(consumer.hasCaughtUp()).isFalse();
        }
        assertThat(fixture.out).isEmpty();
        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
            assertThat(consumer.hasCaughtUp()).isTrue();
        }
        assertThat(fixture.out).containsExactlyInAnyOrder("1", "(1)");
    }

    @Test
    void shouldDeliverEverythingOfAProcessThatDiesWithinAWrite() {
        write(0, 10, 1);
        provider.attempt(0);
        write(1, 20, 2);
        MergeFixture.lose(provider, 2, startNs + 30);
        provider.die();
        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
            assertThat(consumer.totals().lostEvents()).isEqualTo(2);
        }
        assertThat(fixture.out.subList(0, 2)).containsExactly("1", "2");
        assertThat(fixture.out).hasSize(4);
    }

    @Test
    void shouldDeliverEverythingBeforeTheSessionsEndIsFinal() {
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            provider.attempt(0);
            write(1, 20, 2);
            MergeFixture.lose(provider, 1, startNs + 30);
            fixture.session.stop();
            consumer.poll(fixture);
            assertThat(fixture.out).isEmpty();
            provider.detach(fixture.session.row().generation());
            fixture.runToTheEnd(consumer);
            assertThat(consumer.isDone()).isTrue();
            assertThat(consumer.totals().lostEvents()).isEqualTo(2);
        }
        assertThat(fixture.out).containsExactlyInAnyOrder("2", "(1)", "(1)").containsSubsequence("2", "(1)");
    }

    @Test
    void shouldFindLanesAndProcessesThatComeLater() {
        try (EventReader consumer = fixture.open()) {
            consumer.poll(fixture);
            provider.addBatch();
            write(5, 10, 1);
            write(0, 20, 2);
            fixture.runToTheEnd(consumer);
            final HandMadeProvider other = fixture.session.provider();
            final long nowNs = fixture.nowNs.get();
            fixture.write(other, 0, nowNs, 3);
            fixture.write(provider, 0, nowNs + 1, 4);
            fixture.runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).containsExactly("1", "2", "3", "4");
    }

    @Test
    void shouldForgetWhatItHoldsOfALaneWhoseBooksWereRemoved() throws IOException {
        try (EventReader consumer = fixture.open()) {
            write(0, 0, 1);
            consumer.poll(fixture);
            assertThat(consumer.holdsBack()).isTrue();
            Files.delete(provider.ledgerPath());
            fixture.runToTheEnd(consumer);
            assertThat(consumer.holdsBack()).isFalse();
        }
        assertThat(fixture.out).isEmpty();
    }

    @Test
    void shouldGoOnBehindAHandlerThatThrows() {
        write(0, 10, 1);
        write(1, 20, 2);
        write(0, 30, 3);
        try (EventReader consumer = EventReader.open(fixture.context(), fixture.source())) {
            fixture.runToTheEnd(consumer, new Thrower());
            assertThat(consumer.totals().handlerErrors()).isEqualTo(3);
            assertThat(consumer.isEmpty()).isTrue();
        }
    }

    @Test
    void shouldCountWhatWasChosenAsTakenWhenTheHandlerEndsTheConsumer() {
        write(0, 10, 1);
        write(1, 20, 2);
        write(0, 30, 3);
        final EventHandler ender = event -> {
            throw new AgentTerminationException();
        };
        try (EventReader consumer = EventReader.open(fixture.context().eventsPerCycle(2), fixture.source())) {
            fixture.advance(TimeUnit.SECONDS.toNanos(1));
            assertThatThrownBy(() -> consumer.poll(ender)).isInstanceOf(AgentTerminationException.class);
        }
        try (EventReader consumer = fixture.open()) {
            fixture.runToTheEnd(consumer);
        }
        assertThat(fixture.out).containsExactly("3");
    }

    private void write(final int lane, final long sinceStartNs, final long value) {
        fixture.write(provider, lane, startNs + sinceStartNs, value);
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Thrower implements EventHandler {
        @Override
        public void onEvent(final EventView event) {
            throw new IllegalStateException("of the handler");
        }
    }
}
