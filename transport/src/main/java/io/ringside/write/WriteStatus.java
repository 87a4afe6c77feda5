package io.ringside.write;

import io.ringside.session.LossCause;
import org.jspecify.annotations.Nullable;

/** The result of a write in one word, named after ETW's. */
public enum WriteStatus {
    /** Recorded by at least one session that wanted the event, or wanted by none. */
    OK(0, null),
    /**
     * More than 128 data descriptors, or a range outside its buffer: not an attempt, nothing counted. Or a
     * typed event's text or buffer that has changed while it was copied: {@link LossCause#ERROR} in all sessions.
     */
    INVALID_PARAMETER(87, null),
    /** The registration has been closed, or the claim is not open on this thread: not an attempt. */
    INVALID_HANDLE(6, null),
    /** No room in the lane: {@link LossCause#FULL}. Remedy: larger lanes, or a faster drain. */
    NOT_ENOUGH_MEMORY(8, LossCause.FULL),
    /** Larger than the lane takes: {@link LossCause#TOO_LARGE}. Remedy: larger lanes. */
    MORE_DATA(234, LossCause.TOO_LARGE),
    /** Larger than 64 KiB with its header: {@link LossCause#TOO_LARGE}. */
    ARITHMETIC_OVERFLOW(534, LossCause.TOO_LARGE),
    /**
     * No lane for the thread: none left, none ready yet, as many threads began at once, or none that is not in use, as
     * a buffer writes while its own event is being copied. {@link LossCause#NO_LANE}. Remedy: more lanes, more spare
     * lanes or a thread's lanes taken before it writes; buffers that do not write.
     */
    NO_SYSTEM_RESOURCES(1450, LossCause.NO_LANE),
    /** The process was refused the memory for the session's lanes: {@link LossCause#NOT_ATTACHED}. */
    NOT_ATTACHED(4201, LossCause.NOT_ATTACHED);

    private final int etwCode;
    private final @Nullable LossCause cause;

    WriteStatus(final int etwCode, final @Nullable LossCause cause) {
        this.etwCode = etwCode;
        this.cause = cause;
    }

    /** {@return the value of the Windows error code of this cause} */
    public int etwCode() {
        return etwCode;
    }

    /** {@return the cause under which the ledger counts it; null if nothing was lost} */
    public @Nullable LossCause cause() {
        return cause;
    }
}
