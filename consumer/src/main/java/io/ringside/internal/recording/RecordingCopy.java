package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.queue.QueueWriter;
import java.nio.file.Path;
import java.util.UUID;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes unchanged excerpts of another recording, after checking each. An excerpt is appended completely or not at all;
 * the caller determines where a file of the copy begins. Not thread-safe.
 */
public final class RecordingCopy implements AutoCloseable {
    /** Number that means no file. */
    public static final int NULL_FILE = QueueReader.NULL_FILE;

    /** Bytes by which files grow. */
    private static final int BLOCK_BYTES = 1 << 21;
    private static final int WORD_BYTES = 4;

    private final RecordingFolder folder;
    private final QueueWriter writer;
    private final DiskSpace space;
    private final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer(64 * 1024);
    private final Content content = new Content();
    private int length;

    /**
     * The part of a copy after a position, which a killed writer has not reported. Immutable.
     *
     * @param excerpts number of excerpts
     * @param events   number of events in their batches
     * @param file     file of the last excerpt, {@link #NULL_FILE} if there is none
     * @param end      end of the last excerpt in its file, in bytes
     * @param isGone   whether the file of the position and all later files have been removed
     */
    public record Rest(long excerpts, long events, int file, long end, boolean isGone) {}

    private RecordingCopy(final RecordingFolder folder, final QueueWriter writer, final DiskSpace.Floor floor) {
        this.folder = folder;
        this.writer = writer;
        this.space = new DiskSpace(folder.path(), floor);
        writer.forceFiles(QueueWriter.Forcing.DISK, Runnable::run);
    }

    /**
     * Open a copy, or create it.
     *
     * @param path          folder with a copy, empty or absent
     * @param minFreeBytes  minimum of free bytes on the disk; below it, nothing is appended
     * @param lockTimeoutNs maximum wait for the folder's lock
     * @param nowMs         wall clock in milliseconds, which determines file names
     * @throws RingsideException with {@link ErrorCode#BUSY} if another process writes to the folder, {@link
     *                           ErrorCode#ALREADY_EXISTS} if it contains other files, or {@link ErrorCode#NO_SPACE} if
     *                           the disk is too full
     */
    public static RecordingCopy open(final Path path, final long minFreeBytes, final long lockTimeoutNs,
            final long nowMs) {
        QueueWriter.requireFlags();
        final DiskSpace.Floor floor = DiskSpace.Floor.of(minFreeBytes, BLOCK_BYTES, null, System::nanoTime,
                failure -> {});
        final RecordingFolder folder = RecordingFolder.create(path, lockTimeoutNs, null);
        boolean opened = false;
        try {
            new DiskSpace(folder.path(), floor).requireForNew();
            final RecordingCopy copy = new RecordingCopy(folder,
                    QueueWriter.open(folder.path(), QueueWriter.STEPPED, BLOCK_BYTES, nowMs), floor);
            opened = true;
            return copy;
        } finally {
            if (!opened) {
                CloseHelper.quietClose(folder);
            }
        }
    }

    /**
     * Measures the part of a copy after a position. For a copy without a writer.
     *
     * @param path path of the folder
     * @param file file of the copy, {@link #NULL_FILE} for its beginning
     * @param end  end of the preceding excerpt in this file
     */
    public static Rest after(final Path path, final int file, final long end) {
        final Content content = new Content();
        long excerpts = 0;
        int lastFile = NULL_FILE;
        long lastEnd = 0;
        boolean isGone = file != NULL_FILE;
        if (QueueReader.exists(path)) {
            final ExpandableDirectByteBuffer bytes = new ExpandableDirectByteBuffer();
            final ExcerptDecoder decoder = new ExcerptDecoder();
            try (QueueReader reader = QueueReader.open(path, ExcerptDescriptor.MARK)) {
                isGone &= reader.toFileFrom(Math.max(file, 0)) == NULL_FILE;
                while (!isGone && reader.next(bytes)) {
                    if (reader.file() != file || reader.position() >= end) {
                        decoder.decode(bytes, reader.length(), content);
                        excerpts++;
                        lastFile = reader.file();
                        lastEnd = reader.position() + WORD_BYTES + reader.length();
                    }
                }
            }
        }
        return new Rest(excerpts, content.allEvents, lastFile, lastEnd, isGone);
    }

