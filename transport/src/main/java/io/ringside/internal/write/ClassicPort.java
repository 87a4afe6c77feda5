package io.ringside.internal.write;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.List;
import java.util.UUID;

/**
 * Destination of a classic registration's writes: a write names its session, whatever that session has enabled.
 * Thread-safe; no writer takes a lock.
 */
public final class ClassicPort {
    private static final int ENTRY_LENGTH = 3;
    private static final long[] UNKNOWN = {};

    private final WriterThreads threads;
    /** First the reference of unpublished classes, then for each class both halves of its id and its reference. */
    private volatile long[] references = UNKNOWN;

    /**
     * A port that is not yet known to readers.
     *
     * @param threads writing threads of the runtime
     */
    public ClassicPort(final WriterThreads threads) {
        this.threads = threads;
    }

    /**
     * Make the classes known to readers. Called by the control thread only.
     *
     * @param schemaIndex  of the provider in the process page
     * @param classes      ids of the classes whose layout was published
     * @param classIndexes indexes of their schemas in the process page
     */
    public void connect(final int schemaIndex, final List<UUID> classes, final List<Integer> classIndexes) {
        final long[] next = new long[1 + ENTRY_LENGTH * classes.size()];
        next[0] = reference(schemaIndex);
        for (int i = 0; i < classes.size(); i++) {
            final int at = 1 + ENTRY_LENGTH * i;
            next[at] = classes.get(i).getMostSignificantBits();
            next[at + 1] = classes.get(i).getLeastSignificantBits();
            next[at + 2] = reference(classIndexes.get(i));
        }
        references = next;
    }

    /** End the registration: later writes report an invalid handle. */
    public void close() {
        references = UNKNOWN;
    }

    /**
     * Returns whether a session is attached in this process, so that it can be written to.
     *
     * @param session session to find
     */
    public boolean stands(final WriteOptions.Target session) {
        return references.length > 0 && threads.standing(session) != null;
    }

    /**
     * Write a record into one session.
     *
     * @param record  to be written
     * @param session session that receives the record
     * @return a {@link WriteResult}; {@link WriteResult.Status#INVALID_HANDLE} if the session has ended or is not in
     *         this process, or the registration has ended
     */
    public long write(final ClassicRecord record, final WriteOptions.Target session) {
        final long[] known = references;
        if (known.length == 0) {
            return WriteResult.INVALID_HANDLE;
        }
        return threads.current().writeClassic(record.reference(reference(known, record)), session);
    }

    private static long reference(final long[] known, final ClassicRecord record) {
        if (!record.isMessage()) {
            for (int at = 1; at < known.length; at += ENTRY_LENGTH) {
                if (known[at] == record.idMost() && known[at + 1] == record.idLeast()) {
                    return known[at + 2];
                }
            }
        }
        return known[0];
    }

    private static long reference(final int schemaIndex) {
        return FrameDescriptor.reference(schemaIndex, FrameDescriptor.CLASSIC_EVENT_INDEX);
    }
}
