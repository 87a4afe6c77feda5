package io.ringside.internal.expression;

import io.ringside.schema.FieldSchema;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the way through the fields of an event, or the members of a struct, to one of them. Fields in front that have
 * a fixed length cost nothing. Immutable; what it has to remember on its way is in the {@link PayloadBytes}. Its
 * work is in proportion to the payload's length, whatever its bytes say.
 */
final class GroupWalk {
    /** Instead of an offset: the payload ends before, or says lengths that do not fit. */
    static final int MISSING = -1;

    /** Longer than any payload, and with room for sums. */
    private static final int LENGTH_MAX = 1 << 28;

    private final FieldWalk[] fields;
    /** Offsets of the fields, as far as all fields before them have a fixed length. */
    private final int[] fixedOffsets;

    private GroupWalk(final FieldWalk[] fields, final int[] fixedOffsets) {
        this.fields = fields;
        this.fixedOffsets = fixedOffsets;
    }

    static GroupWalk of(final List<FieldSchema> fields, final CounterSlots slots) {
        final FieldWalk[] walks = new FieldWalk[fields.size()];
        final int[] offsets = new int[walks.length + 1];
        int fixed = 0;
        for (int i = 0; i < walks.length; i++) {
            final boolean isFixed = fixed == i;
            walks[i] = FieldWalk.of(fields, i, isFixed, slots);
            if (isFixed && walks[i].length() != FieldWalk.VARIABLE) {
                fixed = i + 1;
                offsets[fixed] = clamp((long) offsets[i] + walks[i].length());
            }
        }
        return new GroupWalk(walks, Arrays.copyOf(offsets, fixed + 1));
    }

    static int clamp(final long length) {
        return (int) Math.min(length, LENGTH_MAX);
    }

    /** The length of all fields, or {@link FieldWalk#VARIABLE}. */
    int length() {
        return isFixed(fields.length) ? fixedOffsets[fields.length] : FieldWalk.VARIABLE;
    }

    FieldWalk field(final int field) {
        return fields[field];
    }

    /** The index of a field; {@link #MISSING} if the group has none of that name. */
    int indexOf(final String name) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].field().name().equals(name)) {
                return i;
            }
        }
        return MISSING;
    }

    /** Returns where the group ends that begins at an offset, or {@link #MISSING}. */
    int end(final PayloadBytes payload, final int begin) {
        return offsetOf(payload, begin, fields.length);
    }

    /**
     * Returns where a field of the group begins; it may end after the payload. {@link #MISSING} if one before it does.
     */
    int offsetOf(final PayloadBytes payload, final int begin, final int field) {
        int i = Math.min(field, fixedOffsets.length - 1);
        int offset = begin + fixedOffsets[i];
        for (; i < field && offset != MISSING; i++) {
            offset = fields[i].skip(payload, offset, number(payload, begin, fields[i].counter()),
                    number(payload, begin, fields[i].sizer()));
        }
        return offset <= payload.length() ? offset : MISSING;
    }

    /** Returns where an element of a field begins, the first of no array; {@link #MISSING} if there is none. */
    int offsetOf(final PayloadBytes payload, final int begin, final int field, final int element) {
        final int offset = offsetOf(payload, begin, field);
        return offset == MISSING
                ? MISSING
                : fields[field].element(payload, offset, number(payload, begin, fields[field].counter()),
                        number(payload, begin, fields[field].sizer()), element);
    }

    /**
     * Returns where an element of a field begins in every payload, after the group's begin; {@link FieldWalk#VARIABLE}.
     */
    int fixedOffsetOf(final int field, final int element) {
        final FieldWalk walk = fields[field];
        final boolean isFixed = isFixed(field) && walk.elementLength() != FieldWalk.VARIABLE
                && walk.length() != FieldWalk.VARIABLE;
        if (element == 0 && isFixed(field) && walk.isScalar()) {
            return fixedOffsets[field];
        }
        return isFixed ? clamp(fixedOffsets[field] + (long) element * walk.elementLength()) : FieldWalk.VARIABLE;
    }

    /**
     * Returns the value of a field of the group that counts or sizes another; below 0 if no payload can have so many.
     */
    private int number(final PayloadBytes payload, final int begin, final int counter) {
        if (counter == FieldWalk.NO_COUNTER) {
            return FieldWalk.UNCOUNTED;
        }
        return isFixed(counter)
                ? fields[counter].countAt(payload, begin + fixedOffsets[counter])
                : payload.count(fields[counter].slot());
    }

    private boolean isFixed(final int field) {
        return field < fixedOffsets.length;
    }
}
