package io.ringside.event;

import org.jspecify.annotations.Nullable;

/**
 * Keywords: a 64-bit mask of the groups that an event belongs to. Bits 0..47 are the provider's, one keyword a
 * bit; the higher ones are reserved. Filters treat all 64 bits alike.
 */
public final class Keyword {
    /** Belongs to no group, and so passes every keyword filter. */
    public static final long NONE = 0L;
    /** Every group. */
    public static final long ALL = -1L;
    /** The bits for which a provider may define keywords. */
    public static final long OWN_MASK = 0x0000_FFFF_FFFF_FFFFL;
    /** Response times. */
    public static final long RESPONSE_TIME = 0x0001_0000_0000_0000L;
    /** A failed attempt that is audited. */
    public static final long AUDIT_FAILURE = 0x0010_0000_0000_0000L;
    /** A successful attempt that is audited. */
    public static final long AUDIT_SUCCESS = 0x0020_0000_0000_0000L;
    /** Hints of what belongs together. */
    public static final long CORRELATION_HINT = 0x0040_0000_0000_0000L;
    /** Raised through the classic event log interface. */
    public static final long EVENT_LOG_CLASSIC = 0x0080_0000_0000_0000L;
    /** The bits that represent channels; the first channel has bit 63. */
    public static final long CHANNEL_MASK = 0xFF00_0000_0000_0000L;

    private Keyword() {}

    /**
     * May a provider define a keyword with this mask? It must be exactly one bit, and one of {@link #OWN_MASK}.
     *
     * @param mask of the definition.
     * @return true if the definition is sound.
     */
    public static boolean isDefinable(final long mask) {
        return Long.bitCount(mask) == 1 && (mask & OWN_MASK) != 0;
    }

    /**
     * Returns the name of a reserved bit that means something here: 48 and 52..55. The others mean nothing.
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
