package io.ringside.internal.merge;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.internal.merge.MergeFixture.WINDOW_NS;
import static org.assertj.core.api.Assertions.assertThat;

/** Random schedules of writers and a consumer against a plain sort of everything that was written. */
class MergedModelTest implements EventHandler {
    private static final int OPERATIONS = 30_000;
    private static final int LANES = 4;
    private static final Comparator<Written> PLAIN = Comparator.comparingLong(Written::timeNs)
            .thenComparingLong(event -> event.lane.provider.incarnation().most())
            .thenComparingLong(event -> event.lane.provider.incarnation().least())
            .thenComparingInt(event -> event.lane.index)
            .thenComparingInt(Written::value);

    @TempDir
    Path folder;
    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Written> written = new ArrayList<>();
    private final List<Written> delivered = new ArrayList<>();
    private final List<Written> marked = new ArrayList<>();
    private final Map<String, Lane> lanesByName = new HashMap<>();
    private MergeFixture fixture;
    private EventReader consumer;
    private Checker checker;
    private long lateOfClosed;
    private int violations;

    @BeforeEach
    void start() {
        System.out.println("ringside.seed=" + seed);
        fixture = new MergeFixture(folder);
        attach();
        attach();
        consumer = open();
        // From here on everything is known to the consumer.
        consumer.poll(checker);
    }

    @AfterEach
    void close() {
        consumer.close();
        fixture.close();
    }

    @Test
    void shouldDeliverWhatAPlainSortGivesWhenNoWriterIsStoppedForLong() {
        for (int i = 0; i < OPERATIONS; i++) {
            fixture.advance(random.nextInt(20_000));
            finishLongAttempts();
            operate(0);
        }
        end();

        assertThat(marked).as("seed %s", seed).isEmpty();
        assertThat(delivered).as("seed %s", seed).isEqualTo(written.stream().sorted(PLAIN).toList());
        assertThat(written).hasSizeGreaterThan(OPERATIONS / 10);
    }

    @Test
    void shouldMarkOnlyWhatWasInFlightForLongerThanTheWindow() {
        for (int i = 0; i < OPERATIONS; i++) {
            fixture.advance(random.nextInt(random.nextInt(100) == 0 ? 80_000_000 : 20_000));
            operate(0);
        }
        end();

        assertThat(marked).as("seed %s", seed).isNotEmpty()
                .allSatisfy(event -> assertThat(event.publishedNs - event.timeNs).isGreaterThanOrEqualTo(WINDOW_NS));
        assertOrdered();
    }

    @Test
    void shouldKeepTheOrderOfEveryLaneWhateverTimesCallersGive() {
        for (int i = 0; i < OPERATIONS; i++) {
            fixture.advance(random.nextInt(20_000));
            operate(200_000_000);
            if (random.nextInt(5_000) == 0) {
                attach();
            }
        }
        end();

        assertOrdered();
    }

    @Override
    public void onEvent(final EventView event) {
        final Lane lane = lane(event.incarnation().toString(), event.lane());
        final Written next = lane.published.get(lane.delivered++);
        assertThat(MergeFixture.valueOf(event)).as("seed %s", seed).isEqualTo(next.value);
        assertThat(event.timeNs()).isEqualTo(next.timeNs + HandMadeSession.START.wallNs());
        delivered.add(next);
        if (event.isLate()) {
            marked.add(next);
        }
    }

    @Override
    public void onGap(final GapView gap) {
        final Lane lane = lane(gap.incarnation().toString(), gap.lane());
        lane.told += gap.total();
        assertThat(lane.told).as("seed %s", seed).isLessThanOrEqualTo(lane.lost);
    }

    /** One step of somebody. */
    private void operate(final int callerRangeNs) {
        final Lane lane = lanes.get(random.nextInt(lanes.size()));
        switch (random.nextInt(12)) {
            case 0 -> consumer.poll(checker);
            case 1 -> lose(lane);
            case 2 -> {
                if (random.nextInt(500) == 0) {
                    lateOfClosed += consumer.totals().lateEvents();
                    consumer.close();
                    consumer = open();
                }
            }
            case 3, 4 -> begin(lane, callerRangeNs);
            case 5 -> {
                if (random.nextInt(300) == 0) {
                    // More than a block.
                    for (int i = 0; i < 400; i++) {
                        fixture.advance(100);
                        write(lane, callerRangeNs);
                    }
                }
            }
            default -> write(lane, callerRangeNs);
        }
    }

