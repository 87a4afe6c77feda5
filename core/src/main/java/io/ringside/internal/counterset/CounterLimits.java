package io.ringside.internal.counterset;

/** Limits of counters, each with its reason. */
public final class CounterLimits {
    /** Maximum length of the name of a set, an instance or a counter in characters. */
    public static final int NAME_LENGTH_MAX = 1_023;

    /** Maximum length of a path in characters. */
    public static final int PATH_LENGTH_MAX = 2_048;

    /** Maximum length of a description in characters, as of a schema's documentation. */
    public static final int DESCRIPTION_LENGTH_MAX = 4_096;

    /** Maximum id of a counter, which has 16 bits. */
    public static final int ID_MAX = 0xFFFF;

    /** Maximum absolute exponent of a counter's default scale, a power of ten. */
    public static final int DEFAULT_SCALE_MAX = 10;

    /** Maximum absolute exponent of the scale that a reader may choose instead. */
    public static final int SCALE_MAX = 7;

    /** Maximum length of an encoded set in bytes, as of an encoded schema of events. */
    public static final int ENCODED_LENGTH_MAX = 4 * 1024 * 1024;

    /** Maximum id of an instance; the two ids above it mean any and none. */
    public static final long INSTANCE_ID_MAX = 0xFFFF_FFFDL;

    private CounterLimits() {}
}
