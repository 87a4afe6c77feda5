package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.internal.schema.TextFields;
import io.ringside.provider.Ringside;
import io.ringside.reader.EdgeEvents.Inner;
import io.ringside.reader.EdgeEvents.Narrow;
import io.ringside.reader.EdgeEvents.Outer;
import io.ringside.reader.EdgeEvents.Wide;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.write.WriteResult;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Typed events at the edges: the largest values, what only records hold, and several versions. */
@Tag("jdk25")
@Timeout(60)
class TypedEdgesTest {
    private static final String SESSION = "edges";
    /** What is left of the largest event behind header and length. */
    private static final int BYTES_MAX = 65_536 - 32 - 2;
    /** Bytes of a payload that is encoded in place. */
    private static final int CLAIMED = 1_500;

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private EdgeEventsProvider events;
    private final List<Object> received = new ArrayList<>();

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.start(SESSION);
        ringside = traced.connect();
        events = EdgeEventsProvider.registerAs("Edges", ringside);
        traced.enable(SESSION, EnableRequest.of("Edges", Enablement.of(5, 0, 0)));
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @Test
    void shouldRoundTripEveryConstantOfAWideEnum() {
        final List<Object> expected = new ArrayList<>();
        final Wide[] wides = Wide.values();
        final Narrow[] narrows = Narrow.values();
        for (int i = 0; i < wides.length; i++) {
            final Wide value = wides[i];
            final Narrow narrow = i < narrows.length ? narrows[i] : null;
            ok(events.wide(value, narrow));
            expected.add(value);
            expected.add(narrow);
        }
        ok(events.wide(null, Narrow.C0));
        expected.add(null);
        expected.add(Narrow.C0);
        receive();
        assertThat(received).isEqualTo(expected);
        ok(events.wide(Wide.C299, Narrow.C254));
        ok(events.wide(null, null));
        assertThat(texts()).containsExactly("value=C299 narrow=C254", "value=65535 narrow=255");
    }

    @Test
    void shouldRoundTripWhatVariesInsideOfRecords() {
        final Instant instant = Instant.ofEpochSecond(1_700_000_000, 999_999_999);
        final ByteBuffer window = ByteBuffer.wrap(new byte[]{9, 1, 2, 9}).position(1).limit(3);
        final Inner inner = new Inner(new byte[]{1, -1}, window, new UnsafeBuffer(new byte[]{5}), "t\uD83D\uDE00",
                instant, Wide.C256, new boolean[]{true, false}, new char[]{'\uFFFF'});
        ok(events.nested(new Outer(-7, inner, 'z')));
        ok(events.nested(new Outer(8, null, 'y')));
        ok(events.nested(null));
        ok(events.nested(new Outer(1, new Inner(null, null, null, null, null, null, null, null), 'x')));
        ok(events.nested(new Outer(-7, new Inner(new byte[100], window, new UnsafeBuffer(new byte[70]), "x".repeat(99),
                Instant.EPOCH, Wide.C0, new boolean[300], new char[0]), 'z')));
        receive();
        final String none = "[] [] []  1970-01-01T00:00:00Z null [] []";
        assertThat(received).containsExactly(
                "-7 [1, -1] [1, 2] [5] t\uD83D\uDE00 " + instant + " C256 [true, false] [\uFFFF] z",
                "8 " + none + " y", "0 " + none + " \0", "1 " + none + " x",
                "-7 " + Arrays.toString(new byte[100]) + " [1, 2] " + Arrays.toString(new byte[70]) + ' '
                        + "x".repeat(99) + " 1970-01-01T00:00:00Z C0 " + Arrays.toString(new boolean[300]) + " [] z");
        assertThat(window.position()).isEqualTo(1);
    }

    @Test
    void shouldReceiveArraysOfOneTypeAndLengthApart() {
        for (final int length : new int[]{2, 3, 2, 0, 3}) {
            ok(events.twins(LongStream.range(0, length).toArray(), LongStream.range(7, 7 + length).toArray()));
            ok(events.twins(null, new long[]{length}));
        }
        receive();
        assertThat(received).containsExactly(new long[]{0, 1}, new long[]{7, 8}, new long[0], new long[]{2},
                new long[]{0, 1, 2}, new long[]{7, 8, 9}, new long[0], new long[]{3},
                new long[]{0, 1}, new long[]{7, 8}, new long[0], new long[]{2},
                new long[0], new long[0], new long[0], new long[]{0},
                new long[]{0, 1, 2}, new long[]{7, 8, 9}, new long[0], new long[]{3});
    }

    /** What remains of it is written, wherever it lies and whether it can be changed, and stays as it is. */
    @Test
    void shouldRoundTripByteBuffersOfEachKind() {
        final ByteBuffer direct = ByteBuffer.allocateDirect(9).put(new byte[]{0, 1, 2, 3, 4, 5, 6, 7, 8}).flip();
        final ByteBuffer heap = ByteBuffer.wrap(new byte[]{0, 1, 2, 3, 4, 5, 6, 7, 8});
        for (final ByteBuffer whole : List.of(direct, heap, direct.asReadOnlyBuffer(), heap.asReadOnlyBuffer())) {
            final ByteBuffer slice = whole.slice(2, 5);
            ok(events.buffer(slice));
            ok(events.buffer(slice.position(1).limit(4)));
            ok(events.nested(new Outer(1, new Inner(null, slice, null, null, null, null, null, null), 'x')));
            assertThat(slice.position()).isOne();
            assertThat(slice.limit()).isEqualTo(4);
            receive();
            assertThat(received).startsWith(new byte[]{2, 3, 4, 5, 6}, new byte[]{3, 4, 5})
                    .last().asString().startsWith("1 [] [3, 4, 5] [] ");
            received.clear();
        }
        final ByteBuffer large = ByteBuffer.allocateDirect(CLAIMED + 2).put(1, bytes(CLAIMED)).position(1);
        ok(events.buffer(large.slice().limit(CLAIMED).asReadOnlyBuffer()));
        receive();
        assertThat(received).containsExactly(bytes(CLAIMED));
    }

