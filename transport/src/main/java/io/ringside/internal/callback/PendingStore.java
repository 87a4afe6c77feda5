package io.ringside.internal.callback;

import java.util.UUID;

/** Where others see which callbacks of this process have not returned. */
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
