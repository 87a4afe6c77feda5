package io.ringside.transport.registry;

import io.ringside.transport.lock.HeldLock;
import io.ringside.transport.rows.EnablementRow;
import io.ringside.transport.rows.RowSnapshot;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change under the control lock, which it holds until it is closed. Rows are changed between {@link #begin} and
 * {@link #complete}; a change that is closed in between is mended from the rows as they are then, now or by whoever
 * takes the lock next. For one thread.
 */
public final class ControlChange implements AutoCloseable {
    private final Registry registry;
    private final HeldLock lock;
    private final ControlPage page;
    private final RowSnapshot rows;
    private final long generation;

    ControlChange(final Registry registry, final HeldLock lock, final ControlPage page) {
        this.registry = registry;
        this.lock = lock;
        this.page = page;
        if (page.isDirty()) {
            mend();
        }
        this.rows = registry.rows().snapshot();
        this.generation = Math.max(page.changeCounter(), rows.maxGeneration()) + 1;
    }

    /** All rows, as they were when the lock was taken. */
    public RowSnapshot rows() {
        return rows;
    }

    /** The generation for the rows of this change. */
    public long generation() {
        return generation;
    }

    /** Use up the id of a new session. */
    public long takeSessionId() {
        final long used = rows.sessions().stream().mapToLong(session -> session.id()).max().orElse(0);
        return page.takeSessionId(used + 1);
    }

    /**
     * Say what is about to differ. To be called before the first row is changed.
     *
     * @param providerId whose words will differ; null if those of several will, or if a session begins or ends
     */
    public void begin(final @Nullable UUID providerId) {
        page.markDirty(providerId);
    }

    /** Derive the flag words from the rows as they stand now: the change is complete. */
    public void complete() {
        registry.recompute(page.dirtyProvider());
        page.storeChangeCounter(generation);
        page.markClean();
    }

    /** Release the lock. */
    @Override
    public void close() {
        try {
            if (page.isDirty()) {
                mend();
            }
        } finally {
            page.close();
            lock.close();
        }
    }

    /** Finishes whatever is marked: the words follow the rows, and a generation that stands in a row is used up. */
    private void mend() {
        final UUID provider = page.dirtyProvider();
        registry.recompute(provider);
        if (provider == null) {
            registry.sessionFolders().removeOrphans();
            removeOrphanEnablements();
        }
        page.storeChangeCounter(Math.max(page.changeCounter(), registry.rows().snapshot().maxGeneration()));
        page.markClean();
    }

    /** Rows of what a session was to have enabled that did not come to stand. */
    private void removeOrphanEnablements() {
        for (final EnablementRow enablement : registry.rows().snapshot().enablements()) {
            if (!Files.exists(registry.directory().sessionRow(enablement.sessionId()), LinkOption.NOFOLLOW_LINKS)) {
                registry.rows().removeEnablement(enablement.sessionId(), enablement.providerId());
            }
        }
    }
}
