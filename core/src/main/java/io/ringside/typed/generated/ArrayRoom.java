package io.ringside.typed.generated;

/** The memory limit of all arrays that a receiver keeps. For one thread. */
final class ArrayRoom {
    /** Most bytes: a thousand arrays of a kilobyte, and a bound for what hostile lengths can fill. */
    static final int BYTES_MAX = 1 << 20;

    private int left = BYTES_MAX;

    /** Takes room, if there is that much. */
    boolean take(final long bytes) {
        if (bytes > left) {
            return false;
        }
        left -= (int) bytes;
        return true;
    }
}
