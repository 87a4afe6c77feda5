package io.ringside.internal.write;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Typed events that end in a long array have the same bytes, whichever way they go. */
@Timeout(60)
class TailWayTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LARGE_LANE_BYTES = 16 * LaneGeometry.MIN_LANE_BYTES;
    private static final int[] HEAD_LENGTHS = {2, 6, 8, 63, 64, 257};
    private static final int[] TAIL_LENGTHS = {256, 257, 1_000, 4_090, 4_096, 15_001, 60_000};
    private static final int EVENTS = 300;
    /** Of this a lane of the least size takes a few only. */
    private static final int WAITING_LENGTH = 9_000;

    @ParameterizedTest
    @EnumSource
    void shouldWriteTheHeadAndTheArrayBehindItWhicheverWayItGoes(final TailWay way) {
        final WriteFixture fixture = way.fixture(LARGE_LANE_BYTES);
        final List<byte[]> written = new ArrayList<>();
        for (final int headLength : HEAD_LENGTHS) {
            for (final int tailLength : TAIL_LENGTHS) {
                final byte[] payload = payload(written.size(), headLength + tailLength);
                assertThat(write(way, fixture, payload, headLength)).isEqualTo(way.sessions() * ResultBits.WRITTEN);
                written.add(payload);
                for (int slot = 0; slot < way.sessions(); slot++) {
                    assertThat(fixture.session(slot).takeAll()).hasSize(written.size()).last()
                            .extracting(TakenEvent::payload).isEqualTo(payload);
                }
            }
        }
        for (int slot = 0; slot < way.sessions(); slot++) {
            fixture.session(slot).assertBalanced();
        }
    }

    @Test
    void shouldLoseNoByteOfArraysThatWaitForRoom() throws InterruptedException {
        final TailWay way = TailWay.ROOM_IS_WAITED_FOR;
        final WriteFixture fixture = way.fixture(LaneGeometry.MIN_LANE_BYTES);
        final MemorySession session = fixture.session(0);
        final AtomicLong results = new AtomicLong();
        final Thread writer = new Thread(() -> {
            for (int i = 0; i < EVENTS; i++) {
                results.addAndGet(write(way, fixture, payload(i, WAITING_LENGTH + i), 6));
            }
        });
        writer.start();
        await().atMost(PATIENCE).until(() -> writer.getState() == Thread.State.TIMED_WAITING);
        while (writer.isAlive()) {
            session.taken(0).take(1);
        }
        writer.join();

        assertThat(results.get()).isEqualTo(EVENTS * ResultBits.WRITTEN);
        final List<TakenEvent> taken = session.takeAll();
        assertThat(taken).hasSize(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            assertThat(taken.get(i).payload()).isEqualTo(payload(i, WAITING_LENGTH + i));
        }
        session.assertBalanced();
    }

    /** The field that the condition is about begins with the payload: in the head, or in both, or in the array. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 7, 8, 30})
    void shouldAskTheConditionAboutTheSameBytes(final int headLength) {
        final WriteFixture fixture = TailWay.TWO_SESSIONS.fixture(LARGE_LANE_BYTES);
        TailWay.condition(fixture, 0, "value between -2 and 16");
        final List<byte[]> met = new ArrayList<>();
        for (final long value : new long[]{-3, -2, 0x0101_0101_0101_0101L, 16, 17}) {
            final boolean isMet = value >= -2 && value <= 16;
            final byte[] payload = payload(met.size(), headLength + 400);
            new UnsafeBuffer(payload).putLong(0, value, ByteOrder.LITTLE_ENDIAN);
            assertThat(write(TailWay.TWO_SESSIONS, fixture, payload, headLength))
                    .isEqualTo((isMet ? 2 : 1) * ResultBits.WRITTEN);
            assertThat(fixture.session(1).takeAll()).last().extracting(TakenEvent::payload).isEqualTo(payload);
            if (isMet) {
                met.add(payload);
            }
        }
        assertThat(fixture.session(0).takeAll().stream().map(TakenEvent::payload)).containsExactlyElementsOf(met);
        assertThat(fixture.session(0).wanted()).isEqualTo(met.size());
        fixture.session(0).assertBalanced();
        fixture.session(1).assertBalanced();
    }

    private static long write(final TailWay way, final WriteFixture fixture, final byte[] payload,
            final int headLength) {
        return way.write(fixture.event(), Arrays.copyOf(payload, headLength),
                Arrays.copyOfRange(payload, headLength, payload.length));
    }

    private static byte[] payload(final int number, final int length) {
        final byte[] payload = new byte[length];
        for (int i = 0; i < length; i++) {
            payload[i] = (byte) (i * 31 + i / 251 + number);
        }
        return payload;
    }
}
