package io.ringside.schema;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;

/**
 * Turns schemas into bytes, equal schemas into equal bytes (R1.3, R6.15). Stateless. The form is told in
 * {@code core/docs/schema-encoding.md}.
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
        output.putShort(schema.traits() == null ? SchemaLayout.VERSION : SchemaLayout.VERSION_WITH_TRAITS);
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
        for (final EventSchema event : schema.events()) {
            output.putString(event.name());
            output.putDescriptor(event.descriptor());
            putFields(output, event.group());
        }
        final ProviderTraits traits = schema.traits();
        if (traits != null) {
            output.putBytes(traits.toBytes());
        }
        output.setInt(SchemaLayout.TOTAL_LENGTH_OFFSET, output.length());
        return output.toBytes();
    }

    /** First 8 bytes of the SHA-256 of the encoding, big-endian. */
    static long contentHash(final ProviderSchema schema) {
        try {
            final byte[] digest = MessageDigest.getInstance("SHA-256").digest(encode(schema));
            return ByteBuffer.wrap(digest).getLong();
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("JDK lacks a digest that every JDK must have: algorithm=SHA-256", e);
        }
    }

    private static void putNames(final SchemaOutput output, final Map<String, Long> numberByName) {
        output.putShort(numberByName.size());
        numberByName.forEach((name, number) -> {
            output.putLong(number);
            output.putString(name);
        });
    }

    private static void putFields(final SchemaOutput output, final FieldGroup group) {
        final List<FieldSchema> fields = group.fields();
        output.putShort(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            putField(output, fields.get(i), group.counterIndex(i));
        }
    }

    private static void putField(final SchemaOutput output, final FieldSchema field, final int counterIndex) {
        final String unit = field.unit();
        final ValueMap values = field.values();
        output.putByte(field.type().code());
        output.putByte(field.shape().code());
        output.putByte((unit == null ? 0 : SchemaLayout.FIELD_HAS_UNIT)
                | (values == null ? 0 : SchemaLayout.FIELD_HAS_VALUES));
        output.putString(field.name());
        if (field.shape() == FieldShape.FIXED) {
            output.putShort(field.fixedCount());
        } else if (field.shape() == FieldShape.COUNTED) {
            output.putShort(counterIndex);
        }
        if (unit != null) {
            output.putString(unit);
        }
        if (values != null) {
            putValues(output, values);
        }
        if (field.type() == FieldType.STRUCT) {
            putFields(output, field.group());
        }
    }

    private static void putValues(final SchemaOutput output, final ValueMap values) {
        output.putString(values.name());
        output.putShort(values.size());
        for (int i = 0; i < values.size(); i++) {
            output.putLong(values.value(i));
            output.putString(values.symbol(i));
        }
    }
}
