package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.ValueMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes the fields of a schema. Not thread-safe. */
final class FieldEncoder {
    private final SchemaOutput output;

    /**
     * Creates an encoder.
     *
     * @param output to append to
     */
    FieldEncoder(final SchemaOutput output) {
        this.output = output;
    }

    void put(final List<FieldSchema> fields) {
        output.putShort(fields.size());
        for (final FieldSchema field : fields) {
            put(field, indexOf(fields, field.countedBy()), indexOf(fields, field.sizedBy()),
                    indexOf(fields, field.scaleFrom()));
        }
    }

    /** Returns the index of the earlier field that counts, sizes or scales another one; undefined if none does. */
    private static int indexOf(final List<FieldSchema> fields, final @Nullable String name) {
        int index = name == null ? -1 : 0;
        while (index >= 0 && !fields.get(index).name().equals(name)) {
            index++;
        }
        return index;
    }

    private void put(final FieldSchema field, final int counterIndex, final int sizerIndex, final int scaleIndex) {
        output.putByte(field.type().code());
        output.putByte(field.shape().code());
        output.putShort(flags(field));
        output.putString(field.name());
        if (field.shape() == FieldSchema.Shape.FIXED) {
            output.putShort(field.fixedCount());
        } else if (field.shape() == FieldSchema.Shape.COUNTED) {
            output.putShort(counterIndex);
        }
        if (field.lengthSource() != FieldSchema.LengthSource.TYPE) {
            output.putShort(field.lengthSource() == FieldSchema.LengthSource.FIXED ? field.fixedLength() : sizerIndex);
        }
        if (field.outType() != OutType.DEFAULT) {
            output.putShort(field.outType().code());
        }
        putText(field);
        putMeaning(field);
        if (field.scaleFrom() != null) {
            output.putShort(scaleIndex);
        }
        if (field.type() == FieldType.STRUCT) {
            put(field.members());
        }
    }

    private void putText(final FieldSchema field) {
        final String unit = field.unit();
        final ValueMap values = field.values();
        final ValueMap.Patterns patterns = field.patterns();
        if (unit != null) {
            output.putString(unit);
        }
        if (values != null) {
            output.putString(values.name());
            output.putShort(values.size());
            for (int i = 0; i < values.size(); i++) {
                output.putLong(values.value(i));
                output.putString(values.symbol(i));
            }
        }
        if (patterns != null) {
            output.putString(patterns.name());
            output.putShort(patterns.size());
            for (int i = 0; i < patterns.size(); i++) {
                output.putString(patterns.pattern(i));
                output.putString(patterns.symbol(i));
            }
        }
    }

    private void putMeaning(final FieldSchema field) {
        final FieldSchema.Custom custom = field.customSchema();
        if (field.tags() != 0) {
            output.putInt(field.tags());
        }
        if (custom != null) {
            final byte[] bytes = custom.toBytes();
            output.putShort(custom.protocol());
            output.putShort(bytes.length);
            output.putBytes(bytes);
        }
        if (!field.documentation().isEmpty()) {
            output.putString(field.documentation());
        }
        if (field.scale() != 0) {
            output.putByte(field.scale());
        }
    }

    private static int flags(final FieldSchema field) {
        final ValueMap values = field.values();
        int flags = field.unit() == null ? 0 : SchemaLayout.FIELD_HAS_UNIT;
        if (values != null) {
            flags |= SchemaLayout.FIELD_HAS_VALUES | (values.isBits() ? SchemaLayout.FIELD_HAS_BITS : 0);
        }
        flags |= field.outType() == OutType.DEFAULT ? 0 : SchemaLayout.FIELD_HAS_OUT_TYPE;
        flags |= switch (field.lengthSource()) {
            case TYPE -> 0;
            case FIXED -> SchemaLayout.FIELD_HAS_LENGTH;
            case FIELD -> SchemaLayout.FIELD_HAS_SIZER;
        };
        flags |= field.patterns() == null ? 0 : SchemaLayout.FIELD_HAS_PATTERNS;
        flags |= field.tags() == 0 ? 0 : SchemaLayout.FIELD_HAS_TAGS;
        flags |= field.customSchema() == null ? 0 : SchemaLayout.FIELD_HAS_CUSTOM_SCHEMA;
        flags |= field.documentation().isEmpty() ? 0 : SchemaLayout.FIELD_HAS_DOCUMENTATION;
        flags |= field.scaleFrom() == null ? 0 : SchemaLayout.FIELD_HAS_SCALE_FIELD;
        return flags | (field.scale() == 0 ? 0 : SchemaLayout.FIELD_HAS_SCALE);
    }
}
