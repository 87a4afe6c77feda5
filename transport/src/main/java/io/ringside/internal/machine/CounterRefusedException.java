package io.ringside.internal.machine;

import org.jspecify.annotations.Nullable;

/** The counter cannot be read here, and why. */
final class CounterRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    CounterRefusedException(final String message, final @Nullable Throwable cause) {
        super(message, cause);
    }
}
