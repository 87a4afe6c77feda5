package io.ringside.internal.expression;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.ValueMap;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Comparison of a field's value, prepared for the field's type. Immutable; testing allocates nothing. */
final class ValueTest {
    private static final TextPattern NO_PATTERN = new TextPattern("", true);
    private static final UUID NO_ID = new UUID(0, 0);
    /** Value instead of the length of a text: its type determines where it ends. */
    private static final int NO_LENGTH = -1;

    /** The kind of a test. */
    enum Kind {
        /** A whole number in a closed range. */
        RANGE,
        /** An unsigned 64-bit number in a closed range; the ends are biased, as the value will be. */
        UNSIGNED_RANGE,
        /** A port number, in network order, in a closed range. */
        PORT_RANGE,
        /** A multiple of the low end. */
        MULTIPLE,
        /** An unsigned 64-bit multiple of the low end. */
        UNSIGNED_MULTIPLE,
        /** A 32-bit floating point number in a closed range; the ends are the bits of doubles. */
        FLOAT_RANGE,
        /** A 64-bit floating point number in a closed range; the ends are the bits of doubles. */
        DOUBLE_RANGE,
        /** Sixteen bytes, compared as two longs. */
        PAIR,
        /** A whole text. */
        TEXT,
        /** A text with a given part. */
        PART,
        /** A text that fits a pattern. */
        PATTERN,
        /** A whole number with a given published name; one without a name is compared as a number. */
        NAME,
        /** A whole number whose name has a given part. */
        NAME_PART,
        /** A whole number with a name that fits a pattern. */
        NAME_PATTERN
    }

    private final FieldType type;
    private final Kind kind;
    private final long low;
    private final long high;
    private final TextPattern pattern;
    private final TextAutomaton automaton;
    private final @Nullable Named named;

    /** Names, which are looked up for each value, since published names may be added or changed at any time. */
    private record Named(ValueMap names, boolean isPort) {}

    private ValueTest(final FieldType type, final Kind kind, final long low, final long high,
            final TextPattern pattern, final TextAutomaton automaton) {
        this(type, kind, low, high, pattern, automaton, null);
    }

    private ValueTest(final FieldType type, final Kind kind, final long low, final long high,
            final TextPattern pattern, final TextAutomaton automaton, final @Nullable Named named) {
        this.named = named;
        this.type = type;
        this.kind = kind;
        this.low = low;
        this.high = high;
        this.pattern = pattern;
        this.automaton = automaton;
    }

    static ValueTest of(final FieldType type, final Kind kind, final long low, final long high) {
        return new ValueTest(type, kind, low, high, NO_PATTERN, TextAutomaton.ANY);
    }

    static ValueTest of(final FieldSchema field, final Kind kind, final TextPattern pattern) {
        return new ValueTest(field.type(), kind, length(field), 0, pattern, TextAutomaton.ANY);
    }

    static ValueTest of(final FieldSchema field, final TextAutomaton automaton) {
        return new ValueTest(field.type(), Kind.PATTERN, length(field), 0, NO_PATTERN, automaton);
    }

    /** Creates a test of a value's published name; a value without a name passes if it is in the range. */
    static ValueTest ofName(final FieldSchema field, final ValueMap names, final Comparison comparison, final long low,
            final long high) {
        return ofName(field, Kind.NAME, names, comparison, TextAutomaton.ANY, low, high);
    }

    /** Creates a test of a value's name against a text or a pattern; a value without a name does not pass. */
    static ValueTest ofName(final FieldSchema field, final ValueMap names, final Comparison comparison) {
        final boolean isPattern = comparison.operator().isPattern();
        return ofName(field, isPattern ? Kind.NAME_PATTERN : Kind.NAME_PART, names, comparison, isPattern
                ? TextAutomaton.of(comparison.operator(), comparison.value(), comparison.exactly())
                : TextAutomaton.ANY, 1, 0);
    }

    private static ValueTest ofName(final FieldSchema field, final Kind kind, final ValueMap names,
            final Comparison comparison, final TextAutomaton automaton, final long low, final long high) {
        return new ValueTest(field.type(), kind, low, high,
                new TextPattern(comparison.value(), comparison.exactly()), automaton,
                new Named(names, field.outType() == OutType.PORT));
    }

