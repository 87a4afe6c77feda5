package io.ringside.internal.write;

import io.ringside.internal.lane.LaneGeometry;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WriterThreadsTest {
    private static final int THREADS = 1_000;
    private static final int KNOWN_MAX = 128;
    private static final int MANY = 300;
    private static final int COLLECTIONS = 100;

    @Test
    void shouldForgetEndedThreadsThoughNoSessionStands() throws InterruptedException {
        final WriterThreads threads = new WriterThreads();
        runThreads(THREADS, threads::current);
        assertThat(threads.writers()).hasSizeLessThanOrEqualTo(KNOWN_MAX);
        assertThat(threads.current()).isSameAs(threads.current());
        assertThat(threads.writers()).contains(threads.current());
    }

    @Test
    void shouldGiveEachOfManyThreadsItsOwnWriterAgainAndAgain() throws Exception {
        final WriterThreads threads = new WriterThreads();
        final CyclicBarrier all = new CyclicBarrier(MANY);
        final Set<WritingThread> writers = ConcurrentHashMap.newKeySet();
        final List<FutureTask<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            tasks.add(new FutureTask<>(() -> {
                final WritingThread own = threads.current();
                writers.add(own);
                all.await();
                // All are alive: more of them than have places of their own.
                return own.thread == Thread.currentThread() && threads.current() == own && threads.current() == own;
            }));
            new Thread(tasks.get(i)).start();
        }
        for (final FutureTask<Boolean> task : tasks) {
            assertThat(task.get()).isTrue();
        }
        assertThat(writers).hasSize(MANY);
    }

    @Test
    void shouldLetGoOfAThreadThatIsForgotten() throws InterruptedException {
        final WriterThreads threads = new WriterThreads();
        final WeakReference<Thread> ended = end(threads);
        for (int i = 0; i < COLLECTIONS && ended.get() != null; i++) {
            System.gc();
        }
        assertThat(ended.get()).isNull();
    }

    private static WeakReference<Thread> end(final WriterThreads threads) throws InterruptedException {
        final Thread thread = new Thread(() -> assertThat(threads.current()).isSameAs(threads.current()));
        thread.start();
        thread.join();
        assertThat(threads.writers()).singleElement().satisfies(threads::remove);
        return new WeakReference<>(thread);
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
