package io.ringside.internal.callback;

import io.ringside.internal.files.MappedFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The providers of this process whose callbacks have not returned, published for other processes. Thread-safe: if
 * several threads publish, the last one stores the changes of all.
 */
final class PendingCallbacks {
    private final PendingStore store;
    private final Map<UUID, List<CallbackRunner>> runners = new HashMap<>();

    PendingCallbacks(final PendingStore store) {
        this.store = store;
    }

    synchronized void add(final CallbackRunner runner) {
        runners.computeIfAbsent(runner.providerId(), id -> new ArrayList<>()).add(runner);
    }

    /** Publishes the state of a provider's callbacks, and forgets those that have ended. */
    synchronized void publish(final UUID providerId) {
        final List<CallbackRunner> ofProvider = runners.get(providerId);
        if (ofProvider != null) {
            ofProvider.removeIf(CallbackRunner::isOver);
            final long oldest = ofProvider.stream().mapToLong(CallbackRunner::pendingGeneration)
                    .filter(generation -> generation != NoticeQueue.NULL_GENERATION).min()
                    .orElse(NoticeQueue.NULL_GENERATION);
            if (ofProvider.isEmpty()) {
                runners.remove(providerId);
            }
            store(providerId, oldest);
        }
    }

    private void store(final UUID providerId, final long generation) {
        try {
            store.callbackPending(providerId, generation);
            MappedFault.settle();
        } catch (final InternalError e) {
            // The page was truncated, which a reader notices as well, so that it does not wait.
            MappedFault.require(e);
        }
    }
}
