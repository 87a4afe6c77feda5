package io.ringside.transport.write;

import io.ringside.transport.lane.LaneGeometry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WriterThreadsTest {
    private static final int THREADS = 1_000;
    private static final int KNOWN_MAX = 128;

    @Test
    void shouldForgetEndedThreadsThoughNoSessionStands() throws InterruptedException {
        final WriterThreads threads = new WriterThreads();
        runThreads(THREADS, threads::current);
        assertThat(threads.writers()).hasSizeLessThanOrEqualTo(KNOWN_MAX);
        assertThat(threads.current()).isSameAs(threads.current());
        assertThat(threads.writers()).contains(threads.current());
    }

    @Test
    void shouldKeepEndedThreadsThatHaveLanes() throws InterruptedException {
        final WriteFixture fixture = new WriteFixture();
        fixture.start(0, 2, LaneGeometry.MIN_LANE_BYTES);
        fixture.want(1);
        runThreads(1, fixture.event()::write);
        runThreads(THREADS, fixture.threads()::current);
        assertThat(fixture.threads().writers()).filteredOn(writer -> writer.hasLane(0)).hasSize(1);
    }

    private static void runThreads(final int count, final Runnable work) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            final Thread thread = new Thread(work);
            thread.start();
            thread.join();
        }
    }
}
