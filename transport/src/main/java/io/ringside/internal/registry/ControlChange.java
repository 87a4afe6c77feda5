package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.HeldLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change under the control lock, which it holds until it is closed. Rows are changed between {@link #begin} and
 * {@link #complete}; a change that is closed in between is repaired from the rows as they are then, now or by the
 * process that takes the lock next. For one thread.
 */
public final class ControlChange implements AutoCloseable {
    private static final long NULL_GENERATION = 0;

    private final Registry registry;
    private final HeldLock lock;
    private final ControlPage page;
    private @Nullable RowSnapshot rows;
    /** Rows that were read under the lock before anything was changed, those of all sessions among them. */
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

    /** All rows, as they are when this is called first: before the change, as they were when the lock was taken. */
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
     * The rows of all sessions, and of what they have enabled of some providers or groups: what is needed to change
     * just that, in a time that does not grow with the number of providers.
     *
     * @param providerIds of the providers or groups
     */
    public RowSnapshot rowsOf(final Collection<UUID> providerIds) {
        final RowSnapshot some = registry.rows().snapshotOf(providerIds);
        sessions = sessions == null ? some : sessions;
        return some;
    }

    /**
     * The generation for the rows of this change. No enablement's is beyond that of its session, but where a change was
     * interrupted, and that was repaired when the lock was taken.
     */
    public long generation() {
        if (generation == NULL_GENERATION) {
            final RowSnapshot before = sessions == null ? rows() : sessions;
            generation = Math.max(page.changeCounter(), before.maxGeneration()) + 1;
        }
        return generation;
    }

    /** Use up the id of a new session. */
    public long takeSessionId() {
        final long used = rows().sessions().stream().mapToLong(session -> session.id()).max().orElse(0);
        return page.takeSessionId(used + 1);
    }

    /** Time of the last sweep, in milliseconds since 1970; 0 before the first. */
    long sweptMs() {
        return page.sweptMs();
    }

    void storeSwept(final long nowMs) {
        page.storeSwept(nowMs);
    }

    /**
     * Say what is about to differ. To be called before the first row is changed.
     *
     * @param providerId whose words will differ; null if those of several will, or if a session begins or ends
     * @throws RingsideException with {@link io.ringside.ErrorCode#BUSY} if the lock was lost, and another process has
     *                           taken it
     */
    public void begin(final @Nullable UUID providerId) {
        confirm();
        page.markDirty(providerId);
    }

    /**
     * Derives the enable masks from the rows as they are now: the change is complete.
     *
     * @throws RingsideException as {@link #begin}; the process that has taken the lock completes what was begun
     */
    public void complete() {
        confirm();
        registry.recompute(page.dirtyProvider());
        page.storeChangeCounter(generation());
        page.markClean();
    }

    /** Release the lock. */
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

    /** Finishes whatever is marked: the words follow the rows, and a generation that is in a row is used up. */
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

    /** Rows of what a session was to have enabled that were not created. */
    private void removeOrphanEnablements() {
        for (final EnablementRow enablement : registry.rows().snapshot().enablements()) {
            if (!Files.exists(registry.directory().sessionRow(enablement.sessionId()), LinkOption.NOFOLLOW_LINKS)) {
                registry.rows().removeEnablement(enablement.sessionId(), enablement.providerId());
            }
        }
    }
}
