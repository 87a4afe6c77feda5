package io.ringside.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.NamesFile;
import io.ringside.recording.Recorder;
import io.ringside.recording.SnapshotRecorder;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.SbeSchema;
import io.ringside.schema.ValueMap;
import io.ringside.session.SessionSettings;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/**
 * A recording of which everything is known: kinds of fields, times, activities, losses. Its writers are made by hand,
 * and so are their clocks.
 */
public final class ExportFixture implements AutoCloseable {
    /** Time of tick 0. */
    public static final long EPOCH_NS = HandMadeSession.START.wallNs();
    /** Quotes, an end of a line, NUL, and a character that is outside of Latin. */
    public static final String TEXT = "a\"b,c\nd\u0000e\u20ac";
    /** Half of a pair of surrogates, and a whole one. */
    public static final String WIDE = "x\ud800y\ud83d\ude00";
    /** Largest number of 64 bits. */
    public static final String MAX_UNSIGNED = "18446744073709551615";
    /** The order of a message of SBE. */
    public static final String FILLED = "18446744073709551614";
    public static final UUID ACTIVITY = UUID.fromString("00000000-0000-0001-0000-00000000000a");
    public static final UUID RELATED = UUID.fromString("00000000-0000-0002-0000-00000000000b");
    /** A kind that has every kind of field. */
    public static final String ORDER = "order";
    /** A kind whose name, and those of its fields, are words of some format. */
    public static final String RESERVED = "struct";
    public static final String BEGIN = "work";
    public static final String END = "workDone";
    /** A kind with a field that is named like a column of losses. */
    public static final String UNTIL = "until";
    /** A kind whose arrays and names are difficult to store in columns. */
    public static final String NESTED = "nested";
    /** A kind that classic events have. */
    public static final String CLASSIC = "classic";
    /** A kind with decimals, and with names that the process publishes. */
    public static final String QUOTE = "quote";
    public static final int TASK = 5;
    /** Provider of the messages of order flow. */
    public static final String FLOW_PROVIDER = "Orders";
    /** The market opens, in nanoseconds since midnight. */
    public static final long OPENING_NS = 34_200_000_000_000L;

