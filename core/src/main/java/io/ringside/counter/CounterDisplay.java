package io.ringside.counter;

/** Preferred display of a counter, with the bits of ETW's counters. */
public enum CounterDisplay {
    /** Its values lie where the application has them, and are read from there; here those of all counters do. */
    REFERENCE(0x1),
    /** Not shown among others, only when it is asked for by name. */
    NO_DISPLAY(0x2),
    /** Without signs between groups of digits, such as a number that identifies something. */
    NO_DIGIT_GROUPING(0x4),
    /** With decimals, also where values are whole. */
    AS_REAL(0x8),
    /** In hex, where values are whole. */
    AS_HEX(0x10);

    private final int bit;

    CounterDisplay(final int bit) {
        this.bit = bit;
    }

    /** {@return the bit of ETW's counters} */
    public int bit() {
        return bit;
    }
}
