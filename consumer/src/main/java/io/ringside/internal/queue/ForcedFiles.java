package io.ringside.internal.queue;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Uninterrupted;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Forces files of a queue to the disk. If the disk fails to store data that it has accepted, the error is reported only
 * by forcing, and only once to each descriptor that was open before. So a file is forced through the channel that wrote
 * it. Used by one thread, apart from the tasks passed to the executor.
 */
final class ForcedFiles {
    private final QueueWriter.Forcing forcing;
    private final Executor executor;
    private final Deque<FutureTask<?>> pending = new ArrayDeque<>();
    private final Queue<RingsideException> failures = new ConcurrentLinkedQueue<>();

    ForcedFiles(final QueueWriter.Forcing forcing, final Executor executor) {
        this.forcing = forcing;
        this.executor = executor;
    }

    /** Notes that a file gets no more excerpts: the executor forces it and closes its channel. */
    void closed(final Path file, final FileChannel channel) {
        final FutureTask<?> task = new FutureTask<>(() -> {
            try {
                force(file, channel);
            } finally {
                CloseHelper.quietClose(channel);
            }
        }, null);
        while (!pending.isEmpty() && pending.getFirst().isDone()) {
            pending.removeFirst();
        }
        pending.addLast(task);
        try {
            executor.execute(task);
        } catch (final RejectedExecutionException | OutOfMemoryError e) {
            // Without an executor thread, the writer waits for the disk.
            task.run();
        }
    }

    /** Forces a file now. An interrupt closes its channel; then the file is reopened and forced again. */
    void force(final Path file, final FileChannel channel) {
        try {
            Uninterrupted.call(() -> {
                if (channel.isOpen()) {
                    forcing.force(file, channel);
                } else {
                    forceAgain(file);
                }
                return file;
            });
        } catch (final IOException e) {
            failures.add(new RingsideException(ErrorCode.FILE_SYSTEM, "file of a recording was not stored by its disk: "
                    + "path=" + file + ", reason=" + e + ": events in it may be missing; check the disk and its space, "
                    + "read the file with ringside tail, and record to another disk", e));
        }
    }

    private void forceAgain(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            forcing.force(file, channel);
        }
    }

    /** Waits until all closed files have been forced. An interrupt does not end the wait. */
    void await() {
        boolean interrupted = false;
        while (!pending.isEmpty()) {
            try {
                pending.getFirst().get();
                pending.removeFirst();
            } catch (final InterruptedException e) {
                interrupted = true;
            } catch (final ExecutionException e) {
                pending.removeFirst();
                failures.add(new RingsideException(ErrorCode.UNEXPECTED,
                        "file of a recording could not be forced to its disk: reason=" + e.getCause(), e));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Nullable
    RingsideException pollFailure() {
        return failures.poll();
    }
}
