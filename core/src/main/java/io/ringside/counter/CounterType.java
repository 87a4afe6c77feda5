package io.ringside.counter;

import org.jspecify.annotations.Nullable;

/**
 * The type of a counter, with the codes of ETW's counters: the meaning of raw values, the formula for values that
 * people read, and the base that the formula needs.
 */
public enum CounterType {
    /** A figure as it is, 32 bits. */
    RAWCOUNT(0x00010000, CounterFormula.VALUE),
    /** A figure as it is, 64 bits. */
    LARGE_RAWCOUNT(0x00010100, CounterFormula.VALUE),
    /** A figure as it is, 32 bits, shown in hex. */
    RAWCOUNT_HEX(0x00000000, CounterFormula.VALUE),
    /** A figure as it is, 64 bits, shown in hex. */
    LARGE_RAWCOUNT_HEX(0x00000100, CounterFormula.VALUE),
    /** Growth of a figure, 32 bits. */
    DELTA(0x00400400, CounterFormula.GROWTH),
    /** Growth of a figure, 64 bits. */
    LARGE_DELTA(0x00400500, CounterFormula.GROWTH),
    /** Events per second, 32 bits. */
    COUNTER(0x10410400, CounterFormula.RATE),
    /** Events per second, 64 bits. */
    BULK_COUNT(0x10410500, CounterFormula.RATE),
    /** Events per second, 32 bits, shown without a suffix. */
    SAMPLE_COUNTER(0x00410400, CounterFormula.RATE),
    /** Mean length of a queue, by ticks, 32 bits. */
    QUEUELEN(0x00450400, CounterFormula.MEAN_OVER_TIME),
    /** Mean length of a queue, by ticks, 64 bits. */
    LARGE_QUEUELEN(0x00450500, CounterFormula.MEAN_OVER_TIME),
    /** Mean length of a queue, by units of 100 ns. */
    QUEUELEN_100NS(0x00550500, CounterFormula.MEAN_OVER_TIME),
    /** Mean length of a queue, by the clock of the counter set. */
    OBJECT_TIME_QUEUELEN(0x00650500, CounterFormula.MEAN_OVER_TIME),
    /** Share of time that something was busy, by ticks. */
    TIMER(0x20410500, CounterFormula.SHARE_OF_TIME),
    /** Share of time that something was busy, by units of 100 ns. */
    TIMER_100NS(0x20510500, CounterFormula.SHARE_OF_TIME),
    /** Share of time that something was busy, by the clock of the counter set. */
    OBJECT_TIME_TIMER(0x20610500, CounterFormula.SHARE_OF_TIME),
    /** The base that is a large number: a whole, or the time of a precision timer. */
    LARGE_RAW_BASE(0x40030500, CounterFormula.NONE),
    /** Share of time that something was busy, by ticks that are beside it. */
    PRECISION_SYSTEM_TIMER(0x20470500, CounterFormula.SHARE_OF_BASE_GROWTH, LARGE_RAW_BASE),
    /** Share of time that something was busy, by units of 100 ns that are beside it. */
    PRECISION_100NS_TIMER(0x20570500, CounterFormula.SHARE_OF_BASE_GROWTH, LARGE_RAW_BASE),
    /** Share of time that something was busy, by a time of the counter set that is beside it. */
    PRECISION_OBJECT_TIMER(0x20670500, CounterFormula.SHARE_OF_BASE_GROWTH, LARGE_RAW_BASE),
    /** The base of a sample fraction: all tries. */
    SAMPLE_BASE(0x40030401, CounterFormula.NONE),
    /** Share of tries that were hits. */
    SAMPLE_FRACTION(0x20C20400, CounterFormula.SHARE_OF_BASE_GROWTH, SAMPLE_BASE),
    /** Share of time that something was busy, by its idle ticks. */
    TIMER_INVERSE(0x21410500, CounterFormula.REST_OF_TIME),
    /** Share of time that something was busy, by its idle units of 100 ns. */
    TIMER_100NS_INVERSE(0x21510500, CounterFormula.REST_OF_TIME),
    /** The base of a multi timer: how many things may be busy. */
    MULTI_BASE(0x42030500, CounterFormula.NONE),
    /** Share of time that several things were busy, in seconds. */
    MULTI_TIMER(0x22410500, CounterFormula.SHARE_PER_ITEM_BY_SECONDS, MULTI_BASE),
    /** Share of time that several things were busy, in units of 100 ns. */
    MULTI_TIMER_100NS(0x22510500, CounterFormula.SHARE_PER_ITEM, MULTI_BASE),
    /** Share of time that several things were busy, by their idle ticks; of all together. */
    MULTI_TIMER_INVERSE(0x23410500, CounterFormula.REST_OF_ITEMS, MULTI_BASE),
    /** Share of time that several things were busy, by their idle units of 100 ns; of all together. */
    MULTI_TIMER_100NS_INVERSE(0x23510500, CounterFormula.REST_OF_ITEMS, MULTI_BASE),
    /** The base of a raw fraction: the whole. */
    RAW_BASE(0x40030403, CounterFormula.NONE),
    /** A part of a whole, 32 bits. */
    RAW_FRACTION(0x20020400, CounterFormula.SHARE_OF_BASE, RAW_BASE),
    /** A part of a whole, 64 bits. */
    LARGE_RAW_FRACTION(0x20020500, CounterFormula.SHARE_OF_BASE, LARGE_RAW_BASE),
    /** The base of an average: how many operations. */
    AVERAGE_BASE(0x40030402, CounterFormula.NONE),
    /** Seconds that one operation took. */
    AVERAGE_TIMER(0x30020400, CounterFormula.SECONDS_PER_BASE, AVERAGE_BASE),
    /** Items, such as bytes, in one operation. */
    AVERAGE_BULK(0x40020500, CounterFormula.GROWTH_PER_BASE, AVERAGE_BASE),
    /** Seconds since the time that is the value. */
    ELAPSED_TIME(0x30240500, CounterFormula.SECONDS_SINCE),
    /** A text, which is not calculated with. */
    TEXT(0x00000B00, CounterFormula.NONE),
    /** Nothing. */
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

    /** {@return how many samples a value needs: 1 or 2; 0 if the type has no value to show, as bases} */
    public int samples() {
        return formula.samples();
    }

    /** {@return the type that the base of such a counter must have, if it needs a base} */
    public @Nullable CounterType base() {
        return base;
    }

    /** {@return whether values are shares of a hundred, which are capped there unless a format says otherwise} */
    public boolean isPercent() {
        return (code & SUFFIX_MASK) == PERCENT;
    }

    /** {@return what is shown after a value: per second, per cent, seconds, or nothing} */
    public String suffix() {
        return switch (code & SUFFIX_MASK) {
            case PER_SECOND -> "/s";
            case PERCENT -> "%";
            case SECONDS -> "s";
            default -> "";
        };
    }

    /** {@return whether values are whole numbers: figures, and how much they grew} */
    public boolean isWhole() {
        return formula.isWhole();
    }

    /** {@return the bits of a raw value that count: 32 or 64} */
    public int bits() {
        return (code & SIZE_MASK) == 0 ? Integer.SIZE : Long.SIZE;
    }

    /** {@return nanoseconds of the unit in which the type counts time: 1, or 100} */
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
