package io.ringside.provider;

import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/** Reports changes of rows, using notifications of the operating system; costs nothing while there are none. */
final class RowWatch implements Runnable, AutoCloseable {
    private final WatchService service;
    private final Runnable onChange;

    private RowWatch(final WatchService service, final Runnable onChange) {
        this.service = service;
        this.onChange = onChange;
    }

    /**
     * Watch the rows of a directory.
     *
     * @param directory with the rows
     * @param onChange  called by the watching thread at each change
     * @return the watch, null if the system has none left, because its limit of instances per user is low
     */
    static @Nullable RowWatch start(final TraceDirectory directory, final Runnable onChange) {
        WatchService service = null;
        try {
            service = directory.rows().getFileSystem().newWatchService();
            directory.rows().register(service, StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            final RowWatch watch = new RowWatch(service, onChange);
            final Thread thread = new Thread(watch, "ringside-watch");
            thread.setDaemon(true);
            thread.start();
            return watch;
        } catch (final IOException e) {
            CloseHelper.quietClose(service);
            return null;
        } catch (final Throwable e) {
            CloseHelper.quietClose(service);
            throw e;
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                final WatchKey key = service.take();
                key.pollEvents();
                onChange.run();
                if (!key.reset()) {
                    return;
                }
            }
        } catch (final ClosedWatchServiceException e) {
            return;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stop watching, which ends the thread. */
    @Override
    public void close() {
        CloseHelper.quietClose(service);
    }
}
