package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.recording.RecordingFolder;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.registry.SessionRow;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The buffer for shipping a session without a recorder: a thread records the session to a circular recording next to
 * the trace directory, in the same memory, and that is shipped. The buffer outlives this process: the next one
 * continues it, so that no event is lost or duplicated if a process was killed. Not thread-safe.
 */
public final class LiveBuffer implements AutoCloseable {
    private static final String SUFFIX = ".live";
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path folder;
    private final Draining draining;
    private final AgentRunner runner;
    private boolean closed;

    private LiveBuffer(final Recorder recorder, final ErrorHandler errorHandler) {
        this.folder = recorder.folder();
        this.draining = new Draining(recorder, errorHandler);
        this.runner = new AgentRunner(new SleepingIdleStrategy(IDLE_NS), draining::failed, null, draining);
        AgentRunner.startOnThread(runner, task -> {
            final Thread thread = new Thread(task, "ringside-live");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens the buffer, and with it becomes the reader of the session.
     *
     * @param directory    trace directory of the session
     * @param session      name of the session
     * @param maxBytes     size of the buffer, at least 4 MiB
     * @param errorHandler notified by the recording thread of failures that do not end the recording, and of buffers
     *                     left by earlier sessions
     * @throws RingsideException as {@link Recorder#open} does; also with {@link ErrorCode#NOT_FOUND} if the session
     *                           does not exist but has left buffers, which the message lists
     */
    public static LiveBuffer open(final TraceDirectory directory, final String session, final long maxBytes,
            final ErrorHandler errorHandler) {
        final Path root = root(directory);
        final SessionRow row;
        try (DirectoryController controller = DirectoryController.open(directory,
                problem -> errorHandler.onError(new RingsideException(ErrorCode.CORRUPT, problem)))) {
            row = controller.row(session);
        } catch (final RingsideException e) {
            final List<Path> left = left(root, session, null);
            throw e.code() != ErrorCode.NOT_FOUND || left.isEmpty()
                    ? e
                    : new RingsideException(ErrorCode.NOT_FOUND, left(session, left), e);
        }
        final Path own = root.resolve(prefix(row.name()) + Long.toHexString(row.startTimeNs()));
        final LiveBuffer opened = new LiveBuffer(Recorder.open(new RecorderContext(session, own)
                .directory(directory.path()).mode(RecorderContext.Mode.CIRCULAR).maxBytes(maxBytes)
                .errorHandler(errorHandler)), errorHandler);
        final List<Path> left = left(root, row.name(), own);
        if (!left.isEmpty()) {
            errorHandler.onError(new RingsideException(ErrorCode.NOT_FOUND, left(row.name(), left)));
        }
        return opened;
    }

    private static String left(final String session, final List<Path> left) {
        return "session has ended while nobody shipped it, and its last events may wait in memory: session=" + session
                + ", buffers=" + left + ": send them with 'ringside ship " + left.get(0)
                + " --once --to ADDRESS', then remove the folder";
    }

    /** Returns the folder of buffers: next to the trace directory, whose content belongs to the sessions alone. */
    private static Path root(final TraceDirectory directory) {
        return directory.path().resolveSibling(directory.path().getFileName() + SUFFIX);
    }

    /** Returns the beginning of a buffer's name: the session's in lower case, without unsafe characters. */
    private static String prefix(final String session) {
        return RecordingOrigin.safeName(session.toLowerCase(Locale.ROOT)) + "-";
    }

    private static List<Path> left(final Path root, final String session, final @Nullable Path own) {
        final List<Path> left = new ArrayList<>();
        final String prefix = prefix(session);
        if (!Files.isDirectory(root)) {
            return left;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
            for (final Path each : all) {
                final String name = each.getFileName().toString();
                if (name.startsWith(prefix) && name.indexOf('-', prefix.length()) < 0 && !each.equals(own)) {
                    left.add(each);
                }
            }
        } catch (final DirectoryIteratorException e) {
            throw RingsideException.ofFile("look for buffers", root, Objects.requireNonNull(e.getCause()));
        } catch (final IOException e) {
            throw RingsideException.ofFile("look for buffers", root, e);
        }
        return left;
    }

    /** Returns the folder of the recording to be shipped. */
    public Path folder() {
        return folder;
    }

    /** Returns the number of events that the session has lost, as far as this process has found. Thread-safe. */
    public long lostEvents() {
        return draining.lost;
    }

    /**
     * Fails if the session is no longer being recorded to the buffer.
     *
     * @throws RingsideException if recording has failed before the session ended
     */
    public void requireSound() {
        final Throwable failed = draining.failure.get();
        if (failed != null) {
            throw failed instanceof final RingsideException known
                    ? known
                    : new RingsideException(ErrorCode.UNEXPECTED, "session cannot be read any more: buffer=" + folder,
                            failed);
        }
    }

    /** Stops recording; all events taken from the session are then in the buffer. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            runner.close();
        }
    }

    /** Removes the buffer. To be called after closing it and shipping all of its content. */
    public void remove() {
        RecordingFolder.remove(folder);
    }

    /** Drains the session, on its own thread. */
    private static final class Draining implements Agent {
        private final Recorder recorder;
        private final Path folder;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final ErrorHandler errorHandler;
        private volatile long lost;
        private boolean stalled;

        Draining(final Recorder recorder, final ErrorHandler errorHandler) {
            this.recorder = recorder;
            this.errorHandler = errorHandler;
            this.folder = recorder.folder();
        }

        @Override
        public int doWork() {
            final int work = recorder.doWork();
            lost = recorder.lostEvents();
            if (recorder.isStalled() != stalled) {
                stalled = recorder.isStalled();
                errorHandler.onError(new RingsideException(ErrorCode.NO_SPACE, stalled
                        ? "memory for the buffer is almost full, new events wait in their lanes: buffer=" + folder
                                + ": free some space there"
                        : "memory for the buffer has space again: buffer=" + folder));
            }
            if (recorder.hasEnded()) {
                // Closing completes the recording, so that its end can be shipped.
                recorder.close();
            }
            if (!recorder.folder().equals(folder)) {
                failure.compareAndSet(null, new RingsideException(ErrorCode.BUSY, "session is recorded now, by order "
                        + "of a controller, and is not shipped live any more: session=" + recorder.sessionName()
                        + ", recording=" + recorder.folder() + ": ship that recording"));
            }
            return work;
        }

        void failed(final Throwable reason) {
            failure.compareAndSet(null, reason);
        }

        @Override
        public String roleName() {
            return recorder.roleName();
        }

        @Override
        public void onClose() {
            recorder.close();
            lost = recorder.lostEvents();
        }
    }
}
