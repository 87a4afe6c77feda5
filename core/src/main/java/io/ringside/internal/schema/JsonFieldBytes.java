package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.OutType;
import io.ringside.schema.ValueMap;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Formats payloads byte for byte as {@link JsonFields} does, but prepares the names of an event's fields once and
 * allocates nothing for common kinds of values; it delegates others to {@link JsonFields}. Receives the fields between
 * {@link #begin} and {@link #end}. Not thread-safe; reused for successive payloads.
 */
public final class JsonFieldBytes implements FieldVisitor {
    private static final JsonBytes.Piece TRUE = JsonBytes.Piece.of("true");
    private static final JsonBytes.Piece FALSE = JsonBytes.Piece.of("false");

    private final JsonBytes out;
    private final boolean longsQuoted;
    private final JsonFields others;
    private final StringBuilder otherText = new StringBuilder();
    private final boolean[] arrays = new boolean[2 * SchemaLimits.DEPTH_MAX + 1];
    private @Nullable FieldTable<Member> members;
    private int depth;
    /** Character before the next value: the opening brace or bracket before the first one of a group, else a comma. */
    private char separator;

    /** Form of a field's values in JSON. */
    private enum Style {
        /** A number of less than 64 bits. */
        NUMBER,
        /** A number of 64 bits. */
        LONG,
        /** An unsigned 64-bit number. */
        UNSIGNED_LONG,
        /** A string with a number in hex. */
        MASK,
        /** Any other form. */
        OTHER
    }

    /** Prepared bytes of a field. Immutable. */
    public static final class Member {
        /** Name of the field, with the comma before it and the colon after it. */
        private final JsonBytes.Piece name;
        private final Style style;
        /** Mask of the bits of the field's type. */
        private final long mask;

        private Member(final FieldSchema field) {
            name = named(field.name());
            style = style(field);
            mask = style == Style.OTHER ? 0 : -1L >>> (Long.SIZE - field.type().length() * Byte.SIZE);
        }

        private static Style style(final FieldSchema field) {
            if (!field.type().isInteger() || field.outType() != OutType.DEFAULT) {
                return Style.OTHER;
            }
            if (field.type().isHex()) {
                return Style.MASK;
            }
            return field.type().length() < Long.BYTES
                    ? Style.NUMBER
                    : field.type().isUnsigned() ? Style.UNSIGNED_LONG : Style.LONG;
        }

        private static JsonBytes.Piece named(final String name) {
            final StringBuilder text = new StringBuilder(",");
            JsonText.appendQuoted(text, name);
            return JsonBytes.Piece.of(text.append(':').toString());
        }
    }

    /**
     * Creates a formatter.
     *
     * @param out         to append to.
     * @param longsQuoted whether 64-bit whole numbers and decimals are strings, for readers that represent numbers as
     *                    doubles.
     */
    public JsonFieldBytes(final JsonBytes out, final boolean longsQuoted) {
        this.out = out;
        this.longsQuoted = longsQuoted;
        this.others = new JsonFields(longsQuoted);
    }

    /** {@return the prepared fields of events with a schema} */
    public static FieldTable<Member> prepare(final EventSchema schema) {
        return new FieldTable<>(schema, Member::new);
    }

    /**
     * Begins a payload, whose fields are passed to this visitor next.
     *
     * @param prepared prepared fields of its schema.
     */
    public void begin(final FieldTable<Member> prepared) {
        members = prepared;
        depth = 0;
        arrays[0] = false;
        separator = '{';
    }

    /** Ends a payload. */
    public void end() {
        close('}');
    }

    private Member beginValue(final FieldSchema field) {
        final Member member = Objects.requireNonNull(members).get(field);
        if (arrays[depth]) {
            out.append(separator);
        } else {
            final int begin = out.length();
            out.append(member.name);
            out.set(begin, separator);
        }
        separator = ',';
        return member;
    }

    /** Begins a member that is not a field. */
    private void beginExtra(final String name) {
        final int begin = out.length();
        out.append(Member.named(name));
        out.set(begin, separator);
        separator = ',';
    }

    private void open(final FieldSchema field, final boolean isArray) {
        beginValue(field);
        arrays[++depth] = isArray;
        separator = isArray ? '[' : '{';
    }

    private void close(final char bracket) {
        if (separator != ',') {
            out.append(separator);
        }
        out.append(bracket);
        depth--;
        separator = ',';
    }

    private JsonFields other() {
        otherText.setLength(0);
        others.beginValue(otherText);
        return others;
    }

    private void appendOther() {
        out.append(otherText);
    }

    @Override
    public void onLong(final FieldSchema field, final long value) {
        final Member member = beginValue(field);
        if (!appendNumber(member, value)) {
            other().onLong(field, value);
            appendOther();
        }
    }

    @Override
    public void onUnsigned(final FieldSchema field, final long value) {
        final Member member = beginValue(field);
        if (!appendNumber(member, value)) {
            other().onUnsigned(field, value);
            appendOther();
        }
    }

    @Override
    public void onDecimal(final FieldSchema field, final long unscaled, final int scale) {
        beginValue(field);
        final boolean isQuoted = longsQuoted && field.type().length() == Long.BYTES;
        if (isQuoted) {
            out.append('"');
        }
        out.appendDecimal(unscaled, field.type().isUnsigned(), scale);
        if (isQuoted) {
            out.append('"');
        }
    }

    @Override
    public void onUnscaled(final FieldSchema field, final long value) {
        beginValue(field);
        other().onUnscaled(field, value);
        appendOther();
    }

    private boolean appendNumber(final Member member, final long value) {
        switch (member.style) {
            case NUMBER -> out.append(value);
            case LONG -> appendLong(value);
            case UNSIGNED_LONG -> {
                quoteLong();
                out.appendUnsigned(value);
                quoteLong();
            }
            case MASK -> out.appendMask(value & member.mask);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void appendLong(final long value) {
        quoteLong();
        out.append(value);
        quoteLong();
    }

    private void quoteLong() {
        if (longsQuoted) {
            out.append('"');
        }
    }

    @Override
    public void onSymbol(final FieldSchema field, final long value, final String symbol) {
        beginValue(field);
        out.appendQuoted(symbol);
    }

    @Override
    public void onBits(final FieldSchema field, final long value, final ValueMap names) {
        beginValue(field);
        other().onBits(field, value, names);
        appendOther();
    }

    @Override
    public void onFloat(final FieldSchema field, final float value) {
        beginValue(field);
        other().onFloat(field, value);
        appendOther();
    }

    @Override
    public void onDouble(final FieldSchema field, final double value) {
        beginValue(field);
        other().onDouble(field, value);
        appendOther();
    }

    @Override
    public void onBoolean(final FieldSchema field, final boolean value) {
        beginValue(field);
        out.append(value ? TRUE : FALSE);
    }

    @Override
    public void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        beginValue(field);
        if (field.patterns() == null) {
            out.appendQuoted(buffer, offset, length);
        } else {
            other().onString(field, buffer, offset, length);
            appendOther();
        }
    }

    @Override
    public void onWideString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        beginValue(field);
        other().onWideString(field, buffer, offset, length);
        appendOther();
    }

    @Override
    public void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        beginValue(field);
        if (field.outType() == OutType.DEFAULT) {
            out.append('"');
            out.appendHex(buffer, offset, length);
            out.append('"');
        } else {
            other().onBytes(field, buffer, offset, length);
            appendOther();
        }
    }

    @Override
    public void onUuid(final FieldSchema field, final long most, final long least) {
        beginValue(field);
        out.appendUuid(most, least);
    }

    @Override
    public void onTimestamp(final FieldSchema field, final long epochNs) {
        beginValue(field);
        if (field.outType() == OutType.DEFAULT) {
            appendLong(epochNs);
        } else {
            other().onTimestamp(field, epochNs);
            appendOther();
        }
    }

    @Override
    public void onFileTime(final FieldSchema field, final long units) {
        beginValue(field);
        other().onFileTime(field, units);
        appendOther();
    }

    @Override
    public void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        beginValue(field);
        other().onAddress(field, buffer, offset, length);
        appendOther();
    }

    @Override
    public void onStructBegin(final FieldSchema field) {
        open(field, false);
    }

    @Override
    public void onStructEnd(final FieldSchema field) {
        close('}');
    }

    @Override
    public void onArrayBegin(final FieldSchema field, final long count) {
        open(field, true);
    }

    @Override
    public void onArrayEnd(final FieldSchema field) {
        close(']');
    }

    @Override
    public void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        beginExtra("$truncated");
        out.appendQuoted(field.name());
        if (length > 0) {
            onTrailing(buffer, offset, length);
        }
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        beginExtra("$unread");
        out.append('"');
        out.appendHex(buffer, offset, length);
        out.append('"');
    }
}
