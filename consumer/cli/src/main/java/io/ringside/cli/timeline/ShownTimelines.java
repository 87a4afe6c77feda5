package io.ringside.cli.timeline;

import io.ringside.timeline.Timelines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/** Keeps the timelines that are to be shown: those of given keys, or the slowest. Not thread-safe. */
final class ShownTimelines implements Consumer<Timelines.Timeline> {
    /** Limit for each key and for all keys, so that memory has a bound. */
    static final int LIMIT = 1_000;

    private static final Comparator<Timelines.Timeline> FASTEST_FIRST = Comparator
            .comparingLong(Timelines.Timeline::durationNs)
            .thenComparing(Comparator.<Timelines.Timeline>comparingLong(timeline -> timeline.stages().get(0).timeNs())
                    .reversed());

    /** Maximum number of events in all timelines; an event takes up to a quarter of a kilobyte. */
    static final long STAGES_MAX = Math.min(1_000_000, Runtime.getRuntime().maxMemory() / 2_048);

    private final Set<String> keys;
    private final int slowest;
    private final List<Timelines.Timeline> ofKeys = new ArrayList<>();
    private final PriorityQueue<Timelines.Timeline> slow = new PriorityQueue<>(FASTEST_FIRST);
    private long stages;
    private long leftOut;

    ShownTimelines(final List<String> keys, final int slowest) {
        this.keys = Set.copyOf(keys);
        this.slowest = slowest;
    }

    @Override
    public void accept(final Timelines.Timeline timeline) {
        if (keys.isEmpty()) {
            addSlow(timeline);
        } else if (keys.contains(timeline.key().toString())) {
            if (ofKeys.size() < LIMIT && stages + timeline.stages().size() <= STAGES_MAX) {
                ofKeys.add(timeline);
                stages += timeline.stages().size();
            } else {
                leftOut++;
            }
        }
    }

    private void addSlow(final Timelines.Timeline timeline) {
        slow.add(timeline);
        stages += timeline.stages().size();
        while (slow.size() > Math.min(slowest, LIMIT) || stages > STAGES_MAX) {
            stages -= slow.remove().stages().size();
            leftOut += slow.size() < slowest ? 1 : 0;
        }
    }

    /** Returns the number of timelines that should be shown but exceed the limits. */
    long leftOut() {
        return leftOut;
    }

    /** The slowest first, or those of keys in the order in which they ended. */
    List<Timelines.Timeline> list() {
        if (!keys.isEmpty()) {
            return List.copyOf(ofKeys);
        }
        final List<Timelines.Timeline> list = new ArrayList<>(slow);
        list.sort(FASTEST_FIRST.reversed());
        return list;
    }
}
