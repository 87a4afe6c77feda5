package io.ringside.reader;

import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.registry.ClockPair;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two recordings of about a hundred events whose times are trouble, and of losses between them: equal, late,
 * descending, far away, at the ends of what 64 bits hold; in two processes, and in a session that began after the wall
 * clock had been set back. Each kind of trouble comes as an instant, as a start and as a stop; when and where is
 * random.
 */
public final class TroubledTimes implements AutoCloseable {
    /** The number of a stop is that of its start and this. */
    public static final long STOP = 1_000;

    private static final long EPOCH_NS = ExportFixture.EPOCH_NS;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    /** By how much the wall clock was set back. */
    private static final long STEP_NS = TimeUnit.HOURS.toNanos(1);
    /** Events in order between those that are trouble. */
    private static final int ORDERLY = 16;

    private final Random random;
    private final ExportFixture first;
    private final ExportFixture stepped;
    private final List<Lane> lanes;
    private final List<String> events = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final Map<String, Long> lost = new TreeMap<>();
    private long nowNs = EPOCH_NS + 1_000;
    private long lastNs = nowNs;
    private long lossNs = nowNs;

    /** A thread that writes. */
    private static final class Lane {
        private final ExportFixture writer;
        private final int index;
        private final long startNs;
        private long lastNs = EPOCH_NS;

        Lane(final ExportFixture writer, final int index, final long startNs) {
            this.writer = writer;
            this.index = index;
            this.startNs = startNs;
        }
    }

    /** What is written: an instant, or a start and its stop, when it comes a second time. */
    private static final class Step {
        private final ToLongFunction<Lane> time;
        private final @Nullable ToLongFunction<Lane> stop;
        private @Nullable Lane startedBy;
        private @Nullable UUID activity;
        private long n;

        Step(final ToLongFunction<Lane> time, final @Nullable ToLongFunction<Lane> stop) {
            this.time = time;
            this.stop = stop;
        }
    }

    /** Writes and records all of it. */
    public TroubledTimes(final Path root) {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("TroubledTimes: repeat with -Dringside.seed=" + seed);
        random = new Random(seed);
        first = new ExportFixture(root.resolve("first"));
        stepped = new ExportFixture(root.resolve("stepped"), new ClockPair(EPOCH_NS - STEP_NS, 0));
        // All have the id of this process, so that a thread's id must be that of one.
        lanes = List.of(new Lane(first, 0, EPOCH_NS), new Lane(first, 1, EPOCH_NS),
                new Lane(first.inAnotherProcess(), 2, EPOCH_NS), new Lane(stepped, 3, EPOCH_NS - STEP_NS));
        write();
        record();
        read();
    }

    /** The recordings. */
    public Source[] sources() {
        return new Source[]{Source.recording(first.recording()), Source.recording(stepped.recording())};
    }

    /** The session whose recording has most of it. */
    public ExportFixture session() {
        return first;
    }

    /** Writes each kind of trouble once more, as an instant that nobody records. */
    public void writeUnrecorded() {
        troubles().forEach(trouble -> write(new Step(trouble, null), lanes.get(random.nextInt(2))));
    }

    /** Each event as its thread, its number and its time in nanoseconds since 1970, separated by spaces. */
    public List<String> events() {
        return events;
    }

    /** Each loss as its cause, the number of events, its first and last time, and its thread; {@code -} is unknown. */
    public List<String> losses() {
        return losses;
    }

    private List<ToLongFunction<Lane>> troubles() {
        return List.of(
                // Equal in a thread, in threads and processes, and to a loss; before; late; descending.
                lane -> lane.lastNs, lane -> lastNs, lane -> lossNs, lane -> lossNs - 1, lane -> lane.lastNs - 1,
                lane -> nowNs - 1 - random.nextInt(1_000_000), lane -> lane.lastNs - random.nextInt(1_000),
                // Before the session, and at the ends of seconds and days.
                lane -> lane.startNs, lane -> lane.startNs - 1, lane -> lane.startNs - STEP_NS,
                lane -> Math.floorDiv(nowNs, SECOND_NS) * SECOND_NS - 1,
                lane -> Math.floorDiv(nowNs, DAY_NS) * DAY_NS - 1, lane -> Math.floorDiv(nowNs, DAY_NS) * DAY_NS,
                // About 1970.
                lane -> 0, lane -> 1, lane -> -1, lane -> -3 * SECOND_NS / 2,
                // In the future, and so far away that doubles are not exact.
                lane -> nowNs + SECOND_NS, lane -> nowNs + DAY_NS, lane -> nowNs + 365 * DAY_NS + 1,
                lane -> EPOCH_NS + (1L << 53) + 1, lane -> EPOCH_NS - (1L << 53) - 1,
                // What 64 bits hold.
                lane -> Long.MAX_VALUE, lane -> Long.MAX_VALUE - 1, lane -> Long.MIN_VALUE,
                lane -> Long.MIN_VALUE + 1, lane -> random.nextLong());
    }

