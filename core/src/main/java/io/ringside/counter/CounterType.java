package io.ringside.counter;

import org.jspecify.annotations.Nullable;

/**
 * Type of a counter, with the codes of ETW's counters. It determines the meaning of raw values, the formula of
 * displayed values, and the base that the formula needs.
 */
public enum CounterType {
    /** The raw value, 32 bits. */
    RAWCOUNT(0x00010000, CounterFormula.VALUE),
    /** The raw value, 64 bits. */
    LARGE_RAWCOUNT(0x00010100, CounterFormula.VALUE),
    /** The raw value, 32 bits, shown in hex. */
    RAWCOUNT_HEX(0x00000000, CounterFormula.VALUE),
    /** The raw value, 64 bits, shown in hex. */
    LARGE_RAWCOUNT_HEX(0x00000100, CounterFormula.VALUE),
    /** Growth of the value, 32 bits. */
    DELTA(0x00400400, CounterFormula.GROWTH),
    /** Growth of the value, 64 bits. */
    LARGE_DELTA(0x00400500, CounterFormula.GROWTH),
    /** Events per second, 32 bits. */
    COUNTER(0x10410400, CounterFormula.RATE),
    /** Events per second, 64 bits. */
    BULK_COUNT(0x10410500, CounterFormula.RATE),
    /** Events per second, 32 bits, shown without a suffix. */
    SAMPLE_COUNTER(0x00410400, CounterFormula.RATE),
    /** Mean length of a queue, measured in ticks, 32 bits. */
    QUEUELEN(0x00450400, CounterFormula.MEAN_OVER_TIME),
    /** Mean length of a queue, measured in ticks, 64 bits. */
    LARGE_QUEUELEN(0x00450500, CounterFormula.MEAN_OVER_TIME),
    /** Mean length of a queue, measured in units of 100 ns. */
    QUEUELEN_100NS(0x00550500, CounterFormula.MEAN_OVER_TIME),
    /** Mean length of a queue, measured by the counter set's clock. */
    OBJECT_TIME_QUEUELEN(0x00650500, CounterFormula.MEAN_OVER_TIME),
    /** Busy time as a percentage, measured in ticks. */
    TIMER(0x20410500, CounterFormula.SHARE_OF_TIME),
    /** Busy time as a percentage, measured in units of 100 ns. */
    TIMER_100NS(0x20510500, CounterFormula.SHARE_OF_TIME),
    /** Busy time as a percentage, measured by the counter set's clock. */
    OBJECT_TIME_TIMER(0x20610500, CounterFormula.SHARE_OF_TIME),
    /** Base of a large fraction, or of a precision timer, whose time it is. */
    LARGE_RAW_BASE(0x40030500, CounterFormula.NONE),
    /** Busy time as a percentage, measured in ticks of the base counter. */
    PRECISION_SYSTEM_TIMER(0x20470500, CounterFormula.SHARE_OF_BASE_GROWTH, LARGE_RAW_BASE),
    /** Busy time as a percentage, measured in units of 100 ns of the base counter. */
    PRECISION_100NS_TIMER(0x20570500, CounterFormula.SHARE_OF_BASE_GROWTH, LARGE_RAW_BASE),
    /** Busy time as a percentage, measured in the counter set's time of the base counter. */
    PRECISION_OBJECT_TIMER(0x20670500, CounterFormula.SHARE_OF_BASE_GROWTH, LARGE_RAW_BASE),
    /** Base of a sample fraction: number of all attempts. */
    SAMPLE_BASE(0x40030401, CounterFormula.NONE),
    /** Hits as a percentage of attempts. */
    SAMPLE_FRACTION(0x20C20400, CounterFormula.SHARE_OF_BASE_GROWTH, SAMPLE_BASE),
    /** Busy time as a percentage, computed from idle ticks. */
    TIMER_INVERSE(0x21410500, CounterFormula.REST_OF_TIME),
    /** Busy time as a percentage, computed from idle units of 100 ns. */
    TIMER_100NS_INVERSE(0x21510500, CounterFormula.REST_OF_TIME),
    /** Base of a multi timer: number of items that may be busy. */
    MULTI_BASE(0x42030500, CounterFormula.NONE),
    /** Mean busy time of several items as a percentage, measured in seconds. */
    MULTI_TIMER(0x22410500, CounterFormula.SHARE_PER_ITEM_BY_SECONDS, MULTI_BASE),
    /** Mean busy time of several items as a percentage, measured in units of 100 ns. */
    MULTI_TIMER_100NS(0x22510500, CounterFormula.SHARE_PER_ITEM, MULTI_BASE),
    /** Total busy time of several items as a percentage, computed from their idle ticks. */
    MULTI_TIMER_INVERSE(0x23410500, CounterFormula.REST_OF_ITEMS, MULTI_BASE),
    /** Total busy time of several items as a percentage, computed from their idle units of 100 ns. */
    MULTI_TIMER_100NS_INVERSE(0x23510500, CounterFormula.REST_OF_ITEMS, MULTI_BASE),
    /** Base of a raw fraction: the whole. */
    RAW_BASE(0x40030403, CounterFormula.NONE),
    /** Part of a whole as a percentage, 32 bits. */
    RAW_FRACTION(0x20020400, CounterFormula.SHARE_OF_BASE, RAW_BASE),
    /** Part of a whole as a percentage, 64 bits. */
    LARGE_RAW_FRACTION(0x20020500, CounterFormula.SHARE_OF_BASE, LARGE_RAW_BASE),
    /** Base of an average: number of operations. */
    AVERAGE_BASE(0x40030402, CounterFormula.NONE),
    /** Mean duration of an operation in seconds. */
    AVERAGE_TIMER(0x30020400, CounterFormula.SECONDS_PER_BASE, AVERAGE_BASE),
    /** Mean number of items, such as bytes, per operation. */
    AVERAGE_BULK(0x40020500, CounterFormula.GROWTH_PER_BASE, AVERAGE_BASE),
    /** Seconds since the time given by the value. */
    ELAPSED_TIME(0x30240500, CounterFormula.SECONDS_SINCE),
    /** A text, which is not used in calculations. */
    TEXT(0x00000B00, CounterFormula.NONE),
    /** No value. */
    NODATA(0x40000200, CounterFormula.NONE);

