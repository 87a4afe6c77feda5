package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.registry.ClockPair;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A recording as a sequence of records, starting at the position that the carrier has accepted. It stores nothing
 * itself: the carrier returns its last accepted status. Not thread-safe.
 */
public final class ShippedRecording implements AutoCloseable {
    private static final long RECORDED_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    private final Path folder;
    private final String host;
    private final ErrorHandler errorHandler;
    private final LongSupplier epochNs;
    private final UUID id;
    private final UUID sender = UUID.randomUUID();
    private final UnsafeBuffer gap = new UnsafeBuffer(new byte[ShipDescriptor.GAP_LENGTH]);
    private @Nullable RecordingExcerpts excerpts;
    private @Nullable RecordingPosition position;
    /** Number of removed events that have not been reported yet. */
    private long gone = RecordingExcerpts.NOTHING_GONE;
    private long sequence;
    private long bytes;
    private long lost;
    private long damagesBefore;
    private long recorded;
    private long recordedNs;
    private long begunNs;
    private long begunEvents;
    private boolean begun;
    /** Whether the excerpt that was read must still be returned, after a gap. */
    private boolean held;
    private boolean atEnd;

    /** Returns the current time, in nanoseconds since 1970. */
    public static long epochNs() {
        return ClockPair.now().wallNs();
    }

    /**
     * Opens a recording.
     *
     * @param folder       of the recording
     * @param host         name of this machine
     * @param epochNs      the wall clock, in nanoseconds since 1970
     * @param errorHandler notified of damage, and of removed files
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder contains no recording, or an empty one,
     *                           or {@link ErrorCode#CORRUPT} if nothing of it can be read
     */
    public ShippedRecording(final Path folder, final String host, final LongSupplier epochNs,
            final ErrorHandler errorHandler) {
        this.folder = folder;
        this.host = host;
        this.epochNs = epochNs;
        this.errorHandler = errorHandler;
        this.id = RecordingExcerpts.idOf(folder);
    }

    public UUID id() {
        return id;
    }

    /** Returns the random id of this run. */
    public UUID sender() {
        return sender;
    }

    /**
     * Continues after the last accepted status; records that were polled but not accepted are polled again. If the
     * files of that position were removed, the first record is a gap.
     *
     * @param last last accepted status; null if there is none
     * @throws RingsideException if the recording was modified since
     */
    public void resume(final @Nullable ShipStatus last) {
        CloseHelper.close(excerpts);
        final RecordingExcerpts opened = RecordingExcerpts.open(folder, errorHandler);
        excerpts = opened;
        position = last == null ? null : last.record().position();
        sequence = last == null ? 0 : last.record().sequence();
        bytes = last == null ? 0 : last.bytes();
        lost = last == null ? 0 : last.lost();
        recorded = last == null ? 0 : last.recorded();
        recordedNs = System.nanoTime();
        atEnd = false;
        held = false;
        gone = RecordingExcerpts.NOTHING_GONE;
        final RecordingPosition from = position;
        if (from != null) {
            gone = opened.after(from);
        }
        // Damage before the position was already counted by an earlier run.
        damagesBefore = (last == null ? 0 : last.damages()) - opened.damages();
        if (!begun) {
            begun = true;
            begunNs = epochNs.getAsLong();
            begunEvents = from == null ? 0 : from.events();
        }
    }

