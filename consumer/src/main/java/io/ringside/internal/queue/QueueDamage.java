package io.ringside.internal.queue;

import java.nio.file.Path;

/**
 * Bytes of a queue's file that were passed by. Immutable.
 *
 * @param file     that is damaged
 * @param position of the first byte that cannot be read
 * @param bytes    up to the next excerpt, or to the file's end
 * @param reason   what was found there
 */
public record QueueDamage(Path file, long position, long bytes, String reason) {
    @Override
    public String toString() {
        return "file=" + file + ", position=" + position + ", bytes=" + bytes + ", reason=" + reason;
    }
}
