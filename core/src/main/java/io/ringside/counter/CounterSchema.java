package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.CounterLimits;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One counter of a counter set. Immutable; the {@code with…} methods return another counter. References to other
 * counters are checked by the set to which it is added.
 */
public final class CounterSchema {
    /** Method that combines the raw values of several instances; a base is combined by its own aggregate. Stateless. */
    public enum Aggregate {
        /** Values are not combined. */
        UNDEFINED(0),
        /** Sum of all values. */
        SUM(1),
        /** Mean of all values, without its fraction. */
        AVERAGE(2),
        /** The smallest value. */
        MIN(3),
        /** The greatest value. */
        MAX(4);

        private final int code;

        Aggregate(final int code) {
            this.code = code;
        }

        /** {@return the number in shared memory; it never changes} */
        public int code() {
            return code;
        }

        /**
         * Combines values.
         *
         * @param values of the instances.
         * @return the combined value; null if it is undefined, does not fit 64 bits, or there are no values.
         */
        public @Nullable Long combine(final long... values) {
            if (this == UNDEFINED || values.length == 0) {
                return null;
            }
            return switch (this) {
                case MIN -> Arrays.stream(values).min().getAsLong();
                case MAX -> Arrays.stream(values).max().getAsLong();
                case AVERAGE -> sum(values).divide(BigInteger.valueOf(values.length)).longValueExact();
                default -> {
                    final BigInteger sum = sum(values);
                    yield sum.bitLength() < Long.SIZE ? (Long) sum.longValueExact() : null;
                }
            };
        }

        /** The sum of many values may need more than 64 bits, although their mean does not. */
        private static BigInteger sum(final long... values) {
            BigInteger sum = BigInteger.ZERO;
            for (final long value : values) {
                sum = sum.add(BigInteger.valueOf(value));
            }
            return sum;
        }
    }

    /** Audience of a counter, with the codes of ETW's counters. */
    public enum Detail {
        /** For all users. */
        STANDARD(100),
        /** For the developers of the application. */
        ADVANCED(200);

        private final int code;

        Detail(final int code) {
            this.code = code;
        }

        /** {@return the code of ETW's counters} */
        public int code() {
            return code;
        }

        /**
         * Finds a level.
         *
         * @param code of ETW's counters.
         * @return the level; {@code null} if none has this code.
         */
        public static @Nullable Detail ofCode(final int code) {
            for (final Detail detail : values()) {
                if (detail.code == code) {
                    return detail;
                }
            }
            return null;
        }
    }

    /** Preferred display of a counter, with the bits of ETW's counters. */
    public enum Display {
        /** The value is read where the application stores it, as for all counters here. */
        REFERENCE(0x1),
        /** Not shown among others, only if requested by name. */
        NO_DISPLAY(0x2),
        /** Without separators between groups of digits, as for an identifying number. */
        NO_DIGIT_GROUPING(0x4),
        /** With decimals, even if values are whole. */
        AS_REAL(0x8),
        /** In hex, if values are whole. */
        AS_HEX(0x10);

        private final int bit;

        Display(final int bit) {
            this.bit = bit;
        }

        /** {@return the bit of ETW's counters} */
        public int bit() {
            return bit;
        }
    }

    private final Parts parts;

    private CounterSchema(final Parts parts) {
        this.parts = parts;
    }

    /**
     * Creates a counter that is not scaled, refers to no other counter, has no unit, description or aggregate, and is
     * for all users.
     *
     * @param id   of the counter in its set, 0..65,535.
     * @param name of the counter, 1..1,023 characters, none of {@code \ * ?}.
     * @param type of the counter.
     * @return the counter.
     * @throws RingsideException if id or name are not allowed.
     */
    public static CounterSchema of(final int id, final String name, final CounterType type) {
        checkRange("id", name, id, 0, CounterLimits.ID_MAX);
        CounterName.check("a counter", name, CounterName.RESERVED_IN_COUNTER);
        return new CounterSchema(new Parts(id, name, type));
    }

