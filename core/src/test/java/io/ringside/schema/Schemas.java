package io.ringside.schema;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Schemas to test with. */
public final class Schemas {
    public static final ValueMap SIDE = ValueMap.of("Side", Map.of(1L, "BUY", 2L, "SELL"));

    static final ValueMap ACCESS = ValueMap.ofBits("Access", Map.of(1L, "READ", 4L, "WRITE"));
    static final ValueMap.Patterns VENUE = ValueMap.Patterns.of("Venue",
            List.of(Map.entry("X*", "lit"), Map.entry("dark", "dark")));

    private Schemas() {}

    /** A provider as one would write it. */
    static ProviderSchema orders() {
        return ProviderSchema.builder("Acme-Orders")
                .documentation("Orders and what becomes of them.")
                .keyword("risk", 0x2)
                .keyword("orders", 0x1)
                .task("Matching", 7)
                .opcode("Rejected", 10)
                .event(
                        "submitted",
                        EventDescriptor.of(1, 0, 0, Level.INFORMATION, 7, 1, 0x1),
                        FieldSchema.of("orderId", FieldType.UINT64),
                        FieldSchema.of("side", FieldType.UINT8).withValues(SIDE),
                        FieldSchema.of("price", FieldType.INT64).withUnit("cents"))
                .event(
                        "submitted",
                        EventDescriptor.of(1, 1, 0, Level.INFORMATION, 7, 1, 0x1),
                        FieldSchema.of("orderId", FieldType.UINT64),
                        FieldSchema.of("legs", FieldType.UINT8),
                        FieldSchema.struct(
                                "leg",
                                FieldSchema.of("symbol", FieldType.STRING),
                                FieldSchema.of("sizes", FieldType.INT32).prefixed())
                                .countedBy("legs"),
                        FieldSchema.of("checksum", FieldType.UINT8).fixed(4))
                .build();
    }

    /** One event with these fields. */
    public static EventSchema event(final FieldSchema... fields) {
        return ProviderSchema.builder("p")
                .event("e", EventDescriptor.of(1, Level.INFORMATION, 0x1), fields)
                .build()
                .events()
                .get(0);
    }

    /** Some provider, with anything that a schema may have. */
    static ProviderSchema random(final Random random) {
        final ProviderSchema.Builder builder = ProviderSchema.builder("provider-" + random.nextInt(1_000));
        if (random.nextBoolean()) {
            builder.traits(traits(random));
        }
        if (random.nextBoolean()) {
            builder.documentation("d\u00e9j\u00e0 \ud83d\ude00 ".repeat(random.nextInt(4)));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            builder.keyword("k" + i, 1L << (i * 11)).task("t" + i, i * 1_000).opcode("o" + i, 10 + i);
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            builder.event(
                    "event" + i,
                    EventDescriptor.of(
                            i, random.nextInt(256), random.nextInt(256), random.nextInt(256), random.nextInt(65_536),
                            random.nextInt(256), random.nextLong()),
                    fields(random, 1));
            if (random.nextInt(4) == 0) {
                builder.message("100%% of %1");
            }
            if (random.nextInt(4) == 0) {
                builder.eventDocumentation("abo\u00fbt ".repeat(1 + random.nextInt(3)));
            }
        }
        return builder.build();
    }

    static ProviderTraits traits(final Random random) {
        ProviderTraits traits = ProviderTraits.of("n\u00e4me".repeat(random.nextInt(3)));
        for (int i = random.nextInt(3); i > 0; i--) {
            final byte[] data = new byte[random.nextInt(40)];
            random.nextBytes(data);
            traits = traits.with(2 + random.nextInt(254), data);
        }
        return random.nextBoolean() ? traits.inGroup(new UUID(random.nextLong(), random.nextLong())) : traits;
    }

    public static List<FieldSchema> fields(final Random random, final int level) {
        final List<FieldSchema> fields = new ArrayList<>();
        fields.add(FieldSchema.of("count", FieldType.UINT8));
        for (int i = random.nextInt(6); i > 0; i--) {
            fields.add(field(random, level, "field" + i));
        }
        return fields;
    }

    private static FieldSchema shown(final Random random, final FieldSchema field) {
        final OutType[] outTypes = OutType.values();
        final OutType outType = outTypes[random.nextInt(outTypes.length)];
        FieldSchema shown = outType.fits(field.type()) ? field.withOutType(outType) : field;
        if (random.nextInt(4) == 0 && field.type().isText()) {
            shown = shown.withPatterns(VENUE);
        }
        if (random.nextInt(6) == 0) {
            shown = shown.withTags(1 + random.nextInt(SchemaLimits.TAGS_MAX));
        }
        if (random.nextInt(20) == 0) {
            shown = shown.withDocumentation("f\u00fcr ".repeat(random.nextInt(3)));
        }
        return field.type() == FieldType.BINARY && random.nextInt(3) == 0
                ? shown.withCustomSchema(FieldSchema.Custom.of(random.nextInt(65_536), new byte[random.nextInt(9)]))
                : shown;
    }

    private static FieldSchema field(final Random random, final int level, final String name) {
        final FieldType[] types = FieldType.values();
        final FieldType type = types[random.nextInt(level < 4 ? types.length : types.length - 1)];
        FieldSchema field = type == FieldType.STRUCT
                ? FieldSchema.struct(name, fields(random, level + 1))
                : FieldSchema.of(name, type);
        if (random.nextInt(3) == 0) {
            field = field.withUnit("ns");
        }
        if (type.isInteger() && random.nextInt(3) == 0) {
            field = field.withValues(random.nextBoolean() ? SIDE : ACCESS);
        }
        field = shown(random, field);
        if (type.isSizable()) {
            field = switch (random.nextInt(4)) {
                case 0 -> field.sized(1 + random.nextInt(5));
                case 1 -> field.sizedBy("count");
                default -> field;
            };
        }
        return switch (random.nextInt(6)) {
            case 0 -> field.fixed(1 + random.nextInt(5));
            case 1 -> field.countedBy("count");
            case 2 -> field.prefixed();
            default -> field;
        };
    }
}
