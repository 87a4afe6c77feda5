package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.ship.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;

/**
 * The folder of a receiver. It contains a copy of each received recording with its receipt, and the offsets at which to
 * continue reading from the carrier. Locked by the receiving process. Not thread-safe.
 */
public final class ReceiverFolder implements AutoCloseable {
    /** Default for the minimum free space in bytes that the disk must have for receiving. */
    public static final long MIN_FREE_BYTES = 64L * 1024 * 1024;
    /** Maximum number of recordings in a folder, because forged records can create any number. */
    static final int RECORDINGS_MAX = 4096;

    private static final int OPEN_MAX = 256;
    /** Length of an id as text, which is the name of a recording's folder. */
    private static final int ID_LENGTH = 36;
    static final String OFFSETS_NAME = "receive.offsets";
    private static final String HEADING = "ringside-offsets 1 ";
    private static final long LOCK_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

    private final Path root;
    private final HeldLock lock;
    private final long minFreeBytes;
    private final LongSupplier epochMs;
    private final Map<UUID, ReceivedRecording> open = new LinkedHashMap<>(16, 0.75f, true);
    /** Ledgers of all recordings; those of opened ones are as of their opening. */
    private final Map<UUID, Receiver.Received> ledgers = new LinkedHashMap<>();
    /** Recordings in the folder. */
    private int recordings;

    private ReceiverFolder(final Path root, final HeldLock lock, final long minFreeBytes, final LongSupplier epochMs) {
        this.root = root;
        this.lock = lock;
        this.minFreeBytes = minFreeBytes;
        this.epochMs = epochMs;
        final String[] names = root.toFile().list((folder, name) -> name.length() == ID_LENGTH);
        this.recordings = names == null ? 0 : names.length;
        ledgers.putAll(new TreeMap<>(ReceivedRecording.ledgers(root)));
    }

    /**
     * Locks a folder, and creates it if necessary.
     *
     * @param path         of the folder
     * @param minFreeBytes free space that its disk must have
     * @param epochMs      the wall clock, in milliseconds since 1970
     * @throws RingsideException with {@link ErrorCode#BUSY} if another process is receiving to it
     */
    public static ReceiverFolder open(final Path path, final long minFreeBytes, final LongSupplier epochMs) {
        final Path root;
        try {
            final Path absolute = path.toAbsolutePath();
            if (!Files.isDirectory(absolute)) {
                final Path parent = absolute.getParent();
                if (parent != null) {
                    Files.createDirectories(parent);
                }
                FileMaker.createFolder(absolute);
            }
            root = absolute.toRealPath();
        } catch (final IOException e) {
            throw RingsideException.ofFile("create a folder to receive into", path, e);
        }
        if (QueueReader.exists(root)) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds a recording: path=" + root
                    + ": give a folder around recordings that are received");
        }
        try {
            final HeldLock held = LockFile.of(root.resolve(RecordingOrigin.RECEIVER_LOCK)).acquire(LOCK_TIMEOUT_NS);
            return new ReceiverFolder(root, held, minFreeBytes, epochMs);
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            throw new RingsideException(ErrorCode.BUSY, "another process receives into the folder: path=" + root
                    + ": end it first, or give another folder", e);
        }
    }

    /** Whether the folder contains data of a recording. */
    public boolean has(final UUID id) {
        return open.containsKey(id) || Files.isDirectory(ReceivedRecording.folderOf(root, id));
    }

    /**
     * Returns the recording with an id, after opening or creating it if necessary.
     *
     * @param id     of the recording
     * @param source text without spaces that identifies the source
     * @throws RingsideException with {@link ErrorCode#LIMIT} if there are too many recordings, or
     *                           {@link ErrorCode#INVALID_ARGUMENT} if the existing data came from another source
     */
    public ReceivedRecording recording(final UUID id, final String source) {
        final ReceivedRecording known = open.get(id);
        if (known != null) {
            known.require(source);
            return known;
        }
        final boolean isNew = !has(id);
        if (isNew && recordings >= RECORDINGS_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "too many recordings are in the folder: path=" + root
                    + ", max=" + RECORDINGS_MAX + ": receive into another folder");
        }
        if (open.size() >= OPEN_MAX) {
            final ReceivedRecording eldest = open.values().iterator().next();
            ledgers.put(eldest.id(), eldest.ledger());
            open.remove(eldest.id());
            eldest.close();
        }
        final ReceivedRecording opened = ReceivedRecording.open(root, id, minFreeBytes, LOCK_TIMEOUT_NS, epochMs);
        open.put(id, opened);
        ledgers.put(id, opened.ledger());
        if (isNew) {
            recordings++;
        }
        opened.require(source);
        return opened;
    }

    /**
     * Saves the receipts of all open recordings, so that their records count after the end of this process.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} if the lock was lost to another process
     */
    public void save() {
        lock.confirm();
        open.values().forEach(ReceivedRecording::save);
    }

    /**
     * Returns the stored offsets at which to continue, by partition of a source; empty if they belong to another
     * source.
     *
     * @param source text without spaces that identifies the source
     */
    public Map<Integer, Long> offsets(final String source) {
        final Map<Integer, Long> offsets = new HashMap<>();
        try {
            final List<String> lines = Files.readString(root.resolve(OFFSETS_NAME)).lines().toList();
            if (lines.contains(HEADING + source)) {
                for (final String line : lines.subList(1, lines.size())) {
                    final String[] pair = line.split("=", 2);
                    offsets.put(Integer.parseInt(pair[0]), Long.parseLong(pair[1]));
                }
            }
        } catch (final NoSuchFileException e) {
            return offsets;
        } catch (final NumberFormatException | IndexOutOfBoundsException e) {
            // Without offsets everything is read again, and records that were received before are recognized.
            offsets.clear();
        } catch (final IOException e) {
            throw RingsideException.ofFile("read the offsets of a receiver", root.resolve(OFFSETS_NAME), e);
        }
        return offsets;
    }

    /** Stores the offsets at which to continue; everything before them must have been saved. */
    public void offsets(final String source, final Map<Integer, Long> offsets) {
        final StringBuilder text = new StringBuilder(HEADING).append(source).append('\n');
        new TreeMap<>(offsets).forEach((partition, offset) -> text.append(partition).append('=').append(offset)
                .append('\n'));
        Receipt.write(root.resolve(OFFSETS_NAME), text.toString());
    }

    /** Returns the ledgers of all recordings in this folder, opened ones as they are now. */
    public List<Receiver.Received> ledgers() {
        open.forEach((id, each) -> ledgers.put(id, each.ledger()));
        return new ArrayList<>(ledgers.values());
    }

    @Override
    public void close() {
        try {
            ledgers();
            CloseHelper.closeAll(open.values());
        } finally {
            open.clear();
            lock.close();
        }
    }
}
