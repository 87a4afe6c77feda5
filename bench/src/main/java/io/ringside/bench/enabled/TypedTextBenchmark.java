package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.SampleEventsProvider;
import io.ringside.bench.fixture.TypedTurnsState;
import io.ringside.bench.fixture.TypedTurnsState.TypedTimesState;
import io.ringside.schema.PayloadWriter;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Cost of a typed event of variable length that a session wants, compared with a claim written by hand: with one claim
 * object that is kept, for use on any thread.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Batch.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class TypedTextBenchmark {
    private static final int PREFIX_BYTES = Short.BYTES;

    /** Writes events with a text. */
    @Benchmark
    public long text(final TypedState state, final ContentState content, final TypedTurnsState turns,
            final TypedTimesState times) {
        return turns.end(turns.begin() == TypedTurnsState.GENERATED
                ? generated(state, content.text)
                : byHand(state, content.text));
    }

    /** Writes events with an array. */
    @Benchmark
    public long bytes(final TypedState state, final ContentState content, final TypedTurnsState turns,
            final TypedTimesState times) {
        return turns.end(turns.begin() == TypedTurnsState.GENERATED
                ? generated(state, content.bytes)
                : byHand(state, content.bytes));
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long generated(final TypedState state, final String text) {
        final SampleEventsProvider events = state.events;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= events.text(text);
        }
        return results;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long byHand(final TypedState state, final String text) {
        final ProviderEvent event = state.textEvent;
        final PayloadWriter payload = state.payload;
        final EventClaim claim = state.claim;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            final int length = (int) PayloadWriter.stringLength(text);
            if (event.tryClaim(claim, length)) {
                payload.wrap(claim.buffer(), 0, length).putString(text);
                results |= claim.commit();
            }
        }
        return results;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long generated(final TypedState state, final byte[] bytes) {
        final SampleEventsProvider events = state.events;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= events.bytes(bytes);
        }
        return results;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long byHand(final TypedState state, final byte[] bytes) {
        final ProviderEvent event = state.bytesEvent;
        final PayloadWriter payload = state.payload;
        final EventClaim claim = state.claim;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            final int length = PREFIX_BYTES + bytes.length;
            if (event.tryClaim(claim, length)) {
                payload.wrap(claim.buffer(), 0, length).putBinary(bytes);
                results |= claim.commit();
            }
        }
        return results;
    }

    /** State with the values of a typed event of variable length. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class ContentState {
        /** Length of the array in bytes, and of the text in characters, each of which is one byte in UTF-8. */
        @Param({"96", "400", "1000"})
        int contentBytes;

        String text;
        byte[] bytes;

        /** Creates both values. */
        @Setup
        public void fill() {
            text = "order ".repeat(contentBytes / 6 + 1).substring(0, contentBytes);
            bytes = new byte[contentBytes];
        }
    }
}
