package io.ringside.write;

import io.ringside.internal.lane.LaneOutcome;
import io.ringside.session.LossCause;

/**
 * What a write came to, exactly: how many sessions wanted the event, and what became of it in each. A result is a
 * {@code long} of eight counts, so that returning it costs nothing; 0 means that nobody wanted the event.
 * <p>
 * Sessions are independent (R4.30): a loss in one neither affects the others nor turns the status into a failure, as
 * long as one session has the event.
 */
public final class WriteResult {
    /** Nobody wanted the event. */
    public static final long NOT_WANTED = 0;

    /** What was given to be written is not valid. By itself: not an attempt, nothing counted. */
    public static final long INVALID_PARAMETER = 1;

    static final long INVALID_HANDLE = 2;
    static final long OVER_EVENT_LIMIT = 3;

    static final long WANTED = 1L << 8;
    static final long WRITTEN = WANTED | 1L << 16;
    static final long FULL = WANTED | 1L << 24;
    static final long TOO_LARGE = WANTED | 1L << 32;
    static final long NO_LANE = WANTED | 1L << 40;
    static final long REFUSED = WANTED | 1L << 48;
    static final long ERROR = WANTED | 1L << 56;

    private static final int WRITTEN_SHIFT = 16;

    private WriteResult() {}

    /**
     * Whether the write needs no attention.
     *
     * @param result of a write
     * @return true if nobody wanted the event or at least one session has it
     */
    public static boolean isOk(final long result) {
        return result == NOT_WANTED || written(result) > 0;
    }

    /**
     * Sessions that wanted the event.
     *
     * @param result of a write
     * @return 0 to 64
     */
    public static int wanted(final long result) {
        return count(result, 8);
    }

    /**
     * Sessions that have the event.
     *
     * @param result of a write
     * @return 0 to 64
     */
    public static int written(final long result) {
        return count(result, WRITTEN_SHIFT);
    }

    /**
     * Sessions that wanted the event and lost it.
     *
     * @param result of a write
     * @return 0 to 64
     */
    public static int lost(final long result) {
        return wanted(result) - written(result);
    }

    /**
     * Sessions that lost the event by a cause.
     *
     * @param result of a write
     * @param cause  of the loss
     * @return 0 to 64; 0 for causes that the writer does not see
     */
    public static int lost(final long result, final LossCause cause) {
        return switch (cause) {
            case FULL -> count(result, 24);
            case TOO_LARGE -> count(result, 32);
            case NO_LANE -> count(result, 40);
            case NOT_ATTACHED -> count(result, 48);
            case ERROR -> count(result, 56);
            default -> 0;
        };
    }

    /**
     * The result in one word.
     *
     * @param result of a write
     * @return the status; where several sessions lost the event by different causes, the first in the order of
     *         {@link WriteStatus}
     */
    public static WriteStatus status(final long result) {
        if (isOk(result)) {
            return WriteStatus.OK;
        }
        final int code = (int) result & 0xFF;
        if (code == INVALID_PARAMETER) {
            return WriteStatus.INVALID_PARAMETER;
        }
        if (code == INVALID_HANDLE) {
            return WriteStatus.INVALID_HANDLE;
        }
        if (lost(result, LossCause.FULL) > 0) {
            return WriteStatus.NOT_ENOUGH_MEMORY;
        }
        if (lost(result, LossCause.TOO_LARGE) > 0) {
            return code == OVER_EVENT_LIMIT ? WriteStatus.ARITHMETIC_OVERFLOW : WriteStatus.MORE_DATA;
        }
        return lost(result, LossCause.NO_LANE) > 0 ? WriteStatus.NO_SYSTEM_RESOURCES : WriteStatus.NOT_ATTACHED;
    }

    private static int count(final long result, final int shift) {
        return (int) (result >>> shift) & 0xFF;
    }

    /** What one session tells of a record: written if its lane gave an index for it, or why it is lost. */
    static long ofOutcome(final int outcome) {
        if (outcome >= 0) {
            return WRITTEN;
        }
        return switch (outcome) {
            case LaneOutcome.TOO_LARGE -> TOO_LARGE;
            case LaneOutcome.ERROR -> ERROR;
            default -> FULL;
        };
    }
}
