package io.ringside.reader;

import com.sun.management.ThreadMXBean;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class FieldReaderTest {
    private static final long TIME_NS = 1_700_000_000_123_456_789L;
    private static final UUID SOME_ID = new UUID(0x0123456789ABCDEFL, 0xFEDCBA9876543210L);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final EventSchema NUMBERS = event("numbers",
            FieldSchema.of("byte", FieldType.INT8), FieldSchema.of("ubyte", FieldType.UINT8),
            FieldSchema.of("short", FieldType.INT16), FieldSchema.of("ushort", FieldType.UINT16),
            FieldSchema.of("int", FieldType.INT32), FieldSchema.of("uint", FieldType.UINT32),
            FieldSchema.of("long", FieldType.INT64), FieldSchema.of("ulong", FieldType.UINT64),
            FieldSchema.of("float", FieldType.FLOAT), FieldSchema.of("double", FieldType.DOUBLE),
            FieldSchema.of("price", FieldType.INT64).withScale(4),
            FieldSchema.of("true", FieldType.BOOLEAN), FieldSchema.of("port", FieldType.UINT16)
                    .withOutType(OutType.PORT));

    private static final EventSchema OTHERS = event("others",
            FieldSchema.of("text", FieldType.STRING), FieldSchema.of("wide", FieldType.WIDE_STRING),
            FieldSchema.of("side", FieldType.INT8).withValues(ValueMap.of("side", Map.of(0L, "BUY", 1L, "SELL"))),
            FieldSchema.of("id", FieldType.UUID), FieldSchema.of("guid", FieldType.GUID),
            FieldSchema.of("time", FieldType.TIMESTAMP), FieldSchema.of("filetime", FieldType.FILETIME),
            FieldSchema.of("bytes", FieldType.BINARY), FieldSchema.of("count", FieldType.UINT8),
            FieldSchema.of("sizes", FieldType.INT32).countedBy("count"),
            FieldSchema.struct("leg", FieldSchema.of("price", FieldType.DOUBLE), FieldSchema.of("a.b",
                    FieldType.INT16)),
            FieldSchema.of("sized", FieldType.BINARY).sizedBy("count"),
            FieldSchema.of("last", FieldType.TERMINATED_STRING));

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[1024]);
    private final PayloadWriter writer = new PayloadWriter().wrap(payload, 0, 1024);

    @Test
    void shouldReadWholeNumbersOfAllWidthsAsLongs() {
        final EventView event = numbers(-1, -1);

        assertThat(event.getLong("byte")).isEqualTo(-2);
        assertThat(event.getLong("ubyte")).isEqualTo(254);
        assertThat(event.getLong("short")).isEqualTo(-3);
        assertThat(event.getLong("ushort")).isEqualTo(65_533);
        assertThat(event.getLong("int")).isEqualTo(-4);
        assertThat(event.getLong("uint")).isEqualTo(4_294_967_292L);
        assertThat(event.getLong("long")).isEqualTo(-1);
        assertThat(event.getLong("port")).isEqualTo(8080);
    }

    @Test
    void shouldReadAsIntsOnlyTypesThatFitOne() {
        final EventView event = numbers(-1, -1);

        assertThat(event.getInt("byte")).isEqualTo(-2);
        assertThat(event.getInt("ushort")).isEqualTo(65_533);
        assertThat(event.getInt("int")).isEqualTo(-4);
        assertThat(event.getInt("port")).isEqualTo(8080);
        assertThat(fault(() -> event.getInt("uint"))).isEqualTo(
                "INVALID_ARGUMENT: field is not an int: name=uint, event=numbers, type=UINT32: use getLong");
        assertThat(fault(() -> event.getInt("long"))).contains("use getLong");
        assertThat(fault(() -> event.getInt("true"))).contains("type=BOOLEAN: use getBoolean");
    }

    @Test
    void shouldSayWhatReadsANumberBeyondALong() {
        assertThat(numbers(0, Long.MAX_VALUE).getLong("ulong")).isEqualTo(Long.MAX_VALUE);

        final EventView event = numbers(0, Long.MIN_VALUE);

        assertThat(fault(() -> event.getLong("ulong"))).isEqualTo("INVALID_ARGUMENT: number does not fit a long: "
                + "name=ulong, event=numbers, value=9223372036854775808: use getDecimal or getDouble");
        assertThat(event.getDecimal("ulong")).isEqualTo("9223372036854775808");
        assertThat(event.getDouble("ulong")).isEqualTo(0x1p63);
        assertThat(event.getText("ulong")).isEqualTo("9223372036854775808");
    }

    @ParameterizedTest
    @CsvSource({"-1, 18446744073709551615", "-1024, 18446744073709550592", "-1023, 18446744073709550593",
        "-2047, 18446744073709549569", "-2048, 18446744073709549568", "-9223372036854774783, 9223372036854776833"})
    void shouldRoundNumbersWithoutASignAsTheJdkDoes(final long bits, final BigDecimal number) {
        assertThat(numbers(0, bits).getDouble("ulong")).isEqualTo(number.doubleValue());
    }

    @Test
    void shouldReadDecimalsExactlyOrRounded() {
        final EventView event = numbers(0, 0);

        assertThat(event.getDecimal("price")).isEqualTo(new BigDecimal("585.3301"));
        assertThat(event.getDouble("price")).isEqualTo(585.3301);
        assertThat(event.getText("price")).isEqualTo("585.3301");
        assertThat(event.getDecimal("int")).isEqualTo(new BigDecimal("-4"));
        assertThat(fault(() -> event.getLong("price"))).isEqualTo("INVALID_ARGUMENT: field is not a whole number: "
                + "name=price, event=numbers, type=decimal INT64: use getDecimal or getDouble");
        assertThat(fault(() -> event.getDecimal("double"))).contains("use getDouble");
    }

    @Test
    void shouldReadFloatingPointNumbersAndTruthValues() {
        final EventView event = numbers(7, 0);

        assertThat(event.getDouble("float")).isEqualTo(0.5);
        assertThat(event.getDouble("double")).isEqualTo(0.1);
        assertThat(event.getDouble("long")).isEqualTo(7.0);
        assertThat(event.getBoolean("true")).isTrue();
        assertThat(fault(() -> event.getLong("double"))).contains("type=DOUBLE: use getDouble");
        assertThat(fault(() -> event.getBoolean("int"))).contains("field is not a boolean", "use getLong");
    }

    @Test
    void shouldTakeTheScaleFromTheFieldThatGivesIt() {
        final EventSchema given = event("given", FieldSchema.of("scale", FieldType.UINT8),
                FieldSchema.of("price", FieldType.INT32).withScaleFrom("scale"));
        final EventView scaled = made(given, writer.putByte(2).putInt(-12_345));

        assertThat(scaled.getDecimal("price")).isEqualTo(new BigDecimal("-123.45"));
        assertThat(scaled.getDouble("price")).isEqualTo(-123.45);
        assertThat(scaled.getText("price")).isEqualTo("-123.45");

        final EventView without = made(given, restart().putByte(19).putInt(-12_345));

        assertThat(fault(() -> without.getDecimal("price"))).startsWith("NOT_FOUND: decimal has no scale: name=price")
                .contains("scaleFrom=scale");
        assertThat(without.getText("price")).isEqualTo("-12345");
    }

    @Test
    void shouldReadTextsTimesIdsAndBytes() {
        final EventView event = others();

        assertThat(event.getText("text")).isEqualTo("a \"b\"");
        assertThat(event.getText("wide")).isEqualTo("ä");
        assertThat(event.getText("side")).isEqualTo("SELL");
        assertThat(event.getLong("side")).isEqualTo(1);
        assertThat(event.getUuid("id")).isEqualTo(SOME_ID);
        assertThat(event.getUuid("guid")).isEqualTo(SOME_ID);
        assertThat(event.getInstant("time")).isEqualTo(Instant.ofEpochSecond(1_700_000_000L, 123_456_789));
        assertThat(event.getLong("time")).isEqualTo(TIME_NS);
        assertThat(event.getInstant("filetime")).isEqualTo(Instant.EPOCH);
        assertThat(event.getBytes("bytes")).containsExactly(1, 2, 3);
        assertThat(event.getText("bytes")).isEqualTo("0x010203");
        assertThat(event.getBytes("sized")).containsExactly(1, 2);
        assertThat(event.getText("last")).isEqualTo("end");
        assertThat(fault(() -> event.getBytes("text"))).contains("type=STRING: use getText");
        assertThat(fault(() -> event.getInstant("id"))).contains("type=UUID: use getUuid");
        assertThat(fault(() -> event.getUuid("time"))).contains("use getLong or getInstant");
    }

    @Test
    void shouldNameMembersAndElementsAsConditionsDo() {
        final EventView event = others();

        assertThat(event.getDouble("leg.price")).isEqualTo(2.5);
        assertThat(event.getInt("leg.`a.b`")).isEqualTo(9);
        assertThat(event.getText("leg")).isEqualTo("{price=2.5 a.b=9}");
        assertThat(event.getInt("sizes[1]")).isEqualTo(20);
        assertThat(fault(() -> event.getInt("sizes[2]"))).startsWith("CORRUPT: payload is damaged, or its array has no "
                + "such element: name=sizes[2]");
        assertThat(fault(() -> event.getInt("sizes"))).contains("field is an array",
                "name one element, as in sizes[0]");
        assertThat(event.hasField("sizes")).isTrue();
        assertThat(event.hasField("sizes[0]")).isTrue();
    }

    @Test
    void shouldListTheFieldsWhenThereIsNoneOfTheName() {
        final EventView event = made(event("accepted", FieldSchema.of("orderId", FieldType.INT64),
                FieldSchema.of("size", FieldType.INT32)), writer.putLong(1).putInt(2));

        assertThat(fault(() -> event.getLong("orderID"))).isEqualTo("INVALID_ARGUMENT: no such field: name=orderID, "
                + "event=accepted, fields=[orderId, size]: use one of these, or ask hasField");
        assertThat(fault(() -> event.getText("no name at all["))).contains("no such field", "[orderId, size]");
        assertThat(event.hasField("orderID")).isFalse();
        assertThat(event.hasField("orderId")).isTrue();
        assertThat(event.hasField("orderId.member")).isFalse();
        assertThat(event.hasField("")).isFalse();
    }

    @Test
    void shouldServeEachVersionThatHasTheField() {
        final FieldReader size = FieldReader.of("size");
        final EventSchema first = event("accepted", FieldSchema.of("size", FieldType.INT32));
        final EventSchema second = event("accepted", FieldSchema.of("symbol", FieldType.STRING),
                FieldSchema.of("size", FieldType.INT64));
        final EventSchema third = event("accepted", FieldSchema.of("symbol", FieldType.STRING));

        for (int i = 0; i < 3; i++) {
            assertThat(size.getLong(made(first, restart().putInt(5)))).isEqualTo(5);
            assertThat(size.getLong(made(second, restart().putString("ACME").putLong(6)))).isEqualTo(6);
            assertThat(size.isIn(made(third, restart().putString("ACME")))).isFalse();
        }
        assertThat(size.name()).isEqualTo("size");
        assertThat(size).hasToString("FieldReader{size}");
    }

    @Test
    void shouldReadNothingOutsideAPayloadThatIsTooShort() {
        final List<Function<EventView, Object>> getters = List.of(event -> event.getText("text"),
                event -> event.getText("wide"), event -> event.getText("side"), event -> event.getLong("side"),
                event -> event.getUuid("id"), event -> event.getUuid("guid"), event -> event.getInstant("time"),
                event -> event.getInstant("filetime"), event -> event.getBytes("bytes"),
                event -> event.getText("bytes"), event -> event.getInt("count"), event -> event.getInt("sizes[1]"),
                event -> event.getDouble("leg.price"), event -> event.getText("leg"), event -> event.getBytes("sized"),
                event -> event.getText("sized"), event -> event.getText("last"));
        others();
        final int whole = writer.length();
        for (final Function<EventView, Object> getter : getters) {
            boolean isThere = false;
            for (int length = 0; length <= whole; length++) {
                final EventView event = made(OTHERS, length);
                final RingsideException fault = catchThrowableOfType(RingsideException.class,
                        () -> getter.apply(event));
                assertThat(fault == null).as("length=%s: a longer payload has what a shorter one had", length)
                        .isIn(true, isThere);
                isThere = fault == null;
                if (fault != null) {
                    assertThat(fault.code()).isEqualTo(ErrorCode.CORRUPT);
                    assertThat(fault).hasMessageStartingWith("payload is damaged")
                            .hasMessageContaining("payloadLength=" + length);
                }
            }
            assertThat(isThere).isTrue();
        }
    }

    @Test
    void shouldThrowNothingElseWhenTheBytesAreRandom() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("FieldReaderTest: repeat with -Dringside.seed=" + seed);
        final Random random = new Random(seed);
        final List<String> names = List.of("text", "wide", "side", "id", "guid", "time", "filetime", "bytes", "count",
                "sizes[0]", "sizes[7]", "leg", "leg.price", "sized", "last", "missing");
        for (int i = 0; i < 500; i++) {
            final byte[] bytes = new byte[random.nextInt(120)];
            random.nextBytes(bytes);
            payload.putBytes(0, bytes);
            final EventView event = made(OTHERS, bytes.length);
            for (final String name : names) {
                for (final Function<EventView, Object> getter : List.<Function<EventView, Object>>of(
                        view -> view.getLong(name), view -> view.getText(name), view -> view.getBytes(name),
                        view -> view.getUuid(name), view -> view.getInstant(name), view -> view.getDecimal(name),
                        view -> view.getDouble(name), view -> view.getBoolean(name), view -> view.getInt(name))) {
                    try {
                        assertThat(getter.apply(event)).isNotNull();
                    } catch (final RingsideException e) {
                        assertThat(e.code()).isIn(ErrorCode.CORRUPT, ErrorCode.INVALID_ARGUMENT);
                    }
                }
            }
        }
    }

    @Test
    void shouldSayThatTheSchemaIsUnknown() {
        final EventView event = made(NUMBERS, 8, 99);

        assertThat(event.schema()).isNull();
        assertThat(event.hasField("long")).isFalse();
        assertThat(fault(() -> event.getLong("long"))).startsWith("NOT_FOUND: schema of the event is unknown")
                .contains("name=long", "eventIndex=99");
        assertThat(event.fieldsAsText()).isEqualTo("$unread=0x0000000000000000");
        assertThat(event.fieldsAsJson()).isEqualTo("{\"$unread\":\"0000000000000000\"}");
    }

    @Test
    void shouldPrintTheEventAsTailDoes() {
        final EventSchema schema = event("accepted", FieldSchema.of("orderId", FieldType.INT64),
                FieldSchema.of("size", FieldType.INT32).withUnit("shares"),
                FieldSchema.of("symbol", FieldType.STRING));
        final EventView event = made(schema, writer.putLong(94).putInt(100).putString("ACME Inc"));
        final String time = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSSXXX")
                .withZone(ZoneId.systemDefault())
                .format(Instant.ofEpochSecond(1_700_000_000L, 123_456_789));

        assertThat(event).hasToString(time + "  -1/0  Acme.Orders accepted  INFORMATION  orderId=94 size=100 shares "
                + "symbol=\"ACME Inc\"");
        assertThat(event.fieldsAsText()).isEqualTo("orderId=94 size=100 shares symbol=\"ACME Inc\"");
        assertThat(event.fieldsAsJson()).isEqualTo("{\"orderId\":94,\"size\":100,\"symbol\":\"ACME Inc\"}");
        assertThat(event.toJson()).startsWith("{\"time\":" + TIME_NS).endsWith("\"fields\":" + event.fieldsAsJson()
                + "}");
    }

    @Test
    void shouldAllocateNothingWhenNumbersAreRead() {
        final EventView event = numbers(-1, 5);
        final FieldReader sum = FieldReader.of("long");
        final FieldReader price = FieldReader.of("price");

        assertNoAllocation(() -> sum.getLong(event));
        assertNoAllocation(() -> Double.doubleToRawLongBits(price.getDouble(event)));
        assertNoAllocation(() -> event.getLong("ulong") + event.getInt("int") + (event.getBoolean("true") ? 1 : 0)
                + (long) event.getDouble("double") + (event.hasField("none") ? 1 : 0));
    }

    @Test
    void shouldAllocateNothingWhenNumbersFollowFieldsOfAnyLength() {
        final EventView event = others();

        assertNoAllocation(() -> event.getLong("time") + event.getInt("sizes[1]") + event.getInt("leg.`a.b`"));
    }

    @Test
    void shouldSayWhyNoEventHasAField() {
        final FieldReader missing = FieldReader.of("sise");
        final FieldReader known = FieldReader.of("ulong");
        assertThat(missing.misfit()).as("no event was met").isNull();

        assertThat(missing.isIn(numbers(1, 1)) || known.isIn(numbers(1, 1))).isTrue();
        assertThat(missing.misfit()).startsWith("no event has such a field: field=sise, fields=[byte double float ");
        assertThat(known.misfit()).isNull();
        assertThat(FieldReader.of("").isIn(numbers(1, 1))).isFalse();
    }

    @Test
    void shouldReadAllFieldsAsTexts() {
        assertThat(others().fieldTexts(false)).containsEntry("text", "a \"b\"").containsEntry("side", "SELL")
                .containsEntry("sizes", "[10, 20]").containsEntry("leg", "{price=2.5 a.b=9}")
                .containsEntry("last", "end").hasSize(OTHERS.fields().size());
    }

    private EventView numbers(final long signed, final long unsigned) {
        return made(NUMBERS, restart().putByte(-2).putByte(-2).putShort(-3).putShort(-3).putInt(-4).putInt(-4)
                .putLong(signed).putLong(unsigned).putFloat(0.5f).putDouble(0.1).putLong(5_853_301).putBoolean(true)
                .putPort(8080));
    }

    private EventView others() {
        final UnsafeBuffer two = new UnsafeBuffer(new byte[]{1, 2});
        return made(OTHERS, restart().putString("a \"b\"").putWideString("ä").putByte(1).putUuid(SOME_ID)
                .putGuid(SOME_ID).putLong(TIME_NS).putLong(116_444_736_000_000_000L).putBinary(new byte[]{1, 2, 3})
                .putByte(2).putInt(10).putInt(20).putDouble(2.5).putShort(9).putBytes(two, 0, 2).putText("end"));
    }

    private PayloadWriter restart() {
        return writer.wrap(payload, 0, 1024);
    }

    private EventView made(final EventSchema schema, final PayloadWriter written) {
        assertThat(written.isOverflowed()).isFalse();
        return made(schema, written.length());
    }

    private EventView made(final EventSchema schema, final int length) {
        return made(schema, length, 0);
    }

    private EventView made(final EventSchema schema, final int length, final int eventIndex) {
        final ProviderSchema provider = ProviderSchema.builder("Acme.Orders")
                .event(schema.name(), schema.descriptor(), schema.fields().toArray(FieldSchema[]::new)).build();
        return new MadeEvents(provider, 1, 0, 0).event(eventIndex, TIME_NS, payload, length);
    }

    private static EventSchema event(final String name, final FieldSchema... fields) {
        return ProviderSchema.builder("Acme.Orders").event(name, EventDescriptor.of(1, 4, 0), fields).build().events()
                .get(0);
    }

    private static String fault(final org.assertj.core.api.ThrowableAssert.ThrowingCallable getter) {
        final RingsideException fault = catchThrowableOfType(RingsideException.class, getter);
        assertThat(fault).isNotNull();
        return fault.code() + ": " + fault.getMessage();
    }

    private static void assertNoAllocation(final LongSupplier getter) {
        long least = Long.MAX_VALUE;
        long sum = 0;
        for (int i = 0; i < 20 && least > 0; i++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int j = 0; j < 10_000; j++) {
                sum += getter.getAsLong();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes allocated, sum=%s", sum).isZero();
    }
}