    /** Names of events of one provider that formats, languages, shells or file systems do not take as they are. */
    public static final List<String> HOSTILE_EVENTS = List.of("new", "default", "null", "record", "404", "2nd", "v1.2",
            "a..b", "trailing.", "_", "__", "_404", "new_", "-", "--rm", "#hash", "order executed", "order_executed",
            "\u00fcber", "\u6ce8\u6587", "\ud83d\ude00", "\u202eevil", "a/b", "..", "\"quoted\"", "back\\slash",
            "a'b", "a*/b", "$", "losses", "executed", "Executed", "n".repeat(255), "struct");
    /** The same for providers, each of which has an event {@code executed}. */
    public static final List<String> HOSTILE_PROVIDERS = List.of("Acme.2FA", "3rdParty", "hostile", "a..b.new", "-dash",
            ".hidden", "#comment", "main", "memory", "pg_catalog", "java.lang", "jdk.jfr", "\u6ce8\u6587",
            "p".repeat(255));
    /** Names of fields; their values count from 1. */
    public static final List<String> HOSTILE_FIELDS = List.of("new", "2nd", "a.b", "a-b", "a_b", "_", "\u00e9",
            "weight", "weight_", "fields.weight", "time", "Time", "price", "Price", "int", "pid", "sizes_length",
            "a*/b", "\"", "activityId", "etw", "f".repeat(255));
    /** Texts that may be taken for code, numbers, ends of lines, nothing, or commands of a terminal. */
    public static final List<String> HOSTILE_TEXTS = List.of("", "null", "NULL", "'; drop table losses; --", "\"", "\\",
            "\\u0000", "%s {} ${x} $1", "=1+1", "a,b\tc\r\nd", "\u0000", "x\u0000y", "\u001b[2J\u009b1m",
            "\u202ea\u2028b",
            "\ufeffx", "\ud83d\ude00\udbff\udfff", "-0", "1e999", "9".repeat(400), "\u20ac".repeat(1_000));
    public static final String HOSTILE = "Hostile";
    private static final int CLASSIC_TYPE = 77;
    private static final int CLASSIC_VERSION = 7;
    private static final long VIRTUAL_THREAD_ID = 12_345;

    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Acme.Orders")
            .event(ORDER, EventDescriptor.of(1, Level.WARNING, 0x6),
                    FieldSchema.of("count", FieldType.UINT64),
                    FieldSchema.of("price", FieldType.INT64).withUnit("1e-4 USD"),
                    FieldSchema.of("side", FieldType.UINT8)
                            .withValues(ValueMap.of("Side", Map.of(1L, "BUY", 2L, "SELL"))),
                    FieldSchema.of("text", FieldType.STRING),
                    FieldSchema.of("wide", FieldType.WIDE_STRING),
                    FieldSchema.struct("venue", FieldSchema.of("name", FieldType.STRING),
                            FieldSchema.of("port", FieldType.UINT16)),
                    FieldSchema.of("sizes", FieldType.UINT32).fixed(3),
                    FieldSchema.struct("legs", FieldSchema.of("id", FieldType.INT32),
                            FieldSchema.of("ratio", FieldType.DOUBLE)).prefixed(),
                    FieldSchema.of("open", FieldType.BOOLEAN),
                    FieldSchema.of("key", FieldType.UUID),
                    FieldSchema.of("at", FieldType.TIMESTAMP),
                    FieldSchema.of("weight", FieldType.FLOAT))
            .event(RESERVED, EventDescriptor.of(2, Level.INFORMATION, 0x1),
                    FieldSchema.of("time", FieldType.INT32), FieldSchema.of("event", FieldType.INT32),
                    FieldSchema.of("int", FieldType.INT32), FieldSchema.of("startTime", FieldType.INT32),
                    FieldSchema.of("eventThread", FieldType.INT32), FieldSchema.of("stackTrace", FieldType.INT32),
                    FieldSchema.of("name", FieldType.INT32), FieldSchema.of("ts", FieldType.INT32))
            .event(BEGIN, EventDescriptor.of(3, 0, 0, Level.INFORMATION, TASK, Opcode.START, 0x1),
                    FieldSchema.of("n", FieldType.INT64))
            .event(END, EventDescriptor.of(4, 0, 0, Level.INFORMATION, TASK, Opcode.STOP, 0x1),
                    FieldSchema.of("n", FieldType.INT64))
            .event(UNTIL, EventDescriptor.of(5, Level.INFORMATION, 0x1), FieldSchema.of("isoUntil", FieldType.INT32))
            .event(NESTED, EventDescriptor.of(6, Level.INFORMATION, 0x1),
                    FieldSchema.of("Late", FieldType.INT8), FieldSchema.of("price", FieldType.UINT8),
                    FieldSchema.of("Price", FieldType.BINARY),
                    FieldSchema.of("times", FieldType.TIMESTAMP).prefixed(),
                    FieldSchema.struct("legs", FieldSchema.of("n", FieldType.UINT64),
                            FieldSchema.of("at", FieldType.TIMESTAMP),
                            FieldSchema.of("keys", FieldType.UUID).fixed(1),
                            FieldSchema.of("ratios", FieldType.DOUBLE).prefixed()).prefixed(),
                    FieldSchema.struct("case", FieldSchema.of("x", FieldType.INT8),
                            FieldSchema.of("X", FieldType.INT8)),
                    FieldSchema.of("texts", FieldType.STRING).prefixed())
            .event(CLASSIC, EventDescriptor.of(0, CLASSIC_VERSION, 0, Level.INFORMATION, 0, CLASSIC_TYPE, 0))
            .build();

    private static final ProviderSchema QUOTES = ProviderSchema.builder("Acme.Quotes")
            .event(QUOTE, EventDescriptor.of(1, Level.INFORMATION, 0x1),
                    FieldSchema.of("instrument", FieldType.INT32).withValues(ValueMap.published("instrument")),
                    FieldSchema.of("price", FieldType.INT64).withScaleFrom("instrument").withUnit("USD"),
                    FieldSchema.of("share", FieldType.UINT64).withScale(18),
                    FieldSchema.of("levels", FieldType.INT32).withScale(2).prefixed(),
                    FieldSchema.of("limit", FieldType.INT32).withScale(2)
                            .withValues(ValueMap.of("Limit", Map.of(0L, "MARKET"))),
                    FieldSchema.of("state", FieldType.UINT8).withValues(ValueMap.of("State", Map.of(1L, "OPEN"))),
                    FieldSchema.of("flags", FieldType.UINT8)
                            .withValues(ValueMap.ofBits("Flags", Map.of(1L, "HIDDEN", 4L, "ROUTED"))),
                    FieldSchema.struct("leg", FieldSchema.of("digits", FieldType.UINT8),
                            FieldSchema.of("sizes", FieldType.INT64).withScaleFrom("digits").prefixed(),
                            FieldSchema.of("ratio", FieldType.INT16).withScale(1)))
            .build();

