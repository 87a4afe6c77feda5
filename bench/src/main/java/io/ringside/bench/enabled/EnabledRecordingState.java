package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.fixture.FlightRecorderEvent;
import io.ringside.bench.fixture.Turns;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** State with a running JFR recording in which only our event is enabled. */
@State(Scope.Thread)
public class EnabledRecordingState {
    private static final long MAX_BYTES = 16 << 20;

    /** Value of the event's fields. */
    long value = 42;

    private final Recording recording = new Recording();

    /** Starts the recording, with limited storage. */
    @Setup
    public void start() {
        recording.enable(FlightRecorderEvent.class).withoutStackTrace().withoutThreshold();
        recording.setToDisk(false);
        recording.setMaxSize(MAX_BYTES);
        recording.start();
    }

    @TearDown
    public void close() {
        recording.close();
    }

    /** Timing of JFR's event, which has a process of its own, in the same way as the others in their {@link Turns}. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class FlightRecorderTurnsState {
        private final Turns turns = new Turns(1);

        /** Begins an iteration. */
        @Setup(Level.Iteration)
        public void reset() {
            turns.reset(Batch.EVENTS);
        }

        void begin() {
            turns.begin();
        }

        /** Ends a call, and returns its results unchanged. */
        long end(final long results) {
            return turns.end(results);
        }

        /** Returns nanoseconds per event, for JMH's results. */
        public double eventNs() {
            return turns.ns(0);
        }
    }
}
