package io.ringside.internal.machine;

/** Receives the exceptions of callbacks. May be called by several threads at once. */
@FunctionalInterface
public interface CallbackErrorHandler {
    /**
     * Handle the failure of a callback, or of an attempt to call it.
     *
     * @param provider name of the provider
     * @param problem  that was thrown
     */
    void onError(String provider, Throwable problem);
}
