package io.ringside.etw.classic;

import org.jspecify.annotations.Nullable;

/**
 * Callback for requests of sessions that enable and disable a classic provider. Calls for one registration never
 * overlap. If a session has already enabled the provider, the first call comes on the registering thread before the
 * registration returns.
 */
@FunctionalInterface
public interface ControlCallback {
    /**
     * Called when a session has enabled the provider, perhaps again with other settings, or disabled it, or requests
     * its state.
     *
     * @param request the request, valid until this method returns
     * @param context object that was passed at registration
     * @return a status of the caller's choice, 0 for none: the last one during the registration becomes its status; all
     *         others are ignored
     */
    int onControl(ClassicRequest request, @Nullable Object context);
}
