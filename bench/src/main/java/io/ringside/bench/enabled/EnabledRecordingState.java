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

/** A running recording of JFR that has our event enabled, and no other. */
@State(Scope.Thread)
public class EnabledRecordingState {
    private static final long MAX_BYTES = 16 << 20;

    /** Value of the events. */
    long value = 42;

    private final Recording recording = new Recording();

    /** Starts the recording, bounded in what it keeps. */
    @Setup
    public void start() {
        recording.enable(FlightRecorderEvent.class).withoutStackTrace().withoutThreshold();
        recording.setToDisk(false);
        recording.setMaxSize(MAX_BYTES);
        recording.start();
    }

    /** Forgets the recording. */
    @TearDown
    public void close() {
        recording.close();
    }

    /** JFR's event, which has a process by itself, timed as the others are in their {@link Turns}. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class FlightRecorderTurnsState {
        private final Turns turns = new Turns(1);

        /** Begins an iteration. */
        @Setup(Level.Iteration)
        public void reset() {
            turns.reset(Batch.EVENTS);
        }

        /** Begins a call. */
        void begin() {
            turns.begin();
        }

        /** Ends a call, whose results are given back. */
        long end(final long results) {
            return turns.end(results);
        }

        /** Nanoseconds of an event, for JMH's results. */
        public double eventNs() {
            return turns.ns(0);
        }
    }
}
