package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.HeldLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change under the control lock, which is held until the change is closed. Rows are changed between {@link #begin}
 * and {@link #complete}. If the change is closed in between, it is repaired from the rows as they are then, now or by
 * the next process that takes the lock. Not thread-safe.
 */
public final class ControlChange implements AutoCloseable {
    private static final long NULL_GENERATION = 0;

    private final Registry registry;
    private final HeldLock lock;
    private final ControlPage page;
    private @Nullable RowSnapshot rows;
    /** Rows that were read under the lock before anything was changed, including those of all sessions. */
    private @Nullable RowSnapshot sessions;
    private long generation = NULL_GENERATION;
    private boolean lockIsLost;

    ControlChange(final Registry registry, final HeldLock lock, final ControlPage page) {
        this.registry = registry;
        this.lock = lock;
        this.page = page;
        if (page.isDirty()) {
            mend();
        }
    }

    /** Returns all rows as they were when the lock was taken. Must be called first before anything is changed. */
    public RowSnapshot rows() {
        RowSnapshot all = rows;
        if (all == null) {
            all = registry.rows().snapshot();
            rows = all;
            sessions = all;
        }
        return all;
    }

    /**
     * Returns the rows of all sessions, and of their enablements of some providers or groups: enough to change those,
     * in a time that does not grow with the number of providers.
     *
     * @param providerIds of the providers or groups
     */
    public RowSnapshot rowsOf(final Collection<UUID> providerIds) {
        final RowSnapshot some = registry.rows().snapshotOf(providerIds);
        sessions = sessions == null ? some : sessions;
        return some;
    }

    /**
     * Returns the generation for the rows of this change. No enablement has a later generation than its session, except
     * after an interrupted change that was repaired when the lock was taken.
     */
    public long generation() {
        if (generation == NULL_GENERATION) {
            final RowSnapshot before = sessions == null ? rows() : sessions;
            generation = Math.max(page.changeCounter(), before.maxGeneration()) + 1;
        }
        return generation;
    }

    /** Take the id for a new session, which is not used again. */
    public long takeSessionId() {
        final long used = rows().sessions().stream().mapToLong(session -> session.id()).max().orElse(0);
        return page.takeSessionId(used + 1);
    }

    /** Returns the time of the last sweep in milliseconds since 1970; 0 before the first sweep. */
    long sweptMs() {
        return page.sweptMs();
    }

    void storeSwept(final long nowMs) {
        page.storeSwept(nowMs);
    }

    /**
     * Record which enable masks are about to differ from the rows. Must be called before the first row is changed.
     *
     * @param providerId provider whose masks will differ; null for several, or if a session begins or ends
     * @throws RingsideException with {@link io.ringside.ErrorCode#BUSY} if the lock was lost, and another process has
     *                           taken it
     */
    public void begin(final @Nullable UUID providerId) {
        confirm();
        page.markDirty(providerId);
    }

    /**
     * Derives the enable masks from the rows as they are now, which completes the change.
     *
     * @throws RingsideException as {@link #begin}; the process that has taken the lock completes the change
     */
    public void complete() {
        confirm();
        registry.recompute(page.dirtyProvider());
        page.storeChangeCounter(generation());
        page.markClean();
    }

    @Override
    public void close() {
        try {
            if (page.isDirty() && !lockIsLost) {
                confirm();
                mend();
            }
        } finally {
            page.close();
            lock.close();
        }
    }

    private void confirm() {
        try {
            lock.confirm();
        } catch (final RingsideException e) {
            lockIsLost = true;
            throw e;
        }
    }

    /** Completes the marked change: derives the enable masks, and uses up the greatest generation in a row. */
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

    /** Removes the enablements of sessions that were never created. */
    private void removeOrphanEnablements() {
        for (final EnablementRow enablement : registry.rows().snapshot().enablements()) {
            if (!Files.exists(registry.directory().sessionRow(enablement.sessionId()), LinkOption.NOFOLLOW_LINKS)) {
                registry.rows().removeEnablement(enablement.sessionId(), enablement.providerId());
            }
        }
    }
}
