package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.filter.EnablementFilters;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of filters for an event of 32 bytes. It is zero if a session has no filter, or has one for another provider or
 * event; otherwise it is the check of the payload, which a rejected event costs instead of being recorded.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class FilteredWriteBenchmark {
    /** Writes events from one buffer. */
    @Benchmark
    public long buffer(final FilteredState state) {
        final ProviderEvent event = state.event;
        final DirectBuffer source = state.source;
        final int length = source.capacity();
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= event.write(source, 0, length);
        }
        return results;
    }

    /** State with a registered event that one session wants, with or without a filter by payload. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class FilteredState {
        private static final int PAYLOAD_BYTES = 32;
        private static final byte POSITIVE = 0x5A;
        private static final String OTHER_PROVIDER = "Ringside-Bench-Other";

        /** Place of the session's filter, and its effect on the events. */
        @Param({"none", "otherProvider", "otherEvent", "passes", "rejects"})
        String filter;

        /** Bytes allocated within the measured calls of an iteration, for JMH's results. */
        public long writerBytes;

        private final AllocationMeter meter = new AllocationMeter();
        final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
        ProviderEvent event;
        private MemoryFolder folder;
        private DrainedSessions sessions;
        private TracedProcess process;

        /** Starts the session, then registers the event, which is wanted at once. */
        @Setup
        public void open() throws IOException {
            source.setMemory(0, PAYLOAD_BYTES, POSITIVE);
            folder = MemoryFolder.create();
            sessions = DrainedSessions.start(folder.path(), requests());
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
            sessions.drain("rejects".equals(filter) ? 0 : Batch.EVENTS);
        }

        /** Ends the runtime and the session, compares its ledger with the written events, and removes all files. */
        @TearDown
        public void close() {
            process.close();
            sessions.close();
            folder.close();
        }

        private List<EnableRequest> requests() {
            final List<EnableRequest> requests = new ArrayList<>();
            requests.add(EnableRequest.of(TracedProcess.PROVIDER, switch (filter) {
                case "otherEvent" -> filtered(TracedProcess.OTHER_EVENT + ": " + TracedProcess.FIELD + " < 0");
                case "passes" -> filtered(TracedProcess.EVENT + ": " + TracedProcess.FIELD + " > 0");
                case "rejects" -> filtered(TracedProcess.EVENT + ": " + TracedProcess.FIELD + " < 0");
                default -> everything();
            }));
            if ("otherProvider".equals(filter)) {
                requests.add(EnableRequest.of(OTHER_PROVIDER, filtered(TracedProcess.FIELD + " < 0")));
            }
            return requests;
        }

        private static Enablement filtered(final String payload) {
            return everything().withFilters(EnablementFilters.builder().payload(payload).build());
        }

        private static Enablement everything() {
            return Enablement.of(io.ringside.event.Level.MAX, Keyword.NONE, Keyword.NONE);
        }
    }
}
