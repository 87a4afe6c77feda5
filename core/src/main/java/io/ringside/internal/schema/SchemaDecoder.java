package io.ringside.internal.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.event.EventDescriptorLayout;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.schema.SbeSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Decodes schemas. The bytes are copied once, every length and count is checked before use, nesting and size are
 * bounded, and only output of {@link SchemaEncoder} is accepted. All faults are reported as {@link RingsideException}.
 * Stateless.
 */
public final class SchemaDecoder {
    private SchemaDecoder() {}

    /**
     * Decodes a schema.
     *
     * @param buffer that holds it; others may change it meanwhile.
     * @param offset of its first byte.
     * @param length exact length of the schema in bytes.
     * @return the schema.
     * @throws RingsideException if these bytes are not an encoded schema.
     */
    public static ProviderSchema decode(final DirectBuffer buffer, final int offset, final int length) {
        if (length < SchemaLayout.HEADER_LENGTH
                || length > SchemaLimits.ENCODED_LENGTH_MAX
                || offset < 0
                || offset > buffer.capacity() - length) {
            throw RingsideException
                    .invalidArgument("length of encoded schema out of range: offset=" + offset + ", length=" + length
                            + ", capacity=" + buffer.capacity() + ", min=" + SchemaLayout.HEADER_LENGTH + ", max="
                            + SchemaLimits.ENCODED_LENGTH_MAX);
        }
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        final ProviderSchema schema = takeSchema(new SchemaInput(bytes));
        if (!Arrays.equals(bytes, SchemaEncoder.encode(schema))) {
            throw RingsideException
                    .invalidArgument("encoded schema is not in canonical form: provider=" + schema.name() + ", length="
                            + length);
        }
        return schema;
    }

    private static ProviderSchema takeSchema(final SchemaInput input) {
        requireVersion(input);
        final int events = takeCount(input);
        final UUID id = new UUID(input.takeLong(), input.takeLong());
        final ProviderSchema.Builder builder = ProviderSchema.builder(input.takeString());
        builder.id(id).documentation(input.takeString());
        takeNames(input, "keyword", builder::keyword);
        takeNames(input, "task", (name, number) -> builder.task(name, checkedInt(number)));
        takeNames(input, "opcode", (name, number) -> builder.opcode(name, checkedInt(number)));
        final int eventLengthMin = SchemaLayout.STRING_LENGTH_MIN + EventDescriptorLayout.LENGTH + Short.BYTES + 1;
        input.checkCount("event", events, eventLengthMin);
        final List<SbeSchema> sbeSchemas = takeSbeSchemas(input);
        final FieldDecoder fields = new FieldDecoder(input);
        for (int i = 0; i < events; i++) {
            final String name = input.takeString();
            final EventDescriptor descriptor = input.takeDescriptor();
            builder.event(name, descriptor, fields.take());
            takeAnnotations(input, builder, sbeSchemas);
        }
        if (input.remaining() != 0) {
            final byte[] traits = input.takeRest();
            builder.traits(ProviderTraits.parse(new UnsafeBuffer(traits), 0, traits.length));
        }
        return builder.build();
    }

    private static List<SbeSchema> takeSbeSchemas(final SchemaInput input) {
        final int count = input.checkCount("SBE schema", input.takeShort(), Integer.BYTES + 1);
        final List<SbeSchema> schemas = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int length = input.takeInt();
            if (length < 1 || length > SchemaLimits.SBE_LENGTH_MAX) {
                throw RingsideException
                        .invalidArgument("length of SBE schema out of range: offset=" + input.offset() + ", length="
                                + length + ", max=" + SchemaLimits.SBE_LENGTH_MAX);
            }
            schemas.add(SbeSchema.of(input.takeBytes(length)));
        }
        return schemas;
    }

    private static void takeAnnotations(final SchemaInput input, final ProviderSchema.Builder builder,
            final List<SbeSchema> sbeSchemas) {
        final int flags = input.takeByte();
        if ((flags & ~SchemaLayout.EVENT_FLAGS) != 0) {
            throw RingsideException
                    .invalidArgument("event in encoded schema has unknown flags: offset=" + input.offset()
                            + ", flags=0x" + Integer.toHexString(flags));
        }
        final String message = (flags & SchemaLayout.EVENT_HAS_MESSAGE) == 0 ? null : input.takeString();
        if ((flags & SchemaLayout.EVENT_HAS_SBE) != 0) {
            final int index = input.takeShort();
            if (index >= sbeSchemas.size()) {
                throw RingsideException
                        .invalidArgument("SBE schema of event is missing: offset=" + input.offset() + ", index="
                                + index + ", schemas=" + sbeSchemas.size());
            }
            builder.sbe(sbeSchemas.get(index));
        }
        if (message != null) {
            builder.message(message);
        }
        if ((flags & SchemaLayout.EVENT_HAS_DOCUMENTATION) != 0) {
            builder.eventDocumentation(input.takeString());
        }
    }

    private static void requireVersion(final SchemaInput input) {
        final int magic = input.takeInt();
        final int version = input.takeShort();
        if (magic != SchemaLayout.MAGIC) {
            throw RingsideException.invalidArgument("not an encoded schema: magic=0x" + Integer.toHexString(magic)
                    + ", expected=0x" + Integer.toHexString(SchemaLayout.MAGIC)
                    + ": it is damaged, or another release made it");
        }
        if (version != SchemaLayout.VERSION) {
            throw RingsideException
                    .invalidArgument("encoded schema has another version: version=" + version + ", known="
                            + SchemaLayout.VERSION + ": read it with the release that made it");
        }
    }

    /** Reads the rest of the header; returns the number of events. */
    private static int takeCount(final SchemaInput input) {
        final int length = input.remaining() + input.offset();
        final int reserved = input.takeShort();
        final int totalLength = input.takeInt();
        if (reserved != 0 || totalLength != length) {
            throw RingsideException.invalidArgument("header of encoded schema is inconsistent: reserved=" + reserved
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

    private static int checkedInt(final long number) {
        if (number != (int) number) {
            throw RingsideException
                    .invalidArgument("number in encoded schema is too large: number=0x" + Long.toHexString(number));
        }
        return (int) number;
    }

    private interface Definition {
        void define(String name, long number);
    }
}
