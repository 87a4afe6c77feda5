package io.ringside.counter;

/**
 * The result of formatting samples: a value or the reason why there is none; it is never NaN or infinite. Immutable.
 */
public final class CounterValue {
    private final Status status;
    private final CounterType type;
    private final boolean isWhole;
    private final double number;
    private final long whole;

    private CounterValue(
            final Status status, final CounterType type, final boolean isWhole, final double number,
            final long whole) {
        this.status = status;
        this.type = type;
        this.isWhole = isWhole;
        this.number = number;
        this.whole = whole;
    }

    /**
     * Makes a value that there is not.
     *
     * @param type   of the counter.
     * @param status why.
     * @return without a number.
     */
    public static CounterValue none(final CounterType type, final Status status) {
        return new CounterValue(status, type, false, 0, 0);
    }

    static CounterValue whole(final CounterType type, final long whole) {
        return new CounterValue(Status.VALID_DATA, type, true, whole, whole);
    }

    static CounterValue real(final CounterType type, final double number) {
        return new CounterValue(Status.VALID_DATA, type, false, number, (long) number);
    }

    /** {@return whether there is a value, and if not, why} */
    public Status status() {
        return status;
    }

    /**
     * {@return the value}
     *
     * @throws IllegalStateException if there is none.
     */
    public double asDouble() {
        checkValid();
        return number;
    }

    /**
     * {@return the value without its fraction}
     *
     * @throws IllegalStateException if there is none.
     */
    public long asLong() {
        checkValid();
        return whole;
    }

    /** {@return the value as text, a whole one in hex if its type wants that; empty if there is none} */
    @Override
    public String toString() {
        if (!status.isValid()) {
            return "";
        }
        if (!isWhole) {
            return Double.toString(number);
        }
        return type.isHex() ? "0x" + Long.toHexString(whole) : Long.toString(whole);
    }

    private void checkValid() {
        if (!status.isValid()) {
            throw new IllegalStateException("counter has no value: status=" + status + ", type=" + type);
        }
    }

    /** The outcome of a query for one counter, or for its value, with the codes of ETW's counters. */
    public enum Status {
        /** The value is valid. */
        VALID_DATA(0),
        /** The value is valid, and another one than before. */
        NEW_DATA(1),
        /** The machine cannot be reached. */
        NO_MACHINE(0x800007D0),
        /** The instance is not there, at least not now. */
        NO_INSTANCE(0x800007D1),
        /** Nothing is there that can be read, and a file is damaged that may hold what was asked for. */
        DAMAGED_FILE(0x80070570),
        /** There is more than the buffer holds. */
        MORE_DATA(0x800007D2),
        /** Nothing of what was asked for is there. */
        NO_DATA(0x800007D5),
        /** The base is negative, or went backwards. */
        NEGATIVE_DENOMINATOR(0x800007D6),
        /** Time went backwards. */
        NEGATIVE_TIMEBASE(0x800007D7),
        /** The value went backwards, or what follows from it is negative where it must not be. */
        NEGATIVE_VALUE(0x800007D8),
        /** The provider that has to be asked does not answer in time, or has died. */
        NO_ANSWER(0x800007DB),
        /** There is no such counter set. */
        NO_OBJECT(0xC0000BB8),
        /** The set has no such counter. */
        NO_COUNTER(0xC0000BB9),
        /** The sample itself is not valid. */
        INVALID_SAMPLE(0xC0000BBA),
        /** The path is not understood. */
        BAD_COUNTER_NAME(0xC0000BC0),
        /** No value follows: two samples are needed, they do not fit together, or something to divide by is zero. */
        INVALID_DATA(0xC0000BC6);

        private final int code;

        Status(final int code) {
            this.code = code;
        }

        /** {@return the code of ETW's counters, to be read as unsigned} */
        public int code() {
            return code;
        }

        /** {@return whether there is a value} */
        public boolean isValid() {
            return this == VALID_DATA || this == NEW_DATA;
        }
    }
}
