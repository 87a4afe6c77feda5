package io.ringside.internal.write;

import com.sun.management.ThreadMXBean;
import io.ringside.event.DataDescriptors;
import io.ringside.internal.files.VirtualThreads;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;

/** Virtual threads of the JDK, on the carriers that it gives them. */
@Tag("jdk25")
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int OPERATIONS = 200_000;
    private static final int ATTEMPTS = 5;
    /** More than the JDK has carriers here. */
    private static final int LANES = 64;
    private static final int VIRTUAL_THREADS = 500;
    private static final int EVENTS = 20;
    private static final int EVENTS_PER_POLL = 1_000;

    private final WriteFixture fixture = new WriteFixture();
    private final MemorySession session = start();
    private final List<LaneReader> readers = new ArrayList<>();

    @Test
    void shouldUseTheLanesOfCarriers() throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            final long first = (long) i * EVENTS;
            threads.add(VirtualThreads.start(() -> write(first)));
        }
        final Map<Long, Long> ids = new HashMap<>();
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            threads.get(i).join();
            for (int event = 0; event < EVENTS; event++) {
                ids.put((long) i * EVENTS + event, threads.get(i).getId());
            }
        }

        final List<TakenEvent> events = session.takeAll();
        assertThat(events).hasSize(VIRTUAL_THREADS * EVENTS);
        assertThat(events).allMatch(event -> event.virtualThreadId() == ids.remove(event.value()));
        final Set<Long> carriers = events.stream().map(TakenEvent::ownerThreadId).collect(Collectors.toSet());
        final int usedLanes = LANES - session.pool().freeLanes();
        assertThat(usedLanes).isEqualTo(carriers.size()).isLessThanOrEqualTo(Carriers.parallelism());
        // A carrier that has only claimed has no lane.
        assertThat(fixture.threads().writers()).allMatch(WritingThread::isAlive)
                .filteredOn(writer -> writer.hasLane(0)).hasSize(usedLanes);
        assertThat(carriers).doesNotContainAnyElementsOf(threads.stream().map(Thread::getId).toList());
        session.assertBalanced();
    }

    @Test
    void shouldKnowWhichPlatformThreadRuns() throws Exception {
        assertThat(Carriers.current()).isSameAs(Thread.currentThread());
        final Thread carrier = onVirtualThread(Carriers::current);
        assertThat(carrier).isNotNull().isNotSameAs(Thread.currentThread());
        assertThat(carrier.getThreadGroup().getName()).isEqualTo("CarrierThreads");
        assertThat(Carriers.parallelism()).isPositive();
        assertThat(fixture.threads().carriersToCome()).isEqualTo(Carriers.parallelism());
        onVirtualThread(fixture::writer);
        onVirtualThread(() -> fixture.event().write());
        assertThat(fixture.threads().carriersToCome()).isLessThan(Carriers.parallelism());
    }

    /** Readers ask the JVM for faults of cut files, which costs them an empty array now and then. */
    private long readerBytes;

    @Test
    void shouldNotAllocateOnAVirtualThread() throws Exception {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);
        final DataDescriptors blocks = new DataDescriptors();
        final EventClaim claim = EventClaim.create();
        final ProviderEvent event = fixture.event();
        session.lanes().forEach(lane -> readers.add(lane.newReader()));
        assertNoAllocation(() -> event.write(bytes, 0, 8));
        assertNoAllocation(() -> event.write(blocks.reset().add(bytes, 0, 8)));
        assertNoAllocation(() -> event.tryClaim(claim, 40) ? claim.commit() : claim.result());
        final byte[] head = new byte[6];
        final byte[] tail = new byte[300];
        assertNoAllocation(() -> TailWay.STRAIGHT.write(event, head, tail));
        assertNoAllocation(() -> TailWay.OPTIONS.write(event, head, tail));
        onVirtualThread(fixture::writer);
        assertNoAllocation(() -> event.write());
    }

    private void assertNoAllocation(final LongSupplier operation) throws Exception {
        final long least = onVirtualThread(() -> {
            // It does not park: what its carrier allocates is what it allocates.
            final long carrierId = Carriers.current().getId();
            long results = run(operation);
            long bytes = Long.MAX_VALUE;
            for (int i = 0; i < ATTEMPTS && bytes > 0; i++) {
                final long before = THREADS.getThreadAllocatedBytes(carrierId);
                readerBytes = 0;
                results |= run(operation);
                bytes = Math.min(bytes, THREADS.getThreadAllocatedBytes(carrierId) - before - readerBytes);
            }
            assertThat(Carriers.current().getId()).isEqualTo(carrierId);
            assertThat(results).isEqualTo(ResultBits.WRITTEN);
            return bytes;
        });
        assertThat(least).as("bytes allocated by %s operations", OPERATIONS).isZero();
    }

    /** Gives the results of all operations, one over the other. */
    private long run(final LongSupplier operation) {
        long results = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            results |= operation.getAsLong();
            if (i % EVENTS_PER_POLL == 0) {
                final long before = THREADS.getThreadAllocatedBytes(Carriers.current().getId());
                for (int lane = 0; lane < readers.size(); lane++) {
                    while (readers.get(lane).hasFrames()) {
                        readers.get(lane).take(Integer.MAX_VALUE);
                    }
                }
                readerBytes += THREADS.getThreadAllocatedBytes(Carriers.current().getId()) - before;
            }
        }
        return results;
    }

    /** Writes numbers, by claims that are open while the thread waits, and directly, on whatever carrier it is. */
    private void write(final long first) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);
        final EventClaim claim = EventClaim.create();
        for (long number = first; number < first + EVENTS; number++) {
            if (number % 2 == 0) {
                bytes.putLong(0, number);
                fixture.event().write(bytes, 0, 8);
            } else if (fixture.event().tryClaim(claim, 8)) {
                claim.buffer().putLong(0, number);
                leaveCarrier();
                claim.commit();
            }
            leaveCarrier();
        }
    }

    /** Afterwards the thread goes on on any carrier. */
    private static void leaveCarrier() {
        LockSupport.parkNanos(1);
    }

    private static <T> T onVirtualThread(final Callable<T> action) throws Exception {
        final FutureTask<T> task = new FutureTask<>(action);
        VirtualThreads.start(task);
        return task.get();
    }

    private MemorySession start() {
        fixture.want(1);
        return fixture.start(0, LANES, LaneGeometry.MIN_LANE_BYTES * 16);
    }
}
