package io.ringside.counter;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** How a counter wants to be shown (R7.18), with the bits of ETW's counters. */
public enum CounterDisplay {
    /** Its values lie where the application has them, and are read from there; here those of all counters do. */
    REFERENCE(0x1),
    /** Not shown among others: only who names it sees it. */
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

    /** Bits of several. */
    public static int bits(final Collection<CounterDisplay> displays) {
        return displays.stream().mapToInt(CounterDisplay::bit).reduce(0, (some, more) -> some | more);
    }

    /** What bits stand for; bits that stand for nothing are left out. */
    public static Set<CounterDisplay> ofBits(final int bits) {
        final Set<CounterDisplay> displays = EnumSet.noneOf(CounterDisplay.class);
        for (final CounterDisplay display : values()) {
            if ((bits & display.bit) != 0) {
                displays.add(display);
            }
        }
        return displays;
    }
}
