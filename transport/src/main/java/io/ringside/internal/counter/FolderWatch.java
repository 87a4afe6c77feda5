package io.ringside.internal.counter;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Waits until a folder changes: by the operating system's notification where it has one left, of which each user has a
 * limited number, else by scanning again soon. For one thread; any thread may close it.
 */
final class FolderWatch implements AutoCloseable {
    /** Between scans, where nothing is notified. */
    private static final long UNWATCHED_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final @Nullable WatchService service;
    private volatile boolean isWatching;

    private FolderWatch(final @Nullable WatchService service) {
        this.service = service;
        this.isWatching = service != null;
    }

    static FolderWatch of(final Path folder) {
        WatchService service = null;
        try {
            service = folder.getFileSystem().newWatchService();
            register(folder, service);
            return new FolderWatch(service);
        } catch (final IOException e) {
            CloseHelper.quietClose(service);
            return new FolderWatch(null);
        } catch (final Throwable e) {
            CloseHelper.quietClose(service);
            throw e;
        }
    }

    /** Whether changes are notified. */
    boolean isWatching() {
        return isWatching;
    }

    /** Watches a folder that was recreated in the same place. */
    void renew(final Path folder) {
        final WatchService watching = service;
        if (watching != null) {
            try {
                register(folder, watching);
                isWatching = true;
            } catch (final IOException | ClosedWatchServiceException e) {
                isWatching = false;
            }
        }
    }

    /**
     * Returns when something has changed, the time is over, or the watch was closed; sometimes earlier.
     *
     * @param timeoutNs longest wait
     * @return whether a change was notified
     */
    boolean await(final long timeoutNs) {
        final WatchService watching = service;
        if (watching == null || !isWatching) {
            LockSupport.parkNanos(this, Math.min(timeoutNs, UNWATCHED_NS));
            // No one interrupts this thread on purpose; an interrupt would let all further waits end at once.
            Thread.interrupted();
            return false;
        }
        try {
            final WatchKey key = watching.poll(timeoutNs, TimeUnit.NANOSECONDS);
            if (key != null) {
                key.pollEvents();
                isWatching = key.reset();
            }
            return key != null;
        } catch (final ClosedWatchServiceException e) {
            isWatching = false;
            return false;
        } catch (final InterruptedException e) {
            // Not expected: the thread is ours.
            return false;
        }
    }

    private static void register(final Path folder, final WatchService service) throws IOException {
        folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
    }

    /** End watching; a wait ends with it. */
    @Override
    public void close() {
        CloseHelper.quietClose(service);
    }
}