    private static final FieldSchema[] MESSAGE = {FieldSchema.of("orderId", FieldType.INT64),
        FieldSchema.of("size", FieldType.INT32), FieldSchema.of("price", FieldType.INT64).withScale(4).withUnit("USD"),
        FieldSchema.of("side", FieldType.INT8).withValues(ValueMap.of("Side", Map.of(1L, "BUY", -1L, "SELL")))};

    /** The place of an event is that of its type in message files. */
    private static final ProviderSchema FLOW = ProviderSchema.builder(FLOW_PROVIDER)
            .event("submitted", EventDescriptor.of(1, 0, 0, Level.INFORMATION, TASK, Opcode.START, 0x1), MESSAGE)
            .event("canceled", EventDescriptor.of(2, Level.INFORMATION, 0x1), MESSAGE)
            .event("deleted", EventDescriptor.of(3, 0, 0, Level.INFORMATION, TASK, Opcode.STOP, 0x1), MESSAGE)
            .event("executed", EventDescriptor.of(4, Level.INFORMATION, 0x2), MESSAGE)
            .event("executedHidden", EventDescriptor.of(5, Level.INFORMATION, 0x2), MESSAGE)
            .build();

    private static final String FILLS = """
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="acme" id="7" version="0"
                    byteOrder="littleEndian">
                <types>
                    <composite name="messageHeader">
                        <type name="blockLength" primitiveType="uint16"/>
                        <type name="templateId" primitiveType="uint16"/>
                        <type name="schemaId" primitiveType="uint16"/>
                        <type name="version" primitiveType="uint16"/>
                    </composite>
                    <enum name="Side" encodingType="char"><validValue name="BUY">B</validValue></enum>
                </types>
                <sbe:message name="Fill" id="5">
                    <field name="orderId" id="1" type="uint64"/>
                    <field name="side" id="2" type="Side"/>
                </sbe:message>
            </sbe:messageSchema>
            """;
    private static final int IR_BYTES_MAX = 1 << 16;

    private final RecordingFixture fixture;
    private final HandMadeProvider provider;
    private final int schema;
    private int fills = -1;
    private int flow = -1;

    /** Begins with nothing. */
    public ExportFixture(final Path root) {
        this(root, HandMadeSession.START);
    }

    /** Begins with nothing, in a session at whose start the clocks were these. */
    public ExportFixture(final Path root, final ClockPair start) {
        this(new RecordingFixture(root, HandMadeSession.start(root.resolve("trace"), start)));
    }

    private ExportFixture(final RecordingFixture fixture) {
        this.fixture = fixture;
        provider = fixture.session.provider();
        schema = provider.register(SCHEMA);
    }

    /** Begins with nothing, in a session whose newest events overwrite the oldest ones. */
    public static ExportFixture overwriting(final Path root) {
        return new ExportFixture(new RecordingFixture(root, HandMadeSession.start(root.resolve("trace"),
                SessionSettings.builder("flight").laneBytes(LaneGeometry.MIN_LANE_BYTES).lanes(2)
                        .overflow(SessionSettings.Overflow.DROP_OLDEST).build())));
    }

    /** Record what the session holds now, without taking it. */
    public Path snapshot() {
        try (SnapshotRecorder snapshot = SnapshotRecorder.open(fixture.context())) {
            while (!snapshot.isComplete()) {
                snapshot.doWork();
            }
        }
        return fixture.folder;
    }

    /** Writers of another process in the same session, which end with this. */
    public ExportFixture inAnotherProcess() {
        return new ExportFixture(fixture);
    }

    /** Where the recording is. */
    public Path recording() {
        return fixture.folder;
    }

    /** The trace directory of its session. */
    public Path directory() {
        return fixture.session.directory().path();
    }

    /** The name of its session. */
    public String session() {
        return fixture.session.row().name();
    }

    /** The id that the threads of the writers have. */
    public static long threadId(final int lane) {
        return 100L + lane;
    }

