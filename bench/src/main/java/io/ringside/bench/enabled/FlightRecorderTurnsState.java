package io.ringside.bench.enabled;

import io.ringside.bench.turns.Turns;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** JFR's event, which has a process by itself, timed as the others are in their {@link Turns}. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class FlightRecorderTurnsState {
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
