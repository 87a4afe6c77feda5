package io.ringside.bench.enabled;

import io.ringside.bench.fixture.FlightRecorderEvent;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A running recording of JFR that has our event enabled, and no other. */
@State(Scope.Thread)
public class EnabledRecordingState {
    private static final long MAX_BYTES = 16 << 20;

    /** What the events carry. */
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
}
