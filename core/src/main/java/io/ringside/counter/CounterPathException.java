package io.ringside.counter;

import java.io.Serial;

/** A path of a counter is not understood, or cannot be written. The message says which and why. */
public final class CounterPathException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    CounterPathException(final String message) {
        super(message);
    }

    /** {@return {@link CounterStatus#BAD_COUNTER_NAME}, which a query says of such a path} */
    public CounterStatus status() {
        return CounterStatus.BAD_COUNTER_NAME;
    }
}
