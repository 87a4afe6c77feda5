package io.ringside.internal.lane;

import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** The file with the bytes of a batch of lanes, one after the other; the ledger describes it. Stateless. */
public final class RingFile {
    private static final int PAGE_LENGTH = 4096;

    private RingFile() {}

    /**
     * Lanes of a batch.
     *
     * @param batch     number of the batch
     * @param laneLimit lanes that the ledger has room for
     * @return the same for all batches but the last
     */
    public static int lanes(final int batch, final int laneLimit) {
        return Math.min(LedgerDescriptor.LANES_PER_BATCH, laneLimit - batch * LedgerDescriptor.LANES_PER_BATCH);
    }

    /**
     * Make the file of a batch, all zeros, every page written.
     *
     * @param maker     of files
     * @param path      of the file
     * @param lanes     in it
     * @param laneBytes ring bytes of a lane
     * @throws io.ringside.RingsideException if it cannot be made
     */
    public static void create(final FileMaker maker, final Path path, final int lanes, final int laneBytes) {
        maker.createZeroed(path, (long) lanes * laneBytes);
    }

    /**
     * Make the file of a batch again with what its lanes hold, in the place of whatever is there: others see all of
     * it or nothing.
     *
     * @param maker of files
     * @param path  of the file
     * @param lanes in it
     * @param bytes gives those of a lane by its index in the batch
     * @throws io.ringside.RingsideException if it cannot be made
     */
    public static void replace(final FileMaker maker, final Path path, final int lanes,
            final IntFunction<ByteBuffer> bytes) {
        maker.replace(path, lanes, bytes);
    }

    /**
     * Map a new lane for its writer, with every page in the page table of this process.
     *
     * @param path      of the file
     * @param lanes     in it
     * @param lane      index in the batch
     * @param laneBytes ring bytes of a lane
     * @return the mapping
     * @throws io.ringside.RingsideException if the file is not as it was made
     */
    public static MappedFile mapLane(final Path path, final int lanes, final int lane, final int laneBytes) {
        final MappedFile mapped = map(path, lanes, lane, laneBytes);
        for (int offset = 0; offset < laneBytes; offset += PAGE_LENGTH) {
            mapped.buffer().putByte(offset, (byte) 0);
        }
        return mapped;
    }

    /**
     * Map a lane once more that has been written, with every page in the page table of this process. Nobody writes it
     * meanwhile.
     *
     * @param path      of the file
     * @param lanes     in it
     * @param lane      index in the batch
     * @param laneBytes ring bytes of a lane
     * @return the mapping
     * @throws io.ringside.RingsideException if the file is not as it was made
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
