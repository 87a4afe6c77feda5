package io.ringside.internal.queue;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.MappedFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.TailerState;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import net.openhft.chronicle.threads.Pauser;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Appends excerpts. The caller must hold a lock of its own that excludes other writers: Chronicle's locks left by a
 * killed writer are removed.
 */
public final class QueueWriter implements AutoCloseable {
    /** Roll interval by which each file is named after a second, whatever the interval between files. */
    public static final long STEPPED = 0;

    private static final List<RollCycle> CYCLES = List.of(TestRollCycles.TEST_SECONDLY, RollCycles.FIVE_MINUTELY,
            RollCycles.FAST_HOURLY, RollCycles.FAST_DAILY);
    /** Cycle for {@link #STEPPED}: each file is named after its own second; {@link #roll} begins files. */
    private static final RollCycle STEP = TestRollCycles.TEST_SECONDLY;
    /** Small index sizes, because the files are small. */
    private static final int STEP_INDEX_COUNT = 2048;
    private static final int STEP_INDEX_SPACING = 16;

    private static final long NO_WAIT_MS = 0L;
    private static final long PAGE_BYTES = 4096;
    /** Bytes after the content: the word that ends a file, or where a reader expects an excerpt, and one more. */
    private static final int TAIL_BYTES = 8;
    /** Mark for a scan that does not search for excerpts. */
    private static final ExcerptMark NO_MARK = new ExcerptMark(0, 0);

    private final Path folder;
    private final SingleChronicleQueue queue;
    private final ExcerptAppender appender;
    private final WallTime time;
    private final CycleFiles files;
    /** Byte buffer of the excerpt appended last. */
    private @Nullable ByteBuffer viewed;
    /** Duplicate of {@link #viewed} with its own position and limit. */
    private @Nullable ByteBuffer view;
    private @Nullable FileChannel channel;
    private int channelCycle;
    /** Channel of the previous file, while the first excerpt of the next file is being appended. */
    private @Nullable FileChannel channelBefore;
    /** Null if files are not forced. */
    private @Nullable ForcedFiles forced;
    private int cycle;
    private long fileBytes;
    private boolean broken;

    private QueueWriter(final Path folder, final SingleChronicleQueue queue, final WallTime time) {
        this.folder = folder;
        this.queue = queue;
        this.time = time;
        this.appender = QueueFiles.handedOver(queue.createAppender());
        this.files = new CycleFiles(folder, queue.rollCycle(), queue.epoch());
        this.cycle = queue.lastCycle();
        if (!files.cycles().isEmpty()) {
            // File names chosen by size alone may be ahead of the clock. Nothing can be appended to an ended file.
            time.set(files.beginMs(isEnded(queue) ? cycle + 1 : cycle));
        }
    }

    /**
     * Reject a JVM that cannot write a queue.
     *
     * @throws RingsideException if the JVM lacks a flag, which the message names
     */
    public static void requireFlags() {
        QueueFiles.requireFlags();
    }

    /**
     * Open the queue of a folder, or create one.
     *
     * @param folder     existing folder
     * @param rollMs     interval by which files are named: a second, five minutes, an hour or a day, in milliseconds;
     *                   {@link #STEPPED} for names by seconds; an existing queue keeps its interval. Files begin when
     *                   the caller calls {@link #roll}
     * @param blockBytes bytes by which a file grows
     * @param nowMs      wall clock in milliseconds, after which the first file is named
     * @return the writer
     * @throws RingsideException if the queue cannot be opened
     */
    public static QueueWriter open(final Path folder, final long rollMs, final int blockBytes,
            final long nowMs) {
        final WallTime time = new WallTime(nowMs);
        QueueFiles.requireRegular(folder);
        SingleChronicleQueue opened = null;
        QueueFiles.requireWholeMetadata(folder);
        try {
            QueueFiles.removeUnbegun(folder);
            // The builder comes first, because its class registers the names that are needed to read metadata.
            final SingleChronicleQueueBuilder builder = QueueFiles.builder(folder).blockSize(blockBytes)
                    .timeProvider(time);
            freeLocks(folder);
            opened = (rollMs == STEPPED
                    ? builder.rollCycle(STEP).indexCount(STEP_INDEX_COUNT).indexSpacing(STEP_INDEX_SPACING)
                    : builder.rollCycle(cycle(rollMs))).build();
            FileMaker.settle(folder.resolve(QueueFiles.METADATA));
            final QueueWriter writer = new QueueWriter(folder, opened, time);
            opened = null;
            return writer;
        } catch (final RuntimeException | Error e) {
            throw QueueFiles.failed("open a recording for writing", folder, e);
        } finally {
            Closeable.closeQuietly(opened);
        }
    }

