package io.ringside.internal.lane;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads a lane with as many files open as may be, and with one less. */
public final class ManyFilesMain {
    private static final int LANE_BYTES = LaneGeometry.MIN_LANE_BYTES;
    private static final int FILES_MAX = 100_000;
    private static final int REFUSALS = 100;

    private ManyFilesMain() {}

    /**
     * Run it.
     *
     * @param args a folder to make the lane in
     * @throws IOException if that cannot be done
     */
    public static void main(final String[] args) throws IOException {
        final Path ring = Path.of(args[0], "0.ring");
        final byte[] bytes = new byte[LANE_BYTES];
        bytes[0] = 42;
        Files.write(ring, bytes);
        // All classes that are needed are loaded while there are files for that.
        try (MappedRingBytes other = new MappedRingBytes(ring, 0, 1, LANE_BYTES)) {
            System.err.println("ready=" + other.areReady());
        }
        System.err.println(RingsideException.ofFile("map a file", ring, new IOException("Too many open files")).code());
        final Deque<FileChannel> open = new ArrayDeque<>();
        final UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(LANE_BYTES));
        try (MappedRingBytes lane = new MappedRingBytes(ring, 0, 1, LANE_BYTES)) {
            openAll(ring, open);
            System.out.println("with all files open: ready=" + lane.areReady());
            open.pop().close();
            System.out.println("with one less: ready=" + lane.areReady() + ", copied=" + lane.copy(0, copy, 1)
                    + ", byte=" + copy.getByte(0));
        }
    }

    /** Until refused again and again: the JVM opens and closes files of its own at times. */
    private static void openAll(final Path path, final Deque<FileChannel> open) {
        int refusals = 0;
        while (refusals < REFUSALS && open.size() < FILES_MAX) {
            try {
                open.push(FileChannel.open(path, StandardOpenOption.READ));
            } catch (final IOException e) {
                refusals++;
                LockSupport.parkNanos(1_000);
            }
        }
        System.err.println("open=" + open.size());
    }
}
