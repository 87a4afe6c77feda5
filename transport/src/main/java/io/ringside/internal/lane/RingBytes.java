package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.MutableDirectBuffer;

/** Source of a lane's bytes for a reader: memory of its own process, or the mapped or read file of another. */
@FunctionalInterface
public interface RingBytes {
    /** The word of a frame of no kind, which says that only the tail shows what the lane holds. */
    long UNREADABLE = FrameDescriptor.control(0, 0);

    /**
     * Whether there is any sense in asking for bytes now: where the process has too many files open, those that are
     * there cannot be had, and may be had later.
     */
    default boolean areReady() {
        return true;
    }

    /**
     * A frame's word, with acquire order: if it is that of a record, all of the record may be read after it.
     *
     * @param index in the lane, in bytes; a multiple of 8
     * @return 0 if there is no frame, or no memory; {@link #UNREADABLE} if words cannot be read one by one
     */
    default long wordAcquire(final int index) {
        return UNREADABLE;
    }

    /**
     * Copy bytes without asking whether the file was truncated, which takes longer than the copy of a record.
     *
     * @param index  in the lane, in bytes
     * @param target to copy to, from its beginning
     * @param length in bytes, at least 8
     * @return false if that is not possible, or not all bytes may have been copied: {@link #copy} then finds out
     */
    default boolean copyUnasked(final int index, final MutableDirectBuffer target, final int length) {
        return false;
    }

    /**
     * Copy bytes that lie within one block. After it, no fault of an earlier access to a mapped file comes out any
     * more.
     *
     * @param index  in the lane, in bytes
     * @param target to copy to, from its beginning
     * @param length in bytes
     * @return false if not all of them could be had, as when the file has been truncated
     */
    boolean copy(int index, MutableDirectBuffer target, int length);
}
