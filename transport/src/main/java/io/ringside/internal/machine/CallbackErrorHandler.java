package io.ringside.internal.machine;

/** Receives what a callback has thrown. May be called by several threads at once. */
@FunctionalInterface
public interface CallbackErrorHandler {
    /**
     * A callback has failed, or could not be called yet.
     *
     * @param provider name of the provider
     * @param problem  that was thrown
     */
    void onError(String provider, Throwable problem);
}
