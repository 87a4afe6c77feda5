package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/** Formats the values of an event; records each value's field name and position. Used for one payload. */
public final class MessageValues extends TextFields {
    private int[] begins = new int[SchemaLimits.DEPTH_MAX];
    private int[] ends = new int[SchemaLimits.DEPTH_MAX];
    private String[] names = new String[SchemaLimits.DEPTH_MAX];
    private int count;

    /** Formats values without units. */
    public MessageValues() {
        this(false);
    }

    /**
     * Formats values.
     *
     * @param withUnits whether numbers have units, and are multiplied by the units' factors
     */
    public MessageValues(final boolean withUnits) {
        super(!withUnits);
    }

    public int count() {
        return count;
    }

    /** Returns the name of the field of a value. */
    public String name(final int index) {
        return names[index];
    }

    public int begin(final int index) {
        return begins[index];
    }

    public int end(final int index) {
        return index == count - 1 ? out().length() : ends[index];
    }

    @Override
    public void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        // A truncated field has no value.
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        // Trailing bytes are not a value.
    }

    @Override
    void appendSeparator(final boolean inArray) {
        if (!isOutermost()) {
            super.appendSeparator(inArray);
        }
    }

    @Override
    void appendName(final String name) {
        if (!isOutermost()) {
            super.appendName(name);
            return;
        }
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            names = Arrays.copyOf(names, 2 * count);
        }
        if (count > 0) {
            ends[count - 1] = out().length();
        }
        names[count] = name;
        begins[count++] = out().length();
    }

    @Override
    void appendText(final String text) {
        if (isOutermost()) {
            JsonText.appendPlain(out(), text);
        } else {
            super.appendText(text);
        }
    }
}
