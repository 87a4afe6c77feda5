package io.ringside.transport.provider;

import io.ringside.transport.counter.pull.CounterErrorHandler;
import io.ringside.transport.provider.ProblemLog.Kind;

/** Tells the log of callbacks of counter sets that fail, and of requests that do not reach them. Thread-safe. */
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
