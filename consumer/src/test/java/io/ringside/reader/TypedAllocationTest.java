package io.ringside.reader;

import com.sun.management.ThreadMXBean;
import io.ringside.control.EnableRequest;
import io.ringside.provider.Ringside;
import io.ringside.reader.EdgeEvents.Narrow;
import io.ringside.reader.EdgeEvents.Wide;
import io.ringside.reader.FixedEvents.Odd;
import io.ringside.reader.FixedEvents.Quad;
import io.ringside.reader.TypeEvents.Leg;
import io.ringside.reader.TypeEvents.Point;
import io.ringside.reader.TypeEvents.Side;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteResult;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/** What a typed event allocates, by the types of its fields: nothing for who writes it. */
@Tag("jdk25")
@Timeout(120)
class TypedAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String SESSION = "flight";
    private static final int OPERATIONS = 20_000;
    /** What the JVM allocates for itself, now and then, is excluded by measuring again. */
    private static final int ATTEMPTS = 5;

    private static final Leg SOME_LEG = new Leg(Side.SELL, "leg", new Point(1, 2), new UUID(3, 4), new long[]{5},
            (short) 6, 7);
    private static final UUID ID = new UUID(1, 2);
    private static final byte[] SOME_BYTES = {1, 2, 3};
    private static final DirectBuffer BUFFER = new UnsafeBuffer(SOME_BYTES);
    private static final ByteBuffer SOME_BYTE_BUFFER = ByteBuffer.allocateDirect(7);
    private static final CharSequence SOME_TEXT = CharBuffer.wrap("some text, é and \uD83D\uDE00");
    private static final short[] SOME_SHORTS = {1};
    private static final int[] SOME_INTS = {1, 2};
    private static final long[] SOME_LONGS = {1, 2, 3};
    private static final float[] SOME_FLOATS = {1};
    private static final double[] SOME_DOUBLES = {1, 2};
    private static final boolean[] TRUTHS = {true};
    private static final char[] CHARS = {'a', 'b'};
    private static final String LONG = "long ".repeat(300);
    /** With its length in front just what is claimed. */
    private static final String LEAST_CLAIMED = "x".repeat(1_365);
    private static final CharSequence WIDE = CharBuffer.wrap("é€\uD83D\uDE00".repeat(60));
    private static final byte[] MANY_BYTES = new byte[600];
    private static final DirectBuffer LONG_BUFFER = new UnsafeBuffer(MANY_BYTES);
    private static final ByteBuffer LONG_BYTE_BUFFER = ByteBuffer.allocate(600);
    private static final long[] MANY_LONGS = new long[70];
    private static final long[] HUNDRED_LONGS = new long[100];
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000, 5);

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private TypeEventsProvider events;

    /** An event of each type. */
    enum Type {
        BYTES, SHORTS, CHARACTER, INTS, LONGS, FLOATS, DOUBLES, CONSTANT,
        /** Of lengths that vary, from here. */
        TEXT, STRING, BYTE_ARRAY, DIRECT_BUFFER, BYTE_BUFFER, NUMBER_ARRAYS, OTHER_ARRAYS,
        /** The same, long enough to be claimed. */
        LONG_TEXT, WIDE_TEXT, LEAST_CLAIM, LONG_BYTE_ARRAY, LONG_DIRECT_BUFFER, LONG_BYTE_BUFFER, LONG_ARRAYS,
        /** Objects, from here. */
        UUID, TIMES, POINT, LEG, ACTIVITY, NOTHING_FOR_NULL, FEW, MANY, TOLD, TRUTH_AND_NOTHING, TIMED
    }

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.controller.start(SessionSettings.builder(SESSION).lanes(8).laneBytes(1 << 18)
                .overflow(SessionSettings.Overflow.DROP_OLDEST).build());
        ringside = traced.connect();
        events = TypeEventsProvider.register(ringside);
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotAllocateWhenWritten(final Type type) {
        enable();
        assertNoAllocation(() -> write(events, type));
        assertThat(WriteResult.lost(write(events, type))).isZero();
        assertThat(events.textEnabled()).isTrue();
    }

    @Test
    void shouldNotAllocateForAConstantBeyondThoseThatAByteTells() {
        final EdgeEventsProvider edges = EdgeEventsProvider.register(ringside);
        traced.enable(SESSION, EnableRequest.of("Example-Edges", Enablement.of(5, 0, 0)));
        assertNoAllocation(() -> edges.wide(Wide.C299, Narrow.C254));
        assertThat(WriteResult.written(edges.wide(Wide.C299, Narrow.C254))).isOne();
    }

    @Test
    void shouldNotAllocateForALongPartOfConstantLength() {
        final FixedEventsProvider fixed = FixedEventsProvider.register(ringside);
        final Quad quad = new Quad(ID, ID, ID, ID);
        final Odd odd = new Odd(ID, ID, ID, 1, 2, (short) 3, (byte) 4);
        traced.enable(SESSION, EnableRequest.of("Example-Fixed", Enablement.of(5, 0, 0)));
        for (final LongSupplier event : List.<LongSupplier>of(() -> fixed.laidOut(quad, quad, quad, odd),
                () -> fixed.claimed(quad, quad, quad, quad), () -> fixed.longer(quad, quad, quad, quad, ID),
                () -> fixed.numbers(1, ID, HUNDRED_LONGS), () -> fixed.tailed(quad, quad, quad, odd, MANY_BYTES),
                () -> fixed.headed(quad, quad, quad, quad, MANY_BYTES),
                () -> fixed.related(quad, quad, quad, quad, ID), () -> fixed.relatedText(LONG, ID))) {
            assertNoAllocation(event);
            assertThat(WriteResult.written(event.getAsLong())).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotAllocateWhenNobodyWantsIt(final Type type) {
        assertNoAllocation(() -> write(events, type));
        assertThat(write(events, type)).isEqualTo(WriteResult.NOT_WANTED);
    }

    /** Of a string, a UUID, an instant and a record nothing else can be made than a new one. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = {"STRING", "UUID", "TIMES", "POINT", "LEG", "ACTIVITY",
        "NOTHING_FOR_NULL", "FEW", "MANY", "TOLD"})
    void shouldNotAllocateWhenReceived(final Type type) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[2048]);
        final TypeEvents counting = new CountingTypeEvents();
        final TypeEventsReceiver receiver = new TypeEventsReceiver(counting);
        traced.start("copied");
        traced.enable("copied", EnableRequest.of("Example-Types", Enablement.of(5, 0, 0)));
        write(events, type);
        final CopiedEvent event = traced.take("copied", view -> new CopiedEvent(view, payload)).get(0);
        assertThat(receiver.receive(event)).isTrue();
        assertNoAllocation(() -> receiver.receive(event) ? 1 : 0);
    }

    /** Of each length there is memory, once it has been seen. */
    @Test
    void shouldNotAllocateForArraysWhoseLengthsVaryWhenReceived() {
        traced.start("copied");
        traced.enable("copied", EnableRequest.of("Example-Types", Enablement.of(5, 0, 0)));
        for (int i = 0; i < 100; i++) {
            final int length = i * 37 % 100;
            events.byteArray(new byte[length]);
            events.numberArrays(new short[length], new int[length / 2], new long[length], new float[i], new double[i]);
            events.otherArrays(new boolean[length], new char[i]);
        }
        final List<CopiedEvent> copies = traced.take("copied",
                view -> new CopiedEvent(view, new UnsafeBuffer(new byte[view.payloadLength()])));
        assertThat(copies).hasSize(300);
        final TypeEventsReceiver receiver = new TypeEventsReceiver(new CountingTypeEvents());
        final int[] next = {0};
        assertNoAllocation(() -> receiver.receive(copies.get(next[0]++ % copies.size())) ? 1 : 0);
    }

    private static long write(final TypeEvents events, final Type type) {
        return switch (type) {
            case BYTES -> events.bytes((byte) 1, (byte) 2);
            case SHORTS -> events.shorts((short) 1, (short) 2);
            case CHARACTER -> events.character('x');
            case INTS -> events.ints(1, 2);
            case LONGS -> events.longs(1, 2);
            case FLOATS -> events.floats(1);
            case DOUBLES -> events.doubles(1);
            case CONSTANT -> events.constant(Side.BUY);
            case TEXT -> events.text(SOME_TEXT);
            case STRING -> events.string("a string", 1);
            case LONG_TEXT -> events.text(LONG);
            case WIDE_TEXT -> events.text(WIDE);
            case LEAST_CLAIM -> events.text(LEAST_CLAIMED);
            case LONG_BYTE_ARRAY -> events.byteArray(MANY_BYTES);
            case LONG_DIRECT_BUFFER -> events.directBuffer(LONG_BUFFER);
            case LONG_BYTE_BUFFER -> events.byteBuffer(LONG_BYTE_BUFFER);
            case LONG_ARRAYS -> events.numberArrays(null, null, MANY_LONGS, null, null);
            case BYTE_ARRAY -> events.byteArray(SOME_BYTES);
            case DIRECT_BUFFER -> events.directBuffer(BUFFER);
            case BYTE_BUFFER -> events.byteBuffer(SOME_BYTE_BUFFER);
            case UUID -> events.uuid(ID);
            case NUMBER_ARRAYS -> events.numberArrays(SOME_SHORTS, SOME_INTS, SOME_LONGS, SOME_FLOATS, SOME_DOUBLES);
            case OTHER_ARRAYS -> events.otherArrays(TRUTHS, CHARS);
            case TIMES -> events.times(1, NOW);
            case POINT -> events.point(SOME_LEG.at());
            case LEG -> events.leg(1, SOME_LEG, 2);
            case ACTIVITY -> events.activity(ID, 1, ID);
            case NOTHING_FOR_NULL -> events.leg(1, null, 2);
            case FEW -> events.few(ID, ID, ID, 1, 2, (short) 3, (byte) 4);
            case MANY -> events.many(ID, ID, ID, ID);
            case TIMED -> events.timed(1, 2);
            case TOLD -> events.told(SOME_TEXT, 1, ID);
            case TRUTH_AND_NOTHING -> {
                events.truth(true);
                events.nothing();
                yield WriteResult.NOT_WANTED;
            }
        };
    }

    private void enable() {
        traced.enable(SESSION, EnableRequest.of("Example-Types", Enablement.of(5, 0, 0)));
    }

    private static void assertNoAllocation(final LongSupplier operation) {
        long results = run(operation);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && least > 0; i++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            results |= run(operation);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes allocated by %s operations, results=%s", OPERATIONS, results).isZero();
    }

    private static long run(final LongSupplier operation) {
        long results = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            results |= operation.getAsLong();
        }
        return results;
    }
}
