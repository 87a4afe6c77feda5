package io.ringside.internal.merge;

import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** One write is one reading of the clock, for all sessions that have the same clock. */
class EqualStampsTest {
    private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(1);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int EVENTS = 200;
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Stamps")
            .event("stamped", EventDescriptor.of(1, 4, 1), FieldSchema.of("number", FieldType.INT64))
            .build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldShowEqualTimesInTwoSessionsOfOneClock() throws InterruptedException {
        final TraceDirectory directory = TraceDirectory.open(folder.resolve("trace"));
        try (Participant participant = Participant.join(directory)) {
            final DirectoryController controller = new DirectoryController(
                    new ControllerContext(new Registry(participant),
                            new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {
                                throw new AssertionError(file + ": " + problem);
                            })));
            for (final String name : List.of("one", "two")) {
                controller.start(SessionSettings.builder(name).lanes(8).laneBytes(64 * 1024).build());
                controller.enable(name, EnableRequest.of(SCHEMA.name(), Enablement.of(255, 0, 0)), TIMEOUT);
            }
            try (Ringside ringside = Ringside.connect(
                    new RingsideContext().directory(directory.path()).registerTimeoutNs(TIMEOUT_NS))) {
                writeFromTwoThreads(ringside);
            }
        }
        final List<Long> one = times(directory, "one");

        assertThat(one).hasSize(2 * EVENTS).isSorted().isEqualTo(times(directory, "two"));
    }

    private static void writeFromTwoThreads(final Ringside ringside) throws InterruptedException {
        final ProviderEvent event = ringside.register(SCHEMA).event("stamped");
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            final Thread thread = new Thread(() -> {
                final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
                for (int n = 0; n < EVENTS; n++) {
                    event.write(payload, 0, Long.BYTES);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads) {
            thread.join();
        }
    }

    private static List<Long> times(final TraceDirectory directory, final String session) {
        final List<Long> times = new ArrayList<>();
        final long[] aheadNs = new long[1];
        try (EventReader consumer = EventReader.open(new ReaderContext().directory(directory.path())
                .clock(() -> System.nanoTime() + aheadNs[0]).libraryThread(Runnable::run), Source.session(session))) {
            for (int quiet = 0; quiet < 3;) {
                aheadNs[0] += TimeUnit.SECONDS.toNanos(1);
                quiet = consumer.poll(event -> times.add(event.timeTicks())) == 0 ? quiet + 1 : 0;
            }
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        return times;
    }
}
