package io.ringside.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.CopySink;
import io.ringside.internal.drain.DrainErrorHandler;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionMemory;
import io.ringside.internal.drain.SessionSnapshot;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.internal.recording.BatchExcerpt;
import io.ringside.internal.recording.Descriptions;
import io.ringside.internal.recording.DiskSpace;
import io.ringside.internal.recording.ExcerptEncoder;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecorderSettings;
import io.ringside.internal.recording.RecordingFolder;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCause;
import java.util.List;
import java.util.UUID;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

/**
 * Writes the current content of a session in overwrite mode into a new recording, while its writers continue. Nothing
 * is taken: the session and its ledger do not change. The recording has gaps for events overwritten before and during
 * the copy. The caller runs it until it {@link #isComplete}; a snapshot closed earlier leaves nothing. Not thread-safe.
 *
 * <pre>{@code
 * try (SnapshotRecorder snapshot = SnapshotRecorder.open(new RecorderContext("around", Path.of("snapshot")))) {
 *     while (!snapshot.isComplete()) {
 *         snapshot.doWork();
 *     }
 * }
 * }</pre>
 */
public final class SnapshotRecorder implements AutoCloseable {
    private static final int BATCH_BYTES = 256 * 1024;
    private static final int BLOCKS_PER_CYCLE = 8;

    private final RecordingFolder folder;
    private final QueueWriter writer;
    private final SessionSnapshot snapshot;
    private final Descriptions descriptions;
    private final ExcerptEncoder encoder = new ExcerptEncoder();
    private final BatchExcerpt batch = new BatchExcerpt(2 * BATCH_BYTES);
    private final DiskSpace space;
    private final RecorderSettings settings;
    private long events;
    private long lostEvents;
    private boolean complete;

    private SnapshotRecorder(final RecorderSettings settings, final TraceDirectory directory,
            final RecordingFolder folder, final SessionRow row) {
        this.settings = settings;
        this.folder = folder;
        this.space = new DiskSpace(folder.path(), settings.floor());
        final FileMaker files = new FileMaker(Incarnation.random());
        final ProcessIdentity.Host host = ProcessIdentity.ofThisProcess(files.incarnation()).host();
        this.descriptions = new Descriptions(RecordedSession.of(row, host.monotonicShiftNs(), host.bootId()),
                new SchemaStore(directory, files), settings.errorHandler);
        encoder.recording(UUID.randomUUID(), 0);
        this.snapshot = SessionSnapshot.open(directory, row, new Journal(),
                DrainErrorHandler.of(settings.errorHandler));
        boolean opened = false;
        try {
            this.writer = QueueWriter.open(folder.path(), settings.roll.lengthMs(), settings.blockBytes,
                    settings.epochClock.time());
            opened = true;
            settings.forceFiles(writer, Runnable::run);
        } finally {
            if (!opened) {
                snapshot.close();
            }
        }
    }

    /**
     * Begin a snapshot.
     *
     * @param context session, and folder, which is absent or empty
     * @return the snapshot; nothing is copied before its first duty cycle
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, {@link
     *                           ErrorCode#WRONG_KIND} if it is not in overwrite mode, {@link ErrorCode#ALREADY_EXISTS}
     *                           if the folder is not empty, or {@link ErrorCode#NO_SPACE} if the disk has too little
     *                           space for all rings of the session
     */
    public static SnapshotRecorder open(final RecorderContext context) {
        QueueWriter.requireFlags();
        final RecorderSettings settings = context.settings();
        final TraceDirectory directory = settings.traceDirectory();
        final FileMaker files = new FileMaker(Incarnation.random());
        final SessionRow row = new RowStore(directory, files).snapshot()
                .requireSession(settings.sessionName);
        SessionSnapshot.requireFlightRecorder(row);
        final long ringBytes = new SessionMemory(directory, files, (path, reason) -> {}).bytes(row.id());
        new DiskSpace(settings.folder, settings.floor()).require(ringBytes);
        final RecordingFolder folder = RecordingFolder.createEmpty(settings.folder, settings.lockTimeoutNs,
                directory);
        boolean opened = false;
        try {
            final SnapshotRecorder recorder = new SnapshotRecorder(settings, directory, folder, row);
            opened = true;
            return recorder;
        } finally {
            if (!opened) {
                CloseHelper.quietClose(folder::discard);
            }
        }
    }

    /** {@return the number of events recorded so far} */
    public long events() {
        return events;
    }

    /** {@return the number of lost events in the recording so far} */
    public long lostEvents() {
        return lostEvents;
    }

    /**
     * {@return the number of events that newer ones have replaced since the session began, including those of dead
     * processes whose files were removed}
     */
    public long overwrittenEvents() {
        return snapshot.overwritten();
    }

    /** {@return the size of the recording's files in bytes} */
    public long bytes() {
        return folder.bytes();
    }

    /** {@return whether everything has been recorded} */
    public boolean isComplete() {
        return complete;
    }

    /**
     * Copy some blocks, and record them.
     *
     * @throws RingsideException if the recording cannot be appended to, or the disk has too little space: close the
     *                           snapshot
     */
    public void doWork() {
        if (complete) {
            return;
        }
        boolean more = true;
        for (int i = 0; i < BLOCKS_PER_CYCLE && more && batch.length() < BATCH_BYTES; i++) {
            more = snapshot.copyNext();
        }
        if (!more || batch.length() >= BATCH_BYTES) {
            flush();
        }
        if (!more) {
            end();
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(snapshot, writer, complete ? folder : folder::discard);
    }

    private void flush() {
        describe();
        if (!batch.isEmpty()) {
            append(batch.buffer(), batch.complete(snapshot.watermarkTicks()));
            encoder.recorded(batch.events());
            events += batch.events();
            lostEvents += batch.losses();
            batch.clear();
        }
    }

    /** Marks the end: readers that follow the recording stop there. */
    private void end() {
        encoder.beginCheckpoint(ClockPair.now(), true, snapshot.losses());
        snapshot.forEachLane((process, lane, books) -> encoder.lane(process.incarnation(), lane, books));
        append(encoder.buffer(), encoder.endCheckpoint(List.of(), List.of()));
        writer.requireForced();
        append(encoder.buffer(), encoder.end(ClockPair.now(), snapshot.losses()));
        writer.requireForced();
        complete = true;
    }

    private void describe() {
        descriptions.write(snapshot.processes(), settings.clock.nanoTime(), encoder,
                length -> append(encoder.buffer(), length));
    }

    private void append(final DirectBuffer excerpt, final int length) {
        space.requireRoom("the snapshot");
        folder.confirm();
        writer.append(excerpt, 0, length);
        space.used(length, writer.fileBytes());
    }

    /** Adds copied frames and losses to the batch. */
    private final class Journal implements CopySink {
        @Override
        public void onBatch(final DrainedProcess process, final int lane, final Batch copied) {
            if (copied.isLoss()) {
                batch.losses(process.incarnation(), lane, copied);
            } else {
                batch.room(copied.length()).putBytes(0, copied.bytes(), 0, copied.length());
                batch.frames(process.incarnation(), lane, copied, null);
            }
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            batch.laneless(process.incarnation(), cause, count, count, firstTimeTicks, lastTimeTicks);
        }
    }
}