    /**
     * Sets the base counter.
     *
     * @param id of a counter of the same set, whose type is the base of this type.
     * @return another counter.
     * @throws RingsideException if the id is not allowed, or the type needs no base.
     */
    public CounterSchema withBase(final int id) {
        checkRange("base", name(), id, 0, CounterLimits.ID_MAX);
        if (type().base() == null) {
            throw RingsideException
                    .invalidArgument("type of counter needs no base: counter=" + name() + ", type=" + type());
        }
        final Parts changed = new Parts(parts);
        changed.baseId = id;
        return new CounterSchema(changed);
    }

    /**
     * Sets the counter with the number of items that a multi timer measures, which is its base.
     *
     * @param id of a counter of the same set of the type {@link CounterType#MULTI_BASE}.
     * @return another counter.
     * @throws RingsideException if the id is not allowed, or the type is not that of a multi timer.
     */
    public CounterSchema withMultiCounter(final int id) {
        if (type().base() != CounterType.MULTI_BASE) {
            throw RingsideException
                    .invalidArgument("type of counter times one thing: counter=" + name() + ", type=" + type());
        }
        return withBase(id);
    }

    /**
     * Sets the counter whose value is the time of a sample, D, instead of the time of the reading.
     *
     * @param id of another counter of the same set.
     * @return another counter.
     * @throws RingsideException if the id is not allowed, or the formula of the type has no time.
     */
    public CounterSchema withTime(final int id) {
        checkUse("time", id, type().formula().hasTime());
        final Parts changed = new Parts(parts);
        changed.timeId = id;
        return new CounterSchema(changed);
    }

    /**
     * Sets the counter whose value is the number of time units per second, F, instead of the type's own frequency.
     *
     * @param id of another counter of the same set.
     * @return another counter.
     * @throws RingsideException if the id is not allowed, or the formula of the type has no frequency.
     */
    public CounterSchema withFrequency(final int id) {
        checkUse("frequency", id, type().formula().hasFrequency());
        final Parts changed = new Parts(parts);
        changed.frequencyId = id;
        return new CounterSchema(changed);
    }

    /**
     * Sets the audience of the counter.
     *
     * @param detail of the counter.
     * @return another counter.
     */
    public CounterSchema withDetail(final Detail detail) {
        final Parts changed = new Parts(parts);
        changed.detail = detail;
        return new CounterSchema(changed);
    }

    /**
     * Sets the preferred display of values.
     *
     * @param displays all that apply; none for the default of the type.
     * @return another counter.
     * @throws RingsideException if they contradict each other: in hex, and with decimals.
     */
    public CounterSchema withDisplay(final Display... displays) {
        final Set<Display> set = EnumSet.noneOf(Display.class);
        set.addAll(List.of(displays));
        if (set.contains(Display.AS_HEX) && set.contains(Display.AS_REAL)) {
            throw RingsideException
                    .invalidArgument("displays of counter contradict each other: counter=" + name() + ", displays="
                            + set);
        }
        final Parts changed = new Parts(parts);
        changed.display = Collections.unmodifiableSet(set);
        return new CounterSchema(changed);
    }

    /**
     * Sets the default scale of values.
     *
     * @param exponent of ten, -10..10.
     * @return another counter.
     * @throws RingsideException if it is out of range.
     */
    public CounterSchema withScale(final int exponent) {
        checkRange("scale", name(), exponent, -CounterLimits.DEFAULT_SCALE_MAX, CounterLimits.DEFAULT_SCALE_MAX);
        final Parts changed = new Parts(parts);
        changed.scale = exponent;
        return new CounterSchema(changed);
    }

    /**
     * Sets the unit of raw values.
     *
     * @param unit such as bytes, at most 1,023 characters; empty for none.
     * @return another counter.
     * @throws RingsideException if it is too long.
     */
    public CounterSchema withUnit(final String unit) {
        checkRange("unit length", name(), unit.length(), 0, CounterLimits.NAME_LENGTH_MAX);
        final Parts changed = new Parts(parts);
        changed.unit = unit;
        return new CounterSchema(changed);
    }

