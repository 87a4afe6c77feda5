package io.ringside.internal.schema;

import io.ringside.RingsideException;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.ValueMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Decodes the fields of a schema. Not thread-safe. */
final class FieldDecoder {
    private final SchemaInput input;

    /**
     * Creates a decoder.
     *
     * @param input encoded schema to read from
     */
    FieldDecoder(final SchemaInput input) {
        this.input = input;
    }

    /** Reads the fields of an event. */
    List<FieldSchema> take() {
        return takeGroup(1);
    }

    private List<FieldSchema> takeGroup(final int level) {
        if (level > SchemaLimits.DEPTH_MAX) {
            throw RingsideException
                    .invalidArgument("structs in encoded schema are nested too deeply: offset=" + input.offset()
                            + ", depth=" + level + ", max=" + SchemaLimits.DEPTH_MAX);
        }
        final int count = input.checkCount("field", input.takeShort(), SchemaLayout.FIELD_LENGTH_MIN);
        final List<FieldSchema> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(takeField(level, fields));
        }
        return fields;
    }

    private FieldSchema takeField(final int level, final List<FieldSchema> earlierFields) {
        final int begin = input.offset();
        final FieldType type = FieldType.ofCode(input.takeByte());
        final FieldSchema.Shape shape = FieldSchema.Shape.ofCode(input.takeByte());
        final int flags = input.takeShort();
        final String name = input.takeString();
        if (type == null || shape == null || (flags & ~SchemaLayout.FIELD_FLAGS) != 0) {
            throw RingsideException
                    .invalidArgument("field in encoded schema has unknown codes: offset=" + begin + ", type=" + type
                            + ", shape=" + shape + ", flags=0x" + Integer.toHexString(flags));
        }
        final int count = shape == FieldSchema.Shape.FIXED || shape == FieldSchema.Shape.COUNTED
                ? input.takeShort()
                : 0;
        final int length = has(flags, SchemaLayout.FIELD_HAS_LENGTH | SchemaLayout.FIELD_HAS_SIZER)
                ? input.takeShort()
                : 0;
        final OutType outType = has(flags, SchemaLayout.FIELD_HAS_OUT_TYPE) ? takeOutType() : OutType.DEFAULT;
        final String unit = has(flags, SchemaLayout.FIELD_HAS_UNIT) ? input.takeString() : null;
        final ValueMap values = has(flags, SchemaLayout.FIELD_HAS_VALUES)
                ? takeValues(has(flags, SchemaLayout.FIELD_HAS_BITS))
                : null;
        final ValueMap.Patterns patterns = has(flags, SchemaLayout.FIELD_HAS_PATTERNS) ? takePatterns() : null;
        final int tags = has(flags, SchemaLayout.FIELD_HAS_TAGS) ? input.takeInt() : 0;
        final FieldSchema.Custom custom = has(flags, SchemaLayout.FIELD_HAS_CUSTOM_SCHEMA) ? takeCustomSchema() : null;
        final String documentation = has(flags, SchemaLayout.FIELD_HAS_DOCUMENTATION) ? input.takeString() : "";
        final int scale = has(flags, SchemaLayout.FIELD_HAS_SCALE) ? input.takeByte() : 0;
        final int scaler = has(flags, SchemaLayout.FIELD_HAS_SCALE_FIELD) ? input.takeShort() : 0;
        if (has(flags, SchemaLayout.FIELD_HAS_SCALE) && has(flags, SchemaLayout.FIELD_HAS_SCALE_FIELD)) {
            throw RingsideException
                    .invalidArgument("field in encoded schema has two scales: offset=" + begin + ", flags=0x"
                            + Integer.toHexString(flags));
        }
        FieldSchema field = type == FieldType.STRUCT
                ? FieldSchema.struct(name, takeGroup(level + 1))
                : FieldSchema.of(name, type);
        field = has(flags, SchemaLayout.FIELD_HAS_LENGTH) ? field.sized(length) : field;
        field = has(flags, SchemaLayout.FIELD_HAS_SIZER)
                ? field.sizedBy(nameOf(begin, length, earlierFields))
                : field;
        field = outType == OutType.DEFAULT ? field : field.withOutType(outType);
        field = unit == null ? field : field.withUnit(unit);
        field = scale == 0 ? field : field.withScale(scale);
        field = has(flags, SchemaLayout.FIELD_HAS_SCALE_FIELD)
                ? field.withScaleFrom(nameOf(begin, scaler, earlierFields))
                : field;
        field = values == null ? field : field.withValues(values);
        field = patterns == null ? field : field.withPatterns(patterns);
        field = tags == 0 ? field : field.withTags(tags);
        field = custom == null ? field : field.withCustomSchema(custom);
        field = documentation.isEmpty() ? field : field.withDocumentation(documentation);
        return switch (shape) {
            case SCALAR -> field;
            case FIXED -> field.fixed(count);
            case COUNTED -> field.countedBy(nameOf(begin, count, earlierFields));
            case PREFIXED -> field.prefixed();
        };
    }

    private static boolean has(final int flags, final int flag) {
        return (flags & flag) != 0;
    }

    private static String nameOf(final int offset, final int index, final List<FieldSchema> earlierFields) {
        if (index >= earlierFields.size()) {
            throw RingsideException.invalidArgument(
                    "field that counts, sizes or scales another does not precede it in encoded schema: "
                            + "offset=" + offset
                            + ", index=" + index + ", fields=" + earlierFields.size());
        }
        return earlierFields.get(index).name();
    }

    private OutType takeOutType() {
        final int code = input.takeShort();
        final OutType outType = OutType.ofCode(code);
        if (outType == null) {
            throw RingsideException
                    .invalidArgument("field in encoded schema has an unknown out type: offset=" + input.offset()
                            + ", outType=" + code);
        }
        return outType;
    }

    private ValueMap takeValues(final boolean bits) {
        final String name = input.takeString();
        final int count = input.checkCount("value", input.takeShort(), SchemaLayout.NAMED_VALUE_LENGTH_MIN);
        final Map<Long, String> symbolByValue = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            final long value = input.takeLong();
            symbolByValue.put(value, input.takeString());
        }
        if (count == 0 && !bits) {
            return ValueMap.published(name);
        }
        return bits ? ValueMap.ofBits(name, symbolByValue) : ValueMap.of(name, symbolByValue);
    }

    private ValueMap.Patterns takePatterns() {
        final String name = input.takeString();
        final int count = input.checkCount("pattern", input.takeShort(), SchemaLayout.NAMED_PATTERN_LENGTH_MIN);
        final List<Map.Entry<String, String>> symbolsByPattern = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final String pattern = input.takeString();
            symbolsByPattern.add(Map.entry(pattern, input.takeString()));
        }
        return ValueMap.Patterns.of(name, symbolsByPattern);
    }

    private FieldSchema.Custom takeCustomSchema() {
        final int protocol = input.takeShort();
        return FieldSchema.Custom.of(protocol, input.takeBytes(input.takeShort()));
    }
}