    /**
     * Returns the next record.
     *
     * @return null if there is none yet
     * @throws RingsideException if the recording is damaged so that reading cannot continue
     */
    public @Nullable ShipRecord poll() {
        final RecordingExcerpts reading = requireResumed();
        final RecordingPosition before = position;
        if (before != null && gone > 0) {
            return gap(before);
        }
        if (!held && !reading.poll()) {
            atEnd = true;
            recorded = handled();
            return null;
        }
        atEnd = false;
        final RecordingPosition next = reading.place().position();
        if (next == null || !next.recordingId().equals(id)) {
            throw new RingsideException(ErrorCode.CORRUPT, "folder holds excerpts of another recording: path=" + folder
                    + ", recording=" + id + ": restore intact files");
        }
        if (before != null) {
            gone = next.events() - reading.events() - before.events();
            if (next.compareTo(before) <= 0 || gone < 0) {
                throw new RingsideException(ErrorCode.CORRUPT, "recording was changed while it was shipped: path="
                        + folder + ", position=" + next + ", before=" + before + ": restore intact files");
            }
            if (gone > 0) {
                held = true;
                return gap(before);
            }
        }
        held = false;
        position = next;
        bytes += reading.length();
        return new ShipRecord(ShipDescriptor.KIND_EXCERPT, id, sequence++, next, reading.sessionKey(),
                epochNs.getAsLong(), new UnsafeBuffer(reading.buffer(), 0, reading.length()));
    }

    /** Returns the gap that precedes the next excerpt. */
    private ShipRecord gap(final RecordingPosition before) {
        errorHandler.onError(new RingsideException(ErrorCode.NOT_FOUND, "events were gone before they were shipped, "
                + "because files of the recording were removed or damaged: path=" + folder + ", position=" + before
                + ", lostEvents=" + gone + ": ship faster, or raise the recording's limits"));
        gap.putLong(ShipDescriptor.GAP_LOST_OFFSET, gone);
        lost += gone;
        position = new RecordingPosition(id, before.file(), before.offset(), before.checksum(),
                before.events() + gone);
        gone = RecordingExcerpts.NOTHING_GONE;
        return new ShipRecord(ShipDescriptor.KIND_GAP, id, sequence++, position, requireResumed().sessionKey(),
                epochNs.getAsLong(), gap);
    }

    /**
     * Returns the key of the description in the last polled excerpt; null if the excerpt is not a description. A
     * receiver that joins late needs the latest description of each key.
     */
    public @Nullable String descriptionKey() {
        return requireResumed().descriptionKey();
    }

    /** Returns the status that applies when the carrier has accepted all polled records. */
    public ShipRecord status(final int partition) {
        final RecordingExcerpts reading = requireResumed();
        final long damages = damagesBefore + reading.damages();
        final ShipRecord next = new ShipRecord(ShipDescriptor.KIND_STATUS, id, sequence, position,
                reading.sessionKey(), epochNs.getAsLong(), new UnsafeBuffer(new byte[0]));
        return new ShipStatus(next, recorded(), bytes, lost, damages, begunNs, begunEvents, sender, partition,
                hasEnded(), host, reading.sessionName()).toRecord();
    }

    /** Returns the number of recorded events. Reads the recording's end from time to time until all are shipped. */
    public long recorded() {
        if (!atEnd && System.nanoTime() - recordedNs >= RECORDED_INTERVAL_NS) {
            try {
                recorded = RecordingExcerpts.recordedEvents(folder);
            } catch (final RingsideException e) {
                // Reading the records reports the damage.
                assert recorded >= 0;
            }
            recordedNs = System.nanoTime();
        }
        recorded = Math.max(recorded, handled());
        return recorded;
    }

    /** Returns the number of events of the recording that were polled or have been removed. */
    public long handled() {
        return position == null ? 0 : position.events();
    }

    /** Returns the number of events that were removed with their files. */
    public long lost() {
        return lost;
    }

    /** Returns the size of the excerpts polled since the recording was first shipped. */
    public long bytes() {
        return bytes;
    }

    /** Returns the number of records polled since the recording was first shipped. */
    public long records() {
        return sequence;
    }

    /** Whether the last poll reached the current end of the recording. */
    public boolean isAtEnd() {
        return atEnd;
    }

    /** Whether the recording has ended, and all of it was polled. */
    public boolean hasEnded() {
        return atEnd && requireResumed().hasEnded();
    }

    private RecordingExcerpts requireResumed() {
        final RecordingExcerpts opened = excerpts;
        if (opened == null) {
            throw new IllegalStateException("recording was not resumed: path=" + folder);
        }
        return opened;
    }

    @Override
    public void close() {
        CloseHelper.close(excerpts);
    }
}
