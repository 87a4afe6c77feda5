package io.ringside.filter;

import java.io.Serial;

/** A filter is refused; {@link #reason} says by what rule, as the error of a control path does for all else. */
public final class FilterException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** By what rule a filter is refused. */
    public enum Reason {
        /** There is too much or too little of something, or a number is out of range. */
        LIMIT,
        /** There is a filter of this type already (R4.40). */
        DUPLICATE
    }

    public FilterException(final Reason reason, final String message) {
        super(message);
        this.reason = reason;
    }

    /** {@return by what rule it is refused} */
    public Reason reason() {
        return reason;
    }
}
