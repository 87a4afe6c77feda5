package io.ringside.internal.recording;

import io.ringside.internal.drain.SinkLedger;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/** Totals of a recording, computed from its content: its last checkpoint and the batches after it. Not thread-safe. */
final class RecordingLedger implements SinkLedger, ExcerptVisitor {
    private final Map<LaneKey, Checkpoint> lanes = new HashMap<>();
    private final Map<Incarnation, Laneless> laneless = new HashMap<>();
    private @Nullable RecordedSession session;
    private @Nullable ClockPair checkpoint;
    private @Nullable UUID recordingId;
    private long events;
    /** Time of the last excerpt; null if unknown. */
    private EarlierFiles.@Nullable Written written;

    /**
     * Identity of the recording in a folder. Immutable.
     *
     * @param id      id of the recording, the same in all of its files
     * @param events  number of events recorded, including those of removed files
     * @param written time of the last excerpt; null if unknown
     */
    record Identity(UUID id, long events, EarlierFiles.@Nullable Written written) {
        /** Returns the identity of a new recording. */
        static Identity random() {
            return new Identity(UUID.randomUUID(), 0, null);
        }
    }

    /** Returns the session of the newest file that has one; null if none has. For a recording without a writer. */
    static @Nullable RecordedSession lastSession(final QueueReader reader) {
        final List<Integer> files = reader.files();
        RecordedSession session = null;
        for (int i = files.size() - 1; i >= 0 && session == null; i--) {
            session = begin(reader, files.get(i)).session;
        }
        return session;
    }

    /** Reads the totals of a session, which may be one of several; null if there are none. */
    static @Nullable RecordingLedger read(final QueueReader reader, final SessionRow wanted) {
        final List<Integer> files = reader.files();
        boolean isLast = true;
        RecordingLedger found = null;
        int first = -1;
        for (int i = files.size() - 1; i >= 0; i--) {
            final RecordingLedger begin = begin(reader, files.get(i));
            final boolean isWanted = begin.session != null && begin.session.isOf(wanted);
            if (isWanted) {
                found = begin;
                first = files.get(i);
                if (begin.checkpoint != null) {
                    break;
                }
            }
            // The files after a session's last file belong to other sessions, or have no session.
            isLast &= isWanted || begin.session == null;
        }
        if (found != null) {
            found.readFrom(reader, first, isLast);
        }
        return found;
    }

    /**
     * Determines the recording's identity from its last intact session excerpt; without one, the recording is a new
     * one. For a recording without a writer.
     */
    static Identity identity(final QueueReader reader) {
        final RecordingLedger books = new RecordingLedger();
        if (lastSession(reader) == null) {
            return Identity.random();
        }
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
        final ExcerptDecoder decoder = new ExcerptDecoder();
        boolean found = false;
        reader.toEnd();
        while (!found && reader.previous(excerpt)) {
            found = ExcerptDecoder.kind(excerpt, reader.length()) == ExcerptDescriptor.KIND_SESSION
                    && !decoder.isBroken(excerpt, reader.length());
        }
        if (found) {
            reader.to(reader.index());
            while (reader.next(excerpt)) {
                if (!decoder.isBroken(excerpt, reader.length())) {
                    decoder.decode(excerpt, reader.length(), books);
                }
            }
        }
        final UUID id = books.recordingId;
        return id == null ? Identity.random() : new Identity(id, books.events, books.written);
    }

    /** Returns the time of the first checkpoint of a file; null if there is none before the first batch. */
    static EarlierFiles.@Nullable Written beginOf(final QueueReader reader, final int file) {
        final RecordingLedger begin = begin(reader, file);
        final RecordedSession of = begin.session;
        final ClockPair clocks = begin.checkpoint;
        return of == null || clocks == null ? null : new EarlierFiles.Written(of, clocks);
    }

    /** Reads the beginning of a file, up to its first checkpoint. */
    private static RecordingLedger begin(final QueueReader reader, final int file) {
        final RecordingLedger books = new RecordingLedger();
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
        final ExcerptDecoder decoder = new ExcerptDecoder();
        boolean batches = false;
        if (reader.toFile(file)) {
            while (books.checkpoint == null && !batches && reader.next(excerpt) && reader.file() == file) {
                batches = ExcerptDecoder.kind(excerpt, reader.length()) == ExcerptDescriptor.KIND_BATCH;
                if (!decoder.isBroken(excerpt, reader.length())) {
                    decoder.decode(excerpt, reader.length(), books);
                }
            }
        }
        return books;
    }

    /** Reads on from the last checkpoint of the session's files; each file contains one session only. */
    private void readFrom(final QueueReader reader, final int first, final boolean isLast) {
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
        final ExcerptDecoder decoder = new ExcerptDecoder();
        final RecordedSession own = session;
        boolean found = false;
        if (isLast) {
            reader.toEnd();
            while (!found && reader.previous(excerpt) && reader.file() >= first) {
                found = ExcerptDecoder.kind(excerpt, reader.length()) == ExcerptDescriptor.KIND_CHECKPOINT
                        && !decoder.isBroken(excerpt, reader.length());
            }
        }
        if (found) {
            reader.to(reader.index());
        } else {
            reader.toFile(first);
        }
        while (reader.next(excerpt) && (own == null || session == null || own.isSameAs(session))) {
            // The ledger and later batches also contain everything committed by a damaged excerpt. Everything else is
            // still in the lanes: it is recorded again, and readers get it once.
            if (!decoder.isBroken(excerpt, reader.length())) {
                decoder.decode(excerpt, reader.length(), this);
            }
        }
        session = own;
    }

    /** Returns the recorded session; null if the recording is empty. */
    @Nullable
    RecordedSession session() {
        return session;
    }

    @Override
    public boolean lane(final Incarnation process, final int lane, final Checkpoint target) {
        final Checkpoint held = lanes.get(new LaneKey(process, lane));
        if (held != null) {
            target.set(held);
        }
        return held != null;
    }

    @Override
    public Laneless laneless(final Incarnation process) {
        return laneless.getOrDefault(process, Laneless.NONE);
    }

    @Override
    public void onSession(final RecordedSession recorded) {
        session = recorded;
    }

    @Override
    public void onCheckpoint(final ClockPair now, final boolean ended) {
        checkpoint = now;
        written = session == null ? null : new EarlierFiles.Written(session, now);
    }

    @Override
    public void onRecording(final UUID id, final long before) {
        recordingId = id;
        events = before;
    }

    @Override
    public void onBatch(final long watermarkTicks, final long batchEvents) {
        events += Math.max(batchEvents, 0);
        written = null;
    }

    @Override
    public void onFrames(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long numberLimit, final DirectBuffer frames) {
        onLaneLedger(process, lane, to);
    }

    @Override
    public void onLosses(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long firstTimeTicks, final long lastTimeTicks) {
        onLaneLedger(process, lane, to);
    }

    @Override
    public void onLaneless(final Incarnation process, final LossCause cause, final long count, final long total,
            final long firstTimeTicks, final long lastTimeTicks) {
        final Laneless before = laneless(process);
        laneless.put(process, cause == LossCause.NO_LANE
                ? new Laneless(total, before.notAttached())
                : new Laneless(before.noLane(), total));
    }

    @Override
    public void onLaneLedger(final Incarnation process, final int lane, final Checkpoint books) {
        lanes.computeIfAbsent(new LaneKey(process, lane), key -> new Checkpoint()).set(books);
    }

    @Override
    public void onLanelessLedger(final Incarnation process, final Laneless losses) {
        laneless.put(process, losses);
    }
}
