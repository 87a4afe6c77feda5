package io.ringside.internal.write;

import com.sun.management.ThreadMXBean;
import io.ringside.write.ProviderEvent;
import io.ringside.write.generated.TypedWrite;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("jdk25")
class TypedWriteTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** What the JVM allocates for itself, now and then, is excluded by measuring again. */
    private static final int ATTEMPTS = 10;
    private static final String TEXT = "x".repeat(100);

    /** There may be very many of them. */
    @Test
    void shouldAllocateForTheFirstLongTextOfAPlatformThreadAndNotOfAVirtualOne() throws InterruptedException {
        final FakeCarriers carriers = new FakeCarriers();
        carriers.mount(FakeCarriers.newCarrier("carrier"));
        assertThat(allocatedByFirstText(new WriteFixture(carriers.threads()).event())).isZero();
        assertThat(allocatedByFirstText(new WriteFixture().event())).isBetween(512L, 2_048L);
    }

    private static long allocatedByFirstText(final ProviderEvent event) throws InterruptedException {
        final AtomicLong least = new AtomicLong(Long.MAX_VALUE);
        for (int i = 0; i < ATTEMPTS; i++) {
            final Thread thread = new Thread(() -> {
                final TypedWrite write = TypedWrite.of(event);
                write.tryRoom(3L * TEXT.length());
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                write.payload(0).putText(TEXT);
                final long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
                write.end();
                least.accumulateAndGet(allocated, Math::min);
            });
            thread.start();
            thread.join();
        }
        return least.get();
    }
}
