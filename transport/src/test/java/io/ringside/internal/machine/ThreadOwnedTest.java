package io.ringside.internal.machine;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("jdk25")
class ThreadOwnedTest {
    private static final int COLLECTIONS = 100;

    @Test
    void shouldGiveEachThreadOneObjectHoweverOftenItAsks() throws Exception {
        final ThreadOwned<Object> owned = new ThreadOwned<>(Object::new);
        final Object own = owned.get();
        System.gc();
        assertThat(owned.get()).isSameAs(own);
        final FutureTask<Boolean> other = new FutureTask<>(() -> {
            final Object first = owned.get();
            return first != own && first == owned.get();
        });
        new Thread(other).start();
        assertThat(other.get()).isTrue();
    }

    @Test
    void shouldKeepAnObjectThroughCollectionsThoughNobodyElseHoldsIt() {
        final ThreadOwned<Object> owned = new ThreadOwned<>(Object::new);
        final WeakReference<Object> own = new WeakReference<>(owned.get());
        System.gc();
        assertThat(own.get()).isNotNull().isSameAs(owned.get());
    }

    /** As of a web application that is undeployed, while the container's thread goes on. */
    @Test
    void shouldNotBeKeptByThreadsThatLive() {
        final WeakReference<Object> own = new WeakReference<>(new ThreadOwned<>(Object::new).get());
        for (int i = 0; i < COLLECTIONS && own.get() != null; i++) {
            System.gc();
        }
        assertThat(own.get()).isNull();
    }

    @Test
    void shouldForgetTheObjectsOfThreadsThatHaveEnded() throws InterruptedException {
        final ThreadOwned<Object> owned = new ThreadOwned<>(Object::new);
        final WeakReference<Object> ended = end(owned);
        for (int i = 0; i < COLLECTIONS && ended.get() != null; i++) {
            System.gc();
            // A map drops what is left of keys that are gone when it is used.
            run(owned::get);
        }
        assertThat(ended.get()).isNull();
    }

    /** Threads whose class says that they are all the same. */
    @Test
    void shouldKeepTheObjectsOfThreadsThatAreEqual() throws InterruptedException {
        final ThreadOwned<Object> owned = new ThreadOwned<>(Object::new);
        final CountDownLatch made = new CountDownLatch(2);
        final CountDownLatch collected = new CountDownLatch(1);
        final AtomicInteger kept = new AtomicInteger();
        final List<Thread> threads = Stream.generate(() -> new EqualThread(() -> {
            final WeakReference<Object> own = new WeakReference<>(owned.get());
            made.countDown();
            try {
                collected.await();
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
            kept.addAndGet(own.get() == null ? 0 : 1);
        })).limit(made.getCount()).map(Thread.class::cast).toList();
        threads.forEach(Thread::start);
        made.await();
        System.gc();
        collected.countDown();
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(kept).hasValue(threads.size());
    }

    @Test
    void shouldGiveNoObjectToAThreadThatOnlyAsksForOneThatIsThere() {
        final ThreadOwned<Object> owned = new ThreadOwned<>(Object::new);
        assertThat(owned.known()).isNull();
        final Object own = owned.get();
        assertThat(owned.known()).isSameAs(own);
    }

    private static final class EqualThread extends Thread {
        EqualThread(final Runnable work) {
            super(work);
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof EqualThread;
        }
    }

    private static WeakReference<Object> end(final ThreadOwned<Object> owned) throws InterruptedException {
        final Object[] made = new Object[1];
        run(() -> made[0] = owned.get());
        return new WeakReference<>(made[0]);
    }

    private static void run(final Runnable work) throws InterruptedException {
        final Thread thread = new Thread(work);
        thread.start();
        thread.join();
    }
}
