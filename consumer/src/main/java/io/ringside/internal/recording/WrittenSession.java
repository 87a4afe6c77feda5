package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * A session as described by a writer of recordings, with the events kept of its lanes since the last batch. Not
 * thread-safe.
 */
final class WrittenSession {
    private static final int INITIAL_BYTES = 256 * 1024;

    private final RecordedSession session;
    private final Map<Incarnation, WrittenProcess> processes = new LinkedHashMap<>();
    private final Set<SchemaFileName> describedSchemas = new HashSet<>();
    private final List<LanelessLoss> laneless = new ArrayList<>();
    private final Map<Incarnation, long[]> lanelessTotals = new LinkedHashMap<>();
    /** Losses reported in gaps that are in the recording or pending. */
    private final SessionLosses told = new SessionLosses();
    private final SessionLosses ofSources = new SessionLosses();
    private LossCounts appended = LossCounts.NONE;
    private final BatchExcerpt batch = new BatchExcerpt(INITIAL_BYTES);

    /** Lost events of a process that had no lane for them. */
    private record LanelessLoss(Incarnation process, LossCause cause, long count, long total, long firstTimeTicks,
            long lastTimeTicks) {}

    WrittenSession(final RecordedSession session) {
        this.session = session.asRewritten();
    }

    RecordedSession session() {
        return session;
    }

    /** Converts a time to ticks of a process whose time namespace adds this shift to the monotonic clock. */
    long toTicks(final long timeNs, final long shiftNs) {
        return timeNs - session.start().toEpochNs(shiftNs);
    }

    WrittenProcess process(final Incarnation incarnation) {
        return processes.computeIfAbsent(incarnation, WrittenProcess::new);
    }

    WrittenProcess process(final RecordedProcess source) {
        final WrittenProcess process = process(source.incarnation());
        process.update(source);
        return process;
    }

    void laneless(final RecordedProcess source, final LossCause cause, final long count, final long firstTimeTicks,
            final long lastTimeTicks) {
        final Incarnation process = process(source).incarnation();
        final long[] totals = lanelessTotals.computeIfAbsent(process, each -> new long[LossCause.count()]);
        totals[cause.code()] += count;
        told.add(cause, count);
        laneless.add(new LanelessLoss(process, cause, count, totals[cause.code()], firstTimeTicks, lastTimeTicks));
    }

    void gap(final LaneGap gap) {
        told.add(gap);
    }

    /** Adds the losses of the session reported by a source. */
    void sourceLosses(final LossCounts total) {
        ofSources.raise(total);
    }

    /** Notes that everything pending has been appended. */
    void appended() {
        appended = told.counts();
    }

    /** Returns the losses in the recording; at its end, also losses that the sources report without a gap. */
    LossCounts losses(final boolean isEnd) {
        if (!isEnd) {
            return appended;
        }
        ofSources.raise(appended);
        return ofSources.counts();
    }

    boolean isEmpty() {
        boolean empty = laneless.isEmpty();
        for (final WrittenProcess process : processes.values()) {
            for (final KeptLane lane : process.lanes()) {
                empty &= lane.isEmpty();
            }
        }
        return empty;
    }

    /** Begins a new file, which has no descriptions yet. */
    void forget() {
        describedSchemas.clear();
        processes.values().forEach(process -> process.described(false));
    }

    /** Write descriptions of processes and schemas that the file does not contain yet. */
    void describe(final ExcerptEncoder encoder, final IntConsumer excerpts) {
        for (final WrittenProcess process : processes.values()) {
            if (process.isUndescribed()) {
                for (final RegisteredSchema entry : process.schemas()) {
                    final SchemaFileName name = WrittenProcess.nameOf(entry);
                    if (process.knows(name) && describedSchemas.add(name)) {
                        excerpts.accept(encoder.schema(name, process.encodedSchema(name)));
                    }
                }
                excerpts.accept(encoder.process(process.incarnation(), process.identity(), process.schemas()));
                process.described(true);
            }
            process.describeNames(encoder, excerpts);
        }
    }

    /** Returns the batch of everything kept since the last one; valid until the next call. */
    BatchExcerpt batch() {
        batch.clear();
        for (final WrittenProcess process : processes.values()) {
            for (final KeptLane lane : process.lanes()) {
                if (!lane.isEmpty()) {
                    batch.kept(lane);
                }
            }
        }
        for (final LanelessLoss loss : laneless) {
            batch.laneless(loss.process(), loss.cause(), loss.count(), loss.total(), loss.firstTimeTicks(),
                    loss.lastTimeTicks());
        }
        laneless.clear();
        return batch;
    }
}