    /** Write an event of the kind that has everything. */
    public void order(final int lane, final long ticks) {
        write(lane, ticks, ORDER, ACTIVITY, null, fields -> {
            fields.putLong(-1).putLong(-12_345).putByte(1).putString(TEXT).putWideString(WIDE);
            fields.putString("X").putShort(-2).putInt(1).putInt(-1).putInt(3);
            fields.putShort(2).putInt(1).putDouble(0.5).putInt(2).putDouble(-2e300);
            fields.putBoolean(true).putUuid(RELATED).putLong(EPOCH_NS + 1).putFloat(1.5f);
        });
    }

    /** Write an event whose names are reserved; the fields count from 1. */
    public void reserved(final int lane, final long ticks) {
        write(lane, ticks, RESERVED, null, null, fields -> {
            for (int i = 1; i <= 8; i++) {
                fields.putInt(i);
            }
        });
    }

    /** Write an event that begins something. */
    public void begin(final int lane, final long ticks, final long n, final @Nullable UUID activity,
            final @Nullable UUID related) {
        write(lane, ticks, BEGIN, activity, related, fields -> fields.putLong(n));
    }

    /** Write the event that ends it. */
    public void end(final int lane, final long ticks, final long n, final @Nullable UUID activity) {
        write(lane, ticks, END, activity, null, fields -> fields.putLong(n));
    }

    /** Write an event whose payload ends within its first field. */
    public void truncated(final int lane, final long ticks) {
        write(lane, ticks, BEGIN, null, null, fields -> fields.putByte(0xAB));
    }

    /** Lose events. */
    public void lose(final int lane, final long ticks, final int outcome, final int count) {
        for (int i = 0; i < count; i++) {
            provider.lane(lane).attempt();
            provider.lane(lane).lose(outcome, ticks);
        }
    }

    /** Lose events of threads without a lane. */
    public void loseWithoutLane(final int count) {
        for (int i = 0; i < count; i++) {
            provider.page().addNoLane(fixture.session.row().slot(), 77);
        }
    }

    /** Lose events at a time that nothing tells. */
    public void loseSometime(final int count) {
        for (int i = 0; i < count; i++) {
            provider.page().addNoLane(fixture.session.row().slot(), 0);
        }
    }

    /** Everything in small, with losses by three causes. */
    public ExportFixture writeAll() {
        order(0, 1_000);
        reserved(1, 1_000);
        begin(0, 2_000, 1, ACTIVITY, RELATED);
        begin(0, 2_500, 2, null, null);
        end(0, 3_000, 2, null);
        end(0, 4_000, 1, ACTIVITY);
        begin(0, 5_000, 3, RELATED, null);
        lose(0, 5_100, LaneOutcome.FULL, 3);
        lose(0, 5_200, LaneOutcome.TOO_LARGE, 1);
        reserved(0, 5_300);
        end(1, 6_000, 3, RELATED);
        lose(1, 6_100, LaneOutcome.ERROR, 2);
        truncated(1, 6_200);
        // A time that the writer gave.
        reserved(1, 1_500);
        loseWithoutLane(7);
        return this;
    }

    /** An event of each hostile name, and one with all hostile fields, of each of two kinds. */
    public ExportFixture writeHostileNames() {
        return writeHostileNames(1);
    }

    /** The same, in reverse. */
    public ExportFixture writeHostileNamesInReverse() {
        return writeHostileNames(-1);
    }

    private ExportFixture writeHostileNames(final int step) {
        long ticks = 10_000;
        final ProviderSchema.Builder events = ProviderSchema.builder(HOSTILE);
        for (int i = 0; i < HOSTILE_EVENTS.size(); i++) {
            events.event(HOSTILE_EVENTS.get(i), EventDescriptor.of(1 + i, Level.INFORMATION, 0x1),
                    FieldSchema.of("n", FieldType.INT32));
        }
        final FieldSchema[] fields = HOSTILE_FIELDS.stream().map(name -> FieldSchema.of(name, FieldType.INT32))
                .toArray(FieldSchema[]::new);
        events.event("fields", EventDescriptor.of(1_000, Level.INFORMATION, 0x1), fields);
        events.event("nested", EventDescriptor.of(1_001, Level.INFORMATION, 0x1), FieldSchema.struct("2nd", fields),
                FieldSchema.of("sizes", FieldType.INT32).fixed(1), FieldSchema.of("sizes_length", FieldType.INT32));
        final int hostile = provider.register(events.build());
        final int all = HOSTILE_EVENTS.size() + 2;
        for (int i = 0; i < all; i++) {
            numbers(ticks += step, hostile, i,
                    i < HOSTILE_EVENTS.size() ? 1 : HOSTILE_FIELDS.size() + 2 * (i - all + 2));
        }
        for (final String name : HOSTILE_PROVIDERS) {
            numbers(ticks += step, provider.register(ProviderSchema.builder(name).event("executed",
                    EventDescriptor.of(1, Level.INFORMATION, 0x1), FieldSchema.of("n", FieldType.INT32)).build()), 0,
                    1);
        }
        // The same event of another version, with one more field.
        final ExportFixture other = inAnotherProcess();
        other.numbers(ticks + step, other.provider.register(ProviderSchema.builder(HOSTILE).event("new",
                EventDescriptor.of(1, Level.INFORMATION, 0x1), FieldSchema.of("n", FieldType.INT32),
                FieldSchema.of("more", FieldType.INT32)).build()), 0, 2);
        return this;
    }