    /** As many elements as the largest event holds; one more is lost, and counted. */
    @Test
    void shouldRoundTripTheLongestValueOfEachTypeAndCountWhatIsLonger() {
        atMost(BYTES_MAX, length -> result(events.bytes(bytes(length))));
        atMost(BYTES_MAX, length -> result(events.direct(new UnsafeBuffer(bytes(length)))));
        atMost(BYTES_MAX, length -> result(events.buffer(ByteBuffer.wrap(bytes(length)))));
        atMost(BYTES_MAX, length -> result(events.truths(new boolean[length])));
        receive(4);
        atMost(BYTES_MAX / 2 - 1, length -> result(events.shorts(new short[length], null)));
        atMost(BYTES_MAX / 2 - 1, length -> result(events.shorts(null, new char[length])));
        atMost(BYTES_MAX / 4, length -> result(events.ints(new int[length])));
        atMost(BYTES_MAX / 8, length -> result(events.longs(new long[length])));
        receive(4);
        atMost((BYTES_MAX - 2) / 4, length -> result(events.floats(new float[length], null)));
        atMost((BYTES_MAX - 2) / 8, length -> result(events.floats(null, new double[length])));
        atMost(BYTES_MAX, length -> result(events.string("x".repeat(length))));
        atMost(BYTES_MAX / 3, length -> result(events.string("€".repeat(length))));
        receive(4);
        assertThat(received).containsExactly(bytes(BYTES_MAX), bytes(BYTES_MAX), bytes(BYTES_MAX), BYTES_MAX,
                BYTES_MAX / 2 - 1, 0, 0, BYTES_MAX / 2 - 1, BYTES_MAX / 4, BYTES_MAX / 8, (BYTES_MAX - 2) / 4, 0, 0,
                (BYTES_MAX - 2) / 8, "x".repeat(BYTES_MAX), "€".repeat(BYTES_MAX / 3));
        assertThat(totals().lost().of(LossCause.TOO_LARGE)).isEqualTo(12);
    }

    @Test
    void shouldWriteAndReceiveEachVersionOfAnEventAsItself() {
        ok(events.first(1));
        ok(events.third(2, 3));
        assertThat(events.registration().schema().events("counted")).hasSize(2);
        receive();
        assertThat(received).containsExactly("first 1", "third 2 3");
        final EdgeEventsReceiver receiver = new EdgeEventsReceiver("Edges", new EdgeEventsLog(received));
        assertThat(receiver.indexOf(13, 0)).isEqualTo(receiver.indexOf(13, 1)).isEqualTo(12);
        assertThat(receiver.indexOf(13, 2)).isEqualTo(receiver.indexOf(13, 9)).isEqualTo(13);
        assertThat(receiver.indexOf(15, 0)).isNegative();
    }

    @Test
    void shouldCallBackUnderAnotherNameToo() {
        final List<String> seen = new CopyOnWriteArrayList<>();
        try (Ringside other = traced.connect();
                EdgeEventsProvider named = EdgeEventsProvider.registerAs("Others", other,
                        notice -> seen.add(notice.context() + " " + notice.wanted().level()), "mine")) {
            traced.enable(SESSION, EnableRequest.of("Others", Enablement.of(3, 8, 0)));
            assertThat(seen).containsExactly("mine 3");
            assertThat(named.wanted().matchAny()).isEqualTo(8);
        }
    }

    private LedgerTotals totals() {
        return traced.controller.query(SESSION).ledger().totals();
    }

    private static void atMost(final int length, final IntUnaryOperator write) {
        assertThat(write.applyAsInt(length)).as("length=%d", length).isEqualTo(0);
        assertThat(write.applyAsInt(length + 1)).as("length=%d", length + 1).isEqualTo(1);
    }

    /** How often it was lost as too large. */
    private static int result(final long result) {
        assertThat(WriteResult.wanted(result)).isOne();
        assertThat(WriteResult.written(result) + WriteResult.lost(result, LossCause.TOO_LARGE)).isOne();
        return WriteResult.lost(result, LossCause.TOO_LARGE);
    }

    private static void ok(final long result) {
        assertThat(WriteResult.written(result)).isOne();
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return bytes;
    }

    private void receive() {
        receive(0);
    }

    private void receive(final long lost) {
        final EdgeEventsReceiver receiver = new EdgeEventsReceiver("Edges", new EdgeEventsLog(received));
        assertThat(traced.take(SESSION, receiver::receive, lost)).isNotEmpty().doesNotContain(false);
    }

    private List<String> texts() {
        return traced.take(SESSION, event -> {
            final StringBuilder text = new StringBuilder();
            new TextFields().append(text, Objects.requireNonNull(event.schema()), event.buffer(),
                    event.payloadOffset(), event.payloadLength());
            return text.toString();
        });
    }
}
