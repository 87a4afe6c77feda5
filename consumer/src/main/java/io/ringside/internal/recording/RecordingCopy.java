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
 * Writes excerpts of another recording as they are, each checked before. An excerpt is appended as a whole, or not at
 * all; a file of the copy begins where the caller says. Not thread-safe.
 */
public final class RecordingCopy implements AutoCloseable {
    /** Number of no file. */
    public static final int NULL_FILE = QueueReader.NULL_FILE;

    /** Number of bytes by which files grow. */
    private static final int BLOCK_BYTES = 1 << 21;
    private static final int WORD_BYTES = 4;

    private final RecordingFolder folder;
    private final QueueWriter writer;
    private final DiskSpace space;
    private final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer(64 * 1024);
    private final Content content = new Content();
    private int length;

    /**
     * The part of a copy after a place: a writer that was killed has not reported it.
     *
     * @param excerpts that are there
     * @param events   in their batches
     * @param file     of the last excerpt, {@link #NULL_FILE} if there is none
     * @param end      of the last excerpt in its file, in bytes
     * @param isGone   whether the file of the place is gone, and all after it
     */
    public record Rest(long excerpts, long events, int file, long end, boolean isGone) {}

    private RecordingCopy(final RecordingFolder folder, final QueueWriter writer, final DiskSpace.Floor floor) {
        this.folder = folder;
        this.writer = writer;
        this.space = new DiskSpace(folder.path(), floor);
        writer.forceFiles(QueueWriter.Forcing.DISK, Runnable::run);
    }

    /**
     * Open a copy, or begin it.
     *
     * @param path          of a folder with a copy, or with nothing, or of one to be made
     * @param minFreeBytes  that the disk must have: below them nothing is appended
     * @param lockTimeoutNs longest wait for the folder's lock
     * @param nowMs         the wall clock, by which files are named
     * @throws RingsideException with {@link ErrorCode#BUSY} if another process writes to the folder,
     *                           {@link ErrorCode#ALREADY_EXISTS} if it holds something else, or
     *                           {@link ErrorCode#NO_SPACE} if the disk is too full
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
     * Measures the part of a copy after a place. For a copy that nobody writes to.
     *
     * @param path of the folder
     * @param file of the copy, {@link #NULL_FILE} for its beginning
     * @param end  of the last excerpt before, in its file
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

    /** The folder. */
    public Path path() {
        return folder.path();
    }

    /**
     * Take an excerpt, to be appended.
     *
     * @param bytes  with the excerpt, which may hold anything
     * @param offset of its first byte
     * @param size   in bytes
     * @throws RingsideException with {@link ErrorCode#LAYOUT} if it is one of another version, or
     *                           {@link ErrorCode#CORRUPT} if it is none
     */
    public void load(final DirectBuffer bytes, final int offset, final int size) {
        length = 0;
        excerpt.putBytes(0, bytes, offset, size);
        check(excerpt, size, content);
        length = size;
    }

    /**
     * Reject bytes that are no excerpt which can be taken.
     *
     * @param bytes which may hold anything
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

    /** Events in the excerpt that was taken; 0 if it is no batch. */
    public long events() {
        return content.events;
    }

    /** Whether the excerpt that was taken describes a session. */
    public boolean isSession() {
        return content.isSession;
    }

    /** The recording that the session which was taken says it is in; null if there is none. */
    public @Nullable UUID recordingId() {
        return content.recordingId;
    }

    /**
     * Append the excerpt that was taken.
     *
     * @param inNewFile whether it is the first of a file
     * @param nowMs     the wall clock, by which a file is named
     * @throws RingsideException with {@link ErrorCode#NO_SPACE} if the disk is too full; it can be appended later; or
     *                           {@link ErrorCode#FILE_SYSTEM} if it may not have been appended: nothing more can be
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
            // Whatever it is, it says nothing about the excerpt, which was checked.
            throw new RingsideException(ErrorCode.FILE_SYSTEM, String.valueOf(e.getMessage()), e);
        }
        space.used(length, writer.fileBytes());
    }

    /** File of the copy that was appended to last. */
    public int file() {
        return writer.file();
    }

    /** End of the excerpt that was appended last in its file, in bytes. */
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
