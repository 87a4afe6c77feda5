package io.ringside.reader;

import io.ringside.activity.ActivityId;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.TextFields;
import io.ringside.provider.Ringside;
import io.ringside.reader.TypeEvents.Leg;
import io.ringside.reader.TypeEvents.Point;
import io.ringside.reader.TypeEvents.Side;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.write.WriteResult;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Events of an interface, from the generated provider to the generated receiver, and to a reader without either. */
@Timeout(60)
@Tag("jdk25")
class TypedEventsTest {
    private static final String SESSION = "typed";
    /** What is left of the largest event for the text, behind header and length. */
    private static final int TEXT_MAX = 65_536 - 32 - 2;
    private static final UUID SOME_ID = new UUID(0x123456789ABCDEF0L, -1);

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private TypeEventsProvider events;

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.start(SESSION);
        ringside = traced.connect();
        events = TypeEventsProvider.register(ringside);
        traced.enable(SESSION, EnableRequest.of("Example-Types", Enablement.of(5, 0, 0)));
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @Test
    void shouldRoundTripWholeNumbersAndTruths() {
        events.truth(true);
        events.truth(false);
        for (final byte value : new byte[]{0, 1, -1, Byte.MIN_VALUE, Byte.MAX_VALUE}) {
            ok(events.bytes(value, value));
        }
        for (final short value : new short[]{0, -1, Short.MIN_VALUE, Short.MAX_VALUE}) {
            ok(events.shorts(value, value));
        }
        for (final int value : new int[]{0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            ok(events.ints(value, value));
        }
        for (final long value : new long[]{0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            ok(events.longs(value, value));
        }
        assertThat(received()).containsExactly(true, false,
                (byte) 0, (byte) 0, (byte) 1, (byte) 1, (byte) -1, (byte) -1, Byte.MIN_VALUE, Byte.MIN_VALUE,
                Byte.MAX_VALUE, Byte.MAX_VALUE,
                (short) 0, (short) 0, (short) -1, (short) -1, Short.MIN_VALUE, Short.MIN_VALUE, Short.MAX_VALUE,
                Short.MAX_VALUE,
                0, 0, -1, -1, Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE,
                0L, 0L, -1L, -1L, Long.MIN_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    @Test
    void shouldRoundTripFloatingPointNumbersBitByBit() {
        final int oddNan = 0x7FC0_0001;
        final long oddLongNan = 0x7FF8_0000_0000_0001L;
        for (final float value : new float[]{Float.NaN, Float.intBitsToFloat(oddNan), -0F, Float.MIN_VALUE,
            Float.MAX_VALUE, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY}) {
            ok(events.floats(value));
        }
        for (final double value : new double[]{Double.NaN, Double.longBitsToDouble(oddLongNan), -0D, Double.MIN_VALUE,
            Double.MAX_VALUE, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
            ok(events.doubles(value));
        }
        assertThat(received()).containsExactly(0x7FC0_0000, oddNan, 0x8000_0000, 1, 0x7F7F_FFFF, 0xFF80_0000,
                0x7F80_0000,
                0x7FF8_0000_0000_0000L, oddLongNan, 0x8000_0000_0000_0000L, 1L, 0x7FEF_FFFF_FFFF_FFFFL,
                0xFFF0_0000_0000_0000L, 0x7FF0_0000_0000_0000L);
    }

    @Test
    void shouldRoundTripTexts() {
        final String longest = "x".repeat(TEXT_MAX);
        for (final String value : new String[]{"", "a", "é", "€", "\uD83D\uDE00", "a\uD83D\uDE00b", "\0",
            longest}) {
            ok(events.text(value));
            ok(events.string(value.length() > 9 ? "" : value, 7));
        }
        ok(events.text(CharBuffer.wrap("not a string")));
        ok(events.text("\uD83D"));
        ok(events.text("\uDE00x"));
        ok(events.text(null));
        ok(events.string(null, 8));
        ok(events.character('\uFFFF'));
        ok(events.character('\0'));
        assertThat(received()).containsExactly("", "", 7, "a", "a", 7, "é", "é", 7, "€", "€", 7, "\uD83D\uDE00",
                "\uD83D\uDE00", 7, "a\uD83D\uDE00b", "a\uD83D\uDE00b", 7, "\0", "\0", 7, longest, "", 7,
                "not a string", "?", "?x", "", "", 8, '\uFFFF', '\0');
    }

    /** Of texts that are measured before they are encoded. */
    @Test
    void shouldWriteAQuestionMarkForALoneSurrogateInALongText() {
        final String text = "y".repeat(1_400);
        ok(events.string(text + '\uD83D', 1));
        ok(events.string('\uDE00' + text, 2));
        ok(events.text(CharBuffer.wrap(text + "\uD83D" + text)));
        assertThat(received()).containsExactlyInAnyOrder(text + '?', 1, '?' + text, 2, text + '?' + text);
    }

    @Test
    void shouldCountWhatIsTooLong() {
        final long result = events.text("x".repeat(TEXT_MAX + 1));
        assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.ARITHMETIC_OVERFLOW);
        assertThat(WriteResult.lost(result, LossCause.TOO_LARGE)).isOne();
        assertThat(WriteResult.lost(events.text("x".repeat(10_000_000)), LossCause.TOO_LARGE)).isOne();
        assertThat(WriteResult.lost(events.numberArrays(null, null, new long[20_000_000], null, null),
                LossCause.TOO_LARGE)).isOne();
    }

    @Test
    void shouldRoundTripBytes() {
        final ByteBuffer window = ByteBuffer.wrap(new byte[]{9, 1, 2, 3, 9}).position(1).limit(4);
        ok(events.byteArray(new byte[]{-1, 0, 127, -128}));
        ok(events.byteArray(new byte[0]));
        ok(events.byteArray(null));
        ok(events.directBuffer(new UnsafeBuffer(new byte[]{9, 1, 2, 9}, 1, 2)));
        ok(events.directBuffer(null));
        ok(events.byteBuffer(window));
        ok(events.byteBuffer(ByteBuffer.allocateDirect(2).put(0, (byte) 5)));
        ok(events.byteBuffer(null));
        assertThat(window.position()).isEqualTo(1);
        assertThat(window.limit()).isEqualTo(4);
        assertThat(received()).containsExactly(new byte[]{-1, 0, 127, -128}, new byte[0], new byte[0],
                new byte[]{1, 2}, new byte[0], new byte[]{1, 2, 3}, new byte[]{5, 0}, new byte[0]);
    }

    @Test
    void shouldRoundTripArrays() {
        ok(events.numberArrays(new short[]{1, -1}, new int[]{Integer.MIN_VALUE}, new long[]{Long.MAX_VALUE, 0},
                new float[]{-0F, Float.NaN}, new double[]{Double.MIN_VALUE}));
        ok(events.numberArrays(new short[0], null, new long[0], null, new double[0]));
        ok(events.otherArrays(new boolean[]{true, false, true}, new char[]{'a', '\uFFFF'}));
        ok(events.otherArrays(null, null));
        assertThat(received()).containsExactly(new short[]{1, -1}, new int[]{Integer.MIN_VALUE},
                new long[]{Long.MAX_VALUE, 0}, new float[]{-0F, Float.NaN}, new double[]{Double.MIN_VALUE},
                new short[0], new int[0], new long[0], new float[0], new double[0],
                new boolean[]{true, false, true}, new char[]{'a', '\uFFFF'}, new boolean[0], new char[0]);
    }

    @Test
    void shouldRoundTripObjects() {
        final Instant early = Instant.parse("1677-09-21T00:12:43.145224192Z");
        ok(events.constant(Side.SELL));
        ok(events.constant(null));
        ok(events.uuid(SOME_ID));
        ok(events.uuid(null));
        ok(events.times(Long.MIN_VALUE, early));
        ok(events.times(-1, Instant.ofEpochSecond(-1, 999_999_999)));
        ok(events.times(0, null));
        ok(events.times(1, Instant.MAX));
        ok(events.times(2, Instant.MIN));
        ok(events.point(new Point(3, -0D)));
        ok(events.point(null));
        assertThat(received()).containsExactly(Side.SELL, null, SOME_ID, new UUID(0, 0), Long.MIN_VALUE, early, -1L,
                Instant.ofEpochSecond(-1, 999_999_999), 0L, Instant.EPOCH,
                1L, Instant.parse("2262-04-11T23:47:16.854775807Z"), 2L, early, new Point(3, -0D), new Point(0, 0));
    }

    @Test
    void shouldRoundTripNestedRecords() {
        ok(events.leg(-5, new Leg(Side.BUY, "x€", new Point(1, 2.5), SOME_ID, new long[]{4, 5}, (short) -1, 6), 7));
        ok(events.leg(-5, null, 7));
        assertThat(received()).containsExactly(-5L, Side.BUY, "x€", new Point(1, 2.5), SOME_ID, new long[]{4, 5},
                (short) -1, 6L, 7, -5L, null, "", new Point(0, 0), new UUID(0, 0), new long[0], (short) 0, 0L, 7);
    }

    @Test
    void shouldCarryActivities() {
        final UUID current = new UUID(5, 6);
        ActivityId.set(current);
        ok(events.activity(SOME_ID, 1, new UUID(7, 8)));
        ok(events.activity(null, 2, null));
        ActivityId.set(null);
        ok(events.activity(null, 3, null));
        events.nothing();
        assertThat(received()).containsExactly(SOME_ID, 1, new UUID(7, 8), current, 2, null, null, 3, null, "nothing");
    }

    /** Below 64 bytes a payload has its own way, below 256 bytes it is laid out, then it is claimed: all come whole. */
    @Test
    void shouldRoundTripWhatIsAtTheBoundOfShortPayloads() {
        ok(events.few(SOME_ID, new UUID(1, 2), new UUID(3, 4), -5, 6, (short) 7, (byte) 8));
        ok(events.many(SOME_ID, new UUID(1, 2), new UUID(3, 4), new UUID(-5, 6)));
        ok(events.few(null, null, SOME_ID, 0, 0, (short) 0, (byte) -1));
        for (int length = 60; length <= 63; length++) {
            ok(events.text("y".repeat(length)));
            ok(events.string("é".repeat(length / 2), length));
        }
        assertThat(received()).containsExactly(SOME_ID, new UUID(1, 2), new UUID(3, 4), -5L, 6, (short) 7, (byte) 8,
                SOME_ID, new UUID(1, 2), new UUID(3, 4), new UUID(-5, 6),
                new UUID(0, 0), new UUID(0, 0), SOME_ID, 0L, 0, (short) 0, (byte) -1,
                "y".repeat(60), "é".repeat(30), 60, "y".repeat(61), "é".repeat(30), 61,
                "y".repeat(62), "é".repeat(31), 62, "y".repeat(63), "é".repeat(31), 63);
    }

    @Test
    void shouldRoundTripTextsAtTheBoundOfWhatIsLaidOut() {
        final List<Object> expected = new ArrayList<>();
        for (final int length : new int[]{169, 254, 255, 508, 1_363, 1_364, 1_365, 1_366, 2_730}) {
            ok(events.text("y".repeat(length)));
            ok(events.text("é".repeat(length / 2)));
            ok(events.told("t".repeat(length), 1_700_000_000_000_000_000L + length, SOME_ID));
            expected.addAll(List.of("y".repeat(length), "é".repeat(length / 2), "t".repeat(length),
                    1_700_000_000_000_000_000L + length, SOME_ID));
        }
        assertThat(received()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldCarryTheTimeThatIsGiven() {
        ok(events.timed(1_700_000_000_123_456_789L, 1));
        ok(events.timed(-1, 2));
        ok(events.told("short", 1_700_000_000_000_000_001L, SOME_ID));
        ok(events.told("z".repeat(1_400), 1_700_000_000_000_000_002L, SOME_ID));
        assertThat(received()).containsExactlyInAnyOrder(1_700_000_000_123_456_789L, 1, -1L, 2, "short",
                1_700_000_000_000_000_001L, SOME_ID, "z".repeat(1_400), 1_700_000_000_000_000_002L, SOME_ID);
    }

    @Test
    void shouldPrintFieldsByNameWithoutTheInterface() {
        ok(events.leg(-5, new Leg(Side.BUY, "x€", new Point(1, 2.5), SOME_ID, new long[]{4, 5}, (short) -1, 0), 7));
        ok(events.longs(-1, -1));
        ok(events.bytes((byte) -1, (byte) -1));
        ok(events.shorts((short) -1, (short) -1));
        ok(events.ints(-1, -1));
        ok(events.character('x'));
        assertThat(traced.take(SESSION, TypedEventsTest::text)).containsExactly(
                "Example-Types/leg price=-0.0005 USD value={side=BUY name=x€ at={x=1 y=2.5} id=12345678-9abc-def0"
                        + "-ffff-ffffffffffff sizes=[4, 5] lots=65535 lots time=1970-01-01T00:00:00Z} behind=7",
                "Example-Types/longs value=-1 unsigned=18446744073709551615",
                "Example-Types/bytes value=-1 unsigned=255", "Example-Types/shorts value=-1 unsigned=65535",
                "Example-Types/ints value=-1 unsigned=4294967295",
                "Example-Types/character value=x");
    }

    @Test
    void shouldDeclareWhatTheInterfaceSays() {
        assertThat(TypeEventsProvider.SCHEMA.documentation()).isEqualTo("One event for each type, \"and\" one with "
                + "Side all of them.");
        assertThat(TypeEventsProvider.SCHEMA.keywords()).isEqualTo(Map.of("numbers", 1L, "texts", 8L));
        assertThat(TypeEventsProvider.SCHEMA.event(20, 2).descriptor())
                .isEqualTo(EventDescriptor.of(20, 2, 16, 3, 3, 10, 1));
        assertThat(TypeEventsProvider.SCHEMA.taskName(3)).isEqualTo("matching");
        assertThat(TypeEventsProvider.SCHEMA.opcodeName(10)).isEqualTo("match");
        assertThat(TypeEventsProvider.SCHEMA.event(20, 2).fields().get(0).unit()).isEqualTo("1e-4 USD");
        assertThat(TypeEventsProvider.SCHEMA.event(20, 2).fields().get(1).members().get(5).unit()).isEqualTo("lots");
        assertThat(TypeEventsProvider.SCHEMA.event(11, 0).descriptor().keyword()).isEqualTo(9);
    }

    @Test
    void shouldAskWhetherAnEventIsEnabled() {
        assertThat(events.pointEnabled()).isTrue();
        assertThat(events.legEnabled()).isTrue();
        assertThat(events.textEnabled()).isTrue();
        traced.enable(SESSION, EnableRequest.of("Example-Types", Enablement.of(5, 8, 0)));
        assertThat(events.legEnabled()).isFalse();
        assertThat(events.leg(0, null, 0)).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(events.textEnabled()).isTrue();
        events.close();
        assertThat(events.textEnabled()).isFalse();
        assertThat(WriteResult.status(events.text("x"))).isEqualTo(WriteResult.Status.INVALID_HANDLE);
    }

    @Test
    void shouldKeepLevelAndMasksBeforeTheCallbackIsCalled() {
        final AtomicReference<TypeEventsProvider> provider = new AtomicReference<>();
        final List<String> seen = new CopyOnWriteArrayList<>();
        try (Ringside other = traced.connect()) {
            provider.set(TypeEventsProvider.register(other, notice -> {
                final TypeEventsProvider told = provider.get();
                seen.add(notice.context() + " " + (told == null
                        ? "registering"
                        : told.wanted().level() + " " + told.wanted().matchAny() + " "
                                + told.wanted().equals(notice.wanted())));
            }, "mine"));
            traced.enable(SESSION, EnableRequest.of("Example-Types", Enablement.of(3, 8, 0)));
            assertThat(seen).containsExactly("mine registering", "mine 3 8 true");
            assertThat(events.wanted()).isNull();
        }
    }

    @Test
    void shouldWriteEventsFromWithinEvents() {
        final AtomicInteger depth = new AtomicInteger();
        ok(events.text(new Spy("outer", () -> {
            if (depth.getAndIncrement() < 3) {
                ok(events.string("inner", depth.get()));
                ok(events.longs(7, depth.get()));
            }
        })));
        assertThat(received()).containsExactlyInAnyOrder("outer", "inner", 1, 7L, 1L, "inner", 2, 7L, 2L,
                "inner", 3, 7L, 3L);
    }

    @Test
    void shouldNotWriteATextThatChangesOrThrows() {
        final int measured = 1_400;
        final Spy shrinking = new Spy("c".repeat(measured), () -> {});
        shrinking.onRead = () -> {
            if (shrinking.reads > measured) {
                shrinking.text = "é" + shrinking.text.substring(1);
            }
        };
        assertThat(WriteResult.status(events.text(shrinking))).isEqualTo(WriteResult.Status.INVALID_PARAMETER);
        final Spy throwing = new Spy("t".repeat(measured), () -> {});
        throwing.onRead = () -> {
            if (throwing.reads > measured + 12) {
                throw new IllegalStateException("no more");
            }
        };
        assertThatThrownBy(() -> events.text(throwing)).hasMessage("no more");
        ok(events.text("after"));
        assertThat(received(1)).containsExactly("after");
    }

    /** A text that does something when it is read. */
    private static final class Spy implements CharSequence {
        private String text;
        private Runnable onRead;
        private int reads;

        private Spy(final String text, final Runnable onRead) {
            this.text = text;
            this.onRead = onRead;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(final int index) {
            reads++;
            onRead.run();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(final int start, final int end) {
            return text.subSequence(start, end);
        }
    }

    private List<Object> received() {
        return received(0);
    }

    private List<Object> received(final long lost) {
        final TypeEventsLog log = new TypeEventsLog();
        final TypeEventsReceiver receiver = new TypeEventsReceiver(log);
        assertThat(traced.take(SESSION, receiver::receive, lost)).isNotEmpty().doesNotContain(false);
        return log.values;
    }

    private static String text(final EventView event) {
        final StringBuilder text = new StringBuilder(event.providerName() + '/' + event.eventName() + ' ');
        new TextFields().append(text, event.schema(), event.buffer(), event.payloadOffset(), event.payloadLength());
        return text.toString();
    }

    private static void ok(final long result) {
        assertThat(WriteResult.written(result)).isOne();
    }
}
