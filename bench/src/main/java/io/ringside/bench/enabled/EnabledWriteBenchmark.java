package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.enabled.EnabledRecordingState.FlightRecorderTurnsState;
import io.ringside.bench.enabled.PeerWrites.ManyToOneState;
import io.ringside.bench.enabled.PeerWrites.OneToOneState;
import io.ringside.bench.enabled.WriteTurnsState.SessionCountState;
import io.ringside.bench.enabled.WriteTurnsState.WriteTimesState;
import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.event.DataDescriptors;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
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
 * Cost of an event that sessions want, through the runtime that an application uses. The baselines are, in turn, the
 * clock alone and Agrona's rings with the same clock, header and payload; and separately, an event of JFR.
 * <p>
 * Compilers cannot merge or remove the loops, because every event reads the clock and stores with release order. See
 * {@link Batch} for how rings are drained.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class EnabledWriteBenchmark {
    /** Writes JFR events with 32 bytes; JFR has a clock and a buffer of its own. */
    @Benchmark
    public long peerFlightRecorder(final EnabledRecordingState state, final FlightRecorderTurnsState turns) {
        turns.begin();
        for (int i = 0; i < Batch.EVENTS; i++) {
            new FlightRecorderEvent().fill(state.value).commit();
        }
        return turns.end(state.value);
    }

    /** Writes events from one buffer. */
    @Benchmark
    public long buffer(final SessionsState state, final ManyToOneState manyToOne, final OneToOneState oneToOne,
            final PayloadState payload, final WriteTurnsState turns, final WriteTimesState times) {
        return turns.end(turns.begin() == WriteTurnsState.EVENT
                ? buffer(state, payload)
                : PeerWrites.write(turns, manyToOne, oneToOne, payload));
    }

    /** Writes events from a list of one block, filled anew for each event. */
    @Benchmark
    public long gather(final SessionsState state, final ManyToOneState manyToOne, final OneToOneState oneToOne,
            final PayloadState payload, final WriteTurnsState turns, final WriteTimesState times) {
        return turns.end(turns.begin() == WriteTurnsState.EVENT
                ? gather(state, payload)
                : PeerWrites.write(turns, manyToOne, oneToOne, payload));
    }

    /** Writes events in place, through a claim. */
    @Benchmark
    public long claim(final SessionsState state, final ManyToOneState manyToOne, final OneToOneState oneToOne,
            final PayloadState payload, final WriteTurnsState turns, final WriteTimesState times) {
        return turns.end(turns.begin() == WriteTurnsState.EVENT
                ? claim(state, payload)
                : PeerWrites.write(turns, manyToOne, oneToOne, payload));
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long buffer(final SessionsState state, final PayloadState payload) {
        final ProviderEvent event = state.event;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= event.write(source, 0, length);
        }
        return results;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long gather(final SessionsState state, final PayloadState payload) {
        final ProviderEvent event = state.event;
        final DataDescriptors blocks = state.blocks;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= event.write(blocks.reset().add(source, 0, length));
        }
        return results;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long claim(final SessionsState state, final PayloadState payload) {
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

    /**
     * State with a registered event that a number of sessions want, drained by the measuring thread between batches.
     */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class SessionsState {
        /** Bytes allocated within the measured calls of an iteration, for JMH's results. */
        public long writerBytes;

        private final AllocationMeter meter = new AllocationMeter();
        final EventClaim claim = EventClaim.create();
        final DataDescriptors blocks = new DataDescriptors();
        ProviderEvent event;
        private MemoryFolder folder;
        private DrainedSessions sessions;
        private TracedProcess process;

        /** Starts the sessions, then registers the event, which is wanted at once. */
        @Setup
        public void open(final SessionCountState count) throws IOException {
            folder = MemoryFolder.create();
            sessions = DrainedSessions.start(folder.path(), count.sessions);
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

        /** Ends a batch, and drains it from all sessions if it was written to them. */
        @TearDown(Level.Invocation)
        public void drain(final WriteTurnsState turns) {
            writerBytes += meter.bytes();
            sessions.drain(turns.ours());
        }

        /** Ends the runtime and the sessions, compares their ledgers with the written events, and removes all files. */
        @TearDown
        public void close() {
            process.close();
            sessions.close();
            folder.close();
        }
    }
}
