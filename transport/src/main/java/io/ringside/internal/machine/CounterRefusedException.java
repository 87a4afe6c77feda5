package io.ringside.internal.machine;

import org.jspecify.annotations.Nullable;

/** Signals that the counter cannot be read here, with the reason. */
final class CounterRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    CounterRefusedException(final String message, final @Nullable Throwable cause) {
        super(message, cause);
    }
}
