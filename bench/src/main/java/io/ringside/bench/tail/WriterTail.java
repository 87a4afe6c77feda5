package io.ringside.bench.tail;

import io.ringside.bench.fixture.CountingSink;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.enablement.Enablement;
import io.ringside.event.EventDescriptor;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.SessionSettings;
import io.ringside.transport.control.Controller;
import io.ringside.transport.control.ControllerContext;
import io.ringside.transport.control.EnableRequest;
import io.ringside.transport.directory.TraceDirectory;
import io.ringside.transport.drain.DrainContext;
import io.ringside.transport.drain.DrainedLane;
import io.ringside.transport.drain.SessionBooks;
import io.ringside.transport.drain.SessionDrain;
import io.ringside.transport.drain.SinkReader;
import io.ringside.transport.lock.Participant;
import io.ringside.transport.provider.ProviderRegistration;
import io.ringside.transport.provider.Ringside;
import io.ringside.transport.provider.RingsideContext;
import io.ringside.transport.registry.Registry;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.TraceEvent;
import io.ringside.transport.write.WriteResult;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;

/** Times single events of 32 bytes, and the clock alone in turn with them. For one thread. */
final class WriterTail implements AutoCloseable {
    private static final String SESSION = "tail";
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int PAYLOAD_BYTES = 32;
    private static final int LANE_BYTES = 256 * 1024;
    private static final int BLOCK_BYTES = LANE_BYTES / 4;
    private static final int BATCH_EVENTS = 64;
    /** With less room than that in a block, events are written one by one, to see which begins the next. */
    private static final int NEAR_BYTES = (BATCH_EVENTS + 2) * 64;
    private static final long HIGHEST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int DIGITS = 3;
    /** Within it, the control thread takes back the lane of a thread that has ended. */
    private static final long THREAD_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(15);

    private final MemoryFolder folder = MemoryFolder.create();
    private final TraceDirectory directory = TraceDirectory.open(folder.path());
    private final Participant participant = Participant.join(directory);
    private final Controller controller = new Controller(new ControllerContext(new Registry(participant),
            new SessionBooks(directory, participant.files(), SinkReader.NONE, SessionControl.ERRORS)));
    private final Ringside ringside;
    private final TraceEvent event;
    private final SessionDrain drain;
    private final CountingSink counted = new CountingSink(true);
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
    private final Map<EventKind, Histogram> kinds = new EnumMap<>(EventKind.class);
    private final Histogram clock = new Histogram(HIGHEST_NS, DIGITS);
    private final long[] timesNs = new long[BATCH_EVENTS + 1];
    private long clockSum;

    WriterTail() throws IOException {
        for (final EventKind kind : EventKind.values()) {
            kinds.put(kind, new Histogram(HIGHEST_NS, DIGITS));
        }
        final long sessionId = controller.start(SessionSettings.builder(SESSION).laneBytes(LANE_BYTES).build()).id();
        controller.enable(SESSION, request(), 0);
        ringside = Ringside.connect(new RingsideContext().directory(folder.path()).registerTimeoutNs(TIMEOUT_NS));
        final ProviderRegistration registration = ringside.register(ProviderSchema.builder(TracedProcess.PROVIDER)
                .event(TracedProcess.EVENT, EventDescriptor.of(1, 4, 0)).build());
        event = registration.event(TracedProcess.EVENT);
        drain = SessionDrain.open(new DrainContext(participant).errorHandler(SessionControl.ERRORS), sessionId);
    }

    /** What was measured of a kind, in ns. */
    Histogram times(final EventKind kind) {
        return Objects.requireNonNull(kinds.get(kind));
    }

    /** As many readings of the clock as a timed event makes: its own, and that which times it. */
    Histogram clockTimes() {
        return clock;
    }

    /** Forgets what was measured: it was to warm up. */
    void reset() {
        kinds.values().forEach(Histogram::reset);
        clock.reset();
    }

