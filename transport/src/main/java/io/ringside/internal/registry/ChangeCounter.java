package io.ringside.internal.registry;

import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.ControlPageDescriptor;
import io.ringside.internal.layout.FileHeader;

/**
 * The change counter, for callers that do not hold the control lock: a difference shows cheaply that rows have
 * changed. Thread-safe.
 */
public final class ChangeCounter implements AutoCloseable {
    private final MappedFile file;
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
        return new ChangeCounter(FileHeader.map(directory.controlPage(), Access.READ_ONLY,
                ControlPageDescriptor.FILE_LENGTH, ControlPageDescriptor.MAGIC, ControlPageDescriptor.VERSION));
    }

    /**
     * Generation of the last complete change, after the end that of the last reading. A process that reads it before
     * the rows has seen all that it stands for.
     */
    public synchronized long valueVolatile() {
        if (!closed) {
            last = file.buffer().getLongVolatile(ControlPageDescriptor.CHANGE_COUNTER_OFFSET);
        }
        return last;
    }

    /** Unmap. */
    @Override
    public synchronized void close() {
        closed = true;
        file.close();
    }
}
