package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Events that find no room, no lane or no session: each is counted once, under its cause. */
class WriteLossTest {
    private static final int PAYLOAD = 8;

    private final WriteFixture fixture = new WriteFixture();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[PAYLOAD]);
    private final DataDescriptors blocks = new DataDescriptors().add(bytes, 0, PAYLOAD);
    private final EventClaim claim = EventClaim.create();

    @Test
    void shouldCountWhatFindsNoRoomAsFull() {
        final MemorySession session = start(1);
        final long written = fill();
        assertThat(session.wanted()).isEqualTo(written + 1);

        assertFull(fixture.event().write(bytes, 0, PAYLOAD));
        assertFull(fixture.event().write(blocks));
        assertThat(fixture.event().tryClaim(claim, PAYLOAD)).isFalse();
        assertFull(claim.result());

        assertThat(session.lost(LossCause.FULL)).isEqualTo(4).isEqualTo(session.lost());
        assertThat(session.takeAll()).hasSize((int) written);
        assertThat(session.taken(0).lost(LossCause.FULL)).isEqualTo(4);
        session.assertBalanced();
    }

    @Test
    void shouldRecordAgainOnceThereIsRoom() {
        final MemorySession session = start(1);
        fill();
        session.taken(0).takeAll();

        bytes.putLong(0, -1);
        assertThat(fixture.event().write(bytes, 0, PAYLOAD)).isEqualTo(ResultBits.WRITTEN);

        assertThat(session.takeValues()).endsWith(-1L);
        assertThat(session.lost()).isEqualTo(1);
        session.assertBalanced();
    }

    @Test
    @DisplayName("R2.10 of N events written, R received and L counted as lost: N = R + L")
    void shouldAccountForEveryEvent() {
        final MemorySession session = start(1);
        final Random random = new Random(10);
        final int events = 100_000;
        for (int i = 0; i < events; i++) {
            fixture.event().write(bytes, 0, random.nextInt(PAYLOAD + 1));
            if (random.nextInt(100) == 0) {
                session.taken(0).take(random.nextInt(90));
            }
        }
        assertThat(session.takeAll().size() + session.lost()).isEqualTo(events);
        assertThat(session.lost(LossCause.FULL)).isPositive().isEqualTo(session.lost());
        session.assertBalanced();
    }

    @Test
    @DisplayName("R2.21 a writer goes on while its reader stands still, from a thread of any kind")
    void shouldGoOnWithoutReader() throws InterruptedException, ExecutionException {
        final MemorySession session = start(2);
        final FutureTask<Long> daemon = new FutureTask<>(this::fill);
        final Thread thread = new Thread(new ThreadGroup("any"), daemon, "daemon");
        thread.setDaemon(true);
        thread.start();

        final long written = daemon.get() + fill();
        for (int i = 0; i < 100_000; i++) {
            assertFull(fixture.event().write(bytes, 0, PAYLOAD));
        }
        assertThat(session.lost(LossCause.FULL)).isEqualTo(100_002);
        assertThat(session.takeAll()).hasSize((int) written);
        session.assertBalanced();
    }

    @Test
    void shouldCountWhatFindsNoLane() throws InterruptedException, ExecutionException {
        final MemorySession session = start(1);
        final FutureTask<Long> other = new FutureTask<>(() -> fixture.event().write());
        final Thread thread = new Thread(other);
        thread.start();
        assertThat(other.get()).isEqualTo(ResultBits.WRITTEN);
        thread.join();
        final long before = System.nanoTime();

        assertNoLane(fixture.event().write(bytes, 0, PAYLOAD));
        assertNoLane(fixture.event().write(blocks));
        assertThat(fixture.event().tryClaim(claim, PAYLOAD)).isFalse();
        assertNoLane(claim.result());

        assertThat(session.lost(LossCause.NO_LANE)).isEqualTo(3).isEqualTo(session.lost());
        assertThat(session.lastTimeNs()).isBetween(before, System.nanoTime());
        session.assertBalanced();
    }

    @Test
    void shouldUseALaneThatComesLater() throws InterruptedException {
        final MemorySession session = start(1);
        final WritingThread[] ended = new WritingThread[1];
        final Thread thread = new Thread(() -> {
            ended[0] = fixture.writer();
            fixture.event().write();
        });
        thread.start();
        thread.join();
        assertNoLane(fixture.event().write());
        assertThat(fixture.writer().takeLanes()).isFalse();
        assertThat(ended[0].isAlive()).isFalse();

        fixture.reclaim(ended[0]);

        assertThat(fixture.writer().takeLanes()).isTrue();
        assertThat(fixture.writer().hasLane(0)).isTrue();
        assertThat(fixture.event().write()).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeAll()).extracting(event -> event.ownerThreadId())
                .containsExactly(thread.getId(), Thread.currentThread().getId());
        session.assertBalanced();
    }

    @Test
    void shouldCountWhatARefusedSessionWantsAsNotAttached() {
        final MemorySession session = start(0);
        final long before = System.nanoTime();

        final long result = fixture.event().write(bytes, 0, PAYLOAD);

        assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.NOT_ATTACHED);
        assertThat(WriteResult.lost(result, LossCause.NOT_ATTACHED)).isEqualTo(1);
        assertThat(fixture.event().tryClaim(claim, PAYLOAD)).isFalse();
        assertThat(claim.result()).isEqualTo(result);
        assertThat(session.lost(LossCause.NOT_ATTACHED)).isEqualTo(2).isEqualTo(session.lost());
        assertThat(session.lastTimeNs()).isBetween(before, System.nanoTime());
    }

    private MemorySession start(final int lanes) {
        fixture.want(1);
        return fixture.start(0, lanes, LaneGeometry.MIN_LANE_BYTES);
    }

    /** Writes until an event is lost. */
    private long fill() {
        long written = 0;
        while (fixture.event().write(bytes, 0, PAYLOAD) == ResultBits.WRITTEN) {
            written++;
        }
        assertThat(written).isGreaterThan(1_000);
        return written;
    }

    private static void assertFull(final long result) {
        assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.NOT_ENOUGH_MEMORY);
        assertThat(WriteResult.lost(result, LossCause.FULL)).isEqualTo(1);
        assertThat(WriteResult.lost(result)).isEqualTo(1);
    }

    private static void assertNoLane(final long result) {
        assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.NO_SYSTEM_RESOURCES);
        assertThat(WriteResult.lost(result, LossCause.NO_LANE)).isEqualTo(1);
        assertThat(WriteResult.lost(result)).isEqualTo(1);
    }
}
