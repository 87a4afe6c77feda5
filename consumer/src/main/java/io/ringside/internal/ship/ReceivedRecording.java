package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordingCopy;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.ship.Receiver;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A recording that is written from the records of a sender. It contains the same excerpts, in files that begin at the
 * same places. Each record is written once, however often it is delivered and however the receiver ends, because the
 * content of the recording itself determines which records are new. Not thread-safe.
 */
public final class ReceivedRecording implements AutoCloseable {
    private static final String RECEIPT_SUFFIX = RecordingOrigin.RECEIPT_SUFFIX;

    private final UUID id;
    private final Path folder;
    private final Receipt receipt;
    private final RecordingCopy copy;
    private final LongSupplier epochMs;
    /** Whether descriptions must be appended again before the next record. */
    private boolean undescribed;
    /** Whether to save the receipt before the next excerpt, so that loading counts only excerpts after it. */
    private boolean unsaved;

    /** The descriptions that a carrier keeps for receivers that join late. */
    @FunctionalInterface
    public interface Descriptions {
        /**
         * Returns the descriptions of a session.
         *
         * @param recordingId of the recording
         * @param sessionKey  of the session
         * @return excerpts, the one of the session first; empty if the session is unknown
         */
        List<DirectBuffer> of(UUID recordingId, long sessionKey);
    }

    private ReceivedRecording(final UUID id, final Path folder, final Receipt receipt, final RecordingCopy copy,
            final LongSupplier epochMs) {
        this.id = id;
        this.folder = folder;
        this.receipt = receipt;
        this.copy = copy;
        this.epochMs = epochMs;
    }

    /** Returns the folder of a recording, below the folder of a receiver. */
    public static Path folderOf(final Path root, final UUID id) {
        return root.resolve(id.toString());
    }

