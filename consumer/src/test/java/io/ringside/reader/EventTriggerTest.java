package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import io.ringside.trigger.EventTrigger;
import io.ringside.trigger.TriggerContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.agrona.LangUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Events 0 to 99 with the clock at as many ns, read through a trigger. */
class EventTriggerTest {
    private static final int EVENTS = 100;
    private static final long FIRST_NS = 5_000;

    @TempDir
    Path root;
    private final List<Long> seen = new ArrayList<>();
    private final List<EventTrigger.Firing> firings = new ArrayList<>();
    private final List<Integer> seenAtFiring = new ArrayList<>();
    private final Told told = new Told();
    private RecordingFixture fixture;
    private long nowNs;

    @BeforeEach
    void record() {
        fixture = new RecordingFixture(root);
        final HandMadeProvider provider = fixture.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        for (int value = 0; value < EVENTS; value++) {
            provider.at(FIRST_NS + value).write(0, FrameDescriptor.reference(schemaIndex, 0), value, 8);
        }
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldFireOnceForAnEventOfTheCondition() {
        final EventTrigger trigger = read(context("order = 40"));

        assertThat(seen).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
        assertThat(firings)
                .containsExactly(
                        new EventTrigger.Firing(1, HandMadeSession.START.wallNs() + FIRST_NS + 40, FIRST_NS + 40,
                                "Example-Orders", "Opened", 0));
        assertThat(seenAtFiring).containsExactly(41);
        assertThat(told.done).containsExactly("1: noted");
        assertThat(trigger.firings()).isOne();
        assertThat(trigger.suppressed()).isZero();
        assertThat(trigger.failures()).isZero();
    }

    @Test
    void shouldNotFireWhenNoEventIsOfTheCondition() {
        assertThat(read(context("order > 1000 or nothing = 1")).firings()).isZero();
        assertThat(firings).isEmpty();
        assertThat(seen).hasSize(EVENTS);
    }

    @Test
    void shouldWaitForTheEventsBehind() {
        read(context("order = 40").afterEvents(7));
        assertThat(seenAtFiring).containsExactly(48);
    }

    @Test
    void shouldWaitForTheTimeBehind() {
        read(context("order = 40").afterNs(20));
        assertThat(seenAtFiring).containsExactly(61);
    }

    @Test
    void shouldWaitForEventsOrTimeWhicheverComesFirst() {
        read(context("order = 40").afterEvents(7).afterNs(20));
        read(context("order = 40").afterEvents(30).afterNs(20));
        assertThat(seenAtFiring).containsExactly(48, 61);
    }

    @Test
    void shouldFireAtTheEndWhenTooFewEventsFollow() {
        read(context("order = 95").afterEvents(7));
        read(context("order = 95").afterNs(1_000));
        assertThat(seenAtFiring).containsExactly(EVENTS, EVENTS);
    }

    @Test
    void shouldKeepTheLeastTimeBetweenFiringsAndCountWhatItSuppresses() {
        final EventTrigger trigger = read(context("order % 4").minIntervalNs(10));

        assertThat(firings).extracting(EventTrigger.Firing::number)
                .isEqualTo(LongStream.rangeClosed(1, 9).boxed().toList());
        assertThat(seenAtFiring).containsExactly(1, 13, 25, 37, 49, 61, 73, 85, 97);
        assertThat(firings).extracting(EventTrigger.Firing::suppressed).containsExactly(0L, 2L, 2L, 2L, 2L, 2L, 2L, 2L,
                2L);
        assertThat(trigger.firings() + trigger.suppressed()).isEqualTo(25);
    }

    @Test
    void shouldFireAtEveryEventWhenThereIsNoLeastTime() {
        assertThat(read(context("order < 30").minIntervalNs(0)).suppressed()).isZero();
        assertThat(firings).hasSize(30);
    }

    @Test
    void shouldSuppressEventsWhileAFiringWaits() {
        final EventTrigger trigger = read(context("order between 10 and 15").minIntervalNs(0).afterEvents(4));
        assertThat(seenAtFiring).containsExactly(15, 20);
        assertThat(firings).extracting(EventTrigger.Firing::suppressed).containsExactly(0L, 4L);
        assertThat(trigger.suppressed()).isEqualTo(4);
    }

    @Test
    void shouldTellAFailureAndGoOnWithTheNextActionAndReading() {
        final EventTrigger.Action failing = firing -> {
            throw new IllegalStateException("no such luck");
        };
        final EventTrigger trigger = read(context("order < 2", failing, this::note).minIntervalNs(0));

        assertThat(seen).hasSize(EVENTS);
        assertThat(told.failed).containsExactly("1: no such luck", "2: no such luck");
        assertThat(told.done).containsExactly("1: noted", "2: noted");
        assertThat(trigger.failures()).isEqualTo(2);
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldFireAlthoughTheHandlerThrows() {
        final EventHandler throwing = event -> {
            throw new IllegalStateException("handler");
        };
        read(new TriggerContext(throwing, EventFilter.parse("order = 40"), List.of(this::note), told)
                .clock(() -> nowNs).ownThread(false));
        assertThat(firings).hasSize(1);
        assertThat(fixture.problems).hasSize(EVENTS).containsOnly("handler");
    }

    @Test
    void shouldReadOnWhileAnActionRunsAndLetOneMoreWait() {
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch read = new CountDownLatch(1);
        final List<Long> numbers = Collections.synchronizedList(new ArrayList<>());
        final EventHandler target = event -> {
            seen.add(event.buffer().getLong(event.payloadOffset()));
            if (seen.size() == 12) {
                await(started);
            }
        };
        final EventTrigger trigger = EventTrigger.open(
                new TriggerContext(target, EventFilter.parse("order >= 10 and order < 20"), List.of(firing -> {
                    numbers.add(firing.number());
                    started.countDown();
                    await(read);
                    return "done";
                }), told).minIntervalNs(0));
        try (trigger) {
            read(trigger);
            assertThat(seen).hasSize(EVENTS);
            assertThat(trigger.firings()).isEqualTo(2);
            read.countDown();
        }
        assertThat(numbers).containsExactly(1L, 2L);
        assertThat(trigger.suppressed()).isEqualTo(8);
        assertThat(told.done).containsExactly("1: done", "2: done");
    }

    @Test
    void shouldInterruptAnActionThatTakesTooLongAtTheEnd() {
        final EventTrigger trigger = EventTrigger.open(new TriggerContext(event -> {}, EventFilter.parse("order = 1"),
                List.of(firing -> {
                    new CountDownLatch(1).await();
                    return "never";
                }), told).closeTimeoutNs(TimeUnit.MILLISECONDS.toNanos(20)));
        read(trigger);
        trigger.close();

        assertThat(told.failed).containsExactly("1: null");
        assertThat(trigger.failures()).isOne();
    }

    @Test
    void shouldRefuseSettingsThatAreNegative() {
        assertThatThrownBy(() -> context("id = 1").afterEvents(-1)).hasMessageContaining("afterEvents=-1");
        assertThatThrownBy(() -> context("id = 1").afterNs(-1)).hasMessageContaining("afterNs=-1");
        assertThatThrownBy(() -> context("id = 1").minIntervalNs(-1)).hasMessageContaining("minIntervalNs=-1");
        assertThatThrownBy(() -> context("id = 1").closeTimeoutNs(-1)).hasMessageContaining("closeTimeoutNs=-1");
    }

    private TriggerContext context(final String condition, final EventTrigger.Action... actions) {
        return new TriggerContext(event -> seen.add(event.buffer().getLong(event.payloadOffset())),
                EventFilter.parse(condition), actions.length == 0 ? List.of(this::note) : List.of(actions), told)
                .clock(() -> nowNs).ownThread(false);
    }

    private String note(final EventTrigger.Firing firing) {
        firings.add(firing);
        seenAtFiring.add(seen.size());
        return "noted";
    }

    private EventTrigger read(final TriggerContext context) {
        seen.clear();
        final EventTrigger trigger = EventTrigger.open(context);
        read(event -> {
            nowNs = event.timeNs();
            trigger.onEvent(event);
            trigger.doWork();
        });
        trigger.close();
        return trigger;
    }

    private void read(final EventHandler handler) {
        try (EventReader consumer = EventReader.open(
                new ReaderContext().errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))),
                Source.recording(fixture.folder))) {
            consumer.readAvailable(handler);
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (final InterruptedException e) {
            LangUtil.rethrowUnchecked(e);
        }
    }

    /** What was done, each behind the number of its firing. */
    private static final class Told implements EventTrigger.Listener {
        final List<String> done = Collections.synchronizedList(new ArrayList<>());
        final List<String> failed = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void onDone(final EventTrigger.Firing firing, final String outcome) {
            done.add(firing.number() + ": " + outcome);
        }

        @Override
        public void onFailure(final EventTrigger.Firing firing, final Throwable cause) {
            failed.add(firing.number() + ": " + cause.getMessage());
        }
    }
}
