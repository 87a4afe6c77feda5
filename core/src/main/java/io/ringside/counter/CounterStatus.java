package io.ringside.counter;

/** Outcome of a query for one counter, or for its value, with the codes of ETW's counters. */
public enum CounterStatus {
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

    CounterStatus(final int code) {
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