    /**
     * Opens a recording, or creates it.
     *
     * @param root          folder of the receiver
     * @param id            of the recording
     * @param minFreeBytes  free space that the disk must have
     * @param lockTimeoutNs longest wait for the lock of the recording
     * @param epochMs       the wall clock, in milliseconds since 1970
     * @throws RingsideException with {@link ErrorCode#BUSY} if another process writes to it, or
     *                           {@link ErrorCode#CORRUPT} if its content does not match its receipt
     */
    public static ReceivedRecording open(final Path root, final UUID id, final long minFreeBytes,
            final long lockTimeoutNs, final LongSupplier epochMs) {
        final Path folder = folderOf(root, id);
        final Receipt receipt = new Receipt(root.resolve(id + RECEIPT_SUFFIX));
        final RecordingCopy copy = RecordingCopy.open(folder, minFreeBytes, lockTimeoutNs, epochMs.getAsLong());
        boolean complete = false;
        try {
            final ReceivedRecording opened = new ReceivedRecording(id, folder, receipt, copy, epochMs);
            opened.settle();
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                copy.close();
            }
        }
    }

    /** Updates the receipt from the copy: a killed writer may have appended excerpts after saving the receipt. */
    private void settle() {
        final boolean known = receipt.load();
        final RecordingCopy.Rest rest = RecordingCopy.after(folder, (int) receipt.copyFile, receipt.copyEnd);
        if (!known) {
            if (rest.excerpts() > 0) {
                throw new RingsideException(ErrorCode.CORRUPT, "received recording has no receipt: path=" + folder
                        + ": remove it and the file " + ReceiverFolder.OFFSETS_NAME
                        + " beside it, and receive it again");
            }
            return;
        }
        if (rest.isGone()) {
            // The next file must be readable without the files that were removed.
            receipt.describing = 1;
        }
        if (receipt.describing != 0) {
            undescribed = true;
        } else if (rest.excerpts() > 0) {
            receipt.sequence += rest.excerpts();
            receipt.events += rest.events();
            receipt.received += rest.events();
            receipt.rolling = 0;
        }
        if (rest.excerpts() > 0) {
            receipt.copyFile = rest.file();
            receipt.copyEnd = rest.end();
        }
        receipt.save();
    }

    /**
     * Restricts the recording to records of one source, because another source numbers them differently.
     *
     * @param source text without spaces that identifies the source
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the recording was received from another
     *                           source
     */
    public void require(final String source) {
        if (receipt.source.isEmpty()) {
            receipt.source = source;
            unsaved = true;
        } else if (!receipt.source.equals(source)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "recording was received from another topic, or one "
                    + "that was deleted since: path=" + folder + ", topicId=" + source + ", receivedFrom="
                    + receipt.source + ": receive into another folder");
        }
    }

    /**
     * Sets the host from which the recording comes.
     *
     * @param name name that the sender gives; ignored if it is empty
     */
    public void from(final String name) {
        final String host = Receipt.hostOf(name);
        if (!host.isEmpty() && !host.equals(receipt.host)) {
            receipt.host = host;
            unsaved = true;
        }
    }

    /**
     * Adds a record.
     *
     * @param record       of this recording, an excerpt or a gap
     * @param descriptions provides descriptions that were not received
     * @return whether it was new
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if its content is not an excerpt,
     *                           {@link ErrorCode#LAYOUT} if it has another version, {@link ErrorCode#NO_SPACE} if the
     *                           disk is too full, in which case it can be added later, {@link ErrorCode#ALREADY_EXISTS}
     *                           if the recording was shipped again in another way, or {@link ErrorCode#FILE_SYSTEM} if
     *                           it cannot be written
     */
    public boolean take(final ShipRecord record, final Descriptions descriptions) {
        if (record.sequence() < receipt.sequence) {
            if (record.events() > receipt.events) {
                throw new RingsideException(ErrorCode.ALREADY_EXISTS, "recording was shipped again from its "
                        + "beginning, and its records are numbered anew: path=" + folder + ", sequence="
                        + record.sequence() + ", expected=" + receipt.sequence + ", events=" + record.events()
                        + ", received=" + receipt.events + ": receive into another folder");
            }
            receipt.repeated++;
            return false;
        }
        if (record.isGap()) {
            takeGap(record);
            return true;
        }
        load(record);
        final boolean joins = receipt.sequence < 0;
        final boolean isSession = copy.isSession();
        if (record.sequence() > Math.max(receipt.sequence, 0) || undescribed) {
            // Records are missing, and perhaps descriptions in them.
            account(record.events() - copy.events());
            receipt.sequence = record.sequence();
            describe(record, descriptions, isSession);
            load(record);
            if (receipt.describing != 0) {
                // The session is unknown, so its events are not readable until it is described again.
                receipt.sequence = record.sequence() + 1;
                account(record.events());
                save();
                return true;
            }
        } else if (joins) {
            receipt.sequence = 0;
        }
        append(record);
        return true;
    }

    private void load(final ShipRecord record) {
        load(record.content());
    }

    private void load(final DirectBuffer excerpt) {
        copy.load(excerpt, 0, excerpt.capacity());
        final UUID named = copy.recordingId();
        if (named != null && !named.equals(id)) {
            throw new RingsideException(ErrorCode.CORRUPT, "excerpt is one of another recording: recording=" + id
                    + ", excerpt=" + named);
        }
    }

    private void append(final ShipRecord record) {
        final long events = copy.events();
        account(record.events() - events);
        final long file = record.position() == null ? -1 : record.position().file();
        if (file != receipt.file) {
            receipt.file = file;
            receipt.rolling = 1;
            unsaved = true;
        }
        if (unsaved) {
            save();
        }
        copy.append(receipt.rolling != 0, epochMs.getAsLong());
        receipt.rolling = 0;
        appended();
        receipt.sequence = record.sequence() + 1;
        receipt.events += events;
        receipt.received += events;
        receipt.bytes += record.content().capacity();
        receipt.sentNs = record.wallNs();
    }

    private void appended() {
        receipt.copyFile = copy.file();
        receipt.copyEnd = copy.end();
    }

    /** Accounts for all earlier events: those not received were shipped before the first record, or are lost. */
    private void account(final long eventsBefore) {
        final long missing = eventsBefore - receipt.events;
        if (missing > 0) {
            if (receipt.sequence < 0 || (receipt.received == 0 && receipt.copyFile == RecordingCopy.NULL_FILE)) {
                receipt.before += missing;
            } else {
                receipt.lost += missing;
            }
            receipt.events = eventsBefore;
            unsaved = true;
        }
    }

    /** Adds a gap. Saves the receipt, because excerpts after the receipt are counted as records. */
    private void takeGap(final ShipRecord gap) {
        account(gap.events() - gap.lost());
        receipt.lost += gap.lost();
        receipt.events += gap.lost();
        undescribed |= gap.sequence() > Math.max(receipt.sequence, 0);
        receipt.describing = undescribed ? 1 : 0;
        receipt.sequence = gap.sequence() + 1;
        receipt.sentNs = gap.wallNs();
        save();
    }

    /** Appends the descriptions that a record needs when the records before it are missing. */
    private void describe(final ShipRecord record, final Descriptions descriptions, final boolean isSession) {
        receipt.describing = 1;
        undescribed = true;
        save();
        final List<DirectBuffer> excerpts = descriptions.of(id, record.sessionKey());
        if (excerpts.isEmpty() && !isSession) {
            return;
        }
        boolean first = true;
        for (final DirectBuffer excerpt : excerpts) {
            try {
                load(excerpt);
            } catch (final RingsideException e) {
                if (e.code() != ErrorCode.CORRUPT) {
                    throw e;
                }
                continue;
            }
            if (first && !copy.isSession() && !isSession) {
                // Without the description of the session, no event is readable.
                return;
            }
            copy.append(first, epochMs.getAsLong());
            first = false;
        }
        if (!first) {
            appended();
            // The record is appended to the same file.
            receipt.file = record.position() == null ? -1 : record.position().file();
        }
        receipt.rolling = 0;
        receipt.describing = 0;
        undescribed = false;
        save();
    }

    /** Saves the receipt, so that the added records count after the end of this process. */
    public void save() {
        unsaved = true;
        receipt.save();
        unsaved = false;
    }

    /** Returns the sequence of the next expected record; -1 before the first record. */
    public long nextSequence() {
        return receipt.sequence;
    }

    public UUID id() {
        return id;
    }

    /** Returns the ledger of the events received so far. */
    public Receiver.Received ledger() {
        return new Receiver.Received(id, folder, receipt.events, receipt.before, receipt.received, receipt.lost,
                receipt.bytes, receipt.repeated, receipt.sentNs);
    }

    /**
     * Returns the stored ledger of a recording, which another process may be receiving.
     *
     * @return null if there is nothing
     */
    public static Receiver.@Nullable Received ledger(final Path root, final UUID id) {
        final Receipt known = new Receipt(root.resolve(id + RECEIPT_SUFFIX));
        return known.load()
                ? new Receiver.Received(id, folderOf(root, id), known.events, known.before, known.received, known.lost,
                        known.bytes, known.repeated, known.sentNs)
                : null;
    }

    /**
     * Returns the latest measurement of the clock of the host from which a recording was received.
     *
     * @return null if the clock was not measured
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if its file is damaged
     */
    public static @Nullable HostClock clock(final Path root, final UUID id) {
        final Receipt known = new Receipt(root.resolve(id + RECEIPT_SUFFIX));
        if (!known.load() || known.host.isEmpty()) {
            return null;
        }
        final File[] ofHost = root.toFile()
                .listFiles((folder, name) -> RecordingOrigin.isClockOf(name, known.host));
        return ofHost == null || ofHost.length == 0
                ? null
                : HostClock.load(Arrays.stream(ofHost).max(Comparator.comparingLong(File::lastModified)).orElseThrow()
                        .toPath());
    }

    /**
     * Returns the stored ledgers of all recordings in the folder of a receiver, which another process may be using.
     *
     * @param root folder of the receiver
     */
    public static Map<UUID, Receiver.Received> ledgers(final Path root) {
        final Map<UUID, Receiver.Received> all = new HashMap<>();
        try (DirectoryStream<Path> receipts = Files.newDirectoryStream(root, "*" + RECEIPT_SUFFIX)) {
            for (final Path each : receipts) {
                final String name = each.getFileName().toString();
                final UUID id;
                try {
                    id = UUID.fromString(name.substring(0, name.length() - RECEIPT_SUFFIX.length()));
                } catch (final IllegalArgumentException e) {
                    // The file does not belong to a receiver.
                    continue;
                }
                final Receiver.Received ledger = ledger(root, id);
                if (ledger != null) {
                    all.put(id, ledger);
                }
            }
        } catch (final DirectoryIteratorException e) {
            throw RingsideException.ofFile("read what was received", root, Objects.requireNonNull(e.getCause()));
        } catch (final IOException e) {
            throw RingsideException.ofFile("read what was received", root, e);
        }
        return all;
    }

    @Override
    public void close() {
        try {
            receipt.save();
        } finally {
            copy.close();
        }
    }
}