    /** Writes events from this thread, the clock alone in turn with them. */
    void writeSteadily(final long events) {
        final ThreadWriter writer = ringside.writer();
        require(WriteResult.written(writer.write(event, payload, 0, PAYLOAD_BYTES)));
        final DrainedLane lane = laneOfThisThread();
        long position = lane.checkpoint().position;
        for (long left = events; left > 0;) {
            final int batch = BLOCK_BYTES - position % BLOCK_BYTES > NEAR_BYTES ? BATCH_EVENTS : 1;
            write(writer, batch);
            drain();
            final long next = lane.checkpoint().position;
            record(kindOf(position, next), batch);
            position = next;
            left -= batch;
            readClock(BATCH_EVENTS);
            record(clock, 1, BATCH_EVENTS);
        }
    }

    /** Lets threads write one event each, one after the other; one that finds no lane is left out. */
    void writeFirsts(final int threads) throws InterruptedException {
        final Histogram times = times(EventKind.FIRST_OF_THREAD);
        final long[] ns = new long[1];
        final boolean[] isWritten = new boolean[1];
        for (int i = 0; i < threads; i++) {
            final Thread thread = new Thread(() -> {
                final long begin = System.nanoTime();
                final long result = event.write(payload, 0, PAYLOAD_BYTES);
                ns[0] = System.nanoTime() - begin;
                isWritten[0] = WriteResult.written(result) == 1;
            });
            thread.start();
            thread.join();
            if (isWritten[0]) {
                times.recordValue(ns[0]);
            }
            LockSupport.parkNanos(THREAD_PAUSE_NS);
            drain();
        }
    }

    /** Lets the session want nothing for a moment, and writes one event when it wants them again. */
    void writeAfterEnabling(final int events) {
        final ThreadWriter writer = ringside.writer();
        final Histogram times = times(EventKind.FIRST_AFTER_ENABLING);
        for (int i = 0; i < events; i++) {
            controller.disable(SESSION, request().providerId(), TIMEOUT_NS);
            controller.enable(SESSION, request(), TIMEOUT_NS);
            write(writer, 1);
            drain();
            times.recordValue(timesNs[1] - timesNs[0]);
        }
    }

    private void write(final ThreadWriter writer, final int events) {
        final long[] times = timesNs;
        long written = 0;
        times[0] = System.nanoTime();
        for (int i = 1; i <= events; i++) {
            written += WriteResult.written(writer.write(event, payload, 0, PAYLOAD_BYTES));
            times[i] = System.nanoTime();
        }
        require(written - events + 1);
    }

    /** The first of a batch finds the caches as what ran before has left them: it is none of many. */
    private void record(final EventKind kind, final int batch) {
        record(times(kind), kind == EventKind.STEADY ? 1 : 0, batch);
    }

    private void record(final Histogram times, final int first, final int batch) {
        for (int i = first; i < batch; i++) {
            times.recordValue(timesNs[i + 1] - timesNs[i]);
        }
    }

    private void readClock(final int events) {
        final long[] times = timesNs;
        long sum = 0;
        times[0] = System.nanoTime();
        for (int i = 1; i <= events; i++) {
            sum += System.nanoTime();
            times[i] = System.nanoTime();
        }
        clockSum += sum;
    }

    /** Keeps the readings of the clock from being left out. */
    long clockSum() {
        return clockSum;
    }

    private void drain() {
        while (!drain.isEmpty()) {
            drain.poll(counted, Integer.MAX_VALUE);
        }
    }

    private DrainedLane laneOfThisThread() {
        drain.scanSoon();
        drain.poll(counted, Integer.MAX_VALUE);
        drain();
        return drain.lanes().stream().filter(lane -> lane.index() == counted.lastLane()).findFirst().orElseThrow();
    }

    private static EventKind kindOf(final long before, final long after) {
        if (before / LANE_BYTES != after / LANE_BYTES) {
            return EventKind.WRAP;
        }
        return before / BLOCK_BYTES == after / BLOCK_BYTES ? EventKind.STEADY : EventKind.BLOCK_CHANGE;
    }

    private static void require(final long written) {
        if (written != 1) {
            throw new IllegalStateException("an event of the bench was not written: missing=" + (1 - written));
        }
    }

    private static EnableRequest request() {
        return EnableRequest.of(TracedProcess.PROVIDER, Enablement.of(255, 0, 0));
    }

    @Override
    public void close() {
        ringside.close();
        drain.close();
        participant.close();
        folder.close();
    }
}
