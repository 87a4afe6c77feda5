package io.ringside.internal.layout;

import io.ringside.internal.counterset.CounterLimits;
import io.ringside.provider.counter.CounterRequest;

/**
 * Byte offsets of the words of a request: a header, then the mask of names. Picture and meaning:
 * {@code transport/docs/layout-requests.md}.
 */
public final class RequestDescriptor {
    /** "RSCTRREQ" in memory order. */
    public static final long MAGIC = 0x5145525254435352L;
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
    /** Most significant half of the process that asks, i64. */
    public static final int ASKER_MOST_OFFSET = 24;
    /** Least significant half of the process that asks, i64. */
    public static final int ASKER_LEAST_OFFSET = 32;
    /** Most significant half of the process that is asked, i64. */
    public static final int PROVIDER_MOST_OFFSET = 40;
    /** Least significant half of the process that is asked, i64. */
    public static final int PROVIDER_LEAST_OFFSET = 48;
    /** Number of the request among those of the asker, i64. */
    public static final int NUMBER_OFFSET = 56;
    /** Mask of the requested counters, i64. */
    public static final int COUNTER_MASK_OFFSET = 64;
    /** Id of the requested instance, i64. */
    public static final int INSTANCE_ID_OFFSET = 72;
    /** Longest wait for the answer, in nanoseconds, i64. */
    public static final int TIMEOUT_OFFSET = 80;
    /** Number of the set in the provider's process, i32. */
    public static final int SET_NUMBER_OFFSET = 88;
    /** Code of the {@link CounterRequest.Type}, i32. */
    public static final int TYPE_OFFSET = 92;
    /** Flags, i32: {@link #COLLECT_MULTIPLE}. */
    public static final int FLAGS_OFFSET = 96;
    /** Length of the mask of names in bytes of UTF-8, i32. */
    public static final int MASK_LENGTH_OFFSET = 100;

    /** Length of the header, which is followed by the mask of names. */
    public static final int HEADER_LENGTH = 128;

    /** Flag: more than one instance is accepted. */
    public static final int COLLECT_MULTIPLE = 1;

    /** Maximum length of a mask in bytes; even a whole path has no more characters. */
    static final int MASK_LENGTH_MAX = 3 * CounterLimits.PATH_LENGTH_MAX;
    /** Maximum length of a request in bytes. */
    public static final int FILE_LENGTH_MAX = HEADER_LENGTH + MASK_LENGTH_MAX;

    private RequestDescriptor() {}
}
