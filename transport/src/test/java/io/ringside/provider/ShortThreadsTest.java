package io.ringside.provider;

import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.EventSink;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Many platform threads that end soon: their lanes go from one to the next, with each one's id. */
class ShortThreadsTest {
    private static final int THREADS = 10_000;
    private static final int AT_A_TIME = 4;
    private static final int EVENTS = 3;
    private static final int LANES = 16;
    private static final int LANE_BYTES = 64 * 1024;

    /** Whose events came out, and how many of each. */
    private static final class Owners implements EventSink {
        private final Map<Long, Integer> events = new HashMap<>();
        private final Set<Integer> lanes = new HashSet<>();
        private long wrongOwners;
        private long lost;

        @Override
        public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            final long writer = buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH);
            wrongOwners += writer == ownerThreadId ? 0 : 1;
            events.merge(writer, 1, Integer::sum);
            lanes.add(lane);
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            lost += gap.total();
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause,
                final long count, final long firstTimeTicks, final long lastTimeTicks) {
            lost += count;
        }
    }

    private final Owners owners = new Owners();
    private final Set<Long> written = new HashSet<>();

    @Test
    void shouldHandLanesOverWithTheIdsOfTheirThreads(
            @TempDir(factory = SharedMemoryFactory.class) final Path path) throws IOException, InterruptedException {
        try (RingsideFixture fixture = new RingsideFixture(path.resolve("trace"));
                Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderEvent event = ringside.register(RingsideFixture.SCHEMA).event("low");
            final SessionRow session = fixture.controller
                    .start(SessionSettings.builder("short").lanes(LANES).laneBytes(LANE_BYTES).build());
            fixture.enable("short", 5);
            try (SessionDrain drain = fixture.drain(session)) {
                for (int i = 0; i < THREADS; i += AT_A_TIME) {
                    runThreads(ringside, event);
                    drain.poll(owners, Integer.MAX_VALUE);
                }
                drainAll(drain);
            }
            assertThat(bytesOfRings(path)).isLessThanOrEqualTo((long) LANES * LANE_BYTES);
        }
        assertThat(owners.lost).isZero();
        assertThat(owners.wrongOwners).isZero();
        assertThat(written).hasSize(THREADS);
        assertThat(owners.events.keySet()).isEqualTo(written);
        assertThat(owners.events.values()).containsOnly(EVENTS);
        assertThat(owners.lanes).hasSizeBetween(1, LANES);
    }

    private void runThreads(final Ringside ringside, final ProviderEvent event) throws InterruptedException {
        final Thread[] threads = new Thread[AT_A_TIME];
        for (int i = 0; i < AT_A_TIME; i++) {
            threads[i] = new Thread(() -> write(ringside, event));
            threads[i].start();
        }
        for (final Thread thread : threads) {
            thread.join();
            written.add(thread.getId());
        }
    }

    private static void write(final Ringside ringside, final ProviderEvent event) {
        // The lanes of those that ended just now may not have been noticed yet.
        while (!ringside.takeLanes()) {
            Thread.onSpinWait();
        }
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        payload.putLong(0, Thread.currentThread().getId());
        for (int i = 0; i < EVENTS; i++) {
            assertThat(WriteResult.written(event.write(payload, 0, Long.BYTES))).isEqualTo(1);
        }
    }

    private void drainAll(final SessionDrain drain) {
        do {
            drain.poll(owners, Integer.MAX_VALUE);
        } while (!drain.isEmpty());
    }

    private static long bytesOfRings(final Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(file -> file.toString().endsWith(".ring")).mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
