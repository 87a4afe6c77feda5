package io.ringside.internal.lane;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.file.Path;
import org.agrona.CloseHelper;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a lane's bytes repeatedly, through a mapping that is created on first use: a system call for each read would
 * take longer than most copies. A file that is not as it was created, or was truncated, is read by {@link
 * RingFileBytes}, which returns the available bytes. Used by one thread at a time.
 */
public final class MappedRingBytes implements RingBytes, AutoCloseable {
    /** A value that is rare in records: a copied record that contains it is copied again. */
    private static final long UNCOPIED = 0x9E37_79B9_7F4A_7C15L;

    private final Path path;
    private final long fileLength;
    private final long base;
    private final int laneBytes;
    private final RingFileBytes file;
    private @Nullable MappedFile mapping;
    private boolean byFile;
    private boolean refused;

    /**
     * Creates access to the bytes of a lane. The file is mapped on first use.
     *
     * @param path      path of the ring file
     * @param lane      index of the lane in the ledger
     * @param laneLimit maximum number of lanes in the ledger
     * @param laneBytes ring size of a lane in bytes
     */
    public MappedRingBytes(final Path path, final int lane, final int laneLimit, final int laneBytes) {
        final int inBatch = lane % LedgerDescriptor.LANES_PER_BATCH;
        this.path = path;
        this.fileLength = (long) RingFile.lanes(lane / LedgerDescriptor.LANES_PER_BATCH, laneLimit) * laneBytes;
        this.base = (long) inBatch * laneBytes;
        this.laneBytes = laneBytes;
        this.file = new RingFileBytes(path, inBatch, laneBytes);
    }

    @Override
    public boolean areReady() {
        if (mapping == null && !byFile) {
            MappedFault.settle();
            try {
                mapping = ExistingFile.mapWindow(path, Access.READ_ONLY, fileLength, base, laneBytes);
            } catch (final RingsideException e) {
                refused = e.code() == ErrorCode.TOO_MANY_FILES;
                byFile = !refused;
            }
        }
        return mapping != null || byFile;
    }

    /** Returns whether the bytes were requested but are unavailable because too many files are open. */
    public boolean isRefused() {
        return refused && mapping == null && !byFile;
    }

    @Override
    public long wordAcquire(final int index) {
        final MappedFile mapped = mapping;
        return mapped == null ? UNREADABLE : mapped.buffer().getLongAcquire(index);
    }

    /**
     * Copies proceed from one end to the other, and stop where the file ends: if neither end contains its previous
     * value any more, all bytes were copied.
     */
    @Override
    public boolean copyUnasked(final int index, final MutableDirectBuffer target, final int length) {
        final MappedFile mapped = mapping;
        if (mapped == null) {
            return false;
        }
        final int last = length - Long.BYTES;
        target.putLong(0, UNCOPIED);
        target.putLong(last, UNCOPIED);
        target.putBytes(0, mapped.buffer(), index, length);
        return target.getLong(0) != UNCOPIED && target.getLong(last) != UNCOPIED;
    }

    @Override
    public boolean copy(final int index, final MutableDirectBuffer target, final int length) {
        final MappedFile mapped = areReady() ? mapping : null;
        if (mapped != null) {
            final UnsafeBuffer ring = mapped.buffer();
            final InternalError fault = faultOfCopy(ring, index, target, length);
            if (fault == null) {
                return true;
            }
            if (faultOfCopy(ring, index, target, length) == null) {
                // The fault belongs to an earlier access to another file.
                throw fault;
            }
        }
        unmap();
        byFile = true;
        return file.copy(index, target, length);
    }

    private static @Nullable InternalError faultOfCopy(final UnsafeBuffer ring, final int index,
            final MutableDirectBuffer target, final int length) {
        try {
            target.putBytes(0, ring, index, length);
            MappedFault.settle();
            return null;
        } catch (final InternalError e) {
            MappedFault.require(e);
            return e;
        }
    }

    /** Switch to reading the file if it was truncated: its mapping may have no memory at the words. */
    public void leaveCut() {
        if (mapping != null && mapping.isCut()) {
            unmap();
            byFile = true;
        }
    }

    private void unmap() {
        CloseHelper.close(mapping);
        mapping = null;
    }

    /** Unmap the file. */
    @Override
    public void close() {
        unmap();
        file.close();
    }
}
