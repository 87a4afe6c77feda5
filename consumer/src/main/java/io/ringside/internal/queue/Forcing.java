package io.ringside.internal.queue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Has the disk store what was written to a file. */
@FunctionalInterface
public interface Forcing {
    /** Asks the disk. */
    Forcing DISK = (file, channel) -> channel.force(true);

    /**
     * Return when everything is stored.
     *
     * @param file    that was written
     * @param channel that has written it
     * @throws IOException if the disk could not store something since the channel was opened
     */
    void force(Path file, FileChannel channel) throws IOException;
}
