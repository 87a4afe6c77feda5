package io.ringside.event;

import org.jspecify.annotations.Nullable;

/**
 * Keywords: a 64-bit mask of the groups that an event belongs to. A provider defines bits 0..47, one for each keyword;
 * the higher bits are reserved. Filters treat all 64 bits alike.
 */
public final class Keyword {
    /** No group; passes every keyword filter. */
    public static final long NONE = 0L;
    /** Every group. */
    public static final long ALL = -1L;
    /** Bits for which a provider may define keywords. */
    public static final long OWN_MASK = 0x0000_FFFF_FFFF_FFFFL;
    /** Response times. */
    public static final long RESPONSE_TIME = 0x0001_0000_0000_0000L;
    /** An audited attempt that failed. */
    public static final long AUDIT_FAILURE = 0x0010_0000_0000_0000L;
    /** An audited attempt that succeeded. */
    public static final long AUDIT_SUCCESS = 0x0020_0000_0000_0000L;
    /** Hints that correlate events. */
    public static final long CORRELATION_HINT = 0x0040_0000_0000_0000L;
    /** Raised through the classic event log interface. */
    public static final long EVENT_LOG_CLASSIC = 0x0080_0000_0000_0000L;
    /** The bits that represent channels; the first channel has bit 63. */
    public static final long CHANNEL_MASK = 0xFF00_0000_0000_0000L;

    private Keyword() {}

    /**
     * Returns whether a provider may define a keyword with this mask. It must be exactly one bit of {@link #OWN_MASK}.
     *
     * @param mask of the keyword.
     * @return true if the definition is valid.
     */
    public static boolean isDefinable(final long mask) {
        return Long.bitCount(mask) == 1 && (mask & OWN_MASK) != 0;
    }

    /**
     * Returns the name of a reserved bit with a meaning: 48 and 52..55. The other reserved bits have none.
     *
     * @param bit a mask with one bit.
     * @return its name; null for any other mask.
     */
    public static @Nullable String reservedNameOf(final long bit) {
        if (bit == RESPONSE_TIME) {
            return "RESPONSE_TIME";
        }
        if (bit == AUDIT_FAILURE) {
            return "AUDIT_FAILURE";
        }
        if (bit == AUDIT_SUCCESS) {
            return "AUDIT_SUCCESS";
        }
        if (bit == CORRELATION_HINT) {
            return "CORRELATION_HINT";
        }
        return bit == EVENT_LOG_CLASSIC ? "EVENT_LOG_CLASSIC" : null;
    }
}
