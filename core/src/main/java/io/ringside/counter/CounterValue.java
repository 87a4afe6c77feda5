package io.ringside.counter;

/**
 * Result of formatting samples: a value, which is never NaN or infinite, or the reason why there is none. Immutable.
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
     * Creates a result without a value.
     *
     * @param type   of the counter.
     * @param status reason why there is none.
     * @return a result without a number.
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

    /** {@return the status: whether there is a value, and if not, the reason} */
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

    /** {@return the value as text, in hex if it is whole and its type requires that; empty if there is none} */
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

    /** Outcome of a query for one counter, or for its value, with the codes of ETW's counters. */
    public enum Status {
        /** The value is valid. */
        VALID_DATA(0),
        /** The value is valid, and differs from the previous one. */
        NEW_DATA(1),
        /** The machine cannot be reached. */
        NO_MACHINE(0x800007D0),
        /** The instance does not exist, or not at present. */
        NO_INSTANCE(0x800007D1),
        /** Nothing can be read, and a damaged file may contain the requested counters. */
        DAMAGED_FILE(0x80070570),
        /** The data exceeds the buffer. */
        MORE_DATA(0x800007D2),
        /** None of the requested counters exists. */
        NO_DATA(0x800007D5),
        /** The base is negative, or decreased. */
        NEGATIVE_DENOMINATOR(0x800007D6),
        /** Time went backwards. */
        NEGATIVE_TIMEBASE(0x800007D7),
        /** The value decreased, or a derived value is negative although it must not be. */
        NEGATIVE_VALUE(0x800007D8),
        /** The provider that must be queried does not answer in time, or has ended. */
        NO_ANSWER(0x800007DB),
        /** There is no such counter set. */
        NO_OBJECT(0xC0000BB8),
        /** The set has no such counter. */
        NO_COUNTER(0xC0000BB9),
        /** The sample itself is invalid. */
        INVALID_SAMPLE(0xC0000BBA),
        /** The path is invalid. */
        BAD_COUNTER_NAME(0xC0000BC0),
        /** There is no value: two samples are needed, they do not fit together, or a divisor is zero. */
        INVALID_DATA(0xC0000BC6);

        private final int code;

        Status(final int code) {
            this.code = code;
        }

        /** {@return the code of ETW's counters, as an unsigned number} */
        public int code() {
            return code;
        }

        /** {@return whether there is a value} */
        public boolean isValid() {
            return this == VALID_DATA || this == NEW_DATA;
        }
    }
}
