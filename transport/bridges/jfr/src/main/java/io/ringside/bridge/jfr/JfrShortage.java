package io.ringside.bridge.jfr;

import java.nio.file.Path;

/**
 * Too little free space for Flight Recorder.
 *
 * @param path      in the file system
 * @param freeBytes of it
 * @param minBytes  that it should have
 */
record JfrShortage(Path path, long freeBytes, long minBytes) {
    /** The shortage as names with values. */
    @Override
    public String toString() {
        return "path=" + path + ", freeBytes=" + freeBytes + ", minFreeBytes=" + minBytes;
    }

    /**
     * A message that ends with the remedy.
     *
     * @param event what has happened because of the shortage
     */
    String message(final String event) {
        return event + ", because Flight Recorder ends the JVM when its file system is full: " + this
                + ": free some space, or start the JVM with -XX:FlightRecorderOptions=repository=FOLDER on another"
                + " disk; then ";
    }
}