    /** Returns the folder. */
    public Path path() {
        return folder.path();
    }

    /**
     * Load an excerpt, which {@link #append} then appends.
     *
     * @param bytes  buffer with the excerpt, of arbitrary content
     * @param offset offset of its first byte
     * @param size   length in bytes
     * @throws RingsideException with {@link ErrorCode#LAYOUT} if it has another version, or {@link ErrorCode#CORRUPT}
     *                           if it is not an excerpt
     */
    public void load(final DirectBuffer bytes, final int offset, final int size) {
        length = 0;
        excerpt.putBytes(0, bytes, offset, size);
        check(excerpt, size, content);
        length = size;
    }

    /**
     * Throw if bytes are not an excerpt that can be appended.
     *
     * @param bytes arbitrary bytes
     * @throws RingsideException as {@link #load}
     */
    public static void check(final DirectBuffer bytes) {
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer(Math.max(bytes.capacity(), 1));
        excerpt.putBytes(0, bytes, 0, bytes.capacity());
        check(excerpt, bytes.capacity(), new Content());
    }

    private static void check(final ExpandableDirectByteBuffer excerpt, final int size, final Content content) {
        if (size >= ExcerptDescriptor.HEADER_LENGTH
                && excerpt.getInt(ExcerptDescriptor.MAGIC_OFFSET) == ExcerptDescriptor.MAGIC
                && excerpt.getInt(ExcerptDescriptor.VERSION_OFFSET) != ExcerptDescriptor.VERSION) {
            throw new RingsideException(ErrorCode.LAYOUT, "excerpt has another layout: version="
                    + excerpt.getInt(ExcerptDescriptor.VERSION_OFFSET) + ", known=" + ExcerptDescriptor.VERSION
                    + ": receive it with the version that sends it");
        }
        content.clear();
        try {
            new ExcerptDecoder().decode(excerpt, size, content);
        } catch (final IndexOutOfBoundsException e) {
            throw new RingsideException(ErrorCode.CORRUPT, "excerpt is foreign or damaged: bytes=" + size, e);
        }
    }

    /** Returns the number of events in the loaded excerpt; 0 if it is not a batch. */
    public long events() {
        return content.events;
    }

    /** Returns whether the loaded excerpt describes a session. */
    public boolean isSession() {
        return content.isSession;
    }

    /** Returns the recording named in the loaded session excerpt; null if there is none. */
    public @Nullable UUID recordingId() {
        return content.recordingId;
    }

    /**
     * Append the loaded excerpt.
     *
     * @param inNewFile whether to begin a new file
     * @param nowMs     wall clock in milliseconds, which determines the file name
     * @throws RingsideException with {@link ErrorCode#NO_SPACE} if the disk is too full; the append can be retried
     *                           later; or {@link ErrorCode#FILE_SYSTEM} if the excerpt may not have been appended: then
     *                           nothing more can be appended
     */
    public void append(final boolean inNewFile, final long nowMs) {
        space.requireRoom("the recording");
        try {
            folder.confirm();
            if (inNewFile) {
                writer.requireForced();
                writer.roll(nowMs);
            }
            writer.append(excerpt, 0, length);
        } catch (final RingsideException e) {
            // This failure does not concern the excerpt, which was checked.
            throw new RingsideException(ErrorCode.FILE_SYSTEM, String.valueOf(e.getMessage()), e);
        }
        space.used(length, writer.fileBytes());
    }

    /** Returns the file of the copy that was appended to last. */
    public int file() {
        return writer.file();
    }

    /** Returns the end of the last appended excerpt in its file, in bytes. */
    public long end() {
        return writer.fileBytes();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(writer::requireForced, writer, folder);
    }

    private static final class Content implements ExcerptVisitor {
        private long events;
        private long allEvents;
        private boolean isSession;
        private @Nullable UUID recordingId;

        void clear() {
            events = 0;
            isSession = false;
            recordingId = null;
        }

        @Override
        public void onSession(final RecordedSession session) {
            session.requireGeometry();
            isSession = true;
        }

        @Override
        public void onRecording(final UUID id, final long before) {
            recordingId = id;
        }

        @Override
        public void onBatch(final long watermarkTicks, final long batchEvents) {
            events = Math.max(batchEvents, 0);
            allEvents += events;
        }
    }
}
