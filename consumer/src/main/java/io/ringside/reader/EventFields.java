package io.ringside.reader;

import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.MessageValues;
import io.ringside.internal.schema.TextFields;
import io.ringside.schema.EventSchema;
import io.ringside.schema.PayloadReader;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Readers and printers of fields, shared by the views of a source, for one payload at a time. Not thread-safe. */
final class EventFields {
    /** Maximum number of cached field names; a program has fewer, unless it generates names. */
    private static final int NAMES_MAX = 10_000;

    final PayloadReader payloadReader = new PayloadReader();
    private final PayloadBytes payload = new PayloadBytes();
    private final Map<String, FieldReader> byName = new HashMap<>();
    private final StringBuilder text = new StringBuilder();
    /** Null until the first use. */
    private @Nullable Printers printers;

    /** Printers of single values without quotes and units, of all fields, and of whole events. */
    private static final class Printers {
        private final TextFields values = TextFields.ofValues();
        private final TextFields textFields = new TextFields();
        private final JsonFields jsonFields = new JsonFields();
        private final EventLines lines = EventLines.text(ZoneId.systemDefault(), false, false, false);
        private final EventLines jsonLines = EventLines.json();
    }

    FieldReader named(final String name) {
        FieldReader field = byName.get(name);
        if (field == null) {
            if (byName.size() >= NAMES_MAX) {
                byName.clear();
            }
            field = FieldReader.of(name);
            byName.put(name, field);
        }
        return field;
    }

    PayloadBytes payload(final EventView event) {
        return payload.wrap(event.buffer(), event.payloadOffset(), event.payloadLength());
    }

    /** Returns an empty buffer to append text to. */
    StringBuilder text() {
        text.setLength(0);
        return text;
    }

    TextFields values() {
        return printers().values;
    }

    String line(final EventView event) {
        return printers().lines.line(event).toString();
    }

    String jsonLine(final EventView event) {
        return printers().jsonLines.line(event).toString();
    }

    String asText(final EventView event) {
        final EventSchema schema = event.schema();
        if (schema == null) {
            return "$unread=0x" + EventLines.hex(event);
        }
        final StringBuilder out = text();
        printers().textFields.append(out, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        return out.toString();
    }

    String asJson(final EventView event) {
        final EventSchema schema = event.schema();
        if (schema == null) {
            return "{\"$unread\":\"" + EventLines.hex(event) + "\"}";
        }
        final StringBuilder out = text();
        printers().jsonFields.append(out, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        return out.toString();
    }

    static Map<String, String> texts(final EventView event, final boolean withUnits) {
        final Map<String, String> byName = new LinkedHashMap<>();
        final EventSchema schema = event.schema();
        if (schema != null) {
            final MessageValues values = new MessageValues(withUnits);
            final StringBuilder text = new StringBuilder();
            values.append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
            for (int i = 0; i < values.count(); i++) {
                byName.put(values.name(i), text.substring(values.begin(i), values.end(i)));
            }
        }
        return byName;
    }

    private Printers printers() {
        Printers made = printers;
        if (made == null) {
            made = new Printers();
            printers = made;
        }
        return made;
    }
}
