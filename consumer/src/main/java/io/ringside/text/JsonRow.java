package io.ringside.text;

import io.ringside.internal.schema.JsonText;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds a JSON object in one line, member by member. Numbers are exact, masks are hex strings, absent values are null.
 * Not thread-safe; an instance can be reused for further lines.
 */
public final class JsonRow {
    private final StringBuilder text = new StringBuilder();
    private final boolean longsQuoted;

    /** Create an empty row. */
    public JsonRow() {
        this(false);
    }

    /**
     * Create an empty row.
     *
     * @param longsQuoted whether {@link #putLong} adds strings, for readers that store numbers as doubles
     */
    public JsonRow(final boolean longsQuoted) {
        this.longsQuoted = longsQuoted;
        begin();
    }

    /**
     * Begin the next line.
     *
     * @return this row
     */
    public JsonRow begin() {
        text.setLength(0);
        text.append('{');
        return this;
    }

    /**
     * Add a number.
     *
     * @param name  of the member
     * @param value all 64 bits, signed
     * @return this row
     */
    public JsonRow put(final String name, final long value) {
        name(name).append(value);
        return this;
    }

    /**
     * Add a number that may be large.
     *
     * @param name  of the member
     * @param value all 64 bits, signed
     * @return this row
     */
    public JsonRow putLong(final String name, final long value) {
        if (longsQuoted) {
            name(name).append('"').append(value).append('"');
            return this;
        }
        return put(name, value);
    }

    /**
     * Add a text.
     *
     * @param name  of the member
     * @param value any text, or null
     * @return this row
     */
    public JsonRow put(final String name, final @Nullable CharSequence value) {
        name(name);
        appendText(value);
        return this;
    }

    /**
     * Add a number that may be unknown.
     *
     * @param name  of the member
     * @param value of the member, or null
     * @return this row
     */
    public JsonRow put(final String name, final @Nullable Long value) {
        name(name).append(value);
        return this;
    }

    /**
     * Add a number with three decimals.
     *
     * @param name  of the member
     * @param value finite
     * @return this row
     */
    public JsonRow put(final String name, final double value) {
        name(name).append(String.format(Locale.ROOT, "%.3f", value));
        return this;
    }

    /**
     * Add an id.
     *
     * @param name  of the member
     * @param value of the member
     * @return this row
     */
    public JsonRow put(final String name, final @Nullable UUID value) {
        return put(name, value == null ? null : value.toString());
    }

    /**
     * Add a boolean.
     *
     * @param name  of the member
     * @param value of the member
     * @return this row
     */
    public JsonRow put(final String name, final boolean value) {
        name(name).append(value);
        return this;
    }

    /**
     * Add a mask.
     *
     * @param name of the member
     * @param mask of 64 bits
     * @return this row
     */
    public JsonRow putMask(final String name, final long mask) {
        name(name).append("\"0x").append(Long.toHexString(mask)).append('"');
        return this;
    }

    /**
     * Begin a member whose value the caller appends.
     *
     * @param name of the member
     * @return the buffer to which the value is to be appended, as JSON
     */
    public StringBuilder name(final String name) {
        separate();
        JsonText.appendQuoted(text, name);
        return text.append(':');
    }

    /**
     * Begin an object as a member.
     *
     * @param name of the member
     * @return this row
     */
    public JsonRow beginObject(final String name) {
        name(name).append('{');
        return this;
    }

    /**
     * Begin an object as an element.
     *
     * @return this row
     */
    public JsonRow beginElement() {
        separate();
        text.append('{');
        return this;
    }

    /**
     * End an object.
     *
     * @return this row
     */
    public JsonRow endObject() {
        text.append('}');
        return this;
    }

    /**
     * Begin an array as a member.
     *
     * @param name of the member
     * @return this row
     */
    public JsonRow beginArray(final String name) {
        name(name).append('[');
        return this;
    }

    /**
     * Add a text as an element.
     *
     * @param value any text, or null
     * @return this row
     */
    public JsonRow add(final @Nullable CharSequence value) {
        separate();
        appendText(value);
        return this;
    }

    /**
     * End an array.
     *
     * @return this row
     */
    public JsonRow endArray() {
        text.append(']');
        return this;
    }

    /**
     * End the row.
     *
     * @return the line
     */
    public CharSequence end() {
        return text.append('}');
    }

    /**
     * Append a text as JSON, for a value that the caller renders.
     *
     * @param out   buffer to append to
     * @param value any text
     */
    public static void appendQuoted(final StringBuilder out, final CharSequence value) {
        JsonText.appendQuoted(out, value);
    }

    private void appendText(final @Nullable CharSequence value) {
        if (value == null) {
            text.append("null");
        } else {
            JsonText.appendQuoted(text, value);
        }
    }

    private void separate() {
        final char last = text.charAt(text.length() - 1);
        if (last != '{' && last != '[') {
            text.append(',');
        }
    }
}
