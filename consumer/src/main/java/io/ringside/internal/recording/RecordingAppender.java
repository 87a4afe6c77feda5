package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.internal.registry.FoldedRow.Laneless;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.agrona.DirectBuffer;

/** Appends the excerpts of one recorder, so that every file begins with what is needed to read it. Not thread-safe. */
final class RecordingAppender implements AutoCloseable {
    /** Two batches of a process without its lanes: losses that had none, of two causes, and the others. */
    private static final int LAST_LOSSES_BYTES = 2 * (ExcerptDescriptor.BATCH_CHUNKS_OFFSET
            + ExcerptDescriptor.CHUNK_HEADER_LENGTH + ExcerptDescriptor.TRAILER_LENGTH);
    /** After so many bytes the session is named again, with the events that the recording holds. */
    private static final long SESSION_INTERVAL_BYTES = 64L * 1024 * 1024;

    private final RecorderSettings settings;
    private final RecordingFolder folder;
    private final QueueWriter writer;
    private final RecordingLimits limits;
    private final RecordingFiles files;
    private final DiskSpace space;
    private final Descriptions descriptions;
    private final ExcerptEncoder encoder = new ExcerptEncoder();
    /** Made once: it would be an object for each batch. */
    private final IntConsumer appending;
    private final RecordedSession session;
    private long excerpts;
    private int unforced;
    /** Since the session was named last: whoever continues the recording reads on from there. */
    private long sessionBytes;

    RecordingAppender(final RecorderSettings settings, final RecordingLimits limits, final RecordingFolder folder,
            final RecordedSession session, final DiskSpace space, final Descriptions descriptions) {
        this.settings = settings;
        this.folder = folder;
        this.space = space;
        this.descriptions = descriptions;
        final RecordingIdentity identity = folder.identity();
        encoder.recording(identity.id(), identity.events());
        // Opening also frees what a writer that was killed has locked inside.
        folder.confirm();
        this.writer = QueueWriter.open(folder.path(),
                limits.mode().isStepped() ? QueueWriter.STEPPED : settings.roll.lengthMs(),
                settings.blockBytes, settings.epochClock.time());
        settings.forceFiles(writer, settings.libraryThread == null ? RecordingAppender::run : settings.libraryThread);
        this.session = session;
        this.files = new RecordingFiles(writer, limits, settings.roll, new EarlierFiles(folder.path(), session,
                settings.clock.nanoTime(), writer.file(), identity.written()));
        this.limits = limits;
        this.appending = length -> append(encoder.buffer(), length, false);
    }

    /**
     * Name the session, before anything else: a folder that a session names as its sink can be distinguished from one
     * that was put in its place. A file holds one session only.
     */
    void begin(final boolean inNewFile) {
        if (inNewFile) {
            writer.roll(settings.epochClock.time());
        }
        append(encoder.buffer(), encoder.session(session), false);
    }

    /** Close, and take back that the session was named: nothing was recorded. */
    void abandon(final boolean inNewFile) {
        try {
            if (inNewFile && excerpts > 0) {
                writer.remove(writer.file());
            }
        } finally {
            close();
        }
    }

    RecordingFiles files() {
        return files;
    }

    /** Whether an append has failed. */
    boolean isBroken() {
        return writer.isBroken();
    }

    long excerpts() {
        return excerpts;
    }

    /** Make room for a batch; false if the recording is full. */
    boolean admit(final int batchBytes, final SessionDrain drain) {
        final long booksBytes = ExcerptDescriptor.CHECKPOINT_LANES_OFFSET + ExcerptDescriptor.TRAILER_LENGTH
                + (long) drain.lanes().size() * ExcerptDescriptor.LANE_LENGTH
                + (long) drain.processes().size() * ExcerptDescriptor.LANELESS_LENGTH;
        // If this is the last batch, a description of each lane and the checkpoint of the end follow it.
        final long lastBytes = limits.mode().isStepped()
                ? 0
                : (long) drain.lanes().size() * ExcerptDescriptor.CHUNK_FRAMES_OFFSET
                        + (long) drain.processes().size() * LAST_LOSSES_BYTES + booksBytes;
        // One at the file's begin, one after the batch.
        return files.admit(batchBytes + 2 * booksBytes + lastBytes, settings.clock.nanoTime(),
                settings.epochClock.time());
    }

