package io.ringside.cli;

import io.ringside.etw.classic.MessageFlags;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SbeSchema;
import io.ringside.schema.ValueMap;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** Recordings of every kind of field, shape, form, item and event. */
final class GoldenEventCases {
    static final UUID ACTIVITY = new UUID(1, 10);

    private static final String PROVIDER = "Test.Golden";
    private static final UUID RELATED = new UUID(2, 11);
    private static final String TEXT = "a\"b\\c\nd\u0000e\u20ac\u202e\u007f";
    private static final String WIDE = "x\ud800y\ud83d\ude00\u0000z";
    private static final long[] BITS = {
        0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x7ff0_0000_7f80_0000L, 0x7ff8_0000_7fc0_0000L,
        0x0123_4567_89ab_cdefL, 0x3fb9_9999_9999_999aL, 0x3dcc_cccdL, 0x0001_0000_0001L};
    private static final EventDescriptor FIRST = EventDescriptor.of(1, Level.INFORMATION, 0x1);
    private static final String SBE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="acme" id="7" version="0"
                    byteOrder="littleEndian">
                <types>
                    <composite name="messageHeader">
                        <type name="blockLength" primitiveType="uint16"/>
                        <type name="templateId" primitiveType="uint16"/>
                        <type name="schemaId" primitiveType="uint16"/>
                        <type name="version" primitiveType="uint16"/>
                    </composite>
                </types>
                <sbe:message name="Filled" id="1">
                    <field name="orderId" id="1" type="int64"/>
                    <field name="size" id="2" type="int32"/>
                </sbe:message>
            </sbe:messageSchema>
            """;

    private final List<GoldenCase> cases = new ArrayList<>();

    List<GoldenCase> all() {
        fields();
        forms();
        shapes();
        longShapes();
        symbols();
        payloads();
        items();
        kinds();
        schemas();
        cases.addAll(new GoldenNameCases().all());
        return cases;
    }

    private void fields() {
        for (final FieldType type : FieldType.values()) {
            if (type != FieldType.STRUCT) {
                add("field-" + word(type), "a field of type " + word(type), schema(FieldSchema.of("value", type)),
                        lane -> {
                            for (int i = 0; i < BITS.length; i++) {
                                final long bits = BITS[i];
                                lane.event(1_000 + i, 0, payload -> put(payload, type, bits));
                            }
                        });
            }
        }
    }

    private void forms() {
        for (final OutType form : OutType.values()) {
            final List<FieldSchema> fields = new ArrayList<>();
            for (final FieldType type : FieldType.values()) {
                if (form != OutType.DEFAULT && form.fits(type)) {
                    fields.add(FieldSchema.of(word(type), type).withOutType(form));
                }
            }
            if (!fields.isEmpty()) {
                add("form-" + form.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        "fields of the out type " + form.name().toLowerCase(Locale.ROOT),
                        schema(fields.toArray(new FieldSchema[0])), lane -> {
                            for (int i = 0; i < BITS.length; i++) {
                                final long bits = BITS[i];
                                lane.event(1_000 + i, 0,
                                        payload -> fields.forEach(field -> put(payload, field.type(), bits)));
                            }
                        });
            }
        }
        decimals();
        final FieldSchema socket = FieldSchema.of("socket", FieldType.BINARY).withOutType(OutType.SOCKETADDRESS);
        add("form-socketaddress-kinds", "socket addresses of both families, of another one, and one that is cut",
                schema(socket), lane -> {
                    lane.event(1_000, 0,
                            payload -> payload.prefixed((byte) 2, (byte) 0, (byte) 0, (byte) 80, (byte) 127,
                                    (byte) 0, (byte) 0, (byte) 1));
                    lane.event(1_001, 0, payload -> payload.prefixed(new GoldenBytes().i16(23).i16(0x5000).i32(0)
                            .i64(0, 1L << 56).i32(0).toArray()));
                    lane.event(1_002, 0, payload -> payload.prefixed(new GoldenBytes().i16(9).i16(1).i64(1).toArray()));
                    lane.event(1_003, 0, payload -> payload.prefixed((byte) 2, (byte) 0, (byte) 0));
                });
        add("form-ipv6-kinds", "IPv6 addresses with runs of zeros", schema(FieldSchema.of("host", FieldType.IPV6)),
                lane -> {
                    for (final byte[] host : List.of(new byte[16], hex("20010db8000000000001000000000001"),
                            hex("00000000000000000000ffff01020304"), hex("20010db8000100020003000400050006"),
                            hex("fe800000000000000000000000000000"))) {
                        lane.event(1_000, 0, payload -> payload.bytes(host));
                    }
                });
    }

    private void decimals() {
        for (final int scale : new int[]{1, 4, 18}) {
            final List<FieldSchema> fields = new ArrayList<>();
            for (final FieldType type : FieldType.values()) {
                if (type.isInteger() && !type.isHex()) {
                    fields.add(FieldSchema.of(word(type), type).withScale(scale).withUnit("USD"));
                }
            }
            add("form-decimal-" + scale, "decimals with as many digits after the point: " + scale,
                    schema(fields.toArray(new FieldSchema[0])), lane -> {
                        for (int i = 0; i < BITS.length; i++) {
                            final long bits = BITS[i];
                            lane.event(1_000 + i, 0,
                                    payload -> fields.forEach(field -> put(payload, field.type(), bits)));
                        }
                    });
        }
        final FieldSchema price = FieldSchema.of("price", FieldType.INT32).withScale(3);
        add("form-decimal-places", "decimals in arrays, in structs, with names and in messages",
                ProviderSchema.builder(PROVIDER).event("first", FIRST, price,
                        FieldSchema.of("prices", FieldType.INT32).withScale(3).prefixed(),
                        FieldSchema.struct("leg", price.withValues(ValueMap.of("Price", Map.of(-1L, "MARKET")))))
                        .message("%1 of %2 and %3").build(),
                lane -> {
                    lane.event(1_000, 0, payload -> payload.i32(1_500).i16(2).i32(-1).i32(0).i32(-1));
                    lane.event(1_001, 0, payload -> payload.i32(-1).i16(0).i32(-2));
                    lane.event(1_002, 0, payload -> payload.i32(1).i16(1).i16(1));
                });
    }

    private void shapes() {
        add("shape-fixed", "arrays of a fixed number of elements",
                schema(FieldSchema.of("sizes", FieldType.UINT64).fixed(3),
                        FieldSchema.of("names", FieldType.STRING).fixed(2)),
                lane -> lane.event(1_000, 0, payload -> payload.i64(1, -1, 3).text("a").text("")));
        add("shape-counted", "an array whose number of elements is an earlier field",
                schema(FieldSchema.of("count", FieldType.UINT8),
                        FieldSchema.of("values", FieldType.INT16).countedBy("count")),
                lane -> {
                    lane.event(1_000, 0, payload -> payload.i8(3).i16(1).i16(-2).i16(3));
                    lane.event(1_001, 0, payload -> payload.i8(0));
                    lane.event(1_002, 0, payload -> payload.i8(200).i16(1));
                });
        add("shape-counted-negative", "an array whose count is negative: the payload ends there",
                schema(FieldSchema.of("count", FieldType.INT32),
                        FieldSchema.of("values", FieldType.INT16).countedBy("count")),
                lane -> lane.event(1_000, 0, payload -> payload.i32(-1).i16(1)));
        add("shape-prefixed", "arrays behind a number",
                schema(FieldSchema.of("values", FieldType.DOUBLE).prefixed(),
                        FieldSchema.of("texts", FieldType.WIDE_STRING).prefixed()),
                lane -> {
                    lane.event(1_000, 0,
                            payload -> payload.i16(2).i64(0x3ff0_0000_0000_0000L, 0).i16(1).wide("\u20ac"));
                    lane.event(1_001, 0, payload -> payload.i16(0).i16(0));
                });
        add("shape-struct", "a struct within a struct",
                schema(FieldSchema.struct("leg", FieldSchema.of("id", FieldType.INT32),
                        FieldSchema.struct("venue", FieldSchema.of("name", FieldType.STRING),
                                FieldSchema.of("port", FieldType.UINT16)))),
                lane -> lane.event(1_000, 0, payload -> payload.i32(1).text("X").i16(-1)));
        add("shape-structs", "arrays of structs",
                schema(FieldSchema.struct("legs", FieldSchema.of("id", FieldType.INT32),
                        FieldSchema.of("ratio", FieldType.FLOAT).fixed(2)).prefixed(),
                        FieldSchema.struct("two", FieldSchema.of("flag", FieldType.BOOLEAN)).fixed(2)),
                lane -> lane.event(1_000, 0,
                        payload -> payload.i16(2).i32(1).i32(0x3f80_0000).i32(0).i32(2).i32(0x4049_0fdb)
                                .i32(-1).i8(1).i8(0)));
    }

    private void longShapes() {
        add("shape-deep", "structs in eight levels", schema(deep(7)),
                lane -> lane.event(1_000, 0, payload -> payload.i32(42)));
        add("shape-sized", "texts and binaries of a fixed length",
                schema(FieldSchema.of("text", FieldType.STRING).sized(4),
                        FieldSchema.of("wide", FieldType.WIDE_STRING).sized(4),
                        FieldSchema.of("data", FieldType.BINARY).sized(3)),
                lane -> {
                    lane.event(1_000, 0,
                            payload -> payload.ascii("abcd").i16('w').i16('x').i16('y').i16('z').bytes(hex("010203")));
                    lane.event(1_001, 0, payload -> payload.ascii("a").i8(0).ascii("bc").i16('w').i16(0).i16('y')
                            .i16('z').bytes(hex("000000")));
                });
        add("shape-sized-by", "texts and binaries whose length is an earlier field",
                schema(FieldSchema.of("size", FieldType.UINT16),
                        FieldSchema.of("text", FieldType.STRING).sizedBy("size"),
                        FieldSchema.of("data", FieldType.BINARY).sizedBy("size")),
                lane -> {
                    lane.event(1_000, 0, payload -> payload.i16(2).ascii("ab").bytes(hex("0102")));
                    lane.event(1_001, 0, payload -> payload.i16(0));
                    lane.event(1_002, 0, payload -> payload.i16(-1).ascii("ab"));
                });
        add("shape-many", "as many fields as an event can have", schema(many()),
                lane -> lane.event(1_000, 0, payload -> {
                    for (int i = 0; i < many().length; i++) {
                        payload.i8(i);
                    }
                }));
    }

    private static FieldSchema deep(final int levels) {
        return levels == 0
                ? FieldSchema.of("value", FieldType.INT32)
                : FieldSchema.struct("level" + levels, deep(levels - 1));
    }

    private static FieldSchema[] many() {
        final FieldSchema[] fields = new FieldSchema[128];
        Arrays.setAll(fields, i -> FieldSchema.of("f" + i, FieldType.UINT8));
        return fields;
    }

    private void symbols() {
        add("symbol-values", "numbers that have names, and one that has none",
                schema(FieldSchema.of("side", FieldType.UINT8)
                        .withValues(ValueMap.of("Side", Map.of(1L, "BUY", 2L, "SELL"))),
                        FieldSchema.of("code", FieldType.INT64)
                                .withValues(ValueMap.of("Code", Map.of(-1L, "NONE", Long.MAX_VALUE, "MAX")))),
                lane -> {
                    lane.event(1_000, 0, payload -> payload.i8(1).i64(-1));
                    lane.event(1_001, 0, payload -> payload.i8(3).i64(Long.MAX_VALUE));
                    lane.event(1_002, 0, payload -> payload.i8(2).i64(0));
                });
        add("symbol-unsigned", "a name of a number beyond the largest signed one",
                schema(FieldSchema.of("code", FieldType.UINT64).withValues(ValueMap.of("Code", Map.of(-1L, "ALL")))),
                lane -> {
                    lane.event(1_000, 0, payload -> payload.i64(-1));
                    lane.event(1_001, 0, payload -> payload.i64(-2));
                });
        add("symbol-bits", "names of bits, and bits that have none",
                schema(FieldSchema.of("access", FieldType.UINT32).withValues(
                        ValueMap.ofBits("Access", Map.of(1L, "READ", 2L, "WRITE", 12L, "BOTH")))),
                lane -> {
                    for (final int bits : new int[]{0, 1, 3, 4, 12, 15, 16, 17, -1}) {
                        lane.event(1_000, 0, payload -> payload.i32(bits));
                    }
                });
        add("symbol-bits-zero", "names of bits, of which one is that of zero",
                schema(FieldSchema.of("access", FieldType.UINT8).withValues(
                        ValueMap.ofBits("Access", Map.of(0L, "NONE", 1L, "READ")))),
                lane -> {
                    for (final int bits : new int[]{0, 1, 2, 3}) {
                        lane.event(1_000, 0, payload -> payload.i8(bits));
                    }
                });
        add("symbol-patterns", "texts that have names by patterns",
                schema(FieldSchema.of("host", FieldType.STRING).withPatterns(ValueMap.Patterns.of("Site",
                        List.of(Map.entry("ny*", "New York"), Map.entry("*.ldn", "London"), Map.entry("a*z", "Odd"),
                                Map.entry("exact", "Exact"))))),
                lane -> {
                    for (final String text : new String[]{"ny-4", "ny", "x.ldn", "az", "a", "exact", "exactly", ""}) {
                        lane.event(1_000, 0, payload -> payload.text(text));
                    }
                });
        add("symbol-unit", "a unit, which JSON does not show",
                schema(FieldSchema.of("price", FieldType.INT64).withUnit("1e-4 USD")),
                lane -> lane.event(1_000, 0, payload -> payload.i64(1_000_586)));
        add("symbol-message",
                "a message with fields, a percent sign, an end of a line, and fields that the payload does not have",
                ProviderSchema.builder(PROVIDER).event("first", FIRST, FieldSchema.of("n", FieldType.INT64),
                        FieldSchema.of("text", FieldType.STRING)).message("%1!d!%% of %2!s!%n").build(),
                lane -> {
                    lane.event(1_000, 0, payload -> payload.i64(50).text("\u20ac"));
                    lane.event(1_001, 0, payload -> payload.i64(50));
                    lane.event(1_002, 0, payload -> payload.i32(50));
                });
    }

    private void payloads() {
        final ProviderSchema schema = schema(FieldSchema.of("a", FieldType.INT32),
                FieldSchema.of("b", FieldType.STRING),
                FieldSchema.of("c", FieldType.INT64));
        add("payload-cut", "payloads that end within each field, and between them", schema, lane -> {
            final byte[] whole = new GoldenBytes().i32(1).text("ab").i64(2).toArray();
            for (int length = 0; length <= whole.length; length++) {
                final byte[] cut = Arrays.copyOf(whole, length);
                lane.event(1_000 + length, 0, payload -> payload.bytes(cut));
            }
        });
        add("payload-longer", "a payload of a newer version, with bytes after the last field", schema,
                lane -> lane.event(1_000, 0, payload -> payload.i32(1).text("").i64(2).bytes(hex("cafe"))));
        add("payload-empty", "an event without fields", ProviderSchema.builder(PROVIDER).event("first", FIRST).build(),
                lane -> {
                    lane.event(1_000, 0, payload -> {});
                    lane.event(1_001, 0, payload -> payload.i8(1));
                });
        add("payload-not-utf-8", "texts that are not UTF-8", schema(FieldSchema.of("text", FieldType.STRING)), lane -> {
            for (final String bytes : List.of("ff", "c3", "c328", "eda080", "f09f98", "c080", "f8888080",
                    "61ff62")) {
                lane.event(1_000, 0, payload -> payload.prefixed(hex(bytes)));
            }
        });
        add("payload-surrogates", "texts with halves of pairs, a zero and whole pairs",
                schema(FieldSchema.of("text", FieldType.WIDE_STRING),
                        FieldSchema.of("z", FieldType.TERMINATED_WIDE_STRING)),
                lane -> {
                    lane.event(1_000, 0, payload -> payload.wide(WIDE).wideTerminated("a\udc00b\ud83d\ude00"));
                    lane.event(1_001, 0, payload -> payload.prefixed(hex("610062")).bytes(hex("630064")));
                });
        add("payload-largest", "an event as large as a lane takes it",
                schema(FieldSchema.of("zeros", FieldType.STRING).sized(8_000)),
                lane -> lane.event(1_000, 0, payload -> payload.zeros(8_000)));
        add("payload-large-numbers", "every unsigned number beyond the largest signed one",
                schema(FieldSchema.of("u8", FieldType.UINT8), FieldSchema.of("u16", FieldType.UINT16),
                        FieldSchema.of("u32", FieldType.UINT32), FieldSchema.of("u64", FieldType.UINT64)),
                lane -> lane.event(1_000, 0, payload -> payload.i8(-1).i16(-1).i32(-1).i64(-1)));
    }

    private void items() {
        final ProviderSchema schema = schema(FieldSchema.of("n", FieldType.INT32));
        add("activity", "activities, and none", schema, lane -> {
            lane.activity(1_000, 0, ACTIVITY, payload -> payload.i32(1));
            lane.activity(1_001, 0, new UUID(-1, -1), payload -> payload.i32(2));
            lane.activity(1_002, 0, new UUID(0, 1), payload -> payload.i32(3));
            lane.event(1_003, 0, payload -> payload.i32(4));
        });
        add("item-related", "a related activity", schema, lane -> lane.items(1_000, 0, content -> content
                .i64(item(2, 24, false), RELATED.getMostSignificantBits(), RELATED.getLeastSignificantBits()).i32(1)));
        add("item-virtual-thread", "events of a virtual thread, with a name and without", schema, lane -> {
            lane.items(1_000, 0, content -> content.i64(item(1, 16, false), 12_345).i32(1));
            lane.items(1_001, 0, content -> content.i64(item(1, 16, true), 12_346, item(11, 8 + 7, false))
                    .ascii("order-1").align(8).i32(2));
            lane.event(1_002, 0, payload -> payload.i32(3));
        });
        add("item-virtual-thread-name", "names of virtual threads: the longest, and one that is not ASCII", schema,
                lane -> {
                    lane.items(1_000, 0, content -> content.i64(item(1, 16, true), 1, item(11, 8 + 104, false))
                            .ascii("n".repeat(104)).i32(1));
                    lane.items(1_001, 0, content -> content.i64(item(1, 16, true), 1, item(11, 8 + 3, false))
                            .bytes("\u20ac".getBytes(StandardCharsets.UTF_8)).align(8).i32(2));
                });
        add("item-keys", "keys of an event and of its process", schema, lane -> lane.items(1_000, 0,
                content -> content.i64(item(3, 16, true), -1, item(4, 16, false), 0x1234).i32(1)));
        add("item-rate", "events that stand for others, and rates that cannot be true", schema, lane -> lane
                .items(1_000, 0, content -> content.i64(item(16, 24, false), 100, 0).i32(1))
                .items(1_001, 0, content -> content.i64(item(16, 24, false), 1, 41).i32(2))
                .items(1_002, 0, content -> content.i64(item(3, 16, true), 5, item(16, 24, false), 10, 6).i32(3))
                .items(1_003, 0, content -> content.i64(item(16, 24, false), 1, 0).i32(4))
                .items(1_004, 0, content -> content.i64(item(16, 24, false), -5, -7).i32(5))
                .items(1_005, 0, content -> content.i64(item(16, 24, false), Integer.MAX_VALUE, Long.MAX_VALUE).i32(6))
                .items(1_006, 0, content -> content.i64(item(16, 24, false), 0, Long.MIN_VALUE).i32(7)));
        add("item-stack", "the stack of the writer", schema, lane -> {
            final byte[] stack = "a.B.c(B.java:1)\nd.E.f(E.java)\n\u20ac.g(Native)".getBytes(StandardCharsets.UTF_8);
            lane.items(1_000, 0, content -> content.i64(item(6, 8 + stack.length, false)).bytes(stack).align(8).i32(1));
        });
        add("item-property", "a property of an event that a relogger added", schema,
                lane -> lane.items(1_000, 0, content -> content.i64(item(7, 16, false), 8).i32(1)));
        add("item-unknown", "an item of a later version, which is skipped", schema, lane -> lane.items(1_000, 0,
                content -> content.i64(item(999, 13, true)).bytes(hex("0102030405")).align(8)
                        .i64(item(3, 16, false), 5).i32(1)));
        add("item-all", "all items of one event", schema, lane -> {
            final byte[] stack = "a.B.c(B.java:1)".getBytes(StandardCharsets.UTF_8);
            lane.items(1_000, 0,
                    content -> content.i64(item(1, 16, true), 12_345, item(11, 12, true)).ascii("virt").align(8)
                            .i64(item(2, 24, true), 2, 11, item(3, 16, true), 1, item(4, 16, true), 2)
                            .i64(item(6, 8 + stack.length, false)).bytes(stack).align(8).i32(1));
        });
    }

    private void kinds() {
        final ProviderSchema schema = schema(FieldSchema.of("n", FieldType.INT32));
        add("string", "strings that no event declares", schema, lane -> {
            for (final String text : new String[]{"so " + TEXT, WIDE, ""}) {
                lane.record(1_000,
                        FrameDescriptor.reference(0, FrameDescriptor.STRING_EVENT_INDEX) | FrameDescriptor.EXTENDED,
                        new UUID(0, 0),
                        content -> content.i64(item(5, 24, false), Level.ERROR, 0x8).wideTerminated(text));
            }
        });
        final ProviderSchema classic = ProviderSchema.builder("Test.Classic").event("made",
                EventDescriptor.of(0, 7, 0, Level.INFORMATION, 0, 77, 0), FieldSchema.of("n", FieldType.INT32)).build();
        final long reference = FrameDescriptor.reference(0, FrameDescriptor.CLASSIC_EVENT_INDEX)
                | FrameDescriptor.EXTENDED;
        add("classic", "events of a classic provider", classic, lane -> {
            lane.record(1_000, reference, new UUID(0, 0), content -> classic(content, classic.id(), false).i32(1));
            lane.record(1_001, reference, ACTIVITY, content -> classic(content, new UUID(5, 6), false).i32(2));
        });
        add("classic-instance", "a classic event of an instance", classic, lane -> lane.record(1_000, reference,
                new UUID(0, 0), content -> classic(content, classic.id(), true).i64(item(9, 32, false)).i32(-1).i32(1)
                        .i64(5, 6).i32(1)));
        add("classic-message", "a message of a classic provider", classic, lane -> lane.record(1_000, reference,
                new UUID(0, 0), content -> content.i64(item(10, 32, false), 5, 6).i32(3).i32(MessageFlags.SEQUENCE)
                        .i32(1).ascii("text")));
        final ProviderSchema sbe = ProviderSchema.builder("Test.Sbe").event("Filled", FIRST).sbe(sbe()).build();
        opaque("sbe", "a message of SBE", sbe, "0c000100070000002a00000000000000f9ffffff");
        opaque("sbe-cut", "a message of SBE that is cut", sbe, "0c000100070000002a000000");
        final ProviderSchema descriptors = ProviderSchema.builder(PROVIDER)
                .event("all", EventDescriptor.of(65_535, 255, 255, 255, 65_535, 255, -1))
                .event("named \u20ac", EventDescriptor.of(2, Level.CRITICAL, Long.MIN_VALUE))
                .event("none", EventDescriptor.of(0, 0, 0)).keyword("Orders", 0x4).task("Match", 5).opcode("Fill", 11)
                .documentation("about").build();
        add("descriptors", "descriptors with every bit, and with none", descriptors, lane -> {
            for (int i = 0; i < 3; i++) {
                lane.event(1_000 + i, i, payload -> {});
            }
        });
    }

    private void schemas() {
        add("schema-traits", "a schema that ends with traits", GoldenProcess.of().with(schemaWithTraits()),
                lane -> lane.event(1_000, 0, payload -> payload.i32(1)));
        final ProviderSchema schema = schema(FieldSchema.of("n", FieldType.INT32));
        for (final String damage : List.of("magic", "version", "length", "cut")) {
            final byte[] encoded = SchemaEncoder.encode(schema);
            final byte[] damaged = switch (damage) {
                case "magic" -> changed(encoded, 0, 'X');
                case "version" -> changed(encoded, 4, 99);
                case "length" -> changed(encoded, 8, 1);
                default -> Arrays.copyOf(encoded, encoded.length - 3);
            };
            add("schema-damaged-" + damage, "a schema that cannot be read: its events have no names (" + damage + ")",
                    GoldenProcess.of().with(damaged), lane -> lane.event(1_000, 0, payload -> payload.i32(1)));
        }
    }

    private static byte[] changed(final byte[] bytes, final int at, final int value) {
        final byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    /** A schema with a message, documentations, a decimal and traits. */
    private static byte[] schemaWithTraits() {
        final byte[] name = "Test.Traits".getBytes(StandardCharsets.UTF_8);
        final GoldenBytes bytes = new GoldenBytes().ascii("RSSE").i16(1).i16(0).i32(0).i32(1).i64(9, 9)
                .text("Test.Traits").text("about the provider").i16(0).i16(0).i16(0).i16(0)
                .text("first").i16(1).i8(0).i8(11).i8(4).i8(0).i16(0).i64(1).i16(1)
                .i8(3).i8(0).i16(0x600).text("n").text("about the field").i8(2)
                .i8(5).text("n is %1").text("about the event")
                .i16(2 + name.length + 1 + 2 + 1 + 16).bytes(name).i8(0).i16(2 + 1 + 16).i8(1).i64(1, 2);
        return bytes.setI32(8, bytes.length()).toArray();
    }

    private void add(final String name, final String about, final ProviderSchema schema,
            final Consumer<GoldenLane> write) {
        add(name, about, GoldenProcess.of(schema), write);
    }

    private void add(final String name, final String about, final GoldenProcess process,
            final Consumer<GoldenLane> write) {
        final GoldenLane lane = GoldenLane.named(0);
        write.accept(lane);
        cases.add(GoldenCase.recording(name, about, new GoldenRecording().begin(process)
                .batch(10_000, lane.take(process)).checkpoint(true, process, lane).files()));
    }

    /** An event of an encoding that readers need not know. */
    private void opaque(final String name, final String about, final ProviderSchema schema, final String payload) {
        add(name, about, schema, lane -> lane.event(1_000, 0, content -> content.bytes(hex(payload))));
        final GoldenCase last = cases.remove(cases.size() - 1);
        cases.add(new GoldenCase(name, about, last.files(), last.asks(), payload));
    }

    private static GoldenBytes classic(final GoldenBytes content, final UUID type, final boolean followed) {
        return content.i64(item(8, 32, followed), type.getMostSignificantBits(), type.getLeastSignificantBits(),
                ExtendedItemDescriptor.classicFacts(77, Level.WARNING, 7));
    }

    static long item(final int type, final int length, final boolean followed) {
        return (followed ? 1L << 32 : 0) | (long) length << 16 | type;
    }

    static ProviderSchema schema(final FieldSchema... fields) {
        return ProviderSchema.builder(PROVIDER).event("first", FIRST, fields).build();
    }

    static byte[] hex(final String digits) {
        final byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(digits, 2 * i, 2 * i + 2, 16);
        }
        return bytes;
    }

    private static String word(final FieldType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void put(final GoldenBytes payload, final FieldType type, final long bits) {
        switch (type) {
            case STRUCT -> {
            }
            case STRING -> payload.text(TEXT + bits);
            case BINARY -> payload.prefixed(new GoldenBytes().i64(bits, ~bits).toArray());
            case WIDE_STRING -> payload.wide(WIDE + bits);
            case TERMINATED_STRING -> payload.terminated("\u20ac\u00e9" + bits, StandardCharsets.UTF_8);
            case TERMINATED_WIDE_STRING -> payload.wideTerminated("\u20ac\u0100" + bits);
            default -> payload.low(bits, Math.min(type.length(), Long.BYTES)).low(~bits,
                    Math.max(0, type.length() - Long.BYTES));
        }
    }

    private static SbeSchema sbe() {
        try {
            final Ir ir = new IrGenerator().generate(XmlSchemaParser.parse(
                    new ByteArrayInputStream(SBE.getBytes(StandardCharsets.UTF_8)), ParserOptions.DEFAULT));
            final ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
            final int length;
            try (IrEncoder encoder = new IrEncoder(bytes, ir)) {
                length = encoder.encode();
            }
            return SbeSchema.of(Arrays.copyOf(bytes.array(), length));
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }
}
