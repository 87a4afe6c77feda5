package io.ringside.reader;

import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.machine.TscClock;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Two processes that read the processor's counter, each by a scale of its own, and write in turns. */
@Tag("jdk25")
@Tag("process")
class CounterClockSystemTest {
    private static final int EVENTS = 2_000;
    private static final long NEAR_NS = TimeUnit.MICROSECONDS.toNanos(5);

    @TempDir(factory = SharedMemoryFactory.class)
    Path root;

    /** An event as a session has it. */
    private record Stamped(long number, long timeTicks, long processId) {}

    @Test
    @DisplayName("R4.50 events of two processes by the counter are merged in their true order")
    void shouldMergeEventsOfTwoProcessesInTheirTrueOrder() throws IOException {
        assumeThat(TscClock.refusal()).isNull();
        try (TracedProvider provider = new TracedProvider(root)) {
            provider.controller.start(SessionSettings.builder("counted").lanes(8)
                    .laneBytes(TracedProvider.LANE_BYTES).clock(SessionSettings.ClockKind.TSC).build());
            provider.start("plain");
            provider.enable("counted", Enablement.of(5, 0, 0));
            provider.enable("plain", Enablement.of(5, 0, 0));
            try (ChildJvm other = ChildJvm.start(List.of(), StampingApplication.class,
                    provider.directory().path().toString())) {
                assertThat(other.readLine()).isEqualTo("ACTIVE");
                for (int number = 0; number < EVENTS; number += 2) {
                    assertThat(WriteResult.written(provider.write(1, number))).isEqualTo(2);
                    other.writeLine(String.valueOf(number + 1));
                    assertThat(other.readLine()).isEqualTo("2");
                }
                final List<Stamped> counted = takeMerged(provider, "counted");
                final List<Stamped> plain = takeMerged(provider, "plain");
                assertThat(counted).extracting(Stamped::number)
                        .containsExactlyElementsOf(LongStream.range(0, EVENTS).boxed().toList());
                assertThat(counted.stream().map(Stamped::processId).distinct()).hasSize(2);
                int near = 0;
                for (int i = 0; i < EVENTS; i++) {
                    assertThat(plain.get(i).number).isEqualTo(i);
                    near += Math.abs(counted.get(i).timeTicks - plain.get(i).timeTicks) < NEAR_NS ? 1 : 0;
                }
                assertThat(near).as("all but those that were interrupted between two clocks")
                        .isGreaterThan(EVENTS * 9 / 10);
            }
        }
    }

    private static List<Stamped> takeMerged(final TracedProvider provider, final String session) {
        final List<Stamped> taken = new ArrayList<>();
        try (EventReader consumer = EventReader.open(new ReaderContext().directory(provider.directory().path()),
                Source.session(session))) {
            final long deadlineNs = System.nanoTime() + TracedProvider.TIMEOUT_NS;
            while (taken.size() < EVENTS) {
                consumer.poll(
                        event -> taken.add(new Stamped(event.buffer().getLong(event.payloadOffset()), event.timeTicks(),
                                event.processId())));
                assertThat(System.nanoTime() - deadlineNs).isNegative();
            }
            assertThat(consumer.totals().lateEvents()).isZero();
            assertThat(consumer.totals().lostEvents()).isZero();
        }
        return taken;
    }
}
