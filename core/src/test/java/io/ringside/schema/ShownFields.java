package io.ringside.schema;

import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.TextFields;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;

/** What is printed of bytes given in hex. */
public final class ShownFields {
    private ShownFields() {}

    public static UnsafeBuffer bytes(final String hex) {
        return new UnsafeBuffer(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    static String text(final String hex, final FieldSchema... fields) {
        final StringBuilder out = new StringBuilder();
        final UnsafeBuffer payload = bytes(hex);
        new TextFields().append(out, Schemas.event(fields), payload, 0, payload.capacity());
        return out.toString();
    }

    static String json(final String hex, final FieldSchema... fields) {
        final StringBuilder out = new StringBuilder();
        final UnsafeBuffer payload = bytes(hex);
        new JsonFields().append(out, Schemas.event(fields), payload, 0, payload.capacity());
        return out.toString();
    }

    static String visits(final String hex, final FieldSchema... fields) {
        final Visits visits = new Visits();
        final UnsafeBuffer payload = bytes(hex);
        new PayloadReader().read(Schemas.event(fields), payload, 0, payload.capacity(), visits);
        return visits.toString();
    }
}
