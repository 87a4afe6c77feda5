package io.ringside.internal.merge;

import com.sun.management.ThreadMXBean;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.schema.ProviderSchema;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What merged delivery allocates for an event, between two looks into the session's folder: nothing. */
@Tag("jdk25")
class MergeAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CYCLES = 10_000;
    private static final int FEW_EVENTS = 4;
    private static final int MANY_EVENTS = 80;
    /** Until compilers are done, also on a machine that is busy. */
    private static final int ATTEMPTS = 10;

    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Merge")
            .event("one", EventDescriptor.of(1, 4, 1)).build();

    @TempDir
    Path folder;

    @Test
    void shouldAllocateNoMoreForManyEventsThanForFew() {
        try (MergeFixture fixture = new MergeFixture(folder)) {
            final HandMadeProvider provider = fixture.session.provider();
            provider.register(SCHEMA);
            final Counter counter = new Counter();
            try (EventReader consumer = EventReader.open(fixture.context().scanIntervalNs(Long.MAX_VALUE / 2),
                    fixture.source())) {
                final Cycles cycles = new Cycles(fixture, provider, consumer, counter);
                final long few = cycles.leastAllocatedBytes(FEW_EVENTS);
                final long many = cycles.leastAllocatedBytes(MANY_EVENTS);

                // Reading a block's bytes from a file allocates, once per lane and cycle. An object for each event, or
                // for a few of them, is far more than a byte per cycle; the strings that the JVM makes on this thread
                // when it compiles a method are less.
                assertThat(many - few).as("bytes allocated by %s cycles", CYCLES).isLessThan(CYCLES);
                assertThat(consumer.totals().lateEvents()).isZero();
                assertThat(counter.events).isEqualTo(consumer.totals().events()).isGreaterThan(CYCLES);
            }
        }
    }

    private record Cycles(MergeFixture fixture, HandMadeProvider provider, EventReader consumer, Counter counter) {
        long leastAllocatedBytes(final int events) {
            run(events);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ATTEMPTS; i++) {
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                run(events);
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            return least;
        }

        private void run(final int events) {
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                for (int i = 0; i < events; i++) {
                    fixture.advance(1_000);
                    fixture.write(provider, i & 3, fixture.nowNs.get(), i);
                }
                // All is due: each cycle reads every lane once.
                fixture.advance(Watermark.CLOCK_SLACK_NS);
                consumer.poll(counter);
            }
        }
    }

    private static final class Counter implements EventHandler {
        private long events;

        @Override
        public void onEvent(final EventView event) {
            events++;
        }
    }
}
