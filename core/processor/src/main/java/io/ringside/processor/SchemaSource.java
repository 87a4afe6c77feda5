package io.ringside.processor;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SbeSchema;
import io.ringside.schema.ValueMap;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Source text that creates a schema. Stateless. */
final class SchemaSource {
    private static final String SCHEMA = "io.ringside.schema.";

    /** Less than the maximum length of a string constant in a class file. */
    private static final int LITERAL_LENGTH_MAX = 60_000;

    private SchemaSource() {}

    /** Returns the methods that create the schema of a provider: {@code schema()} and one for each event. */
    static String methods(final ProviderModel provider) {
        final ProviderSchema schema = provider.schema();
        final StringBuilder text = new StringBuilder();
        text.append("    private static ").append(SCHEMA).append("ProviderSchema schema$() {\n")
                .append("        final ").append(SCHEMA).append("ProviderSchema.Builder schema = ").append(SCHEMA)
                .append("ProviderSchema.builder(").append(literal(schema.name())).append(");\n")
                .append("        schema.id(").append(uuid(schema.id())).append(");\n")
                .append("        schema.documentation(").append(literal(schema.documentation())).append(");\n");
        schema.keywords().forEach((name, mask) -> text.append("        schema.keyword(").append(literal(name))
                .append(", 0x").append(Long.toHexString(mask)).append("L);\n"));
        schema.tasks().forEach((name, value) -> text.append("        schema.task(").append(literal(name)).append(", ")
                .append(value).append(");\n"));
        schema.opcodes().forEach((name, value) -> text.append("        schema.opcode(").append(literal(name))
                .append(", ").append(value).append(");\n"));
        for (final EventModel event : provider.events()) {
            text.append("        schema$").append(event.name()).append("(schema);\n");
        }
        text.append("        return schema.build();\n    }\n");
        for (int i = 0; i < provider.events().size(); i++) {
            appendEvent(text, provider.events().get(i), schema.events().get(i).documentation());
        }
        return text.toString();
    }

    static String literal(final String text) {
        final StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                literal.append('\\').append(c);
            } else if (c == '\n') {
                // A Unicode escape would become a line break before the literal is parsed.
                literal.append("\\n");
            } else if (c == '\r') {
                literal.append("\\r");
            } else if (c < ' ' || c > '~') {
                literal.append(String.format("\\u%04x", (int) c));
            } else {
                literal.append(c);
            }
        }
        return literal.append('"').toString();
    }

    private static void appendEvent(final StringBuilder text, final EventModel event,
            final String documentation) {
        final EventDescriptor descriptor = event.descriptor();
        text.append("\n    private static void schema$").append(event.name()).append("(final ").append(SCHEMA)
                .append("ProviderSchema.Builder schema) {\n        schema.event(").append(literal(event.eventName()))
                .append(",\n                io.ringside.event.EventDescriptor.of(")
                .append(descriptor.id()).append(", ").append(descriptor.version()).append(", ")
                .append(descriptor.channel()).append(", ").append(descriptor.level()).append(", ")
                .append(descriptor.task()).append(", ").append(descriptor.opcode()).append(", 0x")
                .append(Long.toHexString(descriptor.keyword())).append("L),\n                ");
        appendFields(text, event.schemas(), "                ");
        text.append(");\n");
        final SbeSchema sbe = event.sbe();
        if (sbe != null) {
            text.append("        schema.sbe(").append(SCHEMA)
                    .append("SbeSchema.of(java.util.Base64.getDecoder().decode(java.lang.String.join(\"\"");
            final String ir = Base64.getEncoder().encodeToString(sbe.toBytes());
            for (int i = 0; i < ir.length(); i += LITERAL_LENGTH_MAX) {
                text.append(",\n                ")
                        .append(literal(ir.substring(i, Math.min(ir.length(), i + LITERAL_LENGTH_MAX))));
            }
            text.append("))));\n");
        }
        if (!event.message().isEmpty()) {
            text.append("        schema.message(").append(literal(event.message())).append(");\n");
        }
        if (!documentation.isEmpty()) {
            text.append("        schema.eventDocumentation(").append(literal(documentation)).append(");\n");
        }
        text.append("    }\n");
    }

    private static void appendFields(final StringBuilder text, final List<FieldSchema> fields, final String indent) {
        text.append("java.util.List.<").append(SCHEMA).append("FieldSchema>of(");
        if (fields.size() > 1) {
            text.append("new ").append(SCHEMA).append("FieldSchema[] {");
        }
        for (int i = 0; i < fields.size(); i++) {
            text.append(i == 0 ? "\n" : ",\n").append(indent).append("    ");
            appendField(text, fields.get(i), indent + "    ");
        }
        text.append(fields.size() > 1 ? "})" : ")");
    }

    private static void appendField(final StringBuilder text, final FieldSchema field, final String indent) {
        text.append(SCHEMA).append("FieldSchema.");
        if (field.type() == FieldType.STRUCT) {
            text.append("struct(").append(literal(field.name())).append(", ");
            appendFields(text, field.members(), indent);
            text.append(')');
        } else {
            text.append("of(").append(literal(field.name())).append(", ").append(SCHEMA).append("FieldType.")
                    .append(field.type()).append(')');
        }
        if (field.outType() != OutType.DEFAULT) {
            text.append(".withOutType(").append(SCHEMA).append("OutType.").append(field.outType()).append(')');
        }
        if (field.unit() != null) {
            text.append(".withUnit(").append(literal(field.unit())).append(')');
        }
        if (field.scale() != 0) {
            text.append(".withScale(").append(field.scale()).append(')');
        }
        final String scaleFrom = field.scaleFrom();
        if (scaleFrom != null) {
            text.append(".withScaleFrom(").append(literal(scaleFrom)).append(')');
        }
        final ValueMap values = field.values();
        if (values != null && values.isPublished()) {
            text.append(".withValues(").append(SCHEMA).append("ValueMap.published(").append(literal(values.name()))
                    .append("))");
        } else if (values != null) {
            text.append(".withValues(io.ringside.typed.TypedReceiver.values(").append(literal(values.name()));
            for (int i = 0; i < values.size(); i++) {
                text.append(", ").append(literal(Objects.requireNonNull(values.symbolOf(i))));
            }
            text.append("))");
        }
        if (!field.documentation().isEmpty()) {
            text.append(".withDocumentation(").append(literal(field.documentation())).append(')');
        }
        text.append(field.shape() == FieldSchema.Shape.PREFIXED ? ".prefixed()" : "");
    }

    static String uuid(final UUID id) {
        return "new java.util.UUID(0x" + Long.toHexString(id.getMostSignificantBits()) + "L, 0x"
                + Long.toHexString(id.getLeastSignificantBits()) + "L)";
    }
}
