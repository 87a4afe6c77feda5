package io.ringside.internal.expression;

import io.ringside.internal.schema.DecimalText;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.LengthSource;

import static io.ringside.internal.expression.GroupWalk.MISSING;

/** Finds the value that a path names in the payloads of one event. Immutable. */
final class FieldLocator {
    private final FieldSchema field;
    private final GroupWalk[] groups;
    private final int[] indexes;
    private final int[] elements;
    private final int length;
    /** Offset of the value in every payload, or {@link FieldWalk#VARIABLE}. */
    private final int fixedOffset;

    FieldLocator(final FieldSchema field, final GroupWalk[] groups, final int[] indexes, final int[] elements) {
        this.field = field;
        this.groups = groups;
        this.indexes = indexes;
        this.elements = elements;
        this.length = field.lengthSource() == LengthSource.TYPE
                ? field.type().length()
                : FieldWalk.valueLength(field);
        this.fixedOffset = fixedOffset();
    }

    FieldSchema field() {
        return field;
    }

    /** Returns where the value begins, if all of it is there; else {@link GroupWalk#MISSING}. */
    int locate(final PayloadBytes payload) {
        final int offset = fixedOffset == FieldWalk.VARIABLE ? walk(payload) : fixedOffset;
        if (length == FieldType.TERMINATED) {
            return offset < payload.length() ? offset : MISSING;
        }
        if (length == FieldType.PREFIXED) {
            return offset == MISSING || FieldWalk.skipPrefixed(payload, offset) == MISSING ? MISSING : offset;
        }
        return length <= payload.length() - offset ? offset : MISSING;
    }

    /** The scale that the field gives to others; {@link DecimalText#NO_SCALE} if it gives none, or is missing. */
    int givenScale(final PayloadBytes payload) {
        final int offset = locate(payload);
        return offset == MISSING
                ? DecimalText.NO_SCALE
                : DecimalText.givenScale(field, WholeNumber.load(field.type(), payload, offset));
    }

    private int walk(final PayloadBytes payload) {
        int offset = 0;
        for (int i = 0; i < groups.length && offset != MISSING; i++) {
            offset = groups[i].offsetOf(payload, offset, indexes[i], elements[i]);
        }
        return offset;
    }

    private int fixedOffset() {
        int offset = 0;
        for (int i = 0; i < groups.length; i++) {
            final int next = groups[i].fixedOffsetOf(indexes[i], elements[i]);
            if (next == FieldWalk.VARIABLE) {
                return FieldWalk.VARIABLE;
            }
            offset = GroupWalk.clamp((long) offset + next);
        }
        return offset;
    }
}