    private static final int SIZE_MASK = 0x00000300;
    private static final int TIMER_MASK = 0x00300000;
    private static final int TIMER_100NS_BIT = 0x00100000;
    private static final int HUNDRED_NS = 100;
    private static final int SUFFIX_MASK = 0xF0000000;
    private static final int PER_SECOND = 0x10000000;
    private static final int PERCENT = 0x20000000;
    private static final int SECONDS = 0x30000000;

    private final int code;
    private final CounterFormula formula;
    private final @Nullable CounterType base;

    CounterType(final int code, final CounterFormula formula) {
        this(code, formula, null);
    }

    CounterType(final int code, final CounterFormula formula, final @Nullable CounterType base) {
        this.code = code;
        this.formula = formula;
        this.base = base;
    }

    /** {@return the code of ETW's counters} */
    public int code() {
        return code;
    }

    /**
     * Finds a type.
     *
     * @param code of ETW's counters.
     * @return the type; {@code null} if none has this code.
     */
    public static @Nullable CounterType ofCode(final int code) {
        for (final CounterType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }

    /** {@return the number of samples that a value needs: 1 or 2; 0 if no value is shown, as for a base} */
    public int samples() {
        return formula.samples();
    }

    /** {@return the type that the base of such a counter must have; null if it needs none} */
    public @Nullable CounterType base() {
        return base;
    }

    /** {@return whether values are percentages, which are capped at 100 unless a format permits more} */
    public boolean isPercent() {
        return (code & SUFFIX_MASK) == PERCENT;
    }

    /** {@return the text shown after a value: per second, percent, seconds, or nothing} */
    public String suffix() {
        return switch (code & SUFFIX_MASK) {
            case PER_SECOND -> "/s";
            case PERCENT -> "%";
            case SECONDS -> "s";
            default -> "";
        };
    }

    /** {@return whether values are whole numbers: raw values and their growth} */
    public boolean isWhole() {
        return formula.isWhole();
    }

    /** {@return the number of significant bits of a raw value: 32 or 64} */
    public int bits() {
        return (code & SIZE_MASK) == 0 ? Integer.SIZE : Long.SIZE;
    }

    /** {@return the type's unit of time in nanoseconds: 1 or 100} */
    public int timeUnitNs() {
        return (code & TIMER_MASK) == TIMER_100NS_BIT ? HUNDRED_NS : 1;
    }

    /** {@return whether values are shown in hex} */
    public boolean isHex() {
        return this == RAWCOUNT_HEX || this == LARGE_RAWCOUNT_HEX;
    }

    CounterFormula formula() {
        return formula;
    }
}
