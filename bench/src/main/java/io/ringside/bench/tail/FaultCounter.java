package io.ringside.bench.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Counter of minor page faults of the thread that has opened it, from field 10 of the system's {@code stat}. A reading
 * allocates nothing. Used by that thread.
 */
final class FaultCounter implements AutoCloseable {
    private static final Path STAT = Path.of("/proc/thread-self/stat");
    private static final int STAT_BYTES = 1024;
    /** Number of fields between the thread's name, which may contain any characters, and the counter. */
    private static final int FIELDS_BEFORE = 7;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(STAT_BYTES);
    private final FileChannel channel;

    FaultCounter() throws IOException {
        channel = FileChannel.open(STAT, StandardOpenOption.READ);
    }

    /** Returns whether this system reports page faults. */
    static boolean isAvailable() {
        return Files.isReadable(STAT);
    }

    /** Returns the number of faults until now. */
    long read() throws IOException {
        buffer.clear();
        channel.read(buffer, 0);
        int index = buffer.position() - 1;
        while (buffer.get(index) != ')') {
            index--;
        }
        index += 2;
        for (int i = 0; i < FIELDS_BEFORE; i++) {
            while (buffer.get(index) != ' ') {
                index++;
            }
            index++;
        }
        long faults = 0;
        for (; buffer.get(index) != ' '; index++) {
            faults = 10 * faults + buffer.get(index) - '0';
        }
        return faults;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
