package io.ringside.internal.callback;

import java.util.UUID;

/** Publishes callbacks of this process that have not returned. */
@FunctionalInterface
public interface PendingStore {
    /**
     * Store the pending callbacks of a provider. Called by one thread at a time.
     *
     * @param providerId id of the provider
     * @param generation oldest change for which a callback has not returned, 0 if there is none
     */
    void callbackPending(UUID providerId, long generation);
}