    private void write(final Lane lane, final int callerRangeNs) {
        begin(lane, callerRangeNs);
        finish(lane);
    }

    private void lose(final Lane lane) {
        finish(lane);
        MergeFixture.lose(lane.provider, lane.index, fixture.nowNs.get());
        lane.lost++;
    }

    private void begin(final Lane lane, final int callerRangeNs) {
        finish(lane);
        lane.provider.attempt(lane.index);
        lane.inFlight = true;
        lane.inFlightNs = fixture.nowNs.get();
        if (callerRangeNs > 0) {
            lane.inFlightNs += random.nextInt(callerRangeNs) - callerRangeNs / 2;
        }
    }

    private void finish(final Lane lane) {
        if (lane.inFlight) {
            lane.inFlight = false;
            final int value = written.size();
            if (MergeFixture.finish(lane.provider, lane.index, lane.inFlightNs, value)) {
                final Written event = new Written(lane, lane.inFlightNs, value, fixture.nowNs.get());
                written.add(event);
                lane.published.add(event);
            } else {
                lane.lost++;
            }
        }
    }

    private void finishLongAttempts() {
        final long limitNs = fixture.nowNs.get() - WINDOW_NS + 100_000;
        lanes.stream().filter(lane -> lane.inFlightNs < limitNs).forEach(this::finish);
    }

    private void end() {
        lanes.forEach(this::finish);
        fixture.session.stop();
        lanes.forEach(lane -> lane.provider.detach(fixture.session.row().generation()));
        for (int i = 0; i < OPERATIONS / 4 && !consumer.isDone(); i++) {
            fixture.advance(WINDOW_NS);
            consumer.poll(checker);
        }
        assertThat(consumer.isDone()).as("seed %s", seed).isTrue();
        assertThat(fixture.errors).isEmpty();
        assertThat(consumer.totals().handlerErrors()).isZero();
        for (final Lane lane : lanes) {
            assertThat(lane.delivered).as("seed %s", seed).isEqualTo(lane.published.size());
            assertThat(lane.told).as("seed %s", seed).isEqualTo(lane.lost);
        }
        assertThat(lateOfClosed + consumer.totals().lateEvents()).isEqualTo(marked.size());
    }

    /** What is not marked is not older than anything before it, as far as one consumer can know. */
    private void assertOrdered() {
        assertThat(delivered).hasSameSizeAs(written);
        assertThat(violations).as("seed %s", seed).isZero();
    }

    private EventReader open() {
        checker = new Checker(this);
        return EventReader.open(fixture.context().eventsPerCycle(50 + random.nextInt(1000)), fixture.source());
    }

    private void attach() {
        final HandMadeProvider provider = fixture.session.provider();
        for (int index = 0; index < LANES; index++) {
            final Lane lane = new Lane(provider, index);
            lanes.add(lane);
            lanesByName.put(provider.page().identity().id() + "/" + index, lane);
        }
    }

    private Lane lane(final String incarnation, final int index) {
        return Objects.requireNonNull(lanesByName.get(incarnation + "/" + index));
    }

    /** Checks the marks of one consumer. */
    private final class Checker implements EventHandler {
        private final EventHandler next;
        private long newestNs = Long.MIN_VALUE;

        Checker(final EventHandler next) {
            this.next = next;
        }

        @Override
        public void onEvent(final EventView event) {
            violations += event.isLate() == event.timeNs() < newestNs ? 0 : 1;
            newestNs = Math.max(newestNs, event.timeNs());
            next.onEvent(event);
        }

        @Override
        public void onGap(final GapView gap) {
            next.onGap(gap);
        }
    }

    private record Written(Lane lane, long timeNs, int value, long publishedNs) {
        @Override
        public String toString() {
            return value + "@" + timeNs;
        }
    }

    private static final class Lane {
        private final HandMadeProvider provider;
        private final int index;
        private final List<Written> published = new ArrayList<>();
        private boolean inFlight;
        private long inFlightNs;
        private int delivered;
        private long lost;
        private long told;

        Lane(final HandMadeProvider provider, final int index) {
            this.provider = provider;
            this.index = index;
        }
    }
}
