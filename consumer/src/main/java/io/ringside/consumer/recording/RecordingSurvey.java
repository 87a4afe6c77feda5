package io.ringside.consumer.recording;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.drain.SinkBooks.Laneless;
import io.ringside.transport.lane.FrameReplay;
import io.ringside.transport.lane.LaneGap;
import io.ringside.transport.lane.LaneGeometry;
import io.ringside.transport.lane.LaneSink;
import io.ringside.transport.ledger.Checkpoint;
import io.ringside.transport.rows.ClockPair;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Adds up what the excerpts of a recording say, from the first to the last. Not thread-safe. */
final class RecordingSurvey implements ExcerptVisitor {
    /** Sessions may take turns in a recording, and each has books of its own for a process that is in several. */
    private final Map<SessionKey, Books> sessions = new HashMap<>();
    private @Nullable RecordedSession first;
    /** Of the session that is being read; what stands before the first one is of none, and nobody can read it. */
    private Books books = new Books();
    private @Nullable KeptEntries keptEntries;
    private long batches;
    private long events;
    private long endNs = RecordingSummary.NULL_END_NS;
    private boolean ended;

    RecordingSummary summary(final Path folder) {
        final RecordedSession begin = first;
        if (begin == null) {
            throw new RingsideException(ErrorCode.CORRUPT,
                    "recording tells of no session: path=" + folder + ": bring back files that are whole");
        }
        final long[] lost = new long[LossCause.count()];
        sessions.values().forEach(each -> each.addTo(lost));
        return new RecordingSummary(begin, batches, events, LossCounts.of(lost), endNs, ended);
    }

    /** An excerpt could not be read: what it said of the end does not count. */
    void leftOut() {
        ended = false;
    }

    @Override
    public void onSession(final RecordedSession recorded) {
        final LaneGeometry geometry = recorded.requireGeometry();
        keptEntries = new KeptEntries(new FrameReplay(geometry), geometry.maxRecordBytes());
        first = first == null ? recorded : first;
        books = sessions.computeIfAbsent(new SessionKey(recorded.id(), recorded.start(), recorded.bootId()),
                key -> new Books());
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
    public void onFrames(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long numberLimit, final DirectBuffer frames) {
        onLaneBooks(process, lane, to);
    }

    @Override
    public void onLosses(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long firstTimeTicks, final long lastTimeTicks) {
        onLaneBooks(process, lane, to);
    }

    @Override
    public void onKept(final Incarnation process, final int lane, final long number, final long behind,
            final long filtered, final DirectBuffer entries) {
        final KeptEntries kept = keptEntries;
        if (kept != null) {
            kept.read(entries, number, books);
        }
    }

    @Override
    public void onLaneless(final Incarnation process, final LossCause cause, final long count, final long total,
            final long firstTimeTicks, final long lastTimeTicks) {
        final Laneless before = books.laneless.getOrDefault(process, Laneless.NONE);
        books.laneless.put(process, cause == LossCause.NO_LANE
                ? new Laneless(total, before.notAttached())
                : new Laneless(before.noLane(), total));
    }

    @Override
    public void onLaneBooks(final Incarnation process, final int lane, final Checkpoint laneBooks) {
        books.lanes.computeIfAbsent(new LaneKey(process, lane), key -> new Checkpoint()).set(laneBooks);
    }

    @Override
    public void onLanelessBooks(final Incarnation process, final Laneless losses) {
        books.laneless.put(process, losses);
    }

    /** What tells a session from all others: as {@link RecordedSession#isSameAs} does. */
    private record SessionKey(long id, ClockPair start, UUID bootId) {}

    /**
     * The last that was told of each lane and process of a session, and the sum of the gaps in what a writer has kept of
     * others: those have no books.
     */
    private static final class Books implements LaneSink {
        private final long[] kept = new long[LossCause.count()];
        private final Map<LaneKey, Checkpoint> lanes = new HashMap<>();
        private final Map<Incarnation, Laneless> laneless = new HashMap<>();

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            // Events are counted with their batches.
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            for (final LossCause cause : LossCause.values()) {
                kept[cause.code()] += gap.count(cause);
            }
        }

        void addTo(final long[] lost) {
            for (int i = 0; i < lost.length; i++) {
                lost[i] += kept[i];
            }
            for (final Checkpoint lane : lanes.values()) {
                lost[LossCause.FULL.code()] += lane.lostFull;
                lost[LossCause.TOO_LARGE.code()] += lane.lostTooLarge;
                lost[LossCause.ERROR.code()] += lane.lostError;
                lost[LossCause.CORRUPT.code()] += lane.corrupt;
                lost[LossCause.ABANDONED.code()] += lane.abandoned;
                lost[LossCause.DISCARDED.code()] += lane.discarded;
            }
            for (final Laneless losses : laneless.values()) {
                lost[LossCause.NO_LANE.code()] += losses.noLane();
                lost[LossCause.NOT_ATTACHED.code()] += losses.notAttached();
            }
        }
    }
}