    /**
     * Sets the description of the counter.
     *
     * @param text for users, at most 4,096 characters; empty for none.
     * @return another counter.
     * @throws RingsideException if it is too long.
     */
    public CounterSchema withDescription(final String text) {
        checkRange("description length", name(), text.length(), 0, CounterLimits.DESCRIPTION_LENGTH_MAX);
        final Parts changed = new Parts(parts);
        changed.description = text;
        return new CounterSchema(changed);
    }

    /**
     * Sets the method that combines values of several instances.
     *
     * @param aggregate method that combines them.
     * @return another counter.
     */
    public CounterSchema withAggregate(final Aggregate aggregate) {
        final Parts changed = new Parts(parts);
        changed.aggregate = aggregate;
        return new CounterSchema(changed);
    }

    /** {@return the id in its set, 0..65,535} */
    public int id() {
        return parts.id;
    }

    /** {@return the name} */
    public String name() {
        return parts.name;
    }

    /** {@return the type} */
    public CounterType type() {
        return parts.type;
    }

    /** {@return the id of the base counter; null if there is none} */
    public @Nullable Integer baseId() {
        return parts.baseId;
    }

    /** {@return the id of the base counter of a multi timer; null for other types} */
    public @Nullable Integer multiCounterId() {
        return type().base() == CounterType.MULTI_BASE ? baseId() : null;
    }

    /** {@return the id of the counter that is the time; null if the time of the reading is used} */
    public @Nullable Integer timeId() {
        return parts.timeId;
    }

    /** {@return the id of the counter that is the frequency; null if the type determines it} */
    public @Nullable Integer frequencyId() {
        return parts.frequencyId;
    }

    /** {@return the audience of the counter} */
    public Detail detail() {
        return parts.detail;
    }

    /** {@return the preferred display of values; must not be changed} */
    public Set<Display> display() {
        return parts.display;
    }

    /** {@return the exponent of ten by which values are scaled unless a format has its own, -10..10} */
    public int scale() {
        return parts.scale;
    }

    /** {@return the unit of raw values; empty if there is none} */
    public String unit() {
        return parts.unit;
    }

    /** {@return the description for users; empty if there is none} */
    public String description() {
        return parts.description;
    }

    /** {@return the method that combines values of several instances} */
    public Aggregate aggregate() {
        return parts.aggregate;
    }

    private void checkUse(final String what, final int id, final boolean isUsed) {
        checkRange(what, name(), id, 0, CounterLimits.ID_MAX);
        if (!isUsed) {
            throw RingsideException
                    .invalidArgument("formula of counter has no " + what + ": counter=" + name() + ", type=" + type());
        }
    }

    private static void checkRange(
            final String what, final String counter, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw RingsideException
                    .invalidArgument(what + " of counter out of range: counter=" + CounterName.shown(counter)
                            + ", value=" + value + ", min=" + min + ", max=" + max);
        }
    }

    /** Properties of a counter, which change only until a counter holds them. */
    private static final class Parts {
        private final int id;
        private final String name;
        private final CounterType type;
        private @Nullable Integer baseId;
        private @Nullable Integer timeId;
        private @Nullable Integer frequencyId;
        private Detail detail = Detail.STANDARD;
        private Set<Display> display = Set.of();
        private int scale;
        private String unit = "";
        private String description = "";
        private Aggregate aggregate = Aggregate.UNDEFINED;

        Parts(final int id, final String name, final CounterType type) {
            this.id = id;
            this.name = name;
            this.type = type;
        }

        Parts(final Parts other) {
            this(other.id, other.name, other.type);
            baseId = other.baseId;
            timeId = other.timeId;
            frequencyId = other.frequencyId;
            detail = other.detail;
            display = other.display;
            scale = other.scale;
            unit = other.unit;
            description = other.description;
            aggregate = other.aggregate;
        }
    }
}
