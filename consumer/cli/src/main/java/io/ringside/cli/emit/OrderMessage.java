package io.ringside.cli.emit;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A line of a message file: six whole numbers, the first with up to nine decimals. An instance is reused for each line.
 * Not thread-safe.
 */
final class OrderMessage {
    /** Number of types with an event: submission, partial cancellation, deletion, visible and hidden execution. */
    static final int EVENT_TYPES = 5;
    /** A cross trade. */
    static final int CROSS = 6;
    /** Trading was halted or resumed. */
    static final int HALT = 7;

    private static final int DECIMALS = 9;
    private static final int FIELDS = 6;
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    private static final int RADIX = 10;

    /** Nanoseconds since midnight. */
    long timeNs;
    /** 1 to {@link #HALT}. */
    int type;
    long orderId;
    int size;
    long price;
    /** 1 buy, -1 sell. */
    int direction;

    private byte[] line = {};
    private int length;
    private int at;
    private boolean malformed;

    /**
     * Parses a line.
     *
     * @param bytes      bytes with the line at the beginning
     * @param lineLength of the line, without its end
     * @return the problem, null if the line is well-formed
     */
    @Nullable
    String parse(final byte[] bytes, final int lineLength) {
        line = bytes;
        length = lineLength;
        at = 0;
        malformed = false;
        final int fields = fields();
        if (fields != FIELDS) {
            return "it has " + fields + " fields instead of " + FIELDS;
        }
        timeNs = time();
        if (malformed || timeNs > DAY_NS) {
            return "time is not seconds since midnight with at most " + DECIMALS + " decimals";
        }
        type = (int) number(1, HALT);
        if (malformed) {
            return "type is not 1 to " + HALT;
        }
        orderId = number(0, Long.MAX_VALUE);
        if (malformed) {
            return "order id is not a whole number of at least 0";
        }
        size = (int) number(0, Integer.MAX_VALUE);
        if (malformed) {
            return "size is not a whole number from 0 to " + Integer.MAX_VALUE;
        }
        price = number(-Long.MAX_VALUE, Long.MAX_VALUE);
        if (malformed) {
            return "price is not a whole number";
        }
        direction = (int) number(-1, 1);
        return malformed || direction == 0 ? "direction is neither 1 nor -1" : null;
    }

    /** Whether the message has an event. */
    boolean hasEvent() {
        return type <= EVENT_TYPES;
    }

    private int fields() {
        int fields = 1;
        for (int i = 0; i < length; i++) {
            fields += line[i] == ',' ? 1 : 0;
        }
        return fields;
    }

    /** Parses the time exactly: seconds and decimals are read as whole numbers. */
    private long time() {
        final long seconds = digits(TimeUnit.NANOSECONDS.toSeconds(DAY_NS));
        long decimals = 0;
        if (!malformed && at < length && line[at] == '.') {
            at++;
            final int first = at;
            decimals = digits(TimeUnit.SECONDS.toNanos(1) - 1);
            final int missing = DECIMALS - (at - first);
            malformed |= missing < 0;
            for (int i = 0; i < missing; i++) {
                decimals *= RADIX;
            }
        }
        endField();
        return TimeUnit.SECONDS.toNanos(seconds) + decimals;
    }

    private long number(final long min, final long max) {
        final boolean negative = at < length && line[at] == '-';
        at += negative ? 1 : 0;
        final long digits = digits(negative ? -min : max);
        endField();
        final long value = negative ? -digits : digits;
        malformed |= value < min;
        return value;
    }

    private long digits(final long max) {
        final int first = at;
        long value = 0;
        while (at < length && line[at] >= '0' && line[at] <= '9') {
            final int digit = line[at] - '0';
            if (value > max / RADIX || value * RADIX > max - digit) {
                malformed = true;
                return 0;
            }
            value = value * RADIX + digit;
            at++;
        }
        malformed |= at == first;
        return value;
    }

    private void endField() {
        malformed |= at < length && line[at] != ',';
        at++;
    }
}
