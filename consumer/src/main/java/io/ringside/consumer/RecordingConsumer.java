package io.ringside.consumer;

import io.ringside.consumer.merge.LaneMerge;
import io.ringside.consumer.merge.LateEvents;
import io.ringside.consumer.recording.RecordingReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Reads one recording, or several in one order of time (R6.2), and hands every event and every loss to a handler, also
 * while they grow; any number of readers do so at once, and nothing is taken by it. An agent to be run by the caller,
 * with an idle strategy of the caller's choice. Not thread-safe.
 */
public final class RecordingConsumer implements Agent, AutoCloseable {
    /** A recorder that has more appends it sooner than that. */
    private static final long LONGEST_HOLD_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final List<RecordingSource> sources = new ArrayList<>();
    private final List<Delivery> deliveries = new ArrayList<>();
    private final LateEvents late = new LateEvents();
    private final String roleName;
    private final @Nullable LaneMerge merge;

    private RecordingConsumer(final List<RecordingContext> contexts, final boolean merged) {
        roleName = contexts.stream().flatMap(context -> context.folders().stream()).map(Path::toString)
                .collect(Collectors.joining(", ", "ringside-reader ", ""));
        merge = merged ? new LaneMerge() : null;
        boolean complete = false;
        try {
            contexts.forEach(this::add);
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
     * @throws io.ringside.transport.RingsideException with {@link io.ringside.transport.ErrorCode#NOT_FOUND} if a
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
     * @throws io.ringside.transport.RingsideException with {@link io.ringside.transport.ErrorCode#NOT_FOUND} if a
     *                                                 folder holds no recording
     */
    public static RecordingConsumer openMerged(final List<RecordingContext> contexts) {
        return new RecordingConsumer(contexts, true);
    }

    /** Events delivered up to now. */
    public long events() {
        return deliveries.stream().mapToLong(Delivery::events).sum();
    }

    /** Events delivered up to now behind a younger one; always 0 if nothing is merged. */
    public long lateEvents() {
        return late.count();
    }

    /** Gaps delivered up to now. */
    public long gaps() {
        return deliveries.stream().mapToLong(Delivery::gaps).sum();
    }

    /** Lost events of all gaps delivered up to now. */
    public long lostEvents() {
        return deliveries.stream().mapToLong(Delivery::lostEvents).sum();
    }

    /** Events and gaps at which the handler has thrown something. */
    public long handlerErrors() {
        return deliveries.stream().mapToLong(Delivery::handlerErrors).sum();
    }

    /**
     * Events and losses of the sessions that are missing in the recordings: other drains took them, or a recording is
     * damaged.
     */
    public long takenElsewhere() {
        return sources.stream().mapToLong(RecordingSource::takenElsewhere).sum();
    }

    /** Damaged places of the recordings, as far as they were read: each was told to the error handler. */
    public long damages() {
        return sources.stream().mapToLong(RecordingSource::damages).sum();
    }

    /** Events that were left out when the recordings were written out of others, as far as they were read (R6.27). */
    public long filteredEvents() {
        return sources.stream().mapToLong(RecordingSource::filtered).sum();
    }

    /**
     * Whether everything that was recorded up to the last duty cycle was read. What waits for older events then comes
     * with {@link #deliverRest}, or after a moment by itself.
     */
    public boolean isAtEnd() {
        return all(RecordingSource::isAtEnd);
    }

    /** Whether the sessions of all recordings have ended, and everything was delivered (R6.10). */
    public boolean hasEnded() {
        return all(RecordingSource::hasEnded) && (merge == null || merge.isEmpty());
    }

    /** Whether nothing more will be delivered: the sessions have ended, or the limit is reached. */
    public boolean isDone() {
        return !any(RecordingSource::isWanted) || hasEnded();
    }

    /**
     * Deliver one excerpt of the recording that is furthest behind, if there is one.
     *
     * @return 1 if there was one, else 0
     * @throws io.ringside.transport.RingsideException if the files are damaged so that reading cannot go on
     */
    @Override
    public int doWork() {
        if (isDone()) {
            return 0;
        }
        final boolean found = pollFurthestBehind() || pollAny();
        deliverDue();
        return found ? 1 : 0;
    }

    /**
     * Up to when everything was delivered but for late events, in nanoseconds since 1970; the least value if nothing is
     * merged.
     */
    public long mergedNs() {
        return merge == null ? Long.MIN_VALUE : watermarkNs(Long.MAX_VALUE);
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
        CloseHelper.closeAll(sources);
    }

    private void add(final RecordingContext context) {
        final Delivery delivery = new Delivery(context.handler(), context.errorHandler(), merge == null ? null : late);
        deliveries.add(delivery);
        for (final Path folder : context.folders()) {
            final RecordingSource source = new RecordingSource(RecordingReader.open(folder), context, delivery, merge);
            sources.add(source);
            if (context.fromEnd()) {
                source.skipToEnd();
            }
        }
    }

    /** What is furthest behind keeps all others waiting. */
    private boolean pollFurthestBehind() {
        RecordingSource behind = null;
        long least = Long.MAX_VALUE;
        for (final RecordingSource source : sources) {
            final long watermarkNs = source.watermarkNs(0);
            if (!source.hasEnded() && (behind == null || watermarkNs < least)) {
                behind = source;
                least = watermarkNs;
            }
        }
        return behind != null && behind.poll();
    }

    private boolean pollAny() {
        boolean found = false;
        for (final RecordingSource source : sources) {
            found |= source.isAtEnd() && !source.hasEnded() && source.poll();
        }
        return found;
    }

    private long watermarkNs(final long longestHoldNs) {
        long watermarkNs = Long.MAX_VALUE;
        for (final RecordingSource source : sources) {
            watermarkNs = Math.min(watermarkNs, source.watermarkNs(longestHoldNs));
        }
        return watermarkNs;
    }

    private void deliverDue() {
        deliver(watermarkNs(LONGEST_HOLD_NS));
        if (any(RecordingSource::isOverfull)) {
            deliver(Long.MAX_VALUE);
        }
    }

    /** Asked with every excerpt, so without a stream of its own. */
    private boolean any(final Predicate<RecordingSource> asked) {
        for (int i = 0; i < sources.size(); i++) {
            if (asked.test(sources.get(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean all(final Predicate<RecordingSource> asked) {
        for (int i = 0; i < sources.size(); i++) {
            if (!asked.test(sources.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void deliver(final long watermarkNs) {
        if (merge != null) {
            merge.poll(watermarkNs, Integer.MAX_VALUE);
        }
    }
}
