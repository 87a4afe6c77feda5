package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Where a recorder writes to: a locked folder, its files, and the room on its disk. There is no file before
 * {@link #begin}. Not thread-safe.
 */
public final class RecordingTarget implements AutoCloseable {
    private final RecorderSettings settings;
    private final RecordingLimits limits;
    private final RecordingFolder folder;
    private final RecordedSession session;
    private final boolean holdsOther;
    private final @Nullable RecordingBooks books;
    private final Descriptions descriptions;
    private final DiskSpace space;
    private @Nullable RecordingAppender appender;

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
     * @param settings of the recorder
     * @param path     of the folder
     * @param limits   of the recording
     * @throws RingsideException as {@link Recorder#open} says of folder, mode and room; nothing is left open or behind
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
     * Lock a folder and have a drain continue there, with the totals as they are.
     *
     * @throws io.ringside.RingsideException as {@link #open}; the drain's sink is then what it was
     */
    public static RecordingTarget goOn(final RecorderSettings settings, final RecordingOrder order,
            final Participant participant, final SessionDrain drain) {
        final RecordingTarget next = open(settings, order.folder(), order.limits(), participant, drain.session());
        boolean complete = false;
        try {
            next.begin().checkpoint(drain);
            drain.sink(next.name());
            complete = true;
        } finally {
            if (!complete) {
                next.abandon();
            }
        }
        return next;
    }

    /** The folder, as the session names its sink. */
    public String name() {
        return folder.path().toString();
    }

    /** How the session is drained whose first sink this is: what it holds already counts as taken. */
    public DrainContext drainContext(final Participant participant) {
        final String sink = name();
        final RecordingBooks held = books;
        final SinkReader others = new RecordingSinks();
        final DrainContext drainContext = new DrainContext(participant)
                .clock(settings.clock)
                .scanIntervalNs(settings.scanIntervalNs)
                .lockTimeoutNs(settings.lockTimeoutNs)
                .sinks((name, of) -> name.equals(sink)
                        ? RecordingSinks.require(held, name, of)
                        : others.read(name, of))
                .sink(isBegun() ? sink : null)
                .errorHandler((path, reason) -> settings.errorHandler
                        .onError(RecordingSinks.leftOut(path, reason)));
        return settings.libraryThread == null ? drainContext : drainContext.libraryThread(settings.libraryThread);
    }

    /** Returns the account of the folder's earlier recording; null if there is none. */
    @Nullable
    public RecordingBooks books() {
        return books;
    }

    public DiskSpace space() {
        return space;
    }

    /** Whether there are files that name the session. */
    boolean isBegun() {
        return appender != null;
    }

    /** Make the first file, or continue in the last one, and name the session there. */
    public RecordingAppender begin() {
        final RecordingAppender begun = new RecordingAppender(settings, limits, folder, session, space, descriptions);
        boolean complete = false;
        try {
            begun.begin(holdsOther);
            complete = true;
        } finally {
            if (!complete) {
                begun.abandon(holdsOther);
            }
        }
        appender = begun;
        return begun;
    }

    /** Whether a batch has been refused for the recording's size. */
    public boolean isFull() {
        return appender != null && appender.files().isFull();
    }

    /** Whether an append has failed. */
    public boolean isBroken() {
        return appender != null && appender.isBroken();
    }

    public long excerpts() {
        return appender == null ? 0 : appender.excerpts();
    }

    public long bytes() {
        return appender == null ? 0 : appender.files().bytes();
    }

    /** A new file is wanted. */
    public void rollSoon() {
        if (appender != null) {
            appender.files().rollSoon();
        }
    }

    /** Report up to which flush new files have been wanted, or that flushes begin none here. */
    public void answer(final SessionDrain drain, final long flushes) {
        drain.rolled(limits.mode() == RecorderContext.Mode.NEWFILE ? OptionalLong.of(flushes) : OptionalLong.empty());
    }

    /**
     * Make sure that nobody else can append to the folder.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} if the lock was lost, and another process has taken it
     */
    public void confirm() {
        folder.confirm();
    }

    /** Let files give way that are too old, or too many. */
    public void trim(final long nowNs) {
        folder.confirm();
        if (appender != null) {
            appender.files().trim(nowNs);
        }
    }

    /** Say what is committed; nothing was, before there is a file. */
    public void checkpoint(final SessionDrain drain) {
        if (appender != null) {
            appender.checkpoint(drain);
        }
    }

    /** Describe what could not be read when its events were recorded, if that is possible now. */
    public void describeLate(final SessionDrain drain, final boolean isLast) {
        if (appender != null) {
            appender.describeLate(drain, isLast);
        }
    }

    /** Everything is in the recording: readers learn that. */
    public void end(final SessionDrain drain) {
        if (appender != null) {
            appender.end(drain);
        }
    }

    /** Nothing is appended any more: have the disk store everything, then mark the end. */
    public void complete(final SessionDrain drain) {
        if (appender != null && !appender.isBroken()) {
            appender.complete(drain);
        }
    }

    /** Report the files that their disk has failed to store. */
    public void reportForces() {
        if (appender != null) {
            appender.reportForces();
        }
    }

    /** Files that their disk has failed to store. */
    public int unforced() {
        return appender == null ? 0 : appender.unforced();
    }

    /**
     * Append a batch.
     *
     * @throws RingsideException with {@link ErrorCode#NO_SPACE} if the recording {@link #isFull}
     */
    public void append(final BatchExcerpt batch, final LaneBounds bounds, final SessionDrain drain) {
        final RecordingAppender open = appender(drain);
        if (!open.admit(batch.length(), drain)) {
            throw new RingsideException(ErrorCode.NO_SPACE, "recording has reached its size limit: path=" + name()
                    + ", maxBytes=" + limits.maxBytes() + ", batchBytes=" + batch.length()
                    + ": record to another folder");
        }
        open.batch(batch, bounds.end(drain.lanes()), drain);
    }

    /** Append what was lost last, also if the recording is full: there is room for that. */
    public void appendLosses(final BatchExcerpt batch, final LaneBounds bounds, final SessionDrain drain) {
        appender(drain).batch(batch, bounds.end(drain.lanes()), drain);
    }

    /** The files; made now, if there are none, for what is about to be recorded. */
    private RecordingAppender appender(final SessionDrain drain) {
        final RecordingAppender known = appender;
        if (known != null) {
            return known;
        }
        final RecordingAppender begun = begin();
        drain.sink(name());
        return begun;
    }

    /** Close, and leave the folder as it was: nothing was recorded to it. */
    public void abandon() {
        try {
            if (appender != null) {
                appender.abandon(holdsOther);
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
        CloseHelper.closeAll(appender, folder);
    }
}
