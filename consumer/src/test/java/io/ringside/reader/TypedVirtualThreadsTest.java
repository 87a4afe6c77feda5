package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.internal.files.VirtualThreads;
import io.ringside.provider.Ringside;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Virtual threads that leave their carrier in the middle of a typed event: nobody else's bytes get into it. */
@Tag("jdk25")
@EnabledForJreRange(min = JRE.JAVA_21)
@Timeout(60)
class TypedVirtualThreadsTest {
    private static final String SESSION = "carried";
    private static final int THREADS = 50;
    private static final int EVENTS = 10;
    private static final int CLAIMED = 100;
    private static final int SPARE_LANES = 8;

    @TempDir
    Path root;

    @Test
    void shouldKeepEventsApartWhileTheirTextsPark() throws InterruptedException {
        final AtomicLong written = new AtomicLong();
        final List<Object> expected = new ArrayList<>();
        try (TracedProvider traced = new TracedProvider(root); Ringside ringside = traced.connect()) {
            // Before the first virtual thread, nobody knows how many carriers there will be.
            VirtualThreads.start(() -> {}).join();
            traced.controller.start(SessionSettings.builder(SESSION)
                    .lanes(Runtime.getRuntime().availableProcessors() + SPARE_LANES)
                    .laneBytes(TracedProvider.LANE_BYTES).build());
            final TypeEventsProvider events = TypeEventsProvider.register(ringside);
            traced.enable(SESSION, EnableRequest.of("Example-Types", Enablement.of(5, 0, 0)));
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                final int number = i;
                threads.add(VirtualThreads.start(() -> write(events, number, written)));
                for (int j = 0; j < EVENTS; j++) {
                    expected.addAll(List.of(name(i, j), i, j, name(i, j).repeat(CLAIMED)));
                }
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            final TypeEventsLog log = new TypeEventsLog();
            final TypeEventsReceiver receiver = new TypeEventsReceiver(log);
            assertThat(traced.take(SESSION, receiver::receive)).doesNotContain(false);
            assertThat(log.values).containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(written).hasValue(3L * THREADS * EVENTS);
    }

    private static void write(final TypeEvents events, final int thread, final AtomicLong written) {
        for (int i = 0; i < EVENTS; i++) {
            written.addAndGet(WriteResult.written(events.text(new ParkingText(name(thread, i))))
                    + WriteResult.written(events.ints(thread, i))
                    + WriteResult.written(events.text(new ParkingText(name(thread, i).repeat(CLAIMED)))));
        }
    }

    private static String name(final int thread, final int event) {
        return "thread " + thread + " event " + event + ';';
    }

    /** Lets others run before its last character is read. */
    private record ParkingText(String text) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(final int index) {
            if (index == text.length() - 1) {
                LockSupport.parkNanos(1);
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(final int start, final int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
