package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.internal.machine.TscClock;
import io.ringside.session.SessionSettings;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of an event in a session whose clock is the processor's counter, of the counter alone, and of an event whose
 * time is set by the caller. Skipped on machines where the counter cannot be read. The baselines are those of {@link
 * EnabledWriteBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class CounterWriteBenchmark {
    /** Reads the monotonic clock, in the same run. */
    @Benchmark
    public long peerNanoTime(final NothingToDrainState state) {
        return PeerWrites.nanoTime();
    }

    /** Reads the counter alone, converted to nanoseconds. */
    @Benchmark
    public long peerCounter(final CounterClockState state) {
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= TscClock.nanoTime();
        }
        return results;
    }

    /** Writes events from one buffer. */
    @Benchmark
    public long buffer(final CounterSessionState state, final PayloadState payload) {
        final ProviderEvent event = state.event;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= event.write(source, 0, length);
        }
        return results;
    }

    /** Writes events in place, through a claim. */
    @Benchmark
    public long claim(final CounterSessionState state, final PayloadState payload) {
        final ProviderEvent event = state.event;
        final EventClaim claim = state.claim;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            if (event.tryClaim(claim, length)) {
                claim.buffer().putBytes(0, source, 0, length);
                results |= claim.commit();
            }
        }
        return results;
    }

    /** Writes events from one buffer with times set by the caller: no clock is read. */
    @Benchmark
    public long timed(final CounterSessionState state, final PayloadState payload) {
        final ProviderEvent event = state.event;
        final WriteOptions options = state.options;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= event.write(options.timeTicks(1_000_000L + i), source, 0, length);
        }
        return results;
    }

    /** State with the processor's counter, which is calibrated between batches, as in a control thread. */
    @State(Scope.Thread)
    public static class CounterClockState {
        /** Starts to use the counter. */
        @Setup
        public void start() {
            final String refusal = TscClock.start();
            if (refusal != null) {
                throw new IllegalStateException(refusal);
            }
        }

        @TearDown(Level.Invocation)
        public void calibrate() {
            TscClock.calibrate();
        }
    }

    /** State with a registered event that a session with the processor's counter wants, drained between batches. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class CounterSessionState {
        /** Bytes allocated within the measured calls of an iteration, for JMH's results. */
        public long writerBytes;

        private final AllocationMeter meter = new AllocationMeter();
        final EventClaim claim = EventClaim.create();
        final WriteOptions options = new WriteOptions();
        ProviderEvent event;
        private MemoryFolder folder;
        private DrainedSessions sessions;
        private TracedProcess process;

        /** Starts the session, then registers the event, which is wanted at once. */
        @Setup
        public void open() throws IOException {
            folder = MemoryFolder.create();
            sessions = DrainedSessions.start(folder.path(), SessionSettings.ClockKind.TSC);
            process = TracedProcess.connect(folder.path());
            event = process.event();
            process.takeLanes();
            sessions.findLanes();
        }

        /** Begins an iteration. */
        @Setup(Level.Iteration)
        public void reset() {
            writerBytes = 0;
        }

        @Setup(Level.Invocation)
        public void begin() {
            meter.begin();
        }

        /** Ends a batch, and drains it from the session. */
        @TearDown(Level.Invocation)
        public void drain() {
            writerBytes += meter.bytes();
            sessions.drain();
        }

        /** Ends the runtime and the session, compares its ledger with the written events, and removes all files. */
        @TearDown
        public void close() {
            process.close();
            sessions.close();
            folder.close();
        }
    }

    /**
     * State for benches without a ring: JMH then times every call by itself, as in benches that drain between calls.
     */
    @State(Scope.Thread)
    public static class NothingToDrainState {
        /** Does nothing. */
        @TearDown(Level.Invocation)
        public void drain() {
            // There is no ring.
        }
    }
}
