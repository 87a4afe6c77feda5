package io.ringside.internal.lane;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.FileHeader;
import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.LedgerDescriptor.BLOCK_BYTES_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.FINAL_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.HEADER_LENGTH;
import static io.ringside.internal.layout.LedgerDescriptor.HEADER_LENGTH_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.INCARNATION_LEAST_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.INCARNATION_MOST_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANES_PER_BATCH;
import static io.ringside.internal.layout.LedgerDescriptor.LANES_PER_BATCH_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_BYTES_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_COUNT_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LENGTH;
import static io.ringside.internal.layout.LedgerDescriptor.LANE_LIMIT_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.MAGIC;
import static io.ringside.internal.layout.LedgerDescriptor.MAGIC_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.SEALED_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.SESSION_ID_OFFSET;
import static io.ringside.internal.layout.LedgerDescriptor.VERSION;
import static io.ringside.internal.layout.LedgerDescriptor.VERSION_OFFSET;

/**
 * A mapped ledger. The process that created it and the session's drain write it, each its own words; any process may
 * read it. Thread-safe as far as {@link LaneLedger} is; the caller of close ensures that no thread uses it any more.
 */
public final class LedgerFile implements AutoCloseable {
    private final MappedFile file;
    private final int laneLimit;
    private final long laneBytes;
    private final int blockBytes;

    private LedgerFile(final MappedFile file, final int laneLimit, final long laneBytes, final int blockBytes) {
        this.file = file;
        this.laneLimit = laneLimit;
        this.laneBytes = laneBytes;
        this.blockBytes = blockBytes;
    }

    /**
     * Create a ledger without lanes.
     *
     * @param maker      creates files, for the incarnation that owns the ledger
     * @param path       path of the ledger
     * @param sessionId  id of the session
     * @param laneLimit  maximum number of lanes
     * @param laneBytes  ring size of a lane in bytes
     * @param blockBytes size of a block in bytes
     * @return the ledger, with all of its pages allocated
     * @throws RingsideException if it cannot be created
     */
    public static LedgerFile create(final FileMaker maker, final Path path, final long sessionId, final int laneLimit,
            final long laneBytes, final int blockBytes) {
        final MappedFile file = maker.create(path, LedgerDescriptor.fileLength(laneLimit), buffer -> {
            buffer.putInt(VERSION_OFFSET, VERSION);
            buffer.putInt(HEADER_LENGTH_OFFSET, HEADER_LENGTH);
            buffer.putLong(INCARNATION_MOST_OFFSET, maker.incarnation().most());
            buffer.putLong(INCARNATION_LEAST_OFFSET, maker.incarnation().least());
            buffer.putLong(SESSION_ID_OFFSET, sessionId);
            buffer.putInt(LANE_LIMIT_OFFSET, laneLimit);
            buffer.putInt(LANES_PER_BATCH_OFFSET, LANES_PER_BATCH);
            buffer.putLong(LANE_BYTES_OFFSET, laneBytes);
            buffer.putInt(BLOCK_BYTES_OFFSET, blockBytes);
            buffer.putLongRelease(MAGIC_OFFSET, MAGIC);
        });
        return new LedgerFile(file, laneLimit, laneBytes, blockBytes);
    }

    /**
     * Open a ledger created by another process.
     *
     * @param path   path of the ledger
     * @param access read-write only for the drain
     * @return the ledger
     * @throws RingsideException if it is not a ledger of this layout
     */
    public static LedgerFile open(final Path path, final Access access) {
        final int maxLength = LedgerDescriptor.fileLength(LedgerDescriptor.MAX_LANES);
        final MappedFile file = ExistingFile.map(path, access, LedgerDescriptor.fileLength(1), maxLength);
        final UnsafeBuffer buffer = file.buffer();
        final int laneLimit = buffer.getInt(LANE_LIMIT_OFFSET);
        final long laneBytes = buffer.getLong(LANE_BYTES_OFFSET);
        final int blockBytes = buffer.getInt(BLOCK_BYTES_OFFSET);
        final long magic = buffer.getLongVolatile(MAGIC_OFFSET);
        final int version = buffer.getInt(VERSION_OFFSET);
        if (magic != MAGIC || version != VERSION) {
            file.close();
            throw FileHeader.otherRelease(path, magic, MAGIC, version, VERSION);
        }
        final int headerLength = buffer.getInt(HEADER_LENGTH_OFFSET);
        final int lanesPerBatch = buffer.getInt(LANES_PER_BATCH_OFFSET);
        if (headerLength != HEADER_LENGTH || lanesPerBatch != LANES_PER_BATCH || laneLimit < 1
                || laneLimit > LedgerDescriptor.MAX_LANES
                || file.length() != LedgerDescriptor.fileLength(laneLimit)) {
            file.close();
            throw new RingsideException(ErrorCode.LAYOUT, "header of a ledger is damaged: path=" + path
                    + ", headerLength=" + headerLength + ", lanesPerBatch=" + lanesPerBatch + ", laneLimit=" + laneLimit
                    + ": remove the file when its process has ended");
        }
        return new LedgerFile(file, laneLimit, laneBytes, blockBytes);
    }

