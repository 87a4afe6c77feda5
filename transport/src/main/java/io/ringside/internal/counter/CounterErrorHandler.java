package io.ringside.internal.counter;

import io.ringside.internal.machine.CallbackErrorHandler;

/**
 * Receives what the callback of a counter set has thrown, and what goes wrong with the requests that it is called for.
 * May be called by several threads at once; what it throws ends where it is called.
 */
@FunctionalInterface
public interface CounterErrorHandler extends CallbackErrorHandler {
    /**
     * A request cannot be read or answered, whatever its callback does.
     *
     * @param counterSet name of the set, or of all that is asked for in this process
     * @param problem    that was met
     */
    default void onRequestError(final String counterSet, final Throwable problem) {
        onError(counterSet, problem);
    }

    /**
     * The same, and never throws.
     *
     * @param counterSet as {@link #onRequestError}
     * @param problem    as {@link #onRequestError}
     */
    default void tellOfRequest(final String counterSet, final Throwable problem) {
        try {
            onRequestError(counterSet, problem);
        } catch (final Throwable e) {
            // A handler that fails changes nothing for readers that wait for an answer.
            return;
        }
    }
}
