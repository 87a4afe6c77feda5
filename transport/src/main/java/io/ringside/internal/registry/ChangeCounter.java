package io.ringside.internal.registry;

import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.ControlPageDescriptor;
import io.ringside.internal.layout.FileHeader;

/**
 * The change counter for callers that do not hold the control lock. A different value shows cheaply that rows have
 * changed. Thread-safe.
 */
public final class ChangeCounter implements AutoCloseable {
    private MappedFile file;
    private boolean closed;
    private long last;

    private ChangeCounter(final MappedFile file) {
        this.file = file;
    }

    /**
     * Map the counter of a directory in which something has been registered or started.
     *
     * @param directory with the control page
     * @return the counter, to be closed
     * @throws io.ringside.RingsideException if there is no control page, or it is damaged
     */
    public static ChangeCounter open(final TraceDirectory directory) {
        return new ChangeCounter(map(directory));
    }

    private static MappedFile map(final TraceDirectory directory) {
        return FileHeader.map(directory.controlPage(), Access.READ_ONLY, ControlPageDescriptor.FILE_LENGTH,
                ControlPageDescriptor.MAGIC, ControlPageDescriptor.VERSION);
    }

    /** Returns whether the mapped page is still the one in the directory, which may have been replaced. */
    public synchronized boolean stands() {
        return closed || file.stands();
    }

    /**
     * Map the page that is in the directory now.
     *
     * @param directory with the control page
     * @throws io.ringside.RingsideException if there is no control page, or it is damaged
     */
    public synchronized void reopen(final TraceDirectory directory) {
        if (!closed) {
            final MappedFile replaced = file;
            file = map(directory);
            replaced.close();
        }
    }

    /**
     * Returns the generation of the last complete change; once closed, the last value that was read. A process that
     * reads the counter before the rows sees all changes up to that generation.
     */
    public synchronized long valueVolatile() {
        if (!closed) {
            last = file.buffer().getLongVolatile(ControlPageDescriptor.CHANGE_COUNTER_OFFSET);
        }
        return last;
    }

    /** Returns the time of the last sweep in milliseconds since 1970; 0 before the first, and once closed. */
    public synchronized long sweptMs() {
        return closed ? 0 : file.buffer().getLongVolatile(ControlPageDescriptor.SWEPT_OFFSET);
    }

    /** Unmap the file. */
    @Override
    public synchronized void close() {
        closed = true;
        file.close();
    }
}
