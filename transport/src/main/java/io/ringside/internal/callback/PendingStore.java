package io.ringside.internal.callback;

import java.util.UUID;

/** The place in which callbacks of this process that have not returned are shown to others. */
@FunctionalInterface
public interface PendingStore {
    /**
     * Store what is pending of a provider. Called by one thread at a time.
     *
     * @param providerId of the provider
     * @param generation oldest change from which a callback has not returned, 0 if there is none
     */
    void callbackPending(UUID providerId, long generation);
}
