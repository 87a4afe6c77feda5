package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Formats a payload as CSV cells according to RFC 4180: one cell for each field and for each member of a struct, and
 * one cell with JSON for an array or an SBE message. Two more cells follow: the field at which the payload ended too
 * early, and the bytes that belong to no field. Values have the form of {@link JsonFields}, without JSON's escapes. Not
 * thread-safe; reused for successive payloads.
 */
public final class CsvFields extends JsonFields {
    private static final String MESSAGE = "message";

    /** A spreadsheet interprets a text that begins with one of these characters as a formula. */
    private static final String FORMULA_BEGINS = "=+-@\t\r";

    private final boolean formulasEscaped;
    private final JsonFields message = new JsonFields();
    private int cells;
    private int depth;
    private int arrayBegin;
    private int columns;

    /**
     * Creates a formatter.
     *
     * @param formulasEscaped whether to prefix an apostrophe to texts that a spreadsheet would interpret as a formula.
     */
    public CsvFields(final boolean formulasEscaped) {
        this.formulasEscaped = formulasEscaped;
    }

    /**
     * Returns the names of the cells.
     *
     * @param schema of the event.
     * @return a name for each field, {@code struct.member} for a member; then {@code $truncated} and {@code $unread}.
     */
    public static List<String> columns(final EventSchema schema) {
        final List<String> names = new ArrayList<>();
        if (schema.sbe() == null) {
            schema.fields().forEach(field -> addColumns(names, "", field));
        } else {
            names.add(MESSAGE);
        }
        names.add("$truncated");
        names.add("$unread");
        return names;
    }

    private static void addColumns(final List<String> names, final String prefix, final FieldSchema field) {
        if (isFlat(field)) {
            field.members().forEach(member -> addColumns(names, prefix + field.name() + '.', member));
        } else {
            names.add(prefix + field.name());
        }
    }

    private static boolean isFlat(final FieldSchema field) {
        return field.type() == FieldType.STRUCT && field.shape() == FieldSchema.Shape.SCALAR;
    }

    /**
     * Appends a text as a cell, in quotes if needed; an unpaired surrogate becomes U+FFFD.
     *
     * @param out  to append to.
     * @param text any text.
     */
    public static void appendCell(final StringBuilder out, final String text) {
        final String cell = WideText.wellFormed(text);
        if (isPlain(cell)) {
            out.append(cell);
        } else {
            out.append('"').append(cell.replace("\"", "\"\"")).append('"');
        }
    }

    /**
     * Appends a text from an application as a cell, escaping formulas if configured.
     *
     * @param out  to append to.
     * @param text any text.
     */
    public void appendTextCell(final StringBuilder out, final String text) {
        final boolean isFormula = !text.isEmpty() && FORMULA_BEGINS.indexOf(text.charAt(0)) >= 0;
        appendCell(out, formulasEscaped && isFormula ? '\'' + text : text);
    }

    private static boolean isPlain(final String cell) {
        for (int i = 0; i < cell.length(); i++) {
            final char c = cell.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return false;
            }
        }
        return true;
    }

    /**
     * Appends the cells of a payload.
     *
     * @param target  to append to.
     * @param schema  of the event.
     * @param count   number of its {@link #columns}.
     * @param payload buffer that holds the payload, which must not change meanwhile.
     * @param offset  of its first byte.
     * @param length  in bytes.
     */
    public void appendCells(final StringBuilder target, final EventSchema schema, final int count,
            final DirectBuffer payload, final int offset, final int length) {
        cells = 0;
        depth = 0;
        columns = count;
        if (schema.sbe() != null) {
            final StringBuilder json = new StringBuilder();
            message.append(json, schema, payload, offset, length);
            appendCell(target, json.toString());
            target.append(",,");
            return;
        }
        append(target, schema, payload, offset, length);
        padTo(count);
    }

    @Override
    public void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        padTo(columns - 2);
        begin(field);
        appendText(field.name());
        if (length > 0) {
            onTrailing(buffer, offset, length);
        }
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        padTo(columns - 1);
        begin("");
        appendBytes(buffer, offset, length);
    }

    @Override
    public void onStructBegin(final FieldSchema field) {
        if (depth > 0) {
            depth++;
            super.onStructBegin(field);
        }
    }

    @Override
    public void onStructEnd(final FieldSchema field) {
        if (depth > 0) {
            depth--;
            super.onStructEnd(field);
        }
    }

    @Override
    public void onArrayBegin(final FieldSchema field, final long count) {
        super.onArrayBegin(field, count);
        if (depth++ == 0) {
            arrayBegin = out().length() - 1;
        }
    }

    @Override
    public void onArrayEnd(final FieldSchema field) {
        super.onArrayEnd(field);
        if (--depth == 0) {
            final String json = out().substring(arrayBegin);
            out().setLength(arrayBegin);
            appendCell(out(), json);
        }
    }

    @Override
    void appendBegin() {
        // The line itself delimits the payload.
    }

    @Override
    void appendEnd() {
        // The line itself delimits the payload.
    }

    @Override
    void appendName(final String name) {
        if (depth == 0) {
            cells++;
        } else {
            super.appendName(name);
        }
    }

    @Override
    void appendText(final String text) {
        if (depth == 0) {
            appendTextCell(out(), text);
        } else {
            super.appendText(text);
        }
    }

    @Override
    void appendWord(final String word) {
        if (depth == 0) {
            out().append(word);
        } else {
            super.appendWord(word);
        }
    }

    @Override
    void appendBytes(final DirectBuffer buffer, final int offset, final int length) {
        if (depth == 0) {
            appendHex(buffer, offset, length);
        } else {
            super.appendBytes(buffer, offset, length);
        }
    }

    private void padTo(final int count) {
        while (cells < count) {
            begin("");
        }
    }
}
