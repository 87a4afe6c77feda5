package io.ringside.schema;

import io.ringside.event.EventDescriptor;
import io.ringside.event.EventDescriptorLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.agrona.DirectBuffer;

/**
 * Turns bytes into a schema, whoever wrote them: they are copied once, every length and count is checked before it is
 * used, nesting and size are bounded, and only what {@link SchemaEncoder} would have written is taken. Anything else is
 * one {@link SchemaException}. Stateless.
 */
public final class SchemaDecoder {
    private SchemaDecoder() {}

    /**
     * Decodes a schema.
     *
     * @param buffer that holds it; may be changed by others meanwhile.
     * @param offset of its first byte.
     * @param length of exactly the schema, in bytes.
     * @return the schema.
     * @throws SchemaException if these bytes are not an encoded schema.
     */
    public static ProviderSchema decode(final DirectBuffer buffer, final int offset, final int length) {
        if (length < SchemaLayout.HEADER_LENGTH
                || length > SchemaLimits.ENCODED_LENGTH_MAX
                || offset < 0
                || offset > buffer.capacity() - length) {
            throw new SchemaException("length of encoded schema out of range: offset=" + offset + ", length=" + length
                    + ", capacity=" + buffer.capacity() + ", min=" + SchemaLayout.HEADER_LENGTH + ", max="
                    + SchemaLimits.ENCODED_LENGTH_MAX);
        }
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        final ProviderSchema schema = takeSchema(new SchemaInput(bytes));
        if (!Arrays.equals(bytes, SchemaEncoder.encode(schema))) {
            throw new SchemaException("encoded schema is not in its one form: provider=" + schema.name() + ", length="
                    + length);
        }
        return schema;
    }

    private static ProviderSchema takeSchema(final SchemaInput input) {
        final boolean hasTraits = takeVersion(input) == SchemaLayout.VERSION_WITH_TRAITS;
        final int events = takeCount(input);
        final UUID id = new UUID(input.takeLong(), input.takeLong());
        final ProviderSchemaBuilder builder = new ProviderSchemaBuilder(input.takeString());
        builder.id(id).documentation(input.takeString());
        takeNames(input, "keyword", builder::keyword);
        takeNames(input, "task", (name, number) -> builder.task(name, checkedInt(number)));
        takeNames(input, "opcode", (name, number) -> builder.opcode(name, checkedInt(number)));
        final int eventLengthMin = SchemaLayout.STRING_LENGTH_MIN + EventDescriptorLayout.LENGTH + Short.BYTES;
        input.checkCount("event", events, eventLengthMin);
        for (int i = 0; i < events; i++) {
            final String name = input.takeString();
            final EventDescriptor descriptor = input.takeDescriptor();
            builder.event(name, descriptor, takeFields(input, 1));
        }
        if (hasTraits) {
            builder.traits(ProviderTraits.parse(input.takeRest()));
        }
        if (input.remaining() != 0) {
            throw new SchemaException("bytes follow the encoded schema: offset=" + input.offset() + ", remaining="
                    + input.remaining());
        }
        return builder.build();
    }

    private static int takeVersion(final SchemaInput input) {
        final int magic = input.takeInt();
        final int version = input.takeShort();
        if (magic != SchemaLayout.MAGIC) {
            throw new SchemaException("this is no encoded schema: magic=0x" + Integer.toHexString(magic)
                    + ", expected=0x" + Integer.toHexString(SchemaLayout.MAGIC));
        }
        if (version != SchemaLayout.VERSION && version != SchemaLayout.VERSION_WITH_TRAITS) {
            throw new SchemaException("encoded schema has another version, read it with a newer Ringside: version="
                    + version + ", known=" + SchemaLayout.VERSION + ".." + SchemaLayout.VERSION_WITH_TRAITS);
        }
        return version;
    }

