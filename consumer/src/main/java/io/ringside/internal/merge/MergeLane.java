package io.ringside.internal.merge;

import io.ringside.internal.files.Incarnation;

/**
 * Events of one lane in their order, as a {@link LaneMerge} sees them: only the first one counts. What a head is made
 * of (an event with the gaps before it, or what was lost at the lane's end) is the lane's affair.
 */
public interface MergeLane {
    /** The process that has the lane: of heads with equal times, the lower id comes first. */
    Incarnation process();

    /** Index of the lane in its process: of heads with equal times in one process, the lower index comes first. */
    int index();

    /** Whether there is a head. */
    boolean hasHead();

    /**
     * Time of the head in nanoseconds since 1970: orders it among the heads of other lanes, and the watermark must have
     * reached it. A time that lies ahead of the reader's clock is best reported as the moment at which the head was
     * read.
     */
    long headTimeNs();

    /**
     * Take the head: the next one, if there is one, takes its place.
     *
     * @return events taken: 1, or 0 if the head was a loss
     */
    int takeHead();

    /**
     * Take the head, and then those that follow, each as long as it is not younger than a time.
     *
     * @param untilNs    the time, in nanoseconds since 1970
     * @param eventLimit most events to take, positive
     * @return events taken
     */
    default int takeRun(final long untilNs, final int eventLimit) {
        int events = 0;
        do {
            events += takeHead();
        } while (events < eventLimit && hasHead() && headTimeNs() <= untilNs);
        return events;
    }
}
