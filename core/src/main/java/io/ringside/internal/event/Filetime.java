package io.ringside.internal.event;

/** Converts between nanoseconds since 1970 and the FILETIME of ETW, 100 ns units since 1601, both UTC. Stateless. */
public final class Filetime {
    /** 100 ns units from 1601-01-01 to 1970-01-01. */
    public static final long UNIX_EPOCH = 116_444_736_000_000_000L;

    private static final long NS_PER_UNIT = 100;

    private Filetime() {}

    /**
     * Converts to FILETIME, rounding towards the past.
     *
     * @param epochNs nanoseconds since 1970.
     * @return 100 ns units since 1601.
     */
    public static long fromEpochNs(final long epochNs) {
        return UNIX_EPOCH + Math.floorDiv(epochNs, NS_PER_UNIT);
    }

    /**
     * Converts from FILETIME.
     *
     * @param filetime 100 ns units since 1601; from 1677 to 2262, or the result overflows.
     * @return nanoseconds since 1970.
     */
    public static long toEpochNs(final long filetime) {
        return (filetime - UNIX_EPOCH) * NS_PER_UNIT;
    }
}