    /** Number of events; what stands before it tells of the whole. */
    private static int takeCount(final SchemaInput input) {
        final int length = input.remaining() + input.offset();
        final int reserved = input.takeShort();
        final int totalLength = input.takeInt();
        if (reserved != 0 || totalLength != length) {
            throw new SchemaException("header of encoded schema is inconsistent: reserved=" + reserved
                    + ", totalLength=" + totalLength + ", length=" + length);
        }
        return input.takeInt();
    }

    private static void takeNames(final SchemaInput input, final String kind, final Definition definition) {
        final int count = input.checkCount(kind, input.takeShort(), SchemaLayout.NAMED_VALUE_LENGTH_MIN);
        for (int i = 0; i < count; i++) {
            final long number = input.takeLong();
            definition.define(input.takeString(), number);
        }
    }

    private static List<FieldSchema> takeFields(final SchemaInput input, final int level) {
        if (level > SchemaLimits.DEPTH_MAX) {
            throw new SchemaException("structs in encoded schema are nested too deeply: offset=" + input.offset()
                    + ", depth=" + level + ", max=" + SchemaLimits.DEPTH_MAX);
        }
        final int count = input.checkCount("field", input.takeShort(), SchemaLayout.FIELD_LENGTH_MIN);
        final List<FieldSchema> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(takeField(input, level, fields));
        }
        return fields;
    }

    private static FieldSchema takeField(
            final SchemaInput input, final int level, final List<FieldSchema> earlierFields) {
        final int begin = input.offset();
        final FieldType type = FieldType.ofCode(input.takeByte());
        final FieldShape shape = FieldShape.ofCode(input.takeByte());
        final int flags = input.takeByte();
        final String name = input.takeString();
        if (type == null || shape == null || (flags & ~SchemaLayout.FIELD_FLAGS) != 0) {
            throw new SchemaException("field in encoded schema has unknown codes: offset=" + begin + ", type=" + type
                    + ", shape=" + shape + ", flags=0x" + Integer.toHexString(flags));
        }
        final int count = shape == FieldShape.FIXED || shape == FieldShape.COUNTED ? input.takeShort() : 0;
        final String unit = (flags & SchemaLayout.FIELD_HAS_UNIT) != 0 ? input.takeString() : null;
        final ValueMap values = (flags & SchemaLayout.FIELD_HAS_VALUES) != 0 ? takeValues(input) : null;
        FieldSchema field = type == FieldType.STRUCT
                ? FieldSchema.struct(name, takeFields(input, level + 1))
                : FieldSchema.of(name, type);
        if (unit != null) {
            field = field.withUnit(unit);
        }
        if (values != null) {
            field = field.withValues(values);
        }
        return switch (shape) {
            case SCALAR -> field;
            case FIXED -> field.fixed(count);
            case COUNTED -> field.countedBy(counterName(begin, count, earlierFields));
            case PREFIXED -> field.prefixed();
        };
    }

    private static String counterName(final int offset, final int index, final List<FieldSchema> earlierFields) {
        if (index >= earlierFields.size()) {
            throw new SchemaException("counter in encoded schema does not stand before its array: offset=" + offset
                    + ", counterIndex=" + index + ", fields=" + earlierFields.size());
        }
        return earlierFields.get(index).name();
    }

    private static ValueMap takeValues(final SchemaInput input) {
        final String name = input.takeString();
        final int count = input.checkCount("value", input.takeShort(), SchemaLayout.NAMED_VALUE_LENGTH_MIN);
        final Map<Long, String> symbolByValue = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            final long value = input.takeLong();
            symbolByValue.put(value, input.takeString());
        }
        return ValueMap.of(name, symbolByValue);
    }

    private static int checkedInt(final long number) {
        if (number != (int) number) {
            throw new SchemaException("number in encoded schema is too large: number=0x" + Long.toHexString(number));
        }
        return (int) number;
    }

    private interface Definition {
        void define(String name, long number);
    }
}