    private void numbers(final long ticks, final int of, final int event, final int count) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[count * Integer.BYTES]);
        for (int i = 0; i < count; i++) {
            bytes.putInt(i * Integer.BYTES, i + 1, ByteOrder.LITTLE_ENDIAN);
        }
        publish(0, ticks, FrameDescriptor.reference(of, event), bytes, bytes.capacity(), null);
    }

    /** A message of SBE, and two classic events of a kind with levels of their own. */
    public ExportFixture writeRare() {
        fill(0, 1_000);
        classic(0, 2_000, Level.WARNING);
        classic(0, 3_000, Level.ERROR);
        return this;
    }

    /**
     * Quotes of an instrument whose name and scale are published, of one with the scale 0, of one with a name alone,
     * and of one of which nothing is known.
     */
    public ExportFixture writeQuotes() {
        final int quotes = provider.register(QUOTES);
        final PublishedNames names = new PublishedNames();
        names.publish("instrument", 17, "AAPL", 1);
        names.publishScale("instrument", 17, 4, 2);
        names.publish("instrument", 18, "BRK\u20ac", 3);
        names.publishScale("instrument", 18, 0, 4);
        names.publish("instrument", 19, "TSLA", 5);
        NamesFile.create(fixture.session.directory().names(QUOTES.id(), provider.incarnation()),
                new FileMaker(provider.incarnation()), QUOTES.id(), names).close();
        quote(quotes, 1_000, new long[]{17, 5_853_300, -1, 0, 1, 5, 1}, 15, -5);
        quote(quotes, 2_000, new long[]{18, -612_345, 150, 12_345, 9, 8, 0}, 7);
        quote(quotes, 3_000, new long[]{19, 5_853_301, 0, -5, 0, 0, 30}, 15);
        quote(quotes, 4_000, new long[]{20, Long.MIN_VALUE, 1, 0, 1, 4, 18}, Long.MAX_VALUE);
        return this;
    }

    /** Instrument, price, share, limit, state, flags and digits are values of their own. */
    private void quote(final int quotes, final long ticks, final long[] values, final long... sizes) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1 << 10]);
        final PayloadWriter fields = new PayloadWriter().wrap(bytes, 0, bytes.capacity());
        fields.putInt((int) values[0]).putLong(values[1]).putLong(values[2]).putShort(2).putInt(150).putInt(-5);
        fields.putInt((int) values[3]).putByte((int) values[4]).putByte((int) values[5]);
        fields.putByte((int) values[6]).putShort(sizes.length);
        for (final long size : sizes) {
            fields.putLong(size);
        }
        fields.putShort(-12);
        publish(0, ticks, FrameDescriptor.reference(quotes, 0), bytes, fields.length(), null);
    }

    /** One event of a thread under each of two names. */
    public ExportFixture writeRenamed() {
        named(1, 3_000, "first");
        named(1, 4_000, "second");
        return this;
    }

    /** Record what was written. */
    public Path record() {
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        if (!fixture.problems.isEmpty()) {
            throw new AssertionError(fixture.problems);
        }
        return fixture.folder;
    }

    /** Write many events of the usual kind, which have room in no lane together. */
    public Path recordMany(final int events, final Consumer<ExportFixture> each) {
        try (Recorder recorder = fixture.recorder()) {
            for (int i = 0; i < events; i++) {
                each.accept(this);
                if (i % 100 == 0) {
                    fixture.record(recorder);
                }
            }
            fixture.record(recorder);
        }
        return fixture.folder;
    }

    @Override
    public void close() {
        fixture.close();
    }

    /** Write an event. */
    public void write(final int lane, final long ticks, final String event, final @Nullable UUID activity,
            final @Nullable UUID related, final Consumer<PayloadWriter> fields) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[16 << 10]);
        int items = 0;
        if (related != null) {
            ExtendedItemDescriptor.putRelatedActivity(bytes, 0, related.getMostSignificantBits(),
                    related.getLeastSignificantBits(), false);
            items = ExtendedItemDescriptor.RELATED_ACTIVITY_LENGTH;
        }
        final PayloadWriter payload = new PayloadWriter().wrap(bytes, items, bytes.capacity() - items);
        fields.accept(payload);
        publish(lane, ticks, FrameDescriptor.reference(schema, SCHEMA.events(event).get(0).index())
                | (related == null ? 0 : FrameDescriptor.EXTENDED), bytes, items + payload.length(), activity);
    }

    /** Write an event of the kind with arrays, which have some elements, and one text. */
    public void nested(final int lane, final long ticks, final int elements, final String text) {
        write(lane, ticks, NESTED, null, null, fields -> {
            fields.putByte(-1).putByte(255).putBinary(new byte[]{0, (byte) 0xAB});
            fields.putShort(elements);
            for (int i = 0; i < elements; i++) {
                fields.putLong(EPOCH_NS + i);
            }
            fields.putShort(elements);
            for (int i = 0; i < elements; i++) {
                fields.putLong(-1 - i).putLong(EPOCH_NS + 1 + i).putUuid(RELATED).putShort(2)
                        .putDouble(Double.NaN).putDouble(Double.NEGATIVE_INFINITY);
            }
            fields.putByte(1).putByte(2).putShort(1).putString(text);
        });
    }

    /** Write events of which a session recorded a share: they stand for 100 events, for 1 and for 30. */
    public ExportFixture writeSample() {
        sampled(1_000, UNTIL, 5, 100, 0);
        write(0, 2_000, UNTIL, null, null, fields -> fields.putInt(6));
        sampled(3_000, UNTIL, 7, 10, 2);
        return this;
    }

    /** Write a slice of a sample, whose start stands for 100 and whose stop for 50. */
    public ExportFixture writeSampledSlice() {
        sampled(1_000, BEGIN, 1, 100, 0);
        sampled(2_000, END, 1, 50, 0);
        return this;
    }

    /** Has a field with a number of 32 bits, or of 64. */
    private void sampled(final long ticks, final String event, final long value, final int sampleOneIn,
            final long overLimit) {
        final int length = event.equals(UNTIL) ? Integer.BYTES : Long.BYTES;
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[ExtendedItemDescriptor.RATE_LENGTH + Long.BYTES]);
        ExtendedItemDescriptor.putRate(bytes, 0, sampleOneIn, overLimit, false);
        bytes.putLong(ExtendedItemDescriptor.RATE_LENGTH, value, ByteOrder.LITTLE_ENDIAN);
        publish(0, ticks, FrameDescriptor.reference(schema, SCHEMA.events(event).get(0).index())
                | FrameDescriptor.EXTENDED, bytes, ExtendedItemDescriptor.RATE_LENGTH + length, null);
    }

    /** Write an event of a classic provider. */
    public void classic(final int lane, final long ticks, final int level) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[ExtendedItemDescriptor.CLASSIC_LENGTH]);
        ExtendedItemDescriptor.putClassic(bytes, 0, SCHEMA.id().getMostSignificantBits(),
                SCHEMA.id().getLeastSignificantBits(),
                ExtendedItemDescriptor.classicFacts(CLASSIC_TYPE, level, CLASSIC_VERSION), false);
        publish(lane, ticks, FrameDescriptor.reference(schema, FrameDescriptor.CLASSIC_EVENT_INDEX)
                | FrameDescriptor.EXTENDED, bytes, bytes.capacity(), null);
    }

    /** Write an event whose payload is a message of SBE: {@code orderId} is {@link #FILLED}. */
    public void fill(final int lane, final long ticks) {
        if (fills < 0) {
            fills = provider.register(ProviderSchema.builder("Acme.Fills")
                    .event("fill", EventDescriptor.of(1, Level.INFORMATION, 0x1)).sbe(fills()).build());
        }
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[4 * Short.BYTES + Long.BYTES + 1]);
        final PayloadWriter message = new PayloadWriter().wrap(bytes, 0, bytes.capacity());
        message.putShort(Long.BYTES + 1).putShort(5).putShort(7).putShort(0).putLong(-2).putByte('B');
        publish(lane, ticks, FrameDescriptor.reference(fills, 0), bytes, bytes.capacity(), null);
    }

    /**
     * Write a message of order flow, which is an event of the activity of its order: tick 0 is the market's opening.
     *
     * @param lane of its thread
     * @param line of a message file: seconds since midnight, type, order, size, price times 10,000, direction
     */
    public void message(final int lane, final String line) {
        if (flow < 0) {
            flow = provider.register(FLOW);
        }
        final String[] values = line.split(",", -1);
        final long timeNs = new BigDecimal(values[0]).movePointRight(9).longValueExact();
        final long order = Long.parseLong(values[2]);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[2 * Long.BYTES + Integer.BYTES + 1]);
        new PayloadWriter().wrap(bytes, 0, bytes.capacity()).putLong(order).putInt(Integer.parseInt(values[3]))
                .putLong(Long.parseLong(values[4])).putByte(Integer.parseInt(values[5]));
        publish(lane, timeNs - OPENING_NS, FrameDescriptor.reference(flow, Integer.parseInt(values[1]) - 1), bytes,
                bytes.capacity(), new UUID(0, order));
    }

    private static SbeSchema fills() {
        try {
            final Ir ir = new IrGenerator().generate(XmlSchemaParser.parse(
                    new ByteArrayInputStream(FILLS.getBytes(StandardCharsets.UTF_8)), ParserOptions.DEFAULT));
            final ByteBuffer encoded = ByteBuffer.allocate(IR_BYTES_MAX);
            try (IrEncoder encoder = new IrEncoder(encoded, ir)) {
                return SbeSchema.of(Arrays.copyOf(encoded.array(), encoder.encode()));
            }
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Write an event of the kind that has everything, with a text of some length. */
    public void note(final int lane, final long ticks, final String text) {
        write(lane, ticks, ORDER, null, null, fields -> {
            fields.putLong(-1).putLong(-12_345).putByte(1).putString(text).putWideString(WIDE);
            fields.putString("X").putShort(-2).putInt(1).putInt(-1).putInt(3).putShort(0);
            fields.putBoolean(true).putUuid(RELATED).putLong(EPOCH_NS + 1).putFloat(1.5f);
        });
    }

    /** Write events of the kind that has everything with each of the {@link #HOSTILE_TEXTS}. */
    public ExportFixture writeHostileTexts() {
        for (int i = 0; i < HOSTILE_TEXTS.size(); i++) {
            note(0, 1_000L + i, HOSTILE_TEXTS.get(i));
        }
        return this;
    }

    /** Write an event of a virtual thread with a name. */
    public void named(final int lane, final long ticks, final String thread) {
        final UnsafeBuffer name = new UnsafeBuffer(thread.getBytes(StandardCharsets.UTF_8));
        final int items = ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH;
        final UnsafeBuffer bytes = new UnsafeBuffer(
                new byte[items + ExtendedItemDescriptor.threadNameLength(name.capacity()) + Integer.BYTES]);
        ExtendedItemDescriptor.putVirtualThread(bytes, 0, VIRTUAL_THREAD_ID, true);
        ExtendedItemDescriptor.putThreadName(bytes, items, name, name.capacity(), false);
        publish(lane, ticks, FrameDescriptor.reference(schema, SCHEMA.events(UNTIL).get(0).index())
                | FrameDescriptor.EXTENDED, bytes, bytes.capacity(), null);
    }

    private void publish(final int lane, final long ticks, final long reference, final UnsafeBuffer bytes,
            final int length, final @Nullable UUID activity) {
        final LaneWriter writer = provider.lane(lane);
        writer.attempt();
        final int index = writer.reserve(length);
        if (index < 0) {
            throw new AssertionError("lane has no room: lane=" + lane);
        }
        writer.ring().putBytes(index + FrameDescriptor.RECORD_HEADER_LENGTH, bytes, 0, length);
        writer.publish(index, reference, length, ticks, activity == null ? 0 : activity.getMostSignificantBits(),
                activity == null ? 0 : activity.getLeastSignificantBits());
    }
}
