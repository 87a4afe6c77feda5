package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.MutableDirectBuffer;

/** Source of a lane's bytes for a reader: memory of its own process, or the mapped or read file of another. */
@FunctionalInterface
public interface RingBytes {
    /** The word of a frame of no kind. It means that only the tail shows the content of the lane. */
    long UNREADABLE = FrameDescriptor.control(0, 0);

    /**
     * Returns whether bytes can be read now. While the process has too many open files, existing bytes are unavailable,
     * but may become available later.
     */
    default boolean areReady() {
        return true;
    }

    /**
     * Returns a frame's word, with acquire order: if it is that of a record, the whole record may be read afterwards.
     *
     * @param index index in the lane, in bytes; a multiple of 8
     * @return the word; 0 if there is no frame, or no memory; {@link #UNREADABLE} if words cannot be read one by one
     */
    default long wordAcquire(final int index) {
        return UNREADABLE;
    }

    /**
     * Copy bytes without checking whether the file was truncated, because the check takes longer than copying a record.
     *
     * @param index  index in the lane, in bytes
     * @param target buffer to copy to, from its beginning
     * @param length length in bytes, at least 8
     * @return false if this is not possible, or some bytes may not have been copied; then call {@link #copy}
     */
    default boolean copyUnasked(final int index, final MutableDirectBuffer target, final int length) {
        return false;
    }

    /**
     * Copy bytes within one block. Afterwards, no fault of an earlier access to a mapped file is pending.
     *
     * @param index  index in the lane, in bytes
     * @param target buffer to copy to, from its beginning
     * @param length in bytes
     * @return false if some bytes are unavailable, for example because the file was truncated
     */
    boolean copy(int index, MutableDirectBuffer target, int length);
}
