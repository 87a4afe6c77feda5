package io.ringside.write;

import io.ringside.internal.write.ResultBits;
import io.ringside.session.LossCause;
import org.jspecify.annotations.Nullable;

/**
 * The exact result of a write: the number of sessions that wanted the event, and the outcome in each. A result is a
 * {@code long} of eight counts, so that returning it costs nothing; 0 means that no session wanted the event.
 * <p>
 * Sessions are independent: a loss in one neither affects the others nor turns the status into a failure, as
 * long as one session has the event.
 */
public final class WriteResult {
    /** The result of a write as a single value, named after ETW's codes. */
    public enum Status {
        /** The event was recorded by at least one session that wanted it, or no session wanted it. */
        OK(0, null),
        /**
         * There were more than 128 data descriptors, or a range was outside its buffer: not an attempt, nothing
         * counted. Or a typed event's text or buffer changed while being copied: {@link LossCause#ERROR} in all
         * sessions.
         */
        INVALID_PARAMETER(87, null),
        /** The registration has been closed, or the claim is not open on this thread: not an attempt. */
        INVALID_HANDLE(6, null),
        /** There was no room in the lane: {@link LossCause#FULL}. Remedy: larger lanes, or a faster drain. */
        NOT_ENOUGH_MEMORY(8, LossCause.FULL),
        /** The event exceeds the maximum size in the lane: {@link LossCause#TOO_LARGE}. Remedy: larger lanes. */
        MORE_DATA(234, LossCause.TOO_LARGE),
        /** The event exceeds 64 KiB with its header: {@link LossCause#TOO_LARGE}. */
        ARITHMETIC_OVERFLOW(534, LossCause.TOO_LARGE),
        /**
         * There was no lane for the thread: none was left, none was ready yet because many threads began at once, or
         * all were in use because a buffer wrote while its own event was being copied. {@link LossCause#NO_LANE}.
         * Remedy: more lanes, more spare lanes or a thread's lanes taken before it writes; buffers that do not write.
         */
        NO_SYSTEM_RESOURCES(1450, LossCause.NO_LANE),
        /** The process was refused the memory for the session's lanes: {@link LossCause#NOT_ATTACHED}. */
        NOT_ATTACHED(4201, LossCause.NOT_ATTACHED);

        private final int etwCode;
        private final @Nullable LossCause cause;

        Status(final int etwCode, final @Nullable LossCause cause) {
            this.etwCode = etwCode;
            this.cause = cause;
        }

        /** {@return the value of the Windows error code of this cause} */
        public int etwCode() {
            return etwCode;
        }

        /** {@return the cause under which the ledger counts the loss; null if nothing was lost} */
        public @Nullable LossCause cause() {
            return cause;
        }
    }

    /** No session wanted the event. */
    public static final long NOT_WANTED = 0;

    /** The arguments are invalid: not an attempt, nothing is counted. */
    public static final long INVALID_PARAMETER = 1;

    /** The registration has been closed, or the claim is not open on this thread: not an attempt, not counted. */
    public static final long INVALID_HANDLE = 2;

    private WriteResult() {}

    /**
     * Check whether a write was successful.
     *
     * @param result of a write
     * @return true if no session wanted the event or at least one has it
     */
    public static boolean isOk(final long result) {
        return result == NOT_WANTED || written(result) > 0;
    }

    /**
     * Returns the number of sessions that wanted the event.
     *
     * @param result of a write
     * @return 0 to 64
     */
    public static int wanted(final long result) {
        return count(result, ResultBits.WANTED_SHIFT);
    }

    /**
     * Returns the number of sessions that have the event.
     *
     * @param result of a write
     * @return 0 to 64
     */
    public static int written(final long result) {
        return count(result, ResultBits.WRITTEN_SHIFT);
    }

    /**
     * Returns the number of sessions that wanted the event and lost it.
     *
     * @param result of a write
     * @return 0 to 64
     */
    public static int lost(final long result) {
        return wanted(result) - written(result);
    }

    /**
     * Returns the number of sessions that lost the event by a cause.
     *
     * @param result of a write
     * @param cause  cause of the loss
     * @return 0 to 64; 0 for causes that the writer cannot detect
     */
    public static int lost(final long result, final LossCause cause) {
        return switch (cause) {
            case FULL -> count(result, ResultBits.FULL_SHIFT);
            case TOO_LARGE -> count(result, ResultBits.TOO_LARGE_SHIFT);
            case NO_LANE -> count(result, ResultBits.NO_LANE_SHIFT);
            case NOT_ATTACHED -> count(result, ResultBits.REFUSED_SHIFT);
            case ERROR -> count(result, ResultBits.ERROR_SHIFT);
            default -> 0;
        };
    }

    /**
     * Returns the result as a single value.
     *
     * @param result of a write
     * @return the status; if sessions lost the event by different causes, the first in the order of {@link Status}
     */
    public static Status status(final long result) {
        if (isOk(result)) {
            return Status.OK;
        }
        final int code = (int) result & 0xFF;
        if (code == INVALID_PARAMETER) {
            return Status.INVALID_PARAMETER;
        }
        if (code == INVALID_HANDLE) {
            return Status.INVALID_HANDLE;
        }
        if (lost(result, LossCause.FULL) > 0) {
            return Status.NOT_ENOUGH_MEMORY;
        }
        if (lost(result, LossCause.TOO_LARGE) > 0) {
            return code == ResultBits.OVER_EVENT_LIMIT ? Status.ARITHMETIC_OVERFLOW : Status.MORE_DATA;
        }
        return lost(result, LossCause.NO_LANE) > 0 ? Status.NO_SYSTEM_RESOURCES : Status.NOT_ATTACHED;
    }

    private static int count(final long result, final int shift) {
        return (int) (result >>> shift) & 0xFF;
    }
}
