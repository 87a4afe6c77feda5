package io.ringside.reader;

import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordInput;
import io.ringside.internal.recording.RecordingReader;
import io.ringside.internal.registry.ClockPair;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Recordings that are read together: in each turn, one excerpt of the recording that is furthest behind. Not
 * thread-safe.
 */
final class RecordingSources implements AutoCloseable {
    /** Maximum wait for a recorder: a recorder with more events appends them sooner. */
    static final long LONGEST_HOLD_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final List<RecordingSource> sources = new ArrayList<>();
    private final ReaderContext context;
    private final DeliveryTally tally;
    private final @Nullable TimeOrder order;

    /** Without an order, events are delivered directly. */
    RecordingSources(final ReaderContext context, final @Nullable TimeOrder order, final DeliveryTally tally) {
        this.context = context;
        this.order = order;
        this.tally = tally;
    }

    /** Opens a recording. If that fails, earlier ones stay open. */
    void add(final Path folder, final SourceSettings settings) {
        final RecordingPosition position = settings.position();
        final RecordingSource source = add(RecordingReader.open(folder), settings);
        boolean complete = false;
        try {
            if (position != null) {
                source.skipTo(position);
            }
            if (settings.isFromEnd()) {
                source.skipToEnd();
            }
            complete = true;
        } finally {
            if (!complete) {
                sources.remove(source);
                source.close();
            }
        }
    }

    /** Returns the position up to which the only recording has been delivered; null before its first excerpt. */
    @Nullable
    RecordingPosition position() {
        if (sources.size() != 1 || !sources.get(0).isRecording()) {
            throw new IllegalStateException("position is that of one recording: recordings=" + sources.size()
                    + ": read each with a reader of its own");
        }
        return sources.get(0).position();
    }

    /** Adds an open recording; it is closed with the others. */
    RecordingSource add(final RecordInput input, final SourceSettings settings) {
        final RecordingSource source = new RecordingSource(input, context, settings, tally, order);
        sources.add(source);
        return source;
    }

    /** Convert ticks of the same kernel by the clocks of a live session's start. Called before anything is read. */
    void convertBy(final ClockPair start, final UUID bootId) {
        sources.forEach(source -> source.convertBy(start, bootId));
    }

    /**
     * Returns the maximum error in the order of events of two hosts: 0 if there is only one host, the maximum value if
     * unknown.
     */
    long orderBoundNs(final boolean isWithSessions) {
        final Map<String, Long> bounds = new HashMap<>();
        if (isWithSessions) {
            bounds.put("", 0L);
        }
        for (final RecordingSource source : sources) {
            final String host = source.host();
            bounds.merge(host == null ? "" : host, source.boundNs(), Math::max);
        }
        if (bounds.size() < 2) {
            return 0;
        }
        final List<Long> worst = bounds.values().stream().sorted(Comparator.reverseOrder()).toList();
        return worst.get(0) > Long.MAX_VALUE - worst.get(1) ? Long.MAX_VALUE : worst.get(0) + worst.get(1);
    }

    int size() {
        return sources.size();
    }

    /** Returns the sum of a figure over all recordings. */
    long sum(final ToLongFunction<RecordInput> figure) {
        return sources.stream().map(RecordingSource::input).mapToLong(figure).sum();
    }

    /** Returns the number of events in damaged places of all recordings; null if it is unknown for one of them. */
    @Nullable
    Long damagedEvents() {
        long sum = 0;
        for (final RecordingSource source : sources) {
            final Long known = source.input().damagedEvents();
            if (known == null) {
                return null;
            }
            sum += known;
        }
        return sum;
    }

    void deliverMissing() {
        sources.stream().filter(RecordingSource::isAtEnd).forEach(RecordingSource::deliverMissing);
    }

    /** Returns the number of recordings without an end. Each is reported. */
    long cutOff() {
        return sources.stream().filter(RecordingSource::isCutOff).count();
    }

    boolean isAtEnd() {
        return all(RecordingSource::isAtEnd);
    }

    boolean haveBeenRead() {
        return all(RecordingSource::hasBeenRead);
    }

    void scanSoon() {
        sources.forEach(source -> source.input().scanSoon());
    }

    /** Returns whether nothing more will be read. Events that were read may still wait. */
    boolean hasEnded() {
        return all(RecordingSource::hasEnded);
    }

    /** Returns whether too many events wait, so that the oldest must be delivered early. */
    boolean isOverfull() {
        return any(RecordingSource::isOverfull);
    }

    /**
     * Reads an excerpt; returns false if there is none. All others wait for the recording that is furthest behind; if
     * it has no excerpt, one excerpt of each other recording is read.
     *
     * @param nowNs nanoseconds since 1970; the maximum value if all events read may be delivered at the end
     */
    boolean read(final long nowNs) {
        RecordingSource behind = null;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < sources.size(); i++) {
            final RecordingSource source = sources.get(i);
            final long watermarkNs = source.watermarkNs(0);
            if (!source.hasEnded() && (behind == null || watermarkNs < least)) {
                behind = source;
                least = watermarkNs;
            }
        }
        return (behind != null && behind.poll(nowNs)) || readEach(nowNs);
    }

    /** Returns the time up to which everything was read, except late events. Does not wait for idle recorders. */
    long dueNs() {
        return watermarkNs(LONGEST_HOLD_NS);
    }

    /** Returns the same time, but waits for recorders without limit. */
    long readNs() {
        return watermarkNs(Long.MAX_VALUE);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(sources);
    }

    private boolean readEach(final long nowNs) {
        boolean found = false;
        for (int i = 0; i < sources.size(); i++) {
            final RecordingSource source = sources.get(i);
            found |= !source.hasEnded() && source.poll(nowNs);
        }
        return found;
    }

    private long watermarkNs(final long longestHoldNs) {
        long watermarkNs = Long.MAX_VALUE;
        for (int i = 0; i < sources.size(); i++) {
            watermarkNs = Math.min(watermarkNs, sources.get(i).watermarkNs(longestHoldNs));
        }
        return watermarkNs;
    }

    /** Called for every excerpt, so it avoids creating a stream. */
    boolean any(final Predicate<RecordingSource> asked) {
        for (int i = 0; i < sources.size(); i++) {
            if (asked.test(sources.get(i))) {
                return true;
            }
        }
        return false;
    }

    boolean all(final Predicate<RecordingSource> asked) {
        for (int i = 0; i < sources.size(); i++) {
            if (!asked.test(sources.get(i))) {
                return false;
            }
        }
        return true;
    }
}
