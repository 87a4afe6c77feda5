package io.ringside.internal.queue;

import java.nio.file.Path;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import net.openhft.chronicle.threads.Pauser;

/**
 * Chronicle's own locks. They hold a pid, and so stay locked after a process that was killed: until a time-out, or for
 * ever if another container's process has the same one. Stateless.
 */
final class QueueLocks {
    private static final long NO_WAIT_MS = 0L;

    private QueueLocks() {}

    /** Free the locks of a queue that nobody else writes to. */
    static void free(final Path folder) {
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
}
