package io.ringside.internal.lane;

import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** File with the rings of a batch of lanes, one after the other; described by the ledger. Stateless. */
public final class RingFile {
    private static final int PAGE_LENGTH = 4096;

    private RingFile() {}

    /**
     * Returns the number of lanes in a batch.
     *
     * @param batch     number of the batch
     * @param laneLimit maximum number of lanes in the ledger
     * @return the number, equal for all batches except the last
     */
    public static int lanes(final int batch, final int laneLimit) {
        return Math.min(LedgerDescriptor.LANES_PER_BATCH, laneLimit - batch * LedgerDescriptor.LANES_PER_BATCH);
    }

    /**
     * Create the file of a batch, filled with zeros, with every page written.
     *
     * @param maker     creates the file
     * @param path      path of the file
     * @param lanes     number of lanes in it
     * @param laneBytes ring size of a lane in bytes
     * @throws io.ringside.RingsideException if it cannot be created
     */
    public static void create(final FileMaker maker, final Path path, final int lanes, final int laneBytes) {
        maker.createZeroed(path, (long) lanes * laneBytes);
    }

    /**
     * Create the file of a batch again with the content of its lanes, replacing any existing file atomically for other
     * processes.
     *
     * @param maker creates the file
     * @param path  path of the file
     * @param lanes number of lanes in it
     * @param bytes returns the bytes of a lane by its index in the batch
     * @throws io.ringside.RingsideException if it cannot be created
     */
    public static void replace(final FileMaker maker, final Path path, final int lanes,
            final IntFunction<ByteBuffer> bytes) {
        maker.replace(path, lanes, bytes);
    }

    /**
     * Map a new lane for its writer, with every page in the page table of this process.
     *
     * @param path      path of the file
     * @param lanes     number of lanes in it
     * @param lane      index of the lane in the batch
     * @param laneBytes ring size of a lane in bytes
     * @return the mapping
     * @throws io.ringside.RingsideException if the file is not as it was created
     */
    public static MappedFile mapLane(final Path path, final int lanes, final int lane, final int laneBytes) {
        final MappedFile mapped = map(path, lanes, lane, laneBytes);
        for (int offset = 0; offset < laneBytes; offset += PAGE_LENGTH) {
            mapped.buffer().putByte(offset, (byte) 0);
        }
        return mapped;
    }

    /**
     * Map a used lane again, with every page in the page table of this process. The lane must not be written meanwhile.
     *
     * @param path      path of the file
     * @param lanes     number of lanes in it
     * @param lane      index of the lane in the batch
     * @param laneBytes ring size of a lane in bytes
     * @return the mapping
     * @throws io.ringside.RingsideException if the file is not as it was created
     */
    public static MappedFile mapAgain(final Path path, final int lanes, final int lane, final int laneBytes) {
        final MappedFile mapped = map(path, lanes, lane, laneBytes);
        for (int offset = 0; offset < laneBytes; offset += PAGE_LENGTH) {
            mapped.buffer().putByte(offset, mapped.buffer().getByte(offset));
        }
        return mapped;
    }

    private static MappedFile map(final Path path, final int lanes, final int lane, final int laneBytes) {
        return ExistingFile.mapWindow(path, Access.READ_WRITE, (long) lanes * laneBytes, (long) lane * laneBytes,
                laneBytes);
    }
}
