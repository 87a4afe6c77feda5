package io.ringside.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All events with one key, in the order of their times. Immutable.
 *
 * @param key        the value that all events have in common: a Long, a String or a UUID
 * @param stages     the events, at least one
 * @param leftOut    events after the last stage that were not kept, because there are more than
 *                   {@link Timelines#STAGES_MAX}
 * @param hasBegin   whether the first stage is the event that begins a timeline; true if no event does
 * @param maybeLost  whether events of this timeline may be among events that were lost
 */
public record Timeline(Object key, List<Stage> stages, long leftOut, boolean hasBegin, boolean maybeLost) {
    /**
     * A timeline of its parts.
     *
     * @param key       the value that all events have in common
     * @param stages    the events, at least one
     * @param leftOut   events that were not kept
     * @param hasBegin  whether the first stage begins a timeline
     * @param maybeLost whether events may be lost
     */
    public Timeline {
        stages = List.copyOf(stages);
    }

    /** {@return the time from the first event to the last in nanoseconds} */
    public long durationNs() {
        return stages.get(stages.size() - 1).timeNs - stages.get(0).timeNs;
    }

    /** {@return for how many timelines it stands: the greatest weight of its stages} */
    public long weight() {
        long weight = 1;
        for (final Stage stage : stages) {
            weight = Math.max(weight, stage.weight);
        }
        return weight;
    }

    /**
     * An event of a timeline. Immutable.
     *
     * @param provider   name of its provider
     * @param event      its name, or what it is shown as without one
     * @param timeNs     when it was written, in nanoseconds since 1970
     * @param processId  of its writer; null if it is unknown
     * @param threadId   of its writer, Java's id of the thread
     * @param threadName of its writer; null if unknown
     * @param weight     for how many events it stands: 1 unless the session recorded a share of them
     * @param host       from which its recording was received; null if it was recorded here
     */
    public record Stage(String provider, String event, long timeNs, @Nullable Long processId, long threadId,
            @Nullable String threadName, long weight, @Nullable String host) {}
}