    /** Append a batch, and before it what a reader needs: everything where a file begins, else what is new. */
    void batch(final BatchExcerpt batch, final long watermarkTicks, final SessionDrain drain) {
        describe(drain);
        append(batch.buffer(), batch.complete(watermarkTicks), true);
        encoder.recorded(batch.events());
        if (KillPoint.ARMED) {
            KillPoint.RECORD_BATCH_APPENDED.reached();
        }
    }

    void checkpoint(final SessionDrain drain) {
        if (writer.isAtRoll()) {
            describe(drain);
        } else {
            if (sessionBytes >= SESSION_INTERVAL_BYTES) {
                append(encoder.buffer(), encoder.session(session), false);
                sessionBytes = 0;
            }
            books(drain, false);
        }
    }

    /** Describe what could not be read when its events were recorded, if that is possible now. */
    void describeLate(final SessionDrain drain, final boolean isLast) {
        if (isLast) {
            descriptions.retry(settings.clock.nanoTime());
        }
        if (descriptions.areLate(drain.processes(), settings.clock.nanoTime())) {
            describe(drain);
        }
    }

    /** Everything is in the recording: readers learn that. */
    void end(final SessionDrain drain) {
        descriptions.retry(settings.clock.nanoTime());
        describe(drain);
        books(drain, true);
    }

    /**
     * Nothing is appended any more: have the disk store everything, then say so in the recording. Without the end mark,
     * readers say that the end is missing.
     */
    void complete(final SessionDrain drain) {
        writer.force();
        reportForces();
        if (unforced == 0) {
            append(encoder.buffer(), encoder.end(settings.now(), drain.takenLosses()), false);
            writer.force();
            reportForces();
        }
    }

    /** Report the files that their disk has failed to store. */
    void reportForces() {
        for (RingsideException failure = writer.pollForceFailure(); failure != null; failure = writer
                .pollForceFailure()) {
            unforced++;
            settings.errorHandler.onError(failure);
        }
    }

    /** Files that their disk has failed to store. */
    int unforced() {
        return unforced;
    }

    private static void run(final Runnable task) {
        final Thread thread = new Thread(task, "ringside-recorder-force");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        writer.close();
    }

    private void describe(final SessionDrain drain) {
        if (writer.isAtRoll()) {
            descriptions.forget();
        }
        final boolean begun = descriptions.isBegun();
        descriptions.write(drain.processes(), settings.clock.nanoTime(), encoder, appending);
        if (!begun) {
            sessionBytes = 0;
            books(drain, false);
        }
    }

    /** Appends a checkpoint, which commits everything that was appended, except for a batch that is being described. */
    private void books(final SessionDrain drain, final boolean ended) {
        encoder.beginCheckpoint(settings.now(), ended, drain.takenLosses());
        for (final DrainedLane lane : drain.lanes()) {
            encoder.lane(lane.process().incarnation(), lane.index(), lane.checkpoint());
        }
        final List<Incarnation> processes = new ArrayList<>();
        final List<Laneless> losses = new ArrayList<>();
        for (final DrainedProcess process : drain.processes()) {
            processes.add(process.incarnation());
            losses.add(process.committedLanelessLosses());
        }
        append(encoder.buffer(), encoder.endCheckpoint(processes, losses), false);
        if (KillPoint.ARMED) {
            KillPoint.RECORD_CHECKPOINT_APPENDED.reached();
        }
    }

    private void append(final DirectBuffer excerpt, final int length, final boolean isBatch) {
        folder.confirm();
        writer.append(excerpt, 0, length);
        space.used(length, writer.fileBytes());
        sessionBytes += length;
        excerpts++;
        files.appended(isBatch, settings.clock.nanoTime(), settings.epochClock.time());
    }
}
