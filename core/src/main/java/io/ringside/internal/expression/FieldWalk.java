package io.ringside.internal.expression;

import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import java.util.List;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.expression.GroupWalk.MISSING;

/** Skips one field of a payload, or moves to one of its elements. Immutable. */
final class FieldWalk {
    /** Value instead of a length: the length varies between payloads. */
    static final int VARIABLE = -1;
    /** Value instead of a field index: no field gives the number of elements. */
    static final int NO_COUNTER = -1;
    /** Value instead of a count: no field gives it. */
    static final int UNCOUNTED = -2;

    private static final int NO_SLOT = -1;
    private static final int PREFIXED = -1;

    private final FieldSchema field;
    private final FieldType type;
    private final int elementLength;
    /** Number of elements, or {@link #PREFIXED}; unused if there is a counter. */
    private final int fixedCount;
    private final int counter;
    private final int sizer;
    private final int slot;
    private final @Nullable GroupWalk members;

    private FieldWalk(
            final FieldSchema field,
            final int counter,
            final int sizer,
            final int slot,
            final @Nullable GroupWalk members) {
        this.field = field;
        this.sizer = sizer;
        this.type = field.type();
        this.members = members;
        this.elementLength = members != null ? members.length() : valueLength(field);
        this.fixedCount = field.shape() == FieldSchema.Shape.PREFIXED ? PREFIXED : Math.max(field.fixedCount(), 1);
        this.counter = counter;
        this.slot = slot;
    }

    /** Creates the walk of a field. If the field counts others and its offset varies, its value is kept in a slot. */
    static FieldWalk of(
            final List<FieldSchema> group, final int index, final boolean isFixed, final CounterSlots slots) {
        final FieldSchema field = group.get(index);
        final boolean counts = group.stream()
                .anyMatch(other -> field.name().equals(other.countedBy()) || field.name().equals(other.sizedBy()));
        return new FieldWalk(field, indexOf(group, field.countedBy()), indexOf(group, field.sizedBy()),
                counts && !isFixed ? slots.next() : NO_SLOT,
                field.type() == FieldType.STRUCT ? GroupWalk.of(field.members(), slots) : null);
    }

    /** Returns the length of one value in bytes, or {@link #VARIABLE}. */
    static int valueLength(final FieldSchema field) {
        return switch (field.lengthSource()) {
            case TYPE -> Math.max(field.type().length(), VARIABLE);
            case FIXED -> (int) field.bytesOf(field.fixedLength());
            case FIELD -> VARIABLE;
        };
    }

    private static int indexOf(final List<FieldSchema> group, final @Nullable String name) {
        for (int i = 0; i < group.size(); i++) {
            if (group.get(i).name().equals(name)) {
                return i;
            }
        }
        return NO_COUNTER;
    }

    FieldSchema field() {
        return field;
    }

    /** Returns the length of the whole field in bytes, or {@link #VARIABLE}. */
    int length() {
        return elementLength == VARIABLE || counter != NO_COUNTER || fixedCount == PREFIXED
                ? VARIABLE
                : GroupWalk.clamp((long) elementLength * fixedCount);
    }

    /** Returns whether the field is one value, of whatever length. */
    boolean isScalar() {
        return counter == NO_COUNTER && fixedCount == 1;
    }

    /** Returns the length of one element in bytes, or {@link #VARIABLE}. */
    int elementLength() {
        return elementLength;
    }

    /** Returns the fields of a struct; null if this is not a struct. */
    @Nullable
    GroupWalk members() {
        return members;
    }

    int counter() {
        return counter;
    }

    /** Returns the index of the field that gives the length of a value, or {@link #NO_COUNTER}. */
    int sizer() {
        return sizer;
    }

    int slot() {
        return slot;
    }

    /** Returns the offset of the next field, or {@link GroupWalk#MISSING}. */
    int skip(final PayloadBytes payload, final int offset, final int counted, final int sized) {
        if (slot != NO_SLOT) {
            payload.count(slot, countAt(payload, offset));
        }
        return skipElements(payload, firstElement(offset), count(payload, offset, counted), sized);
    }

    /** Returns the offset of an element, or {@link GroupWalk#MISSING}. */
    int element(
            final PayloadBytes payload, final int offset, final int counted, final int sized, final int index) {
        return index < count(payload, offset, counted)
                ? skipElements(payload, firstElement(offset), index, sized)
                : MISSING;
    }

    /** Returns the value at an offset as a count; negative if the value is missing or not a count. */
    int countAt(final PayloadBytes payload, final int offset) {
        if (type.length() > payload.length() - offset) {
            return MISSING;
        }
        final long value = WholeNumber.load(type, payload, offset);
        return (int) Math.max(Math.min(value, Integer.MAX_VALUE), MISSING);
    }

    private int firstElement(final int offset) {
        return fixedCount == PREFIXED ? offset + Short.BYTES : offset;
    }

    private int count(final PayloadBytes payload, final int offset, final int counted) {
        if (counted != UNCOUNTED) {
            return counted;
        }
        if (fixedCount != PREFIXED) {
            return fixedCount;
        }
        return Short.BYTES > payload.length() - offset ? MISSING : Short.toUnsignedInt(payload.getShort(offset));
    }

    /** Every element has at least one byte, so a wrong count cannot lead beyond the end of the payload. */
    private int skipElements(final PayloadBytes payload, final int begin, final int count, final int sized) {
        if (count < 0) {
            return MISSING;
        }
        if (sizer != NO_COUNTER) {
            return count == 0 ? begin : skipSized(payload, begin, count, sized);
        }
        if (elementLength != VARIABLE) {
            final long end = begin + (long) count * elementLength;
            return end <= payload.length() ? (int) end : MISSING;
        }
        int offset = begin;
        for (int i = 0; i < count && offset != MISSING; i++) {
            offset = skipValue(payload, offset);
        }
        return offset;
    }

    /** Limits the number of values without bytes, as a reader of all values does. */
    private int skipSized(final PayloadBytes payload, final int begin, final int count, final int sized) {
        final long bytes = sized < 0 ? Integer.MAX_VALUE : field.bytesOf(sized);
        if (bytes > payload.length() || (bytes == 0 && count > SchemaLimits.EMPTY_VALUES_MAX)) {
            return MISSING;
        }
        final long end = begin + count * bytes;
        return end <= payload.length() ? (int) end : MISSING;
    }

    private int skipValue(final PayloadBytes payload, final int offset) {
        if (members != null) {
            return members.end(payload, offset);
        }
        return type.length() == FieldType.TERMINATED
                ? skipTerminated(payload, offset)
                : skipPrefixed(payload, offset);
    }

    /** Returns the offset after a text and its terminating zero, if any; a text without any byte is missing. */
    private int skipTerminated(final PayloadBytes payload, final int offset) {
        final int unit = type.isWide() ? Character.BYTES : Byte.BYTES;
        final int limit = payload.length();
        if (offset >= limit) {
            return MISSING;
        }
        for (int i = offset; i <= limit - unit; i += unit) {
            if (payload.getByte(i) == 0 && payload.getByte(i + unit - 1) == 0) {
                return i + unit;
            }
        }
        return limit;
    }

    /** Returns the offset after bytes that are preceded by their number. */
    static int skipPrefixed(final PayloadBytes payload, final int offset) {
        if (Short.BYTES > payload.length() - offset) {
            return MISSING;
        }
        final int end = offset + Short.BYTES + Short.toUnsignedInt(payload.getShort(offset));
        return end <= payload.length() ? end : MISSING;
    }
}
