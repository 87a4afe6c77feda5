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
 * A mapped ledger. The process that made it and the session's drain write it, each its own words; everybody may read.
 * Thread-safe as far as {@link LaneLedger} is; who closes it makes sure that nobody uses it any more.
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
     * Make a ledger without lanes.
     *
     * @param maker      of files, of the incarnation whose ledger it is
     * @param path       of the ledger
     * @param sessionId  of the session
     * @param laneLimit  lanes to have room for
     * @param laneBytes  ring bytes of a lane
     * @param blockBytes bytes of a block
     * @return the ledger, all of its pages present
     * @throws RingsideException if it cannot be made
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
     * Open a ledger that somebody else has made.
     *
     * @param path   of the ledger
     * @param access read-write for the drain only
     * @return the ledger
     * @throws RingsideException if it is no ledger of this layout
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
     * The words of a lane.
     *
     * @param lane below {@link #laneLimit}
     * @return a view of the mapping
     */
    public LaneLedger lane(final int lane) {
        return lane(file.buffer(), lane);
    }

    private LaneLedger lane(final UnsafeBuffer ledger, final int lane) {
        return new LaneLedger(new UnsafeBuffer(ledger, LedgerDescriptor.laneOffset(lane), LANE_LENGTH));
    }

    /** Lanes that exist, with acquire order: their rings stand too. */
    public int laneCount() {
        return Math.max(0, Math.min(file.buffer().getIntVolatile(LANE_COUNT_OFFSET), laneLimit));
    }

    /**
     * Count lanes that have been added.
     *
     * @param count lanes that exist now, rings included
     */
    public void laneCountRelease(final int count) {
        file.buffer().putIntRelease(LANE_COUNT_OFFSET, count);
    }

    /** Lanes that the file has room for. */
    public int laneLimit() {
        return laneLimit;
    }

    /** Ring bytes of a lane, as the maker has said; to be checked before use. */
    public long laneBytes() {
        return laneBytes;
    }

    /** Bytes of a block, as the maker has said; to be checked before use. */
    public int blockBytes() {
        return blockBytes;
    }

    /** Session that the ledger is for, as the maker has said. */
    public long sessionId() {
        return file.buffer().getLong(SESSION_ID_OFFSET);
    }

    /** Whether the process has said that it can add no attempt any more. */
    public boolean isFinal() {
        return file.buffer().getLongVolatile(FINAL_OFFSET) != 0;
    }

    /** Say that no attempt will be added any more. Only for the maker, when no writer can be inside. */
    public void finalRelease() {
        file.buffer().putLongRelease(FINAL_OFFSET, 1);
    }

    /** Whether all lanes have been drained forever. */
    public boolean isSealed() {
        return file.buffer().getLongVolatile(SEALED_OFFSET) != 0;
    }

    /** Say that all lanes have been drained forever. Only for the holder of the drain lock. */
    public void sealedRelease() {
        file.buffer().putLongRelease(SEALED_OFFSET, 1);
    }

    /** Whether the file was truncated since it was opened. */
    public boolean isCut() {
        return file.isCut();
    }

    /** Whether the file was not truncated since it was opened, nor replaced. */
    public boolean isWhole() {
        return file.isWhole();
    }

    /** Whether the file that was mapped is still the one that is under its name. */
    public boolean stands() {
        return file.stands();
    }

    /**
     * Prepare to {@link #move}: a drain that has this file open takes nothing more from it, but for what it is about to
     * take at this moment. Only for the maker.
     */
    public void leave() {
        for (int i = 0; i < laneCount(); i++) {
            lane(i).leave();
        }
    }

    /** Whether the maker prepares to move, or has moved: nothing that is taken here counts. */
    public boolean isLeft() {
        for (int i = 0; i < laneCount(); i++) {
            if (lane(i).isLeft()) {
                return true;
            }
        }
        return false;
    }

    /** Let drains take from this file although its maker was about to {@link #move}: that has died before it did. */
    public void stay() {
        for (int i = 0; i < laneCount(); i++) {
            if (lane(i).isLeft()) {
                lane(i).resume();
            }
        }
    }

    /**
     * Move to a file of the same name and content, in the place of whatever is there: this one has been removed or
     * replaced. Only for the maker, some time after {@link #leave}, while no writer is inside.
     *
     * @param maker of files
     * @return the other ledger
     * @throws RingsideException if it cannot be made; it can be tried again
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

    /** Unmap. */
    @Override
    public void close() {
        file.close();
    }
}
