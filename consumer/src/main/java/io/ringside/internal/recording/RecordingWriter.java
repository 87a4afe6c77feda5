package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recording from the content of others. Records are unchanged, with times, processes, threads and lanes. Every
 * attempt of each lane is reported once: as an event, in a gap, or as left out. A writer that is closed before its end
 * leaves no files. Not thread-safe.
 */
public final class RecordingWriter implements AutoCloseable {
    /** Index of the lane for events that this process adds. */
    private static final int OWN_LANE = 0;
    private static final int BATCH_BYTES = 256 * 1024;
    /** Reserve for bytes that may follow a batch: descriptions, a checkpoint, and index entries of the queue. */
    private static final long RESERVE_BYTES = 64 * 1024;

    private final RecordingFolder folder;
    private final RecordingLimits limits;
    private final QueueWriter writer;
    private final DiskSpace space;
    private final long beginMs;
    private final ProcessIdentity self = ProcessIdentity.ofThisProcess(Incarnation.random());
    private final ExcerptEncoder encoder = new ExcerptEncoder();
    private final List<WrittenSession> sessions = new ArrayList<>();
    private @Nullable WrittenSession current;
    private long waitingBytes;
    private long closedBytes;
    private long lastTimeNs = Long.MIN_VALUE;
    private long watermarkNs = Long.MIN_VALUE;
    private long events;
    private long lostEvents;
    private long overwrittenEvents;
    private long filteredEvents;
    private long missingEvents;
    private boolean holdsBatch;
    private boolean ended;

    private RecordingWriter(final RecordingFolder folder, final RecordingLimits limits, final QueueWriter writer,
            final DiskSpace.Floor floor, final long beginMs) {
        this.folder = folder;
        this.limits = limits;
        this.writer = writer;
        this.beginMs = beginMs;
        this.space = new DiskSpace(folder.path(), floor);
        encoder.recording(UUID.randomUUID(), 0);
        writer.forceFiles(QueueWriter.Forcing.DISK, Runnable::run);
    }

