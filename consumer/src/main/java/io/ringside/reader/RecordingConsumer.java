package io.ringside.reader;

import io.ringside.internal.merge.TimeOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Reads one recording, or several in one order of time (R6.2), and hands every event and every loss to a handler, also
 * while they grow; any number of readers do so at once, and nothing is taken by it. An agent to be run by the caller,
 * with an idle strategy of the caller's choice, on whichever thread: the one that opened it may hand it over. Not
 * thread-safe.
 */
public final class RecordingConsumer implements Agent, AutoCloseable {
    private final RecordingSources sources;
    private final String roleName;
    private final @Nullable TimeOrder order;

    private RecordingConsumer(final List<RecordingContext> contexts, final boolean merged) {
        roleName = contexts.stream().flatMap(context -> context.folders().stream()).map(Path::toString)
                .collect(Collectors.joining(", ", "ringside-reader ", ""));
        order = merged ? new TimeOrder() : null;
        sources = new RecordingSources(order);
        boolean complete = false;
        try {
            contexts.forEach(sources::add);
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /**
     * Open recordings.
     *
     * @param context which ones, and how
     * @return the reader; nothing is read before its first duty cycle
     * @throws io.ringside.RingsideException with {@link io.ringside.ErrorCode#NOT_FOUND} if a
     *                                                 folder holds no recording
     */
    public static RecordingConsumer open(final RecordingContext context) {
        return new RecordingConsumer(List.of(context), context.isMerged());
    }

    /**
     * Open recordings that are read in one order of time, each for a handler of its own.
     *
     * @param contexts which ones, and how; all of them are merged, whatever they say
     * @return the reader; nothing is read before its first duty cycle
     * @throws io.ringside.RingsideException with {@link io.ringside.ErrorCode#NOT_FOUND} if a
     *                                                 folder holds no recording
     */
    public static RecordingConsumer openMerged(final List<RecordingContext> contexts) {
        return new RecordingConsumer(contexts, true);
    }

    /** Events delivered up to now. */
    public long events() {
        return sources.delivered(Delivery::events);
    }

    /** Events delivered up to now behind a younger one; always 0 if nothing is merged. */
    public long lateEvents() {
        return order == null ? 0 : order.late().count();
    }

    /** Gaps delivered up to now. */
    public long gaps() {
        return sources.delivered(Delivery::gaps);
    }

    /** Lost events of all gaps delivered up to now. */
    public long lostEvents() {
        return sources.delivered(Delivery::lostEvents);
    }

    /** Events and gaps at which the handler has thrown something. */
    public long handlerErrors() {
        return sources.delivered(Delivery::handlerErrors);
    }

    /**
     * Events and losses of the sessions that are missing in the recordings: other drains took them, or a recording is
     * damaged.
     */
    public long takenElsewhere() {
        return sources.sum(RecordingSource::takenElsewhere);
    }

    /** Damaged places of the recordings, as far as they were read: each was told to the error handler. */
    public long damages() {
        return sources.sum(RecordingSource::damages);
    }

    /** Events that were left out when the recordings were written out of others, as far as they were read (R6.27). */
    public long filteredEvents() {
        return sources.sum(RecordingSource::filtered);
    }

    /**
     * Whether everything that was recorded up to the last duty cycle was read. What waits for older events then comes
     * with {@link #deliverRest}, or after a moment by itself.
     */
    public boolean isAtEnd() {
        return sources.isAtEnd();
    }

    /** Whether the sessions of all recordings have ended, and everything was delivered (R6.10). */
    public boolean hasEnded() {
        return sources.hasEnded() && (order == null || order.isEmpty());
    }

    /** Whether nothing more will be delivered: the sessions have ended, or the limit is reached. */
    public boolean isDone() {
        return !sources.areWanted() || hasEnded();
    }

    /**
     * Deliver one excerpt of the recording that is furthest behind, if there is one.
     *
     * @return 1 if there was one, else 0
     * @throws io.ringside.RingsideException if the files are damaged so that reading cannot go on; again
     *                                                 every 100 milliseconds while it is asked
     */
    @Override
    public int doWork() {
        if (isDone()) {
            return 0;
        }
        final boolean found = sources.read(Long.MAX_VALUE);
        deliver(sources.dueNs());
        if (sources.isOverfull()) {
            deliver(Long.MAX_VALUE);
        }
        return found ? 1 : 0;
    }

    /**
     * Up to when everything was delivered but for late events, in nanoseconds since 1970; the least value if nothing is
     * merged.
     */
    public long mergedNs() {
        return order == null ? Long.MIN_VALUE : sources.readNs();
    }

    /** Deliver what the reader holds back, as nothing more will be read. */
    public void deliverRest() {
        deliver(Long.MAX_VALUE);
    }

    @Override
    public String roleName() {
        return roleName;
    }

    @Override
    public void onClose() {
        close();
    }

    /** Stop reading. */
    @Override
    public void close() {
        sources.close();
    }

    private void deliver(final long watermarkNs) {
        if (order != null) {
            order.poll(watermarkNs, Integer.MAX_VALUE);
        }
    }
}
