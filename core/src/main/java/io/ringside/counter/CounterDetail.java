package io.ringside.counter;

import org.jspecify.annotations.Nullable;

/** The audience of a counter, with the codes of ETW's counters. */
public enum CounterDetail {
    /** Everybody. */
    STANDARD(100),
    /** For the developers of the application. */
    ADVANCED(200);

    private final int code;

    CounterDetail(final int code) {
        this.code = code;
    }

    /** {@return the code of ETW's counters} */
    public int code() {
        return code;
    }

    /**
     * Finds a level.
     *
     * @param code of ETW's counters.
     * @return the level; {@code null} if none has this code.
     */
    public static @Nullable CounterDetail ofCode(final int code) {
        for (final CounterDetail detail : values()) {
            if (detail.code == code) {
                return detail;
            }
        }
        return null;
    }
}