    /**
     * Returns the words of a lane.
     *
     * @param lane index, below {@link #laneLimit}
     * @return a view of the mapping
     */
    public LaneLedger lane(final int lane) {
        return lane(file.buffer(), lane);
    }

    private LaneLedger lane(final UnsafeBuffer ledger, final int lane) {
        return new LaneLedger(new UnsafeBuffer(ledger, LedgerDescriptor.laneOffset(lane), LANE_LENGTH));
    }

    /** Returns the number of existing lanes, with acquire order: their rings exist too. */
    public int laneCount() {
        return Math.max(0, Math.min(file.buffer().getIntVolatile(LANE_COUNT_OFFSET), laneLimit));
    }

    /**
     * Publish the number of lanes after adding some.
     *
     * @param count number of existing lanes, whose rings exist too
     */
    public void laneCountRelease(final int count) {
        file.buffer().putIntRelease(LANE_COUNT_OFFSET, count);
    }

    /** Returns the maximum number of lanes in the file. */
    public int laneLimit() {
        return laneLimit;
    }

    /** Returns the ring size of a lane in bytes, as stored by the creator; to be checked before use. */
    public long laneBytes() {
        return laneBytes;
    }

    /** Returns the size of a block in bytes, as stored by the creator; to be checked before use. */
    public int blockBytes() {
        return blockBytes;
    }

    /** Returns the session of the ledger, as stored by the creator. */
    public long sessionId() {
        return file.buffer().getLong(SESSION_ID_OFFSET);
    }

    /** Returns whether the process has declared that it will make no further attempts. */
    public boolean isFinal() {
        return file.buffer().getLongVolatile(FINAL_OFFSET) != 0;
    }

    /** Declare that no further attempts will be made. Only for the creator, when no writer can be within a write. */
    public void finalRelease() {
        file.buffer().putLongRelease(FINAL_OFFSET, 1);
    }

    /** Returns whether all lanes have been drained permanently. */
    public boolean isSealed() {
        return file.buffer().getLongVolatile(SEALED_OFFSET) != 0;
    }

    /** Declare that all lanes have been drained permanently. Only for the holder of the drain lock. */
    public void sealedRelease() {
        file.buffer().putLongRelease(SEALED_OFFSET, 1);
    }

    /** Returns whether the file was truncated since it was opened. */
    public boolean isCut() {
        return file.isCut();
    }

    /** Returns whether the file was neither truncated nor replaced since it was opened. */
    public boolean isWhole() {
        return file.isWhole();
    }

    /** Returns whether the mapped file is still the one under its name. */
    public boolean stands() {
        return file.stands();
    }

    /**
     * Prepare to {@link #move}: a drain that has this file open takes nothing more from it, except events that it is
     * just taking. Only for the creator.
     */
    public void leave() {
        for (int i = 0; i < laneCount(); i++) {
            lane(i).leave();
        }
    }

    /** Returns whether the creator prepares to move, or has moved: events taken here do not count. */
    public boolean isLeft() {
        for (int i = 0; i < laneCount(); i++) {
            if (lane(i).isLeft()) {
                return true;
            }
        }
        return false;
    }

    /** Let drains take from this file again: its creator was about to {@link #move}, but died before it did. */
    public void stay() {
        for (int i = 0; i < laneCount(); i++) {
            if (lane(i).isLeft()) {
                lane(i).resume();
            }
        }
    }

    /**
     * Move to a new file of the same name and content, replacing any existing file, because this one was removed or
     * replaced. Only for the creator, some time after {@link #leave}, while no writer is within a write.
     *
     * @param maker creates the file
     * @return the new ledger
     * @throws RingsideException if it cannot be created; the call can be retried
     */
    public LedgerFile move(final FileMaker maker) {
        final int length = file.length();
        return new LedgerFile(maker.replace(file.path(), length, length, buffer -> {
            buffer.putBytes(0, file.buffer(), 0, length);
            for (int i = 0; i < laneCount(); i++) {
                lane(buffer, i).resume();
            }
        }), laneLimit, laneBytes, blockBytes);
    }

    /** Unmap the file. */
    @Override
    public void close() {
        file.close();
    }
}
