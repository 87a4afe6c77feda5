package io.ringside.bench.disabled;

import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.FlightRecorderEvent;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Cost of an event that no session wants: the check alone, and the call of write. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class DisabledCheckBenchmark {
    private static final int WORD_OFFSET = 0;

    /** Measures the cost of JMH itself. */
    @Benchmark
    public void peerEmptyMethod() {
        // Empty on purpose.
    }

    /** A volatile read of a mapped word and a branch: the minimum for a check that another process can switch. */
    @Benchmark
    public boolean peerVolatileRead(final MappedWordState state) {
        return state.page.getLongVolatile(WORD_OFFSET) != 0;
    }

    /** JFR's check. */
    @Benchmark
    public boolean peerFlightRecorderIsEnabled(final DisabledRecordingState state) {
        return new FlightRecorderEvent().isEnabled();
    }

    /** JFR's write. */
    @Benchmark
    public void peerFlightRecorderCommit(final DisabledRecordingState state) {
        new FlightRecorderEvent().fill(state.value).commit();
    }

    /** Our check. */
    @Benchmark
    public boolean isEnabled(final DisabledState state) {
        return DeclaredEvent.EVENT.isEnabled();
    }

    /** Our call of write. */
    @Benchmark
    public long write(final DisabledState state) {
        return DeclaredEvent.EVENT.write(state.source, 0, DisabledState.PAYLOAD_BYTES);
    }

    /** State with the payload of an event that no session wants. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class DisabledState {
        static final int PAYLOAD_BYTES = 32;

        final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));

        /** Registers the event. */
        @Setup
        public void open() {
            DeclaredEvent.PROCESS.takeLanes();
        }

        /** Ends the runtime and removes its files. */
        @TearDown
        public void close() {
            DeclaredEvent.close();
        }
    }

    /** State with a mapped word that is 0. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class MappedWordState {
        private static final int PAGE_LENGTH = 4096;

        private MemoryFolder folder;
        UnsafeBuffer page;

        /** Maps a file with the word. */
        @Setup
        public void open() throws IOException {
            folder = MemoryFolder.create();
            page = folder.map("word", PAGE_LENGTH);
        }

        /** Removes the file. */
        @TearDown
        public void close() {
            folder.close();
        }
    }

    /** State with a running JFR recording in which our event, and all others, are disabled. */
    @State(Scope.Thread)
    public static class DisabledRecordingState {
        /** Value of the event's fields. */
        long value = 42;

        private final Recording recording = new Recording();

        @Setup
        public void start() {
            recording.disable(FlightRecorderEvent.class);
            recording.start();
        }

        @TearDown
        public void close() {
            recording.close();
        }
    }

    /**
     * Registered event that no session wants, stored in a constant as in applications, so that compiled code reaches
     * its fields directly. JFR finds its events by their class, which is a constant too.
     */
    static final class DeclaredEvent {
        private static final MemoryFolder FOLDER = createFolder();
        static final TracedProcess PROCESS = connect();
        static final ProviderEvent EVENT = PROCESS.event();

        private DeclaredEvent() {}

        private static MemoryFolder createFolder() {
            try {
                return MemoryFolder.create();
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static TracedProcess connect() {
            return TracedProcess.connect(FOLDER.path());
        }

        /** Ends the runtime and removes its files. */
        static void close() {
            PROCESS.close();
            FOLDER.close();
        }
    }
}
