package io.ringside.internal.write;

import io.ringside.internal.files.VirtualThreads;
import java.lang.ref.Reference;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;

/** Which threads find their writers in a place of their own, and which have to search. */
@Tag("jdk25")
class WriterPlacesTest {
    private static final int CALLS = 5;
    /** Several for each place. */
    private static final int PLATFORM_THREADS = 2_000;

    private final ThreadLocal<Reference<WritingThread>> ofCarrier = Carriers.newLocal();
    private final AtomicInteger searches = new AtomicInteger();
    private final WriterThreads threads = new WriterThreads(new ThreadLocal<>() {
        @Override
        public Reference<WritingThread> get() {
            searches.incrementAndGet();
            return ofCarrier.get();
        }

        @Override
        public void set(final Reference<WritingThread> writer) {
            ofCarrier.set(writer);
        }
    }, Carriers::current, new ClaimScratch(), true);

    @Test
    void shouldFindAPlatformThreadInItsPlaceAfterItsFirstSearch() throws Exception {
        assertThat(searchesOf(onPlatformThread(this::writerOfCalls))).isOne();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldSearchWithEachCallOfAVirtualThread() throws Exception {
        final WritingThread carried = onVirtualThread(this::writerOfCalls);
        assertThat(searchesOf(carried)).isEqualTo(CALLS);
        assertThat(threads.writers()).containsExactly(carried);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldLeaveThePlaceOfACarrierToPlatformThreads() throws Exception {
        final WritingThread carried = onVirtualThread(this::writerOfCalls);
        assertThat(carried.isAlive()).as("it has not given its place back").isTrue();
        searches.set(0);
        for (int i = 0; i < PLATFORM_THREADS; i++) {
            final WritingThread writer = onPlatformThread(this::writerOfCalls);
            assertThat(searchesOf(writer)).as("searches of thread %d, carrier %d", writer.threadId, carried.threadId)
                    .isOne();
            threads.remove(writer);
        }
    }

    private int searchesOf(final WritingThread writer) {
        assertThat(writer).isNotNull();
        return searches.getAndSet(0);
    }

    /** Nothing parks here: a virtual thread stays on its carrier. */
    private WritingThread writerOfCalls() {
        final WritingThread writer = threads.current();
        for (int i = 1; i < CALLS; i++) {
            assertThat(threads.current()).isSameAs(writer);
        }
        assertThat(writer.thread).isSameAs(Carriers.current());
        return writer;
    }

    private static WritingThread onPlatformThread(final Callable<WritingThread> calls) throws Exception {
        final FutureTask<WritingThread> task = new FutureTask<>(calls);
        new Thread(task).start();
        return task.get();
    }

    private static WritingThread onVirtualThread(final Callable<WritingThread> calls) throws Exception {
        final FutureTask<WritingThread> task = new FutureTask<>(calls);
        VirtualThreads.start(task);
        return task.get();
    }
}
