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
 * Appends excerpts. The caller must hold a lock of its own that proves that nobody else writes: what a writer
 * that was killed has left of Chronicle's locks is removed.
 */
public final class QueueWriter implements AutoCloseable {
    /** Files are named by seconds, however often they begin. */
    public static final long STEPPED = 0;

    private static final List<RollCycle> CYCLES = List.of(TestRollCycles.TEST_SECONDLY, RollCycles.FIVE_MINUTELY,
            RollCycles.FAST_HOURLY, RollCycles.FAST_DAILY);
    /** When files begin is up to {@link #roll}; each has a name of its own second. */
    private static final RollCycle STEP = TestRollCycles.TEST_SECONDLY;
    /** An index that is small: files are. */
    private static final int STEP_INDEX_COUNT = 2048;
    private static final int STEP_INDEX_SPACING = 16;

    private static final long NO_WAIT_MS = 0L;
    private static final long PAGE_BYTES = 4096;
    /** The word that ends a file, or in which a reader looks for the next excerpt, and the one after it. */
    private static final int TAIL_BYTES = 8;
    /** Nothing is looked for. */
    private static final ExcerptMark NO_MARK = new ExcerptMark(0, 0);

    private final Path folder;
    private final SingleChronicleQueue queue;
    private final ExcerptAppender appender;
    private final WallTime time;
    private final CycleFiles files;
    /** Bytes of the buffer that was appended last. */
    private @Nullable ByteBuffer viewed;
    /** The same, with a position and a limit of its own. */
    private @Nullable ByteBuffer view;
    private @Nullable FileChannel channel;
    private int channelCycle;
    /** Channel of the previous file, while the first excerpt of another one is appended. */
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
            // Files that were begun by size alone may lie ahead of the clock. One that was ended takes nothing more.
            time.set(files.beginMs(isEnded(queue) ? cycle + 1 : cycle));
        }
    }

    /**
     * Reject a JVM that cannot write a queue.
     *
     * @throws RingsideException if it lacks a flag, which the message names
     */
    public static void requireFlags() {
        QueueFiles.requireFlags();
    }

    /**
     * Open the queue of a folder, or make one.
     *
     * @param folder     that exists
     * @param rollMs     interval by which files are named: milliseconds of a second, five minutes, an hour or a day;
     *                   {@link #STEPPED} for names by seconds; an existing queue keeps its own. Files begin when the
     *                   user says so by {@link #roll}
     * @param blockBytes by which a file grows
     * @param nowMs      the wall clock in milliseconds, by which the first file is named
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
            // First, as its class registers the names by which metadata is read.
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
     * Free Chronicle's own locks of a queue that nobody else writes to. They hold a pid, and so stay locked after a
     * process that was killed: until a time-out, or for ever if another container's process has the same one.
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
     * Let the next excerpt be the first of a file.
     *
     * @param nowMs the wall clock in milliseconds: the file is named by it, or by a later time that no file has
     */
    public void roll(final long nowMs) {
        time.set(nowMs);
        if (!isAtRoll()) {
            time.set(files.beginMs(cycle + 1));
        }
    }

    /**
     * Force each file to the disk when another one begins, and the last one with {@link #force}. Before anything is
     * appended.
     *
     * @param forcing  forces a file
     * @param executor on which files are forced that get no excerpt any more
     */
    public void forceFiles(final Forcing forcing, final Executor executor) {
        forced = new ForcedFiles(forcing, executor);
    }

    /** Force everything that was appended; returns when it is done. See {@link #pollForceFailure}. */
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
     * Force everything that was appended.
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

    /** A failure to force a file that was not returned yet; null if there is none. */
    public @Nullable RingsideException pollForceFailure() {
        return forced == null ? null : forced.pollFailure();
    }

    /** Bytes of the file that was appended to last, up to the end of its last excerpt; 0 before the first. */
    public long fileBytes() {
        return fileBytes;
    }

    /** The queue's files, by number in the order in which they were begun. */
    public List<Integer> files() {
        return files.cycles();
    }

    /** Number of the file that was appended to last; if nothing was appended yet, of the last one there is. */
    public int file() {
        return cycle;
    }

    /**
     * Returns the path of a file.
     *
     * @param number of the file
     */
    public Path path(final int number) {
        return files.file(number);
    }

    /**
     * Remove a file, for readers as well: those that are in it find its end sooner.
     *
     * @param number of the file, not of the last one
     * @throws RingsideException if it cannot be removed
     */
    public void remove(final int number) {
        try {
            Files.deleteIfExists(files.file(number));
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove a file of a recording", files.file(number), e);
        }
        queue.refreshDirectoryListing();
    }

    /** Whether an append has failed. */
    public boolean isBroken() {
        return broken;
    }

    /** Whether the next excerpt will be the first of a file. */
    public boolean isAtRoll() {
        return queue.rollCycle().current(time, queue.epoch()) > cycle;
    }

    /**
     * Append an excerpt. It is there as a whole or not at all, also for readers, and however this process ends.
     *
     * @param buffer outside the heap, with the excerpt
     * @param offset of its first byte
     * @param length in bytes
     * @throws RingsideException if it may not have been appended: nothing more can be, and a new writer says what is
     *                           there
     */
    public void append(final DirectBuffer buffer, final int offset, final int length) {
        if (broken) {
            throw QueueFiles.failed("append to a recording that has failed before", folder,
                    new IllegalStateException("writer is broken"));
        }
        final long endBefore = fileBytes;
        // Faults in files that were written before must not be blamed on this one.
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
     * Returns the length of a file in the end.
     *
     * @param contentBytes of the file, as {@link #fileBytes} gives it
     * @return the length that it is truncated to, but for the queue's own bytes after the content, of which most files
     *         have none
     */
    public static long trimmedBytes(final long contentBytes) {
        return (contentBytes + TAIL_BYTES + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    /**
     * Cut off what a file was given beyond its content. Readers have it mapped: they look for a header directly after
     * the content, which stays, and for nothing else there.
     */
    private void trim(final int number, final long contentBytes) {
        final Path path = files.file(number);
        try (ExcerptScan scan = new ExcerptScan(path, NO_MARK, 0);
                FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            file.truncate(trimmedBytes(scan.passOwn(contentBytes)));
        } catch (final IOException | RingsideException e) {
            // It has given way, or stays longer than it need be.
            return;
        }
    }

    /**
     * The bytes go through the file and not through Chronicle's mapping of it: a mapping that grows costs a page fault
     * for every 4 KiB, which is several times what the copy costs. On one machine both show the same bytes. Only the
     * header, by which the excerpt is there, is stored through the mapping.
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

    /** Writes bytes; if an interrupt of the thread closes the channel, they are recorded all the same. */
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

    /** Whether the last file was ended for another one, by somebody who was killed before that was there. */
    private static boolean isEnded(final SingleChronicleQueue queue) {
        try (ExcerptTailer tailer = queue.createTailer()) {
            tailer.toEnd();
            try (DocumentContext document = tailer.readingDocument()) {
                document.rollbackOnClose();
                return !document.isPresent() && tailer.state() == TailerState.END_OF_CYCLE;
            }
        } catch (final RuntimeException e) {
            // Begun by somebody who was killed over it: it holds nothing yet, not even an end.
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

    @SuppressWarnings("ReferenceEquality") // Equal would mean that the bytes are.
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

    /** Has the disk store what was written to a file. */
    @FunctionalInterface
    public interface Forcing {
        /** Asks the disk. */
        Forcing DISK = (file, channel) -> channel.force(true);

        /**
         * Return when everything is stored.
         *
         * @param file    that was written
         * @param channel that has written it
         * @throws IOException if the disk could not store something since the channel was opened
         */
        void force(Path file, FileChannel channel) throws IOException;
    }

    /** A clock that moves when it is set, so that no file is rolled between two excerpts that belong together. */
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
