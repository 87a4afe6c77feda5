package io.ringside.reader;

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
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Real writers, and a session whose lanes take all that they write. */
class ManyWritersTest {
    private static final int THREADS = 8;
    private static final int EVENTS = 100_000;
    private static final int BATCH = 200;
    private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(1);
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Many-Writers")
            .event("Written", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("thread", FieldType.INT32),
                    FieldSchema.of("sequence", FieldType.INT32))
            .build();

    @TempDir(factory = SharedMemoryFactory.class)
    Path root;

    @Test
    @DisplayName("R6.6 events of a file come oldest first, and those of a thread as they were written")
    void shouldReadWhatManyThreadsWroteInTheOrderOfTimes() throws InterruptedException {
        final TraceDirectory directory = enabled(SessionSettings.builder("many").laneBytes(16 << 20)
                .maxBytes(512L << 20).build());
        try (Ringside ringside = connect(directory)) {
            final ProviderEvent event = ringside.register(SCHEMA).event("Written");
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                final int number = i;
                threads.add(new Thread(() -> write(ringside, event, number)));
            }
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }
        }
        final Path folder = root.resolve("recording");
        try (Recorder recorder = Recorder.open(new RecorderContext("many", folder).directory(directory.path()))) {
            while (recorder.events() < (long) THREADS * EVENTS) {
                recorder.doWork();
            }
        }
        final Order order = new Order();
        try (EventReader consumer = EventReader.open(Source.recording(folder))) {
            consumer.readAvailable(order);
            assertThat(consumer.totals().lateEvents()).isZero();
            assertThat(consumer.totals().lostEvents()).isZero();
        }
        assertThat(order.disorder).isZero();
        assertThat(order.next).containsOnly(EVENTS);
    }

    @Test
    @DisplayName("R6.12 a consumer that stands still makes no write slow, also when the lane is full")
    void shouldWriteAsFastWhenNobodyTakes() {
        final TraceDirectory directory = enabled(SessionSettings.builder("many").laneBytes(64 << 10).build());
        final Handler taken = new Handler();
        try (Ringside ringside = connect(directory);
                EventReader consumer = EventReader.open(new ReaderContext().directory(directory.path()),
                        Source.session("many"))) {
            final ProviderEvent event = ringside.register(SCHEMA).event("Written");
            ringside.takeLanes();
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
            long written = 0;
            long lost = 0;
            final Histogram taking = new Histogram(3);
            final Histogram standing = new Histogram(3);
            for (int batch = 0; batch < EVENTS / BATCH; batch++) {
                final Histogram histogram = batch % 2 == 0 ? taking : standing;
                for (int i = 0; i < BATCH; i++) {
                    final long beginNs = System.nanoTime();
                    final long result = event.write(payload, 0, 8);
                    histogram.recordValue(System.nanoTime() - beginNs);
                    written += WriteResult.written(result);
                    lost += WriteResult.lost(result);
                }
                // In every other batch the lane is empty; in those between it is full from the third event on.
                if (batch % 2 == 1) {
                    drain(consumer, taken);
                } else {
                    fill(event, payload, taken);
                }
            }
            // What was lost at the end is told when nothing has come behind it for some looks.
            for (int look = 0; look < 10; look++) {
                drain(consumer, taken);
            }

            assertThat(written).isPositive();
            assertThat(lost).isPositive();
            System.out.println("ManyWritersTest: p99.9 with room " + taking.getValueAtPercentile(99.9)
                    + " ns, without room " + standing.getValueAtPercentile(99.9) + " ns");
            assertThat(standing.getValueAtPercentile(99.9)).isLessThan(100 * taking.getValueAtPercentile(99.9));
            assertThat(written + lost + taken.filled).isEqualTo(taken.events + taken.lost);
        }
    }

    private static void drain(final EventReader consumer, final Handler taken) {
        do {
            consumer.scanSoon();
            consumer.poll(taken);
        } while (!consumer.hasCaughtUp());
    }

    private static void fill(final ProviderEvent event, final UnsafeBuffer payload,
            final Handler handler) {
        long result;
        do {
            result = event.write(payload, 0, 8);
            handler.filled++;
        } while (WriteResult.lost(result) == 0);
    }

    private static void write(final Ringside ringside, final ProviderEvent event, final int number) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
        ringside.takeLanes();
        payload.putInt(0, number);
        for (int sequence = 0; sequence < EVENTS; sequence++) {
            payload.putInt(4, sequence);
            event.write(payload, 0, 8);
        }
    }

    private Ringside connect(final TraceDirectory directory) {
        return Ringside.connect(new RingsideContext().directory(directory.path()).registerTimeoutNs(TIMEOUT_NS));
    }

    private TraceDirectory enabled(final SessionSettings settings) {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("trace"));
        try (Participant participant = Participant.join(directory)) {
            final DirectoryController controller = new DirectoryController(
                    new ControllerContext(new Registry(participant),
                            new MappedLedgers(directory, participant.files(), SinkReader.NONE, (path, reason) -> {})));
            controller.start(settings);
            controller.enable("many", EnableRequest.of("Many-Writers", Enablement.of(0, 0, 0)), Duration.ZERO);
        }
        return directory;
    }

    /** Counts what it gets. */
    private static final class Handler implements EventHandler {
        private long filled;
        private long events;
        private long lost;

        @Override
        public void onEvent(final EventView event) {
            events++;
        }

        @Override
        public void onGap(final GapView gap) {
            lost += gap.total();
        }
    }

    /** Checks the order of all events, and of each thread's. */
    private static final class Order implements EventHandler {
        private final int[] next = new int[THREADS];
        private long lastNs = Long.MIN_VALUE;
        private int disorder;

        Order() {
            Arrays.fill(next, 0);
        }

        @Override
        public void onEvent(final EventView event) {
            final int thread = event.buffer().getInt(event.payloadOffset());
            if (event.timeNs() < lastNs || event.buffer().getInt(event.payloadOffset() + 4) != next[thread]) {
                disorder++;
            }
            next[thread]++;
            lastNs = event.timeNs();
        }
    }
}
