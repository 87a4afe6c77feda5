package io.ringside.internal.agent;

import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.write.WriterThreads;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Schema files to whose enable masks no event refers any more, which stay mapped until all writes have ended that may
 * have found one of them. Used by the control thread only, except for {@link #isEmpty}.
 */
final class RetiredSchemas {
    private final WriterThreads threads;
    private final AsymmetricBarrier barrier;
    /** Files retired since {@link #quiescence} began. */
    private final List<SchemaFile> retired = new ArrayList<>();
    private final List<SchemaFile> unmapping = new ArrayList<>();
    private @Nullable Quiescence quiescence;
    private volatile boolean isEmpty = true;

    RetiredSchemas(final WriterThreads threads, final AsymmetricBarrier barrier) {
        this.threads = threads;
        this.barrier = barrier;
    }

    /** Returns whether all files have been unmapped. Thread-safe. */
    boolean isEmpty() {
        return isEmpty;
    }

    /** Unmap a file as soon as that is possible. */
    void add(final SchemaFile file) {
        retired.add(file);
        isEmpty = false;
    }

    /**
     * Unmap the files that no write can use any more.
     *
     * @param nowNs monotonic time
     * @return number of files unmapped
     */
    int unmap(final long nowNs) {
        if (isEmpty) {
            return 0;
        }
        Quiescence begun = quiescence;
        if (begun == null) {
            unmapping.addAll(retired);
            retired.clear();
            begun = new Quiescence(threads, barrier, nowNs);
            quiescence = begun;
        }
        if (!begun.isReached(nowNs)) {
            return 0;
        }
        final int count = unmapping.size();
        unmapping.forEach(SchemaFile::close);
        unmapping.clear();
        quiescence = null;
        isEmpty = retired.isEmpty();
        return count;
    }
}
