package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.internal.files.VirtualThreads;
import io.ringside.provider.Ringside;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.typed.EventTime;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Events that end in an array: a long one is copied from where it lies. */
@Tag("jdk25")
class TypedTailTest {
    private static final String PROVIDER = "Example-Tails";
    private static final int HEAD_BYTES = Integer.BYTES + Short.BYTES;
    private static final int LENGTH_MAX = 65_536 - 32 - HEAD_BYTES;
    /** By which a virtual thread's record is longer. */
    private static final int THREAD_ID_BYTES = 16;
    private static final int[] LENGTHS = {0, 1, 57, 58, 255, 256, 257, 1_000, 4_089, 4_090, 4_096, 60_000, LENGTH_MAX};

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private TypedTailTestTailEventsProvider events;
    private final List<String> received = new ArrayList<>();

    /** The same payload, with and without options. */
    @TraceProvider(PROVIDER)
    interface TailEvents {
        @TraceEvent(id = 1)
        long plain(int number, byte @Nullable [] content);

        @TraceEvent(id = 2)
        long timed(@EventTime long timeNs, int number, byte[] content);
    }

    @BeforeEach
    void connect() {
        traced = new TracedProvider(root);
        ringside = traced.connect();
        events = TypedTailTestTailEventsProvider.register(ringside);
    }

    @AfterEach
    void close() {
        events.close();
        ringside.close();
        traced.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldArriveWholeInAllSessions(final int sessions) {
        begin(sessions);
        final List<String> expected = writeAll(LENGTH_MAX);
        for (int i = 0; i < sessions; i++) {
            assertThat(take(i, 0)).isEqualTo(expected);
        }
    }

    @EnabledForJreRange(min = JRE.JAVA_21)
    @Test
    void shouldArriveWholeFromAVirtualThread() throws InterruptedException {
        begin(1);
        final List<String> expected = new ArrayList<>();
        VirtualThreads.start(() -> expected.addAll(writeAll(LENGTH_MAX - THREAD_ID_BYTES))).join();
        assertThat(take(0, 0)).isEqualTo(expected).isNotEmpty();
    }

    @Test
    void shouldBeCountedWhereTheArrayIsTooLong() {
        begin(1);
        for (final int length : new int[]{LENGTH_MAX + 1, 100_000, 10_000_000}) {
            final byte[] content = content(length);
            assertThat(WriteResult.lost(events.plain(1, content), LossCause.TOO_LARGE)).isOne();
            assertThat(WriteResult.lost(events.timed(1, 2, content), LossCause.TOO_LARGE)).isOne();
        }
        assertThat(WriteResult.written(events.plain(3, content(300)))).isOne();
        assertThat(take(0, 6)).containsExactly(line(3, content(300)));
    }

    @Test
    void shouldBeCountedWhereTheLaneIsFull() {
        begin(1);
        final List<String> written = new ArrayList<>();
        long full = 0;
        for (int i = 0; i < 2 * TracedProvider.LANE_BYTES / LENGTH_MAX; i++) {
            final byte[] content = content(LENGTH_MAX - i);
            final long result = events.plain(i, content);
            full += WriteResult.lost(result, LossCause.FULL);
            if (WriteResult.written(result) == 1) {
                written.add(line(i, content));
            }
        }
        assertThat(full).isPositive();
        assertThat(take(0, full)).isEqualTo(written);
    }

    @Test
    void shouldBeEmptyWithoutAnArray() {
        begin(1);
        assertThat(WriteResult.written(events.plain(4, null))).isOne();
        assertThat(take(0, 0)).containsExactly(line(4, content(0)));
    }

    private void begin(final int sessions) {
        for (int i = 0; i < sessions; i++) {
            traced.start("tails-" + i);
            traced.enable("tails-" + i, EnableRequest.of(PROVIDER, Enablement.of(5, 0, 0)));
        }
    }

    private List<String> writeAll(final int lengthMax) {
        final List<String> written = new ArrayList<>();
        for (final int each : LENGTHS) {
            final int length = Math.min(each, lengthMax);
            final byte[] content = content(length);
            assertThat(WriteResult.lost(events.plain(length, content))).isZero();
            written.add(line(length, content));
            assertThat(WriteResult.lost(events.timed(1_700_000_000_000_000_000L, -length, content))).isZero();
            written.add(line(-length, content));
        }
        return written;
    }

    private List<String> take(final int session, final long lost) {
        received.clear();
        final TypedTailTestTailEventsReceiver receiver = new TypedTailTestTailEventsReceiver(new Log());
        assertThat(traced.take("tails-" + session, receiver::receive, lost)).isNotEmpty().doesNotContain(false);
        return received;
    }

    private static byte[] content(final int length) {
        final byte[] content = new byte[length];
        for (int i = 0; i < length; i++) {
            content[i] = (byte) (i * 31 + length);
        }
        return content;
    }

    private static String line(final int number, final byte[] content) {
        return number + " " + content.length + ' ' + Arrays.hashCode(content);
    }

    private final class Log implements TailEvents {
        @Override
        public long plain(final int number, final byte @Nullable [] content) {
            received.add(line(number, Objects.requireNonNull(content)));
            return 0;
        }

        @Override
        public long timed(final long timeNs, final int number, final byte[] content) {
            received.add(line(number, content));
            return 0;
        }
    }
}
