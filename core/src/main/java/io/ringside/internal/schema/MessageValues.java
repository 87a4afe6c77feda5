package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/** The values of an event, each with the name of its field and where in the text it is. For one payload. */
public final class MessageValues extends TextFields {
    private int[] begins = new int[SchemaLimits.DEPTH_MAX];
    private int[] ends = new int[SchemaLimits.DEPTH_MAX];
    private String[] names = new String[SchemaLimits.DEPTH_MAX];
    private int count;

    /** Values without units. */
    public MessageValues() {
        this(false);
    }

    /**
     * Values.
     *
     * @param withUnits whether numbers have their units, and are multiplied by factors of these
     */
    public MessageValues(final boolean withUnits) {
        super(!withUnits);
    }

    public int count() {
        return count;
    }

    /** Name of the field that has a value. */
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
        // It is no value.
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        // They are no value.
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
