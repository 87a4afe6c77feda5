package io.ringside.bench.disabled;

import io.ringside.bench.fixture.FlightRecorderEvent;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A running recording of JFR that has our event disabled, and every other. */
@State(Scope.Thread)
public class DisabledRecordingState {
    /** What the events carry. */
    long value = 42;

    private final Recording recording = new Recording();

    /** Starts the recording. */
    @Setup
    public void start() {
        recording.disable(FlightRecorderEvent.class);
        recording.start();
    }

    /** Forgets the recording. */
    @TearDown
    public void close() {
        recording.close();
    }
}
