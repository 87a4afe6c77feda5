package io.ringside.bench.enabled;

import io.ringside.internal.machine.TscClock;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The processor's counter, kept in step between batches as a control thread does. */
@State(Scope.Thread)
public class CounterClockState {
    /** Begins to use the counter. */
    @Setup
    public void start() {
        final String refusal = TscClock.start();
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
    }

    /** Keeps it in step. */
    @TearDown(Level.Invocation)
    public void calibrate() {
        TscClock.calibrate();
    }
}
