package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats the fields of an event for output after its message; omits texts that the message shows, and empty fields.
 * Used for one event type. Not thread-safe.
 */
public final class FieldsBesideMessage extends TextFields {
    private static final Pattern INSERTION = Pattern.compile("%%|%([0-9]{1,2})");

    /** Whether each field is a text that the message shows. */
    private final boolean[] shown;
    private int begin;
    /** Offset of the open field including its separator, and offset of its value. */
    private int fieldBegin;
    private int valueBegin;
    private int field;

    /**
     * Creates a formatter for events of a schema.
     *
     * @param event with a message
     */
    public FieldsBesideMessage(final EventSchema event) {
        final List<FieldSchema> fields = event.fields();
        shown = new boolean[fields.size()];
        final Matcher insertions = INSERTION.matcher(String.valueOf(event.message()));
        while (insertions.find()) {
            final int number = insertions.group(1) == null ? 0 : Integer.parseInt(insertions.group(1));
            if (number > 0 && number <= shown.length) {
                final FieldType type = fields.get(number - 1).type();
                shown[number - 1] = type == FieldType.STRING || type == FieldType.WIDE_STRING;
            }
        }
    }

    @Override
    void appendBegin() {
        begin = out().length();
        fieldBegin = begin;
        valueBegin = begin;
        field = -1;
    }

    @Override
    void appendEnd() {
        endField();
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
        endField();
        field++;
        fieldBegin = out().length();
        if (fieldBegin > begin) {
            super.appendSeparator(false);
        }
        super.appendName(name);
        valueBegin = out().length();
    }

    private void endField() {
        final String value = field < 0 ? "" : out().substring(valueBegin);
        if (value.equals("\"\"") || value.equals("[]") || (field >= 0 && field < shown.length && shown[field])) {
            out().setLength(fieldBegin);
        }
    }
}