    /**
     * Create a recording.
     *
     * @param path          path of a folder that is absent or empty
     * @param limits        {@link RecorderContext.Mode#SEQUENTIAL} for a maximum size, or {@link
     *                      RecorderContext.Mode#NEWFILE} for files of that size
     * @param blockBytes    bytes by which files grow
     * @param floor         space that the disk must have
     * @param lockTimeoutNs maximum wait for the folder's lock
     * @param nowMs         wall clock in milliseconds, which determines file names
     * @return the writer
     * @throws RingsideException with {@link ErrorCode#ALREADY_EXISTS} if the folder is not empty, {@link
     *                           ErrorCode#NO_SPACE} if the disk has too little space, or {@link
     *                           ErrorCode#INVALID_ARGUMENT} for any other mode
     */
    public static RecordingWriter create(final Path path, final RecordingLimits limits, final int blockBytes,
            final DiskSpace.Floor floor, final long lockTimeoutNs, final long nowMs) {
        QueueWriter.requireFlags();
        if (limits.mode() != RecorderContext.Mode.SEQUENTIAL && limits.mode() != RecorderContext.Mode.NEWFILE) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "mode applies only to recording a session: mode="
                    + limits.mode() + ": a recording made from others is sequential or newfile");
        }
        new DiskSpace(path, floor).requireForNew();
        final RecordingFolder folder = RecordingFolder.createEmpty(path, lockTimeoutNs, null);
        boolean opened = false;
        try {
            final QueueWriter queue = QueueWriter.open(folder.path(), QueueWriter.STEPPED, blockBytes, nowMs);
            opened = true;
            return new RecordingWriter(folder, limits, queue, floor, nowMs);
        } finally {
            if (!opened) {
                CloseHelper.quietClose(folder::discard);
            }
        }
    }

    /** Returns the number of written events, including added ones. */
    public long events() {
        return events;
    }

    /** Returns the number of lost events in the recording. */
    public long lostEvents() {
        return lostEvents;
    }

    /** Returns the number of events that newer ones replaced in overwrite mode. */
    public long overwrittenEvents() {
        return overwrittenEvents;
    }

    /** Returns the number of events left out, now or when a source was written. */
    public long filteredEvents() {
        return filteredEvents;
    }

    /** Returns the number of enabled events that the sources do not contain. */
    public long missingEvents() {
        return missingEvents;
    }

    /** Returns the size of the recording's files in bytes, each up to its last excerpt. */
    public long bytes() {
        return closedBytes + writer.fileBytes();
    }

    /**
     * Sets the time of the next events. Appends earlier events if there are enough for a batch.
     *
     * @param timeNs time in nanoseconds since 1970; no later event precedes it, except late events
     * @throws RingsideException with {@link ErrorCode#NO_SPACE} if the disk has too little space, or the recording has
     *                           reached its size limit
     */
    public void advance(final long timeNs) {
        if (waitingBytes >= BATCH_BYTES) {
            flush(lastTimeNs - 1);
        }
        lastTimeNs = Math.max(lastTimeNs, timeNs);
    }

    /**
     * Write an event.
     *
     * @param process       process that wrote it, of a known session
     * @param lane          index of its lane
     * @param buffer        buffer with the record
     * @param offset        offset of the record's header
     * @param length        length of the record, in bytes
     * @param ownerThreadId thread that owned the lane
     */
    public void event(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        waitingBytes += written(process).lane(lane).event(buffer, offset, length, ownerThreadId,
                process.threadNames().utf8(ownerThreadId));
        events++;
    }

    /**
     * Write an event of this process, into the first session that the sources reported.
     *
     * @param schema schema that declares it
     * @param timeNs time in nanoseconds since 1970
     * @param record encodes the record, see {@link OwnRecord}
     */
    public void ownEvent(final ProviderSchema schema, final long timeNs, final OwnRecord record) {
        final WrittenSession session = sessionOf(null);
        final WrittenProcess process = session.process(self.incarnation());
        if (process.identity() == null) {
            process.identity(self);
        }
        // The session's clock is that of its own host, not ours; readers subtract our namespace's shift.
        final DirectBuffer encoded = record.encode(process.register(schema),
                session.toTicks(timeNs, self.host().monotonicShiftNs()));
        waitingBytes += process.lane(OWN_LANE).event(encoded, 0, encoded.capacity(),
                Thread.currentThread().getId(), null);
        events++;
    }

    /**
     * Write a gap.
     *
     * @param process       process that owns the lane
     * @param lane          index of the lane
     * @param gap           gap of the lane
     * @param ownerThreadId thread that owned the lane
     */
    public void gap(final RecordedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        final WrittenSession session = sessionOf(process);
        waitingBytes += session.process(process).lane(lane).gap(gap, ownerThreadId);
        session.gap(gap);
        overwrittenEvents += gap.overwritten();
        // A recording reports both as not contained in it.
        final long absent = gap.missing() + gap.behind();
        missingEvents += absent;
        lostEvents += gap.total() - gap.overwritten() - absent;
    }

    /**
     * Write lane-less losses.
     *
     * @param process        process that lost them
     * @param cause          cause of the loss
     * @param count          number of events, positive
     * @param firstTimeTicks time at or before the first of them
     * @param lastTimeTicks  time at or after the last of them
     */
    public void lanelessLoss(final RecordedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        sessionOf(process).laneless(process, cause, count, firstTimeTicks, lastTimeTicks);
        waitingBytes += ExcerptDescriptor.CHUNK_HEADER_LENGTH;
        lostEvents += count;
    }

    /**
     * Leave events out.
     *
     * @param process process that wrote them
     * @param lane    index of their lane
     * @param count   number of events, positive
     */
    public void filtered(final RecordedProcess process, final int lane, final long count) {
        final KeptLane kept = written(process).lane(lane);
        waitingBytes += kept.isEmpty() ? kept.chunkLength() : 0;
        kept.filtered(count);
        filteredEvents += count;
    }

    /**
     * Complete the recording. Nothing may be written after that.
     *
     * @param isWhole whether the sources were read to their ends; otherwise this recording has no end mark
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there was no session, or as {@link #advance}
     */
    public void end(final boolean isWhole) {
        if (sessions.isEmpty()) {
            throw new RingsideException(ErrorCode.NOT_FOUND,
                    "there is nothing to record: folder=" + folder.path() + ": the sources contain no session yet");
        }
        flush(Long.MAX_VALUE);
        final List<WrittenSession> ending = new ArrayList<>(sessions);
        if (current != null) {
            // These losses need not be reported again.
            ending.remove(current);
            ending.add(0, current);
        }
        LossCounts all = LossCounts.NONE;
        for (int i = 0; i < ending.size(); i++) {
            final WrittenSession session = ending.get(i);
            if (current != session) {
                begin(session);
            }
            final LossCounts lost = session.losses(true);
            all = all.plus(lost);
            append(encoder.buffer(), checkpoint(lost, i == ending.size() - 1));
        }
        writer.requireForced();
        if (isWhole) {
            append(encoder.buffer(), encoder.end(ClockPair.now(), all));
            writer.requireForced();
        }
        ended = true;
    }

    /**
     * Add a session of a source, whether it has events or not.
     *
     * @param recorded session as described by the source
     */
    public void session(final RecordedSession recorded) {
        stateOf(recorded);
    }

    /**
     * Sets the losses of a session as reported by its source. The recording has the same total after its last event.
     *
     * @param recorded session with the losses
     * @param total    losses since the session began, by cause
     */
    public void sessionLosses(final RecordedSession recorded, final LossCounts total) {
        stateOf(recorded).sourceLosses(total);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(writer, ended ? folder : folder::discard);
    }

    private WrittenProcess written(final RecordedProcess process) {
        return sessionOf(process).process(process);
    }

    private WrittenSession sessionOf(final @Nullable RecordedProcess process) {
        final RecordedSession recorded = process == null ? null : process.session();
        if (recorded != null) {
            return stateOf(recorded);
        }
        if (sessions.isEmpty()) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "event has no session: folder=" + folder.path()
                    + ": the sources contain no session yet");
        }
        return sessions.get(0);
    }

    private WrittenSession stateOf(final RecordedSession recorded) {
        for (final WrittenSession known : sessions) {
            if (known.session().isSameAs(recorded)) {
                return known;
            }
        }
        final WrittenSession created = new WrittenSession(recorded);
        sessions.add(created);
        return created;
    }

    /**
     * Appends a batch for each session. The last batch has the time up to which all of them are complete, so the others
     * cannot be used without it.
     */
    private void flush(final long untilNs) {
        final List<WrittenSession> waiting = new ArrayList<>();
        sessions.stream().filter(each -> !each.isEmpty()).forEach(waiting::add);
        for (int i = 0; i < waiting.size(); i++) {
            final WrittenSession session = waiting.get(i);
            final BatchExcerpt batch = session.batch();
            final long batchNs = i == waiting.size() - 1 ? untilNs : watermarkNs;
            admit(batch.length());
            if (current != session) {
                begin(session);
            }
            session.describe(encoder, length -> append(encoder.buffer(), length));
            if (!holdsBatch) {
                append(encoder.buffer(), checkpoint(session.losses(false), false));
                holdsBatch = true;
            }
            append(batch.buffer(), batch.complete(ticks(session, batchNs)));
            encoder.recorded(batch.events());
            session.appended();
        }
        watermarkNs = untilNs;
        waitingBytes = 0;
    }

    private static long ticks(final WrittenSession session, final long timeNs) {
        // Limits times to those that can be added to: readers accept no others.
        return session.toTicks(Math.max(Math.min(timeNs, Long.MAX_VALUE / 2), 0), session.session().ownShiftNs());
    }

    private void admit(final long batchBytes) {
        final long bytes = batchBytes + RESERVE_BYTES;
        if (limits.mode() == RecorderContext.Mode.NEWFILE) {
            if (holdsBatch && QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.fileBytes()) {
                closedBytes += QueueWriter.trimmedBytes(writer.fileBytes());
                writer.roll(beginMs);
                sessions.forEach(WrittenSession::forget);
                current = null;
                holdsBatch = false;
            }
        } else if (limits.hasSize() && QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.maxBytes()) {
            throw new RingsideException(ErrorCode.NO_SPACE, "recording would exceed its size limit: path="
                    + folder.path() + ", maxBytes=" + limits.maxBytes()
                    + ": select fewer events, raise the limit, or split the recording with mode newfile");
        }
    }

    private void begin(final WrittenSession session) {
        current = session;
        append(encoder.buffer(), encoder.session(session.session()));
    }

    private int checkpoint(final LossCounts lost, final boolean isEnd) {
        encoder.beginCheckpoint(ClockPair.now(), isEnd, lost);
        return encoder.endCheckpoint(List.of(), List.of());
    }

    private void append(final DirectBuffer excerpt, final int length) {
        space.requireRoom("the recording");
        folder.confirm();
        writer.append(excerpt, 0, length);
        space.used(length, writer.fileBytes());
    }

    /** Encoder of an event that a writer of recordings adds. */
    @FunctionalInterface
    public interface OwnRecord {
        /**
         * Encode the record.
         *
         * @param schemaIndex index of the event's schema in the table of this process
         * @param timeTicks   time of the event in ticks
         * @return the record with its header, filling its buffer
         */
        DirectBuffer encode(int schemaIndex, long timeTicks);
    }
}
