package io.ringside.typed.generated;

/** Memory limit of all arrays that a receiver keeps. Not thread-safe. */
final class ArrayRoom {
    /** Maximum number of bytes: a thousand arrays of a kilobyte, and a bound against malicious lengths. */
    static final int BYTES_MAX = 1 << 20;

    private int left = BYTES_MAX;

    /** Reserves memory; returns false if there is not enough. */
    boolean take(final long bytes) {
        if (bytes > left) {
            return false;
        }
        left -= (int) bytes;
        return true;
    }
}