    /**
     * Free Chronicle's locks of a queue without another writer. They contain a pid, so after a process was killed they
     * stay locked until a timeout, or forever if a process in another container has the same pid.
     */
    private static void freeLocks(final Path folder) {
        if (!QueueFiles.exist(folder)) {
            return;
        }
        try (TableStore<Metadata.NoMeta> store = SingleTableBuilder
                .binary(folder.resolve(QueueFiles.METADATA).toFile(), Metadata.NoMeta.INSTANCE).readOnly(false)
                .build();
                TableStoreWriteLock append = new TableStoreWriteLock(store, Pauser::balanced, NO_WAIT_MS,
                        TableStoreWriteLock.APPEND_LOCK_KEY);
                TableStoreWriteLock write = new TableStoreWriteLock(store, Pauser::balanced, NO_WAIT_MS)) {
            append.forceUnlock();
            write.forceUnlock();
        }
    }

    private static RollCycle cycle(final long rollMs) {
        return CYCLES.stream().filter(cycle -> cycle.lengthInMillis() == rollMs).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("rollMs=" + rollMs + ": no cycle has this length"));
    }

    /**
     * Begin a new file with the next excerpt.
     *
     * @param nowMs wall clock in milliseconds; the file is named after this time, or after a later time that no file
     *              has
     */
    public void roll(final long nowMs) {
        time.set(nowMs);
        if (!isAtRoll()) {
            time.set(files.beginMs(cycle + 1));
        }
    }

    /**
     * Force each file to the disk when the next one begins, and the last file with {@link #force}. To be called before
     * anything is appended.
     *
     * @param forcing  forces a file
     * @param executor executor that forces files that get no more excerpts
     */
    public void forceFiles(final Forcing forcing, final Executor executor) {
        forced = new ForcedFiles(forcing, executor);
    }

    /** Force everything appended so far; returns when it is stored. Failures: see {@link #pollForceFailure}. */
    public void force() {
        final ForcedFiles files = forced;
        final FileChannel open = channel;
        if (files != null) {
            files.await();
            if (open != null) {
                files.force(path(channelCycle), open);
            }
        }
    }

    /**
     * Force everything appended so far.
     *
     * @throws RingsideException with {@link io.ringside.ErrorCode#FILE_SYSTEM} if the disk has not stored a file
     */
    public void requireForced() {
        force();
        final RingsideException failure = pollForceFailure();
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns a failure to force a file that was not returned before; null if there is none. */
    public @Nullable RingsideException pollForceFailure() {
        return forced == null ? null : forced.pollFailure();
    }

    /** Returns the bytes of the current file up to the end of its last excerpt; 0 before the first excerpt. */
    public long fileBytes() {
        return fileBytes;
    }

    /** Returns the queue's files, by number in the order of their creation. */
    public List<Integer> files() {
        return files.cycles();
    }

    /** Returns the number of the file that was appended to last; before the first excerpt, of the last file. */
    public int file() {
        return cycle;
    }

    /**
     * Returns the path of a file.
     *
     * @param number number of the file
     */
    public Path path(final int number) {
        return files.file(number);
    }

    /**
     * Remove a file, also for readers: readers in this file reach its end early.
     *
     * @param number number of the file, which must not be the last one
     * @throws RingsideException if the file cannot be removed
     */
    public void remove(final int number) {
        try {
            Files.deleteIfExists(files.file(number));
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove a file of a recording", files.file(number), e);
        }
        queue.refreshDirectoryListing();
    }

    /** Returns whether an append has failed. */
    public boolean isBroken() {
        return broken;
    }

    /** Returns whether the next excerpt will be the first of a file. */
    public boolean isAtRoll() {
        return queue.rollCycle().current(time, queue.epoch()) > cycle;
    }

    /**
     * Append an excerpt. It is stored completely or not at all, also for readers, however this process ends.
     *
     * @param buffer off-heap buffer with the excerpt
     * @param offset offset of its first byte
     * @param length in bytes
     * @throws RingsideException if the excerpt may not have been appended: then nothing more can be appended, and a new
     *                           writer shows which excerpts are stored
     */
    public void append(final DirectBuffer buffer, final int offset, final int length) {
        if (broken) {
            throw QueueFiles.failed("append to a recording that has failed before", folder,
                    new IllegalStateException("writer is broken"));
        }
        final long endBefore = fileBytes;
        // Faults of files written earlier must not be attributed to this file.
        MappedFault.settle();
        broken = true;
        try {
            write(buffer, offset, length);
            MappedFault.settle();
        } catch (final IOException | RuntimeException | Error e) {
            throw QueueFiles.failed("append to a recording", folder, e);
        }
        final int before = cycle;
        cycle = queue.rollCycle().toCycle(appender.lastIndexAppended());
        broken = false;
        if (cycle != before && endBefore > 0) {
            trim(before, endBefore);
        }
        final FileChannel left = channelBefore;
        channelBefore = null;
        if (left != null && forced != null) {
            forced.closed(path(before), left);
        } else {
            CloseHelper.quietClose(left);
        }
    }

    /**
     * Returns the final length of a file.
     *
     * @param contentBytes bytes of the file's content, as from {@link #fileBytes}
     * @return length to which the file is truncated, apart from the queue's own bytes after the content, which most
     *         files do not have
     */
    public static long trimmedBytes(final long contentBytes) {
        return (contentBytes + TAIL_BYTES + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    /**
     * Truncate a file after its content. Readers have it mapped: they read only the header directly after the content,
     * which is kept.
     */
    private void trim(final int number, final long contentBytes) {
        final Path path = files.file(number);
        try (ExcerptScan scan = new ExcerptScan(path, NO_MARK, 0);
                FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            file.truncate(trimmedBytes(scan.passOwn(contentBytes)));
        } catch (final IOException | RingsideException e) {
            // The file was removed, or stays longer than necessary.
            return;
        }
    }

    /**
     * Writes the bytes through the file, not through Chronicle's mapping of it: a growing mapping costs a page fault
     * for every 4 KiB, several times the cost of the copy. On one machine both show the same bytes. Only the header,
     * which makes the excerpt visible, is stored through the mapping.
     */
    private void write(final DirectBuffer buffer, final int offset, final int length) throws IOException {
        try (DocumentContext document = appender.writingDocument()) {
            boolean complete = false;
            try {
                final Bytes<?> target = document.wire().bytes();
                final long position = target.writePosition();
                writeTo(appender.cycle(), position, bytesOf(buffer, offset, length));
                target.writePosition(position + length);
                fileBytes = target.writePosition();
                complete = true;
            } finally {
                if (!complete) {
                    document.rollbackOnClose();
                }
            }
        }
    }

    /** Writes bytes. If an interrupt of the thread closes the channel, they are still written. */
    private void writeTo(final int number, final long position, final ByteBuffer bytes) throws IOException {
        final int begin = bytes.position();
        boolean interrupted = Thread.interrupted();
        try {
            while (bytes.hasRemaining()) {
                try {
                    channelOf(number).write(bytes, position + bytes.position() - begin);
                } catch (final ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                    channel = null;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the last file was ended by a process that was killed before it created the next file. */
    private static boolean isEnded(final SingleChronicleQueue queue) {
        try (ExcerptTailer tailer = queue.createTailer()) {
            tailer.toEnd();
            try (DocumentContext document = tailer.readingDocument()) {
                document.rollbackOnClose();
                return !document.isPresent() && tailer.state() == TailerState.END_OF_CYCLE;
            }
        } catch (final RuntimeException e) {
            // The process that began the file was killed: the file is empty and has not even an end.
            return false;
        }
    }

    private FileChannel channelOf(final int number) throws IOException {
        FileChannel opened = channel;
        if (opened == null || !opened.isOpen() || channelCycle != number) {
            if (opened != null && channelCycle != number) {
                CloseHelper.quietClose(channelBefore);
                channelBefore = opened;
            }
            opened = FileChannel.open(files.file(number), StandardOpenOption.WRITE);
            FileMaker.settle(files.file(number));
            channel = opened;
            channelCycle = number;
        }
        return opened;
    }

    @SuppressWarnings("ReferenceEquality") // Same instance, not equal content.
    private ByteBuffer bytesOf(final DirectBuffer buffer, final int offset, final int length) {
        final ByteBuffer whole = Objects.requireNonNull(buffer.byteBuffer(), "buffer must be outside the heap");
        ByteBuffer part = view;
        if (part == null || whole != viewed) {
            part = whole.duplicate();
            view = part;
            viewed = whole;
        }
        final int begin = offset + buffer.wrapAdjustment();
        return part.limit(begin + length).position(begin);
    }

    @Override
    public void close() {
        if (forced != null) {
            forced.await();
        }
        CloseHelper.quietCloseAll(channelBefore, channel);
        Closeable.closeQuietly(appender, queue);
        if (fileBytes > 0 && !broken) {
            trim(cycle, fileBytes);
        }
    }

    /** Makes the disk store data written to a file. */
    @FunctionalInterface
    public interface Forcing {
        /** Forces the file through its channel. */
        Forcing DISK = (file, channel) -> channel.force(true);

        /**
         * Return when everything is stored.
         *
         * @param file    file that was written
         * @param channel channel that wrote the file
         * @throws IOException if the disk could not store something since the channel was opened
         */
        void force(Path file, FileChannel channel) throws IOException;
    }

    /** A clock that advances only when it is set, so that no roll separates two excerpts that belong together. */
    private static final class WallTime implements TimeProvider {
        private long nowMs;

        WallTime(final long nowMs) {
            this.nowMs = nowMs;
        }

        void set(final long toMs) {
            nowMs = Math.max(nowMs, toMs);
        }

        @Override
        public long currentTimeMillis() {
            return nowMs;
        }
    }
}
