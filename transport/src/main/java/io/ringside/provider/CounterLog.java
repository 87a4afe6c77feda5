package io.ringside.provider;

import io.ringside.internal.counter.CounterErrorHandler;
import io.ringside.provider.ProblemLog.Kind;

/** Logs callbacks of counter sets that fail, and requests that do not reach them. Thread-safe. */
final class CounterLog implements CounterErrorHandler {
    static final CounterLog INSTANCE = new CounterLog();

    private CounterLog() {}

    @Override
    public void onError(final String counterSet, final Throwable problem) {
        ProblemLog.SHARED.tellAsideOf(Kind.COUNTER_CALLBACK, counterSet, problem);
    }

    @Override
    public void onRequestError(final String counterSet, final Throwable problem) {
        ProblemLog.SHARED.tellAside(Kind.COUNTER_REQUESTS, problem);
    }
}
