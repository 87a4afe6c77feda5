package io.ringside.internal.counterset;

/** The limits of counters, each with its reason. */
public final class CounterLimits {
    /** Most characters of a name, of a set, an instance or a counter. */
    public static final int NAME_LENGTH_MAX = 1_023;

    /** Most characters of a path. */
    public static final int PATH_LENGTH_MAX = 2_048;

    /** Most characters of a description: as many as a schema's documentation has. */
    public static final int DESCRIPTION_LENGTH_MAX = 4_096;

    /** Greatest id of a counter: it has 16 bits. */
    public static final int ID_MAX = 0xFFFF;

    /** Greatest power of ten, up or down, by which a counter asks to be scaled. */
    public static final int DEFAULT_SCALE_MAX = 10;

    /** Greatest power of ten, up or down, by which a reader may scale instead. */
    public static final int SCALE_MAX = 7;

    /** Most bytes of an encoded set: as many as a schema of events has. */
    public static final int ENCODED_LENGTH_MAX = 4 * 1024 * 1024;

    /** Greatest id of an instance: the two beyond it mean any and none. */
    public static final long INSTANCE_ID_MAX = 0xFFFF_FFFDL;

    private CounterLimits() {}
}