    private static int length(final FieldSchema field) {
        return field.lengthSource() == FieldSchema.LengthSource.FIXED ? field.fixedLength() : NO_LENGTH;
    }

    static long biased(final long unsigned) {
        return unsigned ^ Long.MIN_VALUE;
    }

    /** Returns whether the value at an offset passes; all of it must be inside the payload. */
    boolean holds(final PayloadBytes payload, final int offset) {
        return switch (kind) {
            case RANGE -> isInRange(WholeNumber.load(type, payload, offset));
            case PORT_RANGE -> isInRange(WholeNumber.port(payload, offset));
            case UNSIGNED_RANGE -> isInRange(biased(payload.getLong(offset)));
            case MULTIPLE -> WholeNumber.load(type, payload, offset) % low == 0;
            case UNSIGNED_MULTIPLE -> Long.remainderUnsigned(payload.getLong(offset), low) == 0;
            case FLOAT_RANGE -> isInRange((double) Float.intBitsToFloat(payload.getInt(offset)));
            case DOUBLE_RANGE -> isInRange(Double.longBitsToDouble(payload.getLong(offset)));
            case PAIR -> payload.getLong(offset) == low && payload.getLong(offset + Long.BYTES) == high;
            case TEXT -> pattern.equalsText(payload, begin(offset), end(payload, offset));
            case PART -> pattern.isIn(payload, begin(offset), end(payload, offset));
            case PATTERN -> automaton.accepts(payload, begin(offset), end(payload, offset));
            case NAME, NAME_PART, NAME_PATTERN -> named != null && isNamed(named,
                    named.isPort ? WholeNumber.port(payload, offset) : WholeNumber.load(type, payload, offset));
        };
    }

    /** Returns whether the value in a column of a header passes. */
    boolean holds(final EventColumns header, final int column) {
        return switch (kind) {
            case RANGE -> isInRange(header.number(column));
            case UNSIGNED_RANGE -> isInRange(biased(header.number(column)));
            case MULTIPLE -> header.number(column) % low == 0;
            case UNSIGNED_MULTIPLE -> Long.remainderUnsigned(header.number(column), low) == 0;
            case PAIR -> new UUID(low, high).equals(Objects.requireNonNullElse(header.value(column), NO_ID));
            case TEXT -> pattern.equalsText(text(header, column));
            case PART -> pattern.isIn(text(header, column));
            case PATTERN -> automaton.accepts(text(header, column));
            case NAME, NAME_PART, NAME_PATTERN -> named != null && isNamed(named, header.number(column));
            default -> throw new IllegalStateException("no header has such a column: kind=" + kind);
        };
    }

    private static String text(final EventColumns header, final int column) {
        return Objects.requireNonNullElse(header.value(column), "").toString();
    }

    private boolean isNamed(final Named wanted, final long value) {
        final String name = wanted.names.symbolOf(value);
        if (name == null) {
            return isInRange(value);
        }
        return switch (kind) {
            case NAME_PART -> pattern.isIn(name);
            case NAME_PATTERN -> automaton.accepts(name);
            default -> pattern.equalsText(name);
        };
    }

    private boolean isInRange(final long value) {
        return value >= low && value <= high;
    }

    private boolean isInRange(final double value) {
        return value >= Double.longBitsToDouble(low) && value <= Double.longBitsToDouble(high);
    }

    /** Returns the offset of a text's first character; the low end is the text's length if the schema fixes it. */
    private int begin(final int offset) {
        return low == NO_LENGTH && type.length() == FieldType.PREFIXED ? offset + Short.BYTES : offset;
    }

    private int end(final PayloadBytes payload, final int offset) {
        if (low != NO_LENGTH) {
            return zeroBefore(payload, offset, offset + (int) low);
        }
        return type.length() == FieldType.PREFIXED
                ? offset + Short.BYTES + Short.toUnsignedInt(payload.getShort(offset))
                : zeroBefore(payload, offset, payload.length());
    }

    private static int zeroBefore(final PayloadBytes payload, final int begin, final int end) {
        for (int i = begin; i < end; i++) {
            if (payload.getByte(i) == 0) {
                return i;
            }
        }
        return end;
    }
}
