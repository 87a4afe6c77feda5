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
 * Waits until a folder changes, by notifications of the operating system if one is available, of which each user has a
 * limited number; otherwise by scanning again soon. Used by one thread; any thread may close it.
 */
final class FolderWatch implements AutoCloseable {
    /** Interval between scans without notifications. */
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

    /** Returns whether changes are notified. */
    boolean isWatching() {
        return isWatching;
    }

    /** Watches a folder that was recreated at the same path. */
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
     * Waits until something has changed, the time is over, or the watch was closed; may return earlier.
     *
     * @param timeoutNs maximum wait
     * @return whether a change was notified
     */
    boolean await(final long timeoutNs) {
        final WatchService watching = service;
        if (watching == null || !isWatching) {
            LockSupport.parkNanos(this, Math.min(timeoutNs, UNWATCHED_NS));
            // Clears an interrupt, which is not meant for this thread and would make all further waits end at once.
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
            // Does not occur, because the thread belongs to this library.
            return false;
        }
    }

    private static void register(final Path folder, final WatchService service) throws IOException {
        folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
    }

    /** Stop watching, which ends a wait. */
    @Override
    public void close() {
        CloseHelper.quietClose(service);
    }
}
