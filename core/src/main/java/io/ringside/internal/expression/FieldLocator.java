package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.schema.DecimalText;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import org.jspecify.annotations.Nullable;

/**
 * Locates the value that a path names in the payloads of one event, and reads it if it is a whole number. Immutable;
 * allocates nothing, and never reads outside the payload.
 */
public final class FieldLocator {
    /** Value instead of an offset: the payload lacks the value or a part of it. */
    public static final int MISSING = GroupWalk.MISSING;

    private final FieldSchema field;
    private final GroupWalk[] groups;
    private final int[] indexes;
    private final int[] elements;
    private final int length;
    /** Offset of the value in every payload, or {@link FieldWalk#VARIABLE}. */
    private final int fixedOffset;
    /** Locates the field that gives the scale; null if no field does. */
    private final @Nullable FieldLocator scaleFrom;
    /** Locates the field that gives the value's length; null if no field does. */
    private final @Nullable FieldLocator sizedBy;

    FieldLocator(final FieldSchema field, final GroupWalk[] groups, final int[] indexes, final int[] elements) {
        this.field = field;
        this.groups = groups;
        this.indexes = indexes;
        this.elements = elements;
        this.length = field.lengthSource() == FieldSchema.LengthSource.TYPE
                ? field.type().length()
                : FieldWalk.valueLength(field);
        this.fixedOffset = fixedOffset();
        this.scaleFrom = sibling(field.scaleFrom());
        this.sizedBy = sibling(field.sizedBy());
    }

    /**
     * Prepares to locate a field.
     *
     * @param path  of the field.
     * @param event whose payloads have it.
     * @return the locator.
     * @throws RingsideException if the event has no such field, or the field is an array and the path names no element.
     */
    public static FieldLocator of(final FieldPath path, final EventSchema event) {
        return new EventWalk(event).locate(path);
    }

    /** {@return the field, or the array of which the value is an element} */
    public FieldSchema field() {
        return field;
    }

    /**
     * Locates the value.
     *
     * @param payload of the event.
     * @return offset of the value, or of a struct's first member; {@link #MISSING} if the value is not complete.
     */
    public int locate(final PayloadBytes payload) {
        final int offset = fixedOffset == FieldWalk.VARIABLE ? walk(payload) : fixedOffset;
        if (sizedBy != null) {
            return offset != MISSING && isWithin(payload, offset, size(payload)) ? offset : MISSING;
        }
        if (length == FieldType.TERMINATED) {
            return offset < payload.length() ? offset : MISSING;
        }
        if (length == FieldType.PREFIXED) {
            return offset == MISSING || FieldWalk.skipPrefixed(payload, offset) == MISSING ? MISSING : offset;
        }
        return length <= payload.length() - offset ? offset : MISSING;
    }

    /**
     * Reads the value if it is a whole number, a truth value, a time or an IPv4 address.
     *
     * @param payload of the event.
     * @param offset  of the value in the payload.
     * @return bits of the value: an unsigned 64-bit value may be negative, and a decimal is not scaled.
     */
    public long whole(final PayloadBytes payload, final int offset) {
        return field.outType() == OutType.PORT
                ? WholeNumber.port(payload, offset)
                : WholeNumber.load(field.type(), payload, offset);
    }

    /**
     * Reads the number of digits after the point of the value.
     *
     * @param payload of the event.
     * @return the scale, 0..18; {@link DecimalText#NO_SCALE} if another field should give it, but does not.
     */
    public int scale(final PayloadBytes payload) {
        return scaleFrom == null ? field.scale() : scaleFrom.givenScale(payload);
    }

    /**
     * Reads the length of the value from the field that gives it.
     *
     * @param payload of the event.
     * @return the length in the units of that field; negative if no field gives it, or the payload lacks that field.
     */
    public long size(final PayloadBytes payload) {
        final int offset = sizedBy == null ? MISSING : sizedBy.locate(payload);
        return sizedBy == null || offset == MISSING ? MISSING : sizedBy.whole(payload, offset);
    }

    /** Returns the locator of the field that gives the scale of this one; null if no field does. */
    @Nullable
    FieldLocator scaleFrom() {
        return scaleFrom;
    }

    /** Returns the scale that this field gives to others; {@link DecimalText#NO_SCALE} if it is invalid or missing. */
    int givenScale(final PayloadBytes payload) {
        final int offset = locate(payload);
        return offset == MISSING
                ? DecimalText.NO_SCALE
                : DecimalText.givenScale(field, WholeNumber.load(field.type(), payload, offset));
    }

    private boolean isWithin(final PayloadBytes payload, final int offset, final long size) {
        return size >= 0 && size <= Integer.MAX_VALUE && field.bytesOf(size) <= payload.length() - offset;
    }

    /** Returns the locator of another field in the same event or struct; null if the name is null. */
    private @Nullable FieldLocator sibling(final @Nullable String name) {
        final int last = groups.length - 1;
        final int index = name == null ? MISSING : groups[last].indexOf(name);
        if (index == MISSING) {
            return null;
        }
        final int[] path = indexes.clone();
        path[last] = index;
        final int[] first = elements.clone();
        first[last] = 0;
        return new FieldLocator(groups[last].field(index).field(), groups, path, first);
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
