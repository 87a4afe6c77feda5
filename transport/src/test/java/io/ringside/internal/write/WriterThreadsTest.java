package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import io.ringside.write.generated.TypedWrite;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
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

    @Test
    void shouldCountEachEventAsLostWhileThereIsNoMemoryForAWriter() {
        final AtomicBoolean isFull = new AtomicBoolean(true);
        final WriterThreads threads = new WriterThreads(new ThreadLocal<>(), () -> {
            if (isFull.get()) {
                throw new OutOfMemoryError("of the test");
            }
            return Thread.currentThread();
        }, null);
        final WriteFixture fixture = new WriteFixture(threads).startSessions(2);
        final DeclaredEvent event = fixture.event();
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        final WriteOptions options = new WriteOptions();
        final DataDescriptors blocks = new DataDescriptors().add(payload, 0, Long.BYTES);
        final EventClaim claim = EventClaim.create();
        final WritingThread writer = threads.current();
        final TypedWrite typed = TypedWrite.of(event);
        typed.begin(Long.BYTES);

        assertThat(event.tryClaim(claim, Long.BYTES)).isFalse();
        assertThat(writer.claim(event, (ClaimedRoom) claim, Long.BYTES)).isFalse();
        assertThat(writer.takeLanes()).isFalse();
        assertThat(LongStream.of(event.write(), event.write(payload, 0, Long.BYTES), event.write(blocks),
                event.write(options), event.write(options, payload, 0, Long.BYTES), event.write(options, blocks),
                typed.commit(), fixture.provider().writeString(0, 0, "text"),
                writer.write(event, payload, 0, Long.BYTES), claim.result())).containsOnly(2 * ResultBits.NO_LANE);
        for (int slot = 0; slot < 2; slot++) {
            assertThat(fixture.session(slot).lost(LossCause.NO_LANE)).isEqualTo(11);
            assertThat(fixture.session(slot).wanted()).isEqualTo(11);
        }
        assertThat(threads.writers()).isEmpty();

        isFull.set(false);
        assertThat(WriteResult.written(event.write())).isEqualTo(2);
        assertThat(threads.writers()).containsExactly(threads.current());
    }

    private static void runThreads(final int count, final Runnable work) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            final Thread thread = new Thread(work);
            thread.start();
            thread.join();
        }
    }
}
