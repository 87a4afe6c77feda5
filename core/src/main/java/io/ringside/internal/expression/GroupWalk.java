package io.ringside.internal.expression;

import io.ringside.schema.FieldSchema;
import java.util.Arrays;
import java.util.List;

/**
 * Locates one of the fields of an event, or of the members of a struct. Preceding fields of fixed length cost nothing.
 * Immutable; counts that are needed on the way are kept in the {@link PayloadBytes}. The work is proportional to the
 * payload's length, whatever the payload contains.
 */
final class GroupWalk {
    /** Value instead of an offset: the payload is too short, or its lengths do not fit. */
    static final int MISSING = -1;

    /** Exceeds the length of any payload, and leaves room for sums. */
    private static final int LENGTH_MAX = 1 << 28;

    private final FieldWalk[] fields;
    /** Offsets of the fields up to the first one of variable length. */
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

    /** Returns the length of all fields, or {@link FieldWalk#VARIABLE}. */
    int length() {
        return isFixed(fields.length) ? fixedOffsets[fields.length] : FieldWalk.VARIABLE;
    }

    FieldWalk field(final int field) {
        return fields[field];
    }

    /** Returns the index of a field; {@link #MISSING} if the group has no field of that name. */
    int indexOf(final String name) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].field().name().equals(name)) {
                return i;
            }
        }
        return MISSING;
    }

    /** Returns the offset after the group that begins at an offset, or {@link #MISSING}. */
    int end(final PayloadBytes payload, final int begin) {
        return offsetOf(payload, begin, fields.length);
    }

    /**
     * Returns the offset of a field, which may extend beyond the payload; {@link #MISSING} if a preceding field does.
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

    /** Returns the offset of an element of a field (0 if not an array); {@link #MISSING} if there is none. */
    int offsetOf(final PayloadBytes payload, final int begin, final int field, final int element) {
        final int offset = offsetOf(payload, begin, field);
        return offset == MISSING
                ? MISSING
                : fields[field].element(payload, offset, number(payload, begin, fields[field].counter()),
                        number(payload, begin, fields[field].sizer()), element);
    }

    /**
     * Returns the offset of an element from the group's begin if all payloads share it, or {@link FieldWalk#VARIABLE}.
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
     * Returns the value of a field of the group that counts or sizes another; negative if no payload can have so many.
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