    private long next() {
        nowNs += random.nextInt(1_000);
        return nowNs;
    }

    private void write() {
        final List<ToLongFunction<Lane>> stops = new ArrayList<>(troubles());
        Collections.shuffle(stops, random);
        final List<Step> steps = new ArrayList<>();
        for (int i = 0; i < stops.size(); i++) {
            final Step slice = new Step(troubles().get(i), stops.get(i));
            Collections.addAll(steps, new Step(troubles().get(i), null), slice, slice);
        }
        for (int i = 0; i < ORDERLY; i++) {
            steps.add(new Step(lane -> next(), null));
        }
        Collections.shuffle(steps, random);
        // Only a record tells whose the lane is.
        lanes.forEach(lane -> write(new Step(each -> next(), null), lane));
        for (final Step step : steps) {
            switch (random.nextInt(10)) {
                case 0 -> lose(anyLane());
                case 1 -> record();
                default -> {
                    // Nothing between the events.
                }
            }
            write(step);
        }
        lose(anyLane());
        first.loseWithoutLane(2);
        lost.put("noLane -", 2L);
    }

    private void write(final Step step) {
        final Lane startedBy = step.startedBy;
        if (startedBy != null && step.stop != null) {
            // What has an activity may end in another thread.
            final Lane lane = step.activity != null && random.nextBoolean() ? anyLane() : startedBy;
            final long timeNs = written(lane, step.n + STOP, step.stop.applyAsLong(lane));
            lane.writer.end(lane.index, timeNs - lane.startNs, step.n + STOP, step.activity);
            return;
        }
        write(step, anyLane());
    }

    private void write(final Step step, final Lane lane) {
        step.startedBy = lane;
        step.n = 1L + events.size();
        final long ticks = written(lane, step.n, step.time.applyAsLong(lane)) - lane.startNs;
        if (step.stop == null) {
            lane.writer.write(lane.index, ticks, ExportFixture.UNTIL, null, null,
                    fields -> fields.putInt((int) step.n));
        } else {
            step.activity = random.nextBoolean() ? new UUID(1, step.n) : null;
            lane.writer.begin(lane.index, ticks, step.n, step.activity, null);
        }
    }

    private long written(final Lane lane, final long n, final long timeNs) {
        events.add(ExportFixture.threadId(lane.index) + " " + n + " " + timeNs);
        lane.lastNs = timeNs;
        lastNs = timeNs;
        return timeNs;
    }

    /** Losses have the time of the session's clock. */
    private void lose(final Lane lane) {
        final int count = 1 + random.nextInt(3);
        lossNs = next();
        lane.writer.lose(lane.index, lossNs - lane.startNs, LaneOutcome.FULL, count);
        lost.merge("full " + ExportFixture.threadId(lane.index), (long) count, Long::sum);
    }

    private Lane anyLane() {
        return lanes.get(random.nextInt(lanes.size()));
    }

    private void record() {
        first.record();
        stepped.record();
    }

    /** Readers agree with what was written; when a loss began and ended is what they say. */
    private void read() {
        final List<String> seen = new ArrayList<>();
        final Map<String, Long> told = new TreeMap<>();
        final EventHandler handler = new EventHandler() {
            @Override
            public void onEvent(final EventView event) {
                final long n = ExportFixture.UNTIL.equals(event.eventName())
                        ? event.buffer().getInt(event.payloadOffset())
                        : event.buffer().getLong(event.payloadOffset());
                seen.add(event.threadId() + " " + n + " " + event.timeNs());
            }

            @Override
            public void onGap(final GapView gap) {
                final String thread = orUnknown(gap.threadId());
                EventLines.forEachFate(gap, (cause, count, isLost) -> {
                    told.merge(cause + " " + thread, count, Long::sum);
                    losses.add(cause + " " + count + " " + orUnknown(gap.fromTimeNs()) + " "
                            + orUnknown(gap.toTimeNs()) + " " + thread);
                });
            }
        };
        try (EventReader reader = EventReader.open(sources())) {
            reader.readAvailable(handler);
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(events);
        assertThat(told).isEqualTo(lost);
    }

    private static String orUnknown(final @Nullable Long value) {
        return value == null ? "-" : value.toString();
    }

    @Override
    public void close() {
        first.close();
        stepped.close();
    }
}
