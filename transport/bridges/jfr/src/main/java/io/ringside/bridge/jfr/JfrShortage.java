package io.ringside.bridge.jfr;

import java.nio.file.Path;

/**
 * Shortage of free space for Flight Recorder.
 *
 * @param path      in the file system
 * @param freeBytes free bytes of the file system
 * @param minBytes  minimum number of free bytes
 */
record JfrShortage(Path path, long freeBytes, long minBytes) {
    /** Returns the shortage as names with values. */
    @Override
    public String toString() {
        return "path=" + path + ", freeBytes=" + freeBytes + ", minFreeBytes=" + minBytes;
    }

    /**
     * Returns a message that ends with the remedy.
     *
     * @param event consequence of the shortage
     */
    String message(final String event) {
        return event + ", because Flight Recorder ends the JVM when its file system is full: " + this
                + ": free some space, or start the JVM with -XX:FlightRecorderOptions=repository=FOLDER on another"
                + " disk; then ";
    }
}
