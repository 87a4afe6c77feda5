package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.FrameReplay;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneSink;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ClockPair;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The description that a recording gives of itself as a whole. Immutable.
 * <p>
 * Losses are those of the sessions' totals, as far as the recording has reported them: also of events that another
 * drain has taken, and of those in files that were removed. Events that were discarded after the recorder was gone are
 * missing. A recording that was written out of others has the losses of their sessions, whatever was left out.
 *
 * @param session         in it, the first one if the recording was appended to
 * @param batches         in the files that are there
 * @param events          in all batches
 * @param lost            events by cause, of all sessions
 * @param discardedInGaps events among them that were discarded, and that gaps in the files report
 * @param endNs           when the last checkpoint was written, in nanoseconds since 1970, or {@link #NULL_END_NS}
 * @param ended           whether its last session has ended and all of it is there
 */
public record RecordingSummary(RecordedSession session, long batches, long events, LossCounts lost,
        long discardedInGaps, long endNs, boolean ended) {
    /** End of a recording without a checkpoint: its recorder was killed soon. */
    public static final long NULL_END_NS = 0;

    /**
     * Read a recording once from its first excerpt to its last. What is damaged is left out: who reads the recording is
     * reported it.
     *
     * @param folder of the recording, also while it is being written
     * @return the summary
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder holds no recording,
     *                           {@link ErrorCode#ACCESS_DENIED} if it, or a file of it, may not be read, or
     *                           {@link ErrorCode#CORRUPT} if it cannot be read or describes no session
     */
    public static RecordingSummary read(final Path folder) {
        final Survey survey = new Survey();
        try (QueueReader reader = QueueReader.open(folder, ExcerptDescriptor.MARK)) {
            final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
            final ExcerptDecoder decoder = new ExcerptDecoder();
            while (isNext(reader, excerpt, survey)) {
                try {
                    decoder.decode(excerpt, reader.length(), survey);
                } catch (final RingsideException | IndexOutOfBoundsException e) {
                    survey.leftOut(String.valueOf(e.getMessage()));
                }
            }
        }
        return survey.summary(folder);
    }

    private static boolean isNext(final QueueReader reader, final ExpandableDirectByteBuffer excerpt,
            final Survey survey) {
        try {
            final boolean isFound = reader.next(excerpt);
            for (QueueReader.Damage damage = reader.pollDamage(); damage != null; damage = reader.pollDamage()) {
                survey.leftOut(damage.toString());
            }
            return isFound;
        } catch (final RingsideException e) {
            // It is thrown again there when the events are read.
            return false;
        }
    }

    /**
     * Adds up what the excerpts of a recording say, from the first to the last. The losses of a session are those of
     * its last checkpoint, moved on by the batches after it.
     */
    private static final class Survey implements ExcerptVisitor, LaneSink {
        /** Losses by cause: sessions may take turns in a recording. */
        private final Map<SessionKey, SessionLosses> sessions = new HashMap<>();
        private @Nullable RecordedSession first;
        /** Losses of the session that is read; events before the first session belong to none and cannot be read. */
        private SessionLosses lost = new SessionLosses();
        private @Nullable KeptEntries keptEntries;
        /** Events that lanes have delivered, as far as was read. */
        private final Map<LaneKey, Long> lanes = new HashMap<>();
        private long damages;
        private long batches;
        private long events;
        private long endNs = NULL_END_NS;
        private boolean ended;
        /** Problem of the first excerpt that could not be read. */
        private @Nullable String problem;

        RecordingSummary summary(final Path folder) {
            final RecordedSession begin = first;
            if (begin == null) {
                throw new RingsideException(ErrorCode.CORRUPT, "recording contains no session: path=" + folder
                        + ", reason=" + (problem == null ? "it is empty" : problem)
                        + ": restore intact files");
            }
            final LossCounts all = sessions.values().stream().map(SessionLosses::counts)
                    .reduce(LossCounts.NONE, LossCounts::plus);
            final long discardedInGaps = sessions.values().stream().mapToLong(SessionLosses::discardedInGaps).sum();
            return new RecordingSummary(begin, batches, events, all, discardedInGaps, endNs, ended);
        }

        /** An excerpt could not be read: what it said of the end does not count. */
        void leftOut(final String reason) {
            ended = false;
            problem = problem == null ? reason : problem;
            damages++;
        }

        @Override
        public void onSession(final RecordedSession recorded) {
            final LaneGeometry geometry = recorded.requireGeometry();
            keptEntries = new KeptEntries(new FrameReplay(geometry), geometry.maxRecordBytes());
            first = first == null ? recorded : first;
            final SessionLosses before = lost;
            lost = sessions.computeIfAbsent(new SessionKey(recorded.id(), recorded.start(), recorded.bootId()),
                    key -> new SessionLosses());
            if (lost != before) {
                // Each session counts its lanes for itself.
                lanes.clear();
            }
            ended = false;
        }

        @Override
        public void onBatch(final long watermarkTicks, final long batchEvents) {
            batches++;
            events += batchEvents;
            ended = false;
        }

        @Override
        public void onCheckpoint(final ClockPair now, final boolean sessionEnded) {
            endNs = now.wallNs();
            ended = sessionEnded;
        }

        @Override
        public void onSessionLosses(final LossCounts total) {
            lost.set(total);
        }

        @Override
        public void onFrames(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
                final long numberLimit, final DirectBuffer frames) {
            lost.add(from, to);
            delivered(process, lane, from, to);
        }

        @Override
        public void onLosses(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
                final long firstTimeTicks, final long lastTimeTicks) {
            lost.add(from, to);
            delivered(process, lane, from, to);
        }

        @Override
        public void onLaneBooks(final Incarnation process, final int lane, final Checkpoint books) {
            delivered(process, lane, books, books);
        }

        /** Counts events that a lane has delivered between two readable excerpts as damaged, if damage was found. */
        private void delivered(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to) {
            final Long before = lanes.put(new LaneKey(process, lane), to.delivered);
            if (damages > 0 && before != null && from.delivered > before) {
                lost.addDamaged(from.delivered - before);
            }
        }

        @Override
        public void onKept(final Incarnation process, final int lane, final long number, final long behind,
                final long filtered, final DirectBuffer entries) {
            final KeptEntries kept = keptEntries;
            if (kept != null) {
                kept.read(entries, number, null, this);
            }
        }

        @Override
        public void onLaneless(final Incarnation process, final LossCause cause, final long count, final long total,
                final long firstTimeTicks, final long lastTimeTicks) {
            lost.add(cause, count);
        }

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            // Events are counted with their batches.
        }

        /** Only in what was written out of others: those have no ledger. */
        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            lost.add(gap);
        }

        /** The identity of a session, as {@link RecordedSession#isSameAs} compares it. */
        private record SessionKey(long id, ClockPair start, UUID bootId) {}
    }
}
