package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.DrainErrorHandler;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Destination of a recorder: a locked folder, its files, and the space on its disk. There is no file before {@link
 * #begin}; every file begins with everything needed to read it. Not thread-safe.
 */
public final class RecordingTarget implements AutoCloseable {
    /** Bytes of two batches of a process without its lanes: lane-less losses of two causes, and the other losses. */
    private static final int LAST_LOSSES_BYTES = 2 * (ExcerptDescriptor.BATCH_CHUNKS_OFFSET
            + ExcerptDescriptor.CHUNK_HEADER_LENGTH + ExcerptDescriptor.TRAILER_LENGTH);
    /** Bytes after which the session excerpt is repeated, with the number of events in the recording. */
    private static final long SESSION_INTERVAL_BYTES = 64L * 1024 * 1024;

    private final RecorderSettings settings;
    private final RecordingLimits limits;
    private final RecordingFolder folder;
    private final RecordedSession session;
    private final boolean holdsOther;
    private final @Nullable RecordingLedger books;
    private final Descriptions descriptions;
    private final DiskSpace space;
    private final ExcerptEncoder encoder = new ExcerptEncoder();
    /** Created once, because a method reference would allocate for each batch. */
    private final IntConsumer appending = this::append;
    private @Nullable RecordingFiles files;
    /** Bytes since the last session excerpt. A recorder that continues the recording reads on from there. */
    private long sessionBytes;

    private RecordingTarget(final RecorderSettings settings, final RecordingLimits limits,
            final Participant participant, final RecordingFolder folder, final SessionRow row) {
        this.settings = settings;
        this.limits = limits;
        this.folder = folder;
        final ProcessIdentity.Host host = ProcessIdentity.ofThisProcess(participant.incarnation()).host();
        this.session = RecordedSession.of(row, host.monotonicShiftNs(),
                settings.bootId == null ? host.bootId() : settings.bootId);
        this.holdsOther = folder.holdsOther(session, limits.mode());
        this.books = folder.books(row);
        this.space = new DiskSpace(folder.path(), settings.floor());
        this.descriptions = new Descriptions(session, new SchemaStore(participant.directory(), participant.files()),
                settings.errorHandler);
    }

    /**
     * Lock a folder to record a session to.
     *
     * @param settings settings of the recorder
     * @param path     path of the folder
     * @param limits   limits of the recording
     * @throws RingsideException as {@link Recorder#open} for folder, mode and space; nothing is left open, and no file
     *                         remains
     */
    public static RecordingTarget open(final RecorderSettings settings, final Path path, final RecordingLimits limits,
            final Participant participant, final SessionRow row) {
        limits.requireFor(row);
        new DiskSpace(path, settings.floor()).requireForNew();
        final RecordingFolder folder = RecordingFolder.create(path, settings.lockTimeoutNs,
                participant.directory());
        boolean complete = false;
        try {
            final RecordingTarget target = new RecordingTarget(settings, limits, participant, folder, row);
            complete = true;
            return target;
        } finally {
            if (!complete) {
                release(folder);
            }
        }
    }

    /**
     * Lock a folder and make a drain continue there, with the current totals.
     *
     * @throws io.ringside.RingsideException as {@link #open}; then the drain's sink is unchanged
     */
    public static RecordingTarget goOn(final RecorderSettings settings, final RecordingOrder order,
            final Participant participant, final SessionDrain drain) {
        final RecordingTarget next = open(settings, order.folder(), order.limits(), participant, drain.session());
        boolean complete = false;
        try {
            next.begin();
            next.checkpoint(drain);
            drain.sink(next.name());
            complete = true;
        } finally {
            if (!complete) {
                next.abandon();
            }
        }
        return next;
    }

    /** Returns the path of the folder, as the session names its sink. */
    public String name() {
        return folder.path().toString();
    }

    /** Returns the context of a drain with this target as its first sink: events in the recording count as taken. */
    public DrainContext drainContext(final Participant participant) {
        final String sink = name();
        final RecordingLedger held = books;
        final SinkReader others = new RecordingSinks();
        final DrainContext drainContext = new DrainContext(participant)
                .clock(settings.clock)
                .scanIntervalNs(settings.scanIntervalNs)
                .lockTimeoutNs(settings.lockTimeoutNs)
                .sinks((name, of) -> name.equals(sink)
                        ? RecordingSinks.require(held, name, of)
                        : others.read(name, of))
                .sink(files == null ? null : sink)
                .errorHandler(DrainErrorHandler.of(settings.errorHandler));
        return settings.libraryThread == null ? drainContext : drainContext.libraryThread(settings.libraryThread);
    }

    /** Returns the totals of the folder's earlier recording; null if there is none. */
    @Nullable
    public RecordingLedger books() {
        return books;
    }

    public DiskSpace space() {
        return space;
    }

    /**
     * Create the first file, or continue the last one, and write the session there before anything else, so that a
     * session's sink can be distinguished from a folder put in its place. A file contains one session only.
     */
    public void begin() {
        final RecordingLedger.Identity identity = folder.identity();
        encoder.recording(identity.id(), identity.events());
        final RecordingFiles begun = new RecordingFiles(settings, limits, folder, session, space, identity.written());
        files = begun;
        boolean complete = false;
        try {
            if (holdsOther) {
                begun.roll();
            }
            append(encoder.session(session));
            complete = true;
        } finally {
            if (!complete) {
                files = null;
                begun.abandon(holdsOther);
            }
        }
    }

    /** Returns whether a batch was refused because of the recording's size limit. */
    public boolean isFull() {
        return files != null && files.isFull();
    }

    /** Returns whether an append has failed. */
    public boolean isBroken() {
        return files != null && files.isBroken();
    }

    public long excerpts() {
        return files == null ? 0 : files.excerpts();
    }

    public long bytes() {
        return files == null ? 0 : files.bytes();
    }

    /** Request a new file. */
    public void rollSoon() {
        if (files != null) {
            files.rollSoon();
        }
    }

    /** Report the flush up to which new files were requested, or that flushes begin no file here. */
    public void answer(final SessionDrain drain, final long flushes) {
        drain.rolled(limits.mode() == RecorderContext.Mode.NEWFILE ? OptionalLong.of(flushes) : OptionalLong.empty());
    }

    /**
     * Check that no other process can append to the folder.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} if the lock was lost, and another process has taken it
     */
    public void confirm() {
        folder.confirm();
    }

    /** Remove files that are too old or exceed the size limit. */
    public void trim(final long nowNs) {
        folder.confirm();
        if (files != null) {
            files.trim(nowNs);
        }
    }

    /** Append a checkpoint of the committed totals. Before the first file, nothing has been committed. */
    public void checkpoint(final SessionDrain drain) {
        final RecordingFiles open = files;
        if (open != null && open.isAtRoll()) {
            describe(open, drain);
        } else if (open != null) {
            if (sessionBytes >= SESSION_INTERVAL_BYTES) {
                append(encoder.session(session));
                sessionBytes = 0;
            }
            checkpoint(drain, false);
        }
    }

    /** Write descriptions that could not be read when their events were recorded, if they are readable now. */
    public void describeLate(final SessionDrain drain, final boolean isLast) {
        final RecordingFiles open = files;
        if (open != null) {
            if (isLast) {
                descriptions.retry(settings.clock.nanoTime());
            }
            if (descriptions.areLate(drain.processes(), settings.clock.nanoTime())) {
                describe(open, drain);
            }
        }
    }

    /** Append the session's end: everything has been recorded, and readers are informed. */
    public void end(final SessionDrain drain) {
        final RecordingFiles open = files;
        if (open != null) {
            descriptions.retry(settings.clock.nanoTime());
            describe(open, drain);
            checkpoint(drain, true);
        }
    }

    /**
     * Force everything to the disk, then append the end mark. Nothing is appended after it. Readers report a recording
     * without an end mark as having no end.
     */
    public void complete(final SessionDrain drain) {
        final RecordingFiles open = files;
        if (open != null && !open.isBroken()) {
            open.force();
            if (open.unforced() == 0) {
                append(encoder.end(settings.now(), drain.takenLosses()));
                open.force();
            }
        }
    }

    /** Report the files that the disk has failed to store. */
    public void reportForces() {
        if (files != null) {
            files.reportForces();
        }
    }

    /** Returns the number of files that the disk has failed to store. */
    public int unforced() {
        return files == null ? 0 : files.unforced();
    }

    /**
     * Append a batch.
     *
     * @throws RingsideException with {@link ErrorCode#NO_SPACE} if the recording {@link #isFull}
     */
    public void append(final BatchExcerpt batch, final LaneTimes times, final SessionDrain drain) {
        final RecordingFiles open = files(drain);
        final long booksBytes = ExcerptDescriptor.CHECKPOINT_LANES_OFFSET + ExcerptDescriptor.TRAILER_LENGTH
                + (long) drain.lanes().size() * ExcerptDescriptor.LANE_LENGTH
                + (long) drain.processes().size() * ExcerptDescriptor.LANELESS_LENGTH;
        // If this is the last batch, losses of each lane and the final checkpoint follow it.
        final long lastBytes = limits.mode().isStepped()
                ? 0
                : (long) drain.lanes().size() * ExcerptDescriptor.CHUNK_FRAMES_OFFSET
                        + (long) drain.processes().size() * LAST_LOSSES_BYTES + booksBytes;
        // One checkpoint is at the beginning of the file, one after the batch.
        if (!open.admit(batch.length() + 2 * booksBytes + lastBytes)) {
            throw new RingsideException(ErrorCode.NO_SPACE, "recording has reached its size limit: path=" + name()
                    + ", maxBytes=" + limits.maxBytes() + ", batchBytes=" + batch.length()
                    + ": record to another folder");
        }
        appendLosses(batch, times, drain);
    }

    /**
     * Append a batch even if the recording is full: there is space reserved for the last losses. First appends the
     * descriptions that a reader needs: all of them at the beginning of a file, else the new ones.
     */
    public void appendLosses(final BatchExcerpt batch, final LaneTimes times, final SessionDrain drain) {
        final RecordingFiles open = files(drain);
        final long watermarkTicks = times.end(drain.lanes());
        describe(open, drain);
        append(open, batch.buffer(), batch.complete(watermarkTicks), true);
        encoder.recorded(batch.events());
        if (KillPoint.ARMED) {
            KillPoint.RECORD_BATCH_APPENDED.reached();
        }
    }

    /** Returns the files; creates the first one if there is none, because something is about to be recorded. */
    private RecordingFiles files(final SessionDrain drain) {
        final RecordingFiles known = files;
        if (known != null) {
            return known;
        }
        begin();
        drain.sink(name());
        return Objects.requireNonNull(files);
    }

    private void describe(final RecordingFiles open, final SessionDrain drain) {
        if (open.isAtRoll()) {
            descriptions.forget();
        }
        final boolean begun = descriptions.isBegun();
        descriptions.write(drain.processes(), settings.clock.nanoTime(), encoder, appending);
        if (!begun) {
            sessionBytes = 0;
            checkpoint(drain, false);
        }
    }

    /** Appends a checkpoint, which commits everything appended so far, except a batch that is still to follow. */
    private void checkpoint(final SessionDrain drain, final boolean ended) {
        encoder.beginCheckpoint(settings.now(), ended, drain.takenLosses());
        for (final DrainedLane lane : drain.lanes()) {
            encoder.lane(lane.process().incarnation(), lane.index(), lane.reader().checkpoint());
        }
        final List<Incarnation> processes = new ArrayList<>();
        final List<Laneless> losses = new ArrayList<>();
        for (final DrainedProcess process : drain.processes()) {
            processes.add(process.incarnation());
            losses.add(process.committedLanelessLosses());
        }
        append(encoder.endCheckpoint(processes, losses));
        if (KillPoint.ARMED) {
            KillPoint.RECORD_CHECKPOINT_APPENDED.reached();
        }
    }

    /** Appends the excerpt encoded last. */
    private void append(final int length) {
        append(Objects.requireNonNull(files), encoder.buffer(), length, false);
    }

    private void append(final RecordingFiles open, final DirectBuffer excerpt, final int length,
            final boolean isBatch) {
        open.append(excerpt, length, isBatch);
        sessionBytes += length;
    }

    /** Close, and restore the folder to its earlier state: nothing was recorded to it. */
    public void abandon() {
        try {
            if (files != null) {
                files.abandon(holdsOther);
            }
        } finally {
            release(folder);
        }
    }

    private static void release(final RecordingFolder folder) {
        if (folder.wasEmpty()) {
            folder.discard();
        } else {
            folder.close();
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(files, folder);
    }
}
