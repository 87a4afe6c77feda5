package io.ringside.internal.layout;

import io.ringside.internal.counter.AnswerStatus;
import org.agrona.BitUtil;

/**
 * Byte offsets of the words of an answer: a header, then the instances, one after the other. Picture and meaning:
 * {@code transport/docs/layout-requests.md}.
 */
public final class AnswerDescriptor {
    /** "RSCTRANS" in memory order. */
    public static final long MAGIC = 0x534E415254435352L;
    /** Version of this layout. */
    public static final int VERSION = 1;

    /** {@link #MAGIC}, i64. */
    public static final int MAGIC_OFFSET = FileHeader.MAGIC_OFFSET;
    /** {@link #VERSION}, i32. */
    public static final int VERSION_OFFSET = FileHeader.VERSION_OFFSET;
    /** Length of the file, i32. */
    public static final int FILE_LENGTH_OFFSET = FileHeader.FILE_LENGTH_OFFSET;
    /** Bits of features that a reader must know, i64. */
    public static final int FEATURES_OFFSET = FileHeader.FEATURES_OFFSET;
    /** Most significant half of the process that answers, i64. */
    public static final int PROVIDER_MOST_OFFSET = 24;
    /** Least significant half of the process that answers, i64. */
    public static final int PROVIDER_LEAST_OFFSET = 32;
    /** Most significant half of the process that has asked, i64. */
    public static final int ASKER_MOST_OFFSET = 40;
    /** Least significant half of the process that has asked, i64. */
    public static final int ASKER_LEAST_OFFSET = 48;
    /** Number of the request among those of the asker, i64. */
    public static final int NUMBER_OFFSET = 56;
    /** Time at which the set was opened, in nanoseconds since 1970, i64. */
    public static final int EPOCH_OFFSET = 64;
    /** Number of the set in the provider's process, i32. */
    public static final int SET_NUMBER_OFFSET = 72;
    /** Code of the {@link AnswerStatus}, i32. */
    public static final int STATUS_OFFSET = 76;
    /** Return value of the callback, i32. */
    public static final int CALLBACK_STATUS_OFFSET = 80;
    /** Number of instances, i32. */
    public static final int INSTANCES_OFFSET = 84;
    /** Number of values of each instance, i32: the counters of the set, or 0 if values were not requested. */
    public static final int VALUES_OFFSET = 88;

    /** Length of the header, which is followed by the instances. */
    public static final int HEADER_LENGTH = 128;

    /** Id of an instance, i64. */
    public static final int INSTANCE_ID_OFFSET = 0;
    /** Length of its name in bytes of UTF-8, i32. */
    public static final int INSTANCE_NAME_LENGTH_OFFSET = 8;
    /** Length of the head of an instance, which is followed by its values, i64 each, and its name. */
    public static final int INSTANCE_HEAD_LENGTH = 16;

    /** Alignment of instances. */
    static final int ALIGNMENT = Long.BYTES;
    /** Maximum length of an answer in bytes. */
    public static final int FILE_LENGTH_MAX = 16 * 1024 * 1024;
    /** Maximum number of instances, as many as a set may have. */
    public static final int INSTANCES_MAX = 65_536;

    private AnswerDescriptor() {}

    /**
     * Returns the offset of a value.
     *
     * @param index of the counter in the set
     * @return offset in its instance, aligned to 8
     */
    public static int valueOffset(final int index) {
        return INSTANCE_HEAD_LENGTH + index * Long.BYTES;
    }

    /**
     * Returns the distance from one instance to the next.
     *
     * @param values     number of values of an instance
     * @param nameLength length of its name in bytes
     * @return bytes, a multiple of 8
     */
    public static int instanceLength(final int values, final int nameLength) {
        return BitUtil.align(valueOffset(values) + nameLength, ALIGNMENT);
    }
}
