package io.ringside.internal.counter;

import io.ringside.internal.machine.CallbackErrorHandler;

/**
 * Handles errors of a counter set's callback, and of the requests for which it is called. May be called by several
 * threads at once; its own exceptions are ignored.
 */
@FunctionalInterface
public interface CounterErrorHandler extends CallbackErrorHandler {
    /**
     * A request cannot be read or answered, regardless of its callback.
     *
     * @param counterSet name of the set, or a word for all sets of this process
     * @param problem    problem that occurred
     */
    default void onRequestError(final String counterSet, final Throwable problem) {
        onError(counterSet, problem);
    }

    /**
     * Calls {@link #onRequestError} and never throws.
     *
     * @param counterSet as {@link #onRequestError}
     * @param problem    as {@link #onRequestError}
     */
    default void tellOfRequest(final String counterSet, final Throwable problem) {
        try {
            onRequestError(counterSet, problem);
        } catch (final Throwable e) {
            // A failing handler must not affect readers that wait for an answer.
            return;
        }
    }
}
