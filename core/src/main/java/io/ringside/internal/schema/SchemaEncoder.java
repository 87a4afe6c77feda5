package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.schema.SbeSchema;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Encodes schemas; equal schemas have equal encodings. Stateless. The format is described in {@code
 * core/docs/schema-encoding.md}.
 */
public final class SchemaEncoder {
    private SchemaEncoder() {}

    /**
     * Encodes a schema.
     *
     * @param schema to encode.
     * @return its bytes, at most {@link SchemaLimits#ENCODED_LENGTH_MAX}.
     */
    public static byte[] encode(final ProviderSchema schema) {
        final SchemaOutput output = new SchemaOutput();
        output.putInt(SchemaLayout.MAGIC);
        output.putShort(SchemaLayout.VERSION);
        output.putShort(0);
        output.putInt(0);
        output.putInt(schema.events().size());
        output.putLong(schema.id().getMostSignificantBits());
        output.putLong(schema.id().getLeastSignificantBits());
        output.putString(schema.name());
        output.putString(schema.documentation());
        putNames(output, schema.keywords());
        putNames(output, schema.tasks());
        putNames(output, schema.opcodes());
        final List<SbeSchema> sbeSchemas = putSbeSchemas(output, schema);
        final FieldEncoder fields = new FieldEncoder(output);
        for (final EventSchema event : schema.events()) {
            output.putString(event.name());
            output.putDescriptor(event.descriptor());
            fields.put(event.fields());
            putAnnotations(output, event, sbeSchemas);
        }
        final ProviderTraits traits = schema.traits();
        if (traits != null) {
            output.putBytes(traits.toBytes());
        }
        output.setInt(SchemaLayout.TOTAL_LENGTH_OFFSET, output.length());
        return output.toBytes();
    }

    /** Returns the first 8 bytes of the encoding's SHA-256, big-endian. */
    public static long contentHash(final ProviderSchema schema) {
        try {
            final byte[] digest = MessageDigest.getInstance("SHA-256").digest(encode(schema));
            return ByteBuffer.wrap(digest).getLong();
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("JDK lacks a digest that every JDK must have: algorithm=SHA-256", e);
        }
    }

    /** Writes each SBE schema once, in the order in which events first refer to it. */
    private static List<SbeSchema> putSbeSchemas(final SchemaOutput output, final ProviderSchema schema) {
        final List<SbeSchema> schemas = schema.events().stream().map(EventSchema::sbe).filter(Objects::nonNull)
                .distinct().toList();
        output.putShort(schemas.size());
        for (final SbeSchema each : schemas) {
            final byte[] ir = each.toBytes();
            output.putInt(ir.length);
            output.putBytes(ir);
        }
        return schemas;
    }

    private static void putAnnotations(final SchemaOutput output, final EventSchema event,
            final List<SbeSchema> sbeSchemas) {
        final String message = event.message();
        final SbeSchema sbe = event.sbe();
        output.putByte((message == null ? 0 : SchemaLayout.EVENT_HAS_MESSAGE)
                | (sbe == null ? 0 : SchemaLayout.EVENT_HAS_SBE)
                | (event.documentation().isEmpty() ? 0 : SchemaLayout.EVENT_HAS_DOCUMENTATION));
        if (message != null) {
            output.putString(message);
        }
        if (sbe != null) {
            output.putShort(sbeSchemas.indexOf(sbe));
        }
        if (!event.documentation().isEmpty()) {
            output.putString(event.documentation());
        }
    }

    private static void putNames(final SchemaOutput output, final Map<String, Long> numberByName) {
        output.putShort(numberByName.size());
        numberByName.forEach((name, number) -> {
            output.putLong(number);
            output.putString(name);
        });
    }
}
