package io.ringside.cli.timeline;

import io.ringside.timeline.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/** Keeps the timelines that are to be shown: those of given keys, or the slowest. Not thread-safe. */
final class ShownTimelines implements Consumer<Timeline> {
    /** Of each key and of all keys, so that memory has a bound. */
    static final int LIMIT = 1_000;

    private static final Comparator<Timeline> FASTEST_FIRST = Comparator.comparingLong(Timeline::durationNs)
            .thenComparing(Comparator.<Timeline>comparingLong(timeline -> timeline.stages().get(0).timeNs())
                    .reversed());

    private final Set<String> keys;
    private final int slowest;
    private final List<Timeline> ofKeys = new ArrayList<>();
    private final PriorityQueue<Timeline> slow = new PriorityQueue<>(FASTEST_FIRST);

    ShownTimelines(final List<String> keys, final int slowest) {
        this.keys = Set.copyOf(keys);
        this.slowest = Math.min(slowest, LIMIT);
    }

    @Override
    public void accept(final Timeline timeline) {
        if (!keys.isEmpty()) {
            if (ofKeys.size() < LIMIT && keys.contains(timeline.key().toString())) {
                ofKeys.add(timeline);
            }
            return;
        }
        slow.add(timeline);
        if (slow.size() > slowest) {
            slow.remove();
        }
    }

    /** The slowest first, or those of keys in the order in which they ended. */
    List<Timeline> list() {
        if (!keys.isEmpty()) {
            return List.copyOf(ofKeys);
        }
        final List<Timeline> list = new ArrayList<>(slow);
        list.sort(FASTEST_FIRST.reversed());
        return list;
    }
}
