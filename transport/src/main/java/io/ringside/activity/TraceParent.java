package io.ringside.activity;

import io.ringside.RingsideException;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code traceparent} of W3C's Trace Context, such as {@code
 * 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01}, with its activity ids: the trace id is an activity, the id
 * of the span is a related activity whose most significant half is 0. Immutable.
 *
 * @param traceMost  most significant half of the trace id, which is the activity
 * @param traceLeast least significant half of the trace id
 * @param spanId     of the caller's span, not 0: the least significant half of the related activity
 * @param flags      flags, 0 to 255; bit 0 is set if the trace is sampled
 */
public record TraceParent(long traceMost, long traceLeast, long spanId, int flags) {
    /** Bit of the {@link #flags}, set if the trace is sampled. */
    public static final int SAMPLED = 1;

    /** Length of the header in characters. */
    public static final int LENGTH = 55;

    /** Length of a trace id in characters. */
    public static final int TRACE_ID_LENGTH = 32;

    /** Length of the id of a span in characters. */
    public static final int SPAN_ID_LENGTH = 16;

    private static final int TRACE_ID = 3;
    private static final int SPAN_ID = TRACE_ID + TRACE_ID_LENGTH + 1;
    private static final int FLAGS = SPAN_ID + SPAN_ID_LENGTH + 1;
    private static final int FLAGS_LENGTH = 2;
    private static final int FLAGS_MAX = 0xFF;
    private static final int RADIX = 16;
    private static final int DIGIT_BITS = 4;
    private static final int FIRST_LETTER = 10;
    private static final String NO_VERSION = "ff";

    /**
     * Check the parts.
     *
     * @param traceMost most significant half of the trace id, which is the activity
     * @param traceLeast least significant half of the trace id
     * @param spanId of the caller's span, not 0
     * @param flags 0 to 255
     * @throws RingsideException if trace id or span id are 0, or the flags are out of range
     */
    public TraceParent {
        if ((traceMost | traceLeast) == 0 || spanId == 0) {
            throw RingsideException.invalidArgument("traceparent has an id of zeros: traceMost=" + traceMost
                    + ", traceLeast=" + traceLeast + ", spanId=" + spanId);
        }
        if (flags < 0 || flags > FLAGS_MAX) {
            throw RingsideException
                    .invalidArgument("flags of traceparent out of range: flags=" + flags + ", min=0, max="
                            + FLAGS_MAX);
        }
    }

    /**
     * Parse a header. An unknown version is read as its specification demands: its additions are ignored.
     *
     * @param header received header; null if there was none
     * @return the parsed header; null if it is invalid, which is treated like a missing header
     */
    public static @Nullable TraceParent parse(final @Nullable CharSequence header) {
        if (header == null || header.length() < LENGTH || !isHex(header, 0, 2)
                || NO_VERSION.contentEquals(header.subSequence(0, 2))
                || !isEndIn(header) || header.charAt(2) != '-' || header.charAt(SPAN_ID - 1) != '-'
                || header.charAt(FLAGS - 1) != '-' || !isHex(header, TRACE_ID, TRACE_ID_LENGTH)
                || !isHex(header, SPAN_ID, SPAN_ID_LENGTH) || !isHex(header, FLAGS, FLAGS_LENGTH)) {
            return null;
        }
        final long most = hex(header, TRACE_ID, SPAN_ID_LENGTH);
        final long least = hex(header, TRACE_ID + SPAN_ID_LENGTH, SPAN_ID_LENGTH);
        final long span = hex(header, SPAN_ID, SPAN_ID_LENGTH);
        return (most | least) == 0 || span == 0
                ? null
                : new TraceParent(most, least, span, (int) hex(header, FLAGS, FLAGS_LENGTH));
    }

    /** Returns whether the header ends correctly: version 0 after the flags, later versions there or with a dash. */
    private static boolean isEndIn(final CharSequence header) {
        final boolean isFirstVersion = header.charAt(0) == '0' && header.charAt(1) == '0';
        return header.length() == LENGTH || (header.charAt(LENGTH) == '-' && !isFirstVersion);
    }

    /**
     * Check whether a text has hexadecimal digits, in lower case, from an offset.
     *
     * @param text   text to check
     * @param offset offset of the first digit
     * @param digits number of digits
     * @return false also if the text is too short
     */
    public static boolean isHex(final CharSequence text, final int offset, final int digits) {
        if (text.length() < offset + digits) {
            return false;
        }
        for (int i = offset; i < offset + digits; i++) {
            final char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the number that hexadecimal digits represent. Allocates nothing.
     *
     * @param text   text that {@linkplain #isHex has the digits}
     * @param offset offset of the first digit
     * @param digits number of digits, at most 16
     * @return the number
     */
    public static long hex(final CharSequence text, final int offset, final int digits) {
        long number = 0;
        for (int i = offset; i < offset + digits; i++) {
            final char c = text.charAt(i);
            number = number << DIGIT_BITS | (c <= '9' ? c - '0' : c - 'a' + FIRST_LETTER);
        }
        return number;
    }

    /** {@return whether the caller has sampled the trace} */
    public boolean isSampled() {
        return (flags & SAMPLED) != 0;
    }

    /** Make the trace id the calling thread's current activity. */
    public void setCurrent() {
        ActivityId.set(traceMost, traceLeast);
    }

    /** {@return the header, of version 0} */
    @Override
    public String toString() {
        final StringBuilder header = new StringBuilder(LENGTH).append("00-");
        append(header, traceMost, SPAN_ID_LENGTH);
        append(header, traceLeast, SPAN_ID_LENGTH);
        append(header.append('-'), spanId, SPAN_ID_LENGTH);
        append(header.append('-'), flags, FLAGS_LENGTH);
        return header.toString();
    }

    private static void append(final StringBuilder target, final long number, final int digits) {
        for (int i = digits - 1; i >= 0; i--) {
            target.append(Character.forDigit((int) (number >>> (i * DIGIT_BITS)) & RADIX - 1, RADIX));
        }
    }
}
