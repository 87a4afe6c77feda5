package io.ringside.bench.enabled;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The generated method of a typed event, and what a hand would write, in {@link Turns}. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class TypedTurnsState {
    static final int GENERATED = 0;
    static final int BY_HAND = 1;
    private static final int WAYS = 2;

    private final Turns turns = new Turns(WAYS);

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void reset() {
        turns.reset();
    }

    /** Begins a call: whose turn it is. */
    int begin() {
        return turns.begin();
    }

    /** Ends a call, whose results are given back. */
    long end(final long results) {
        return turns.end(results);
    }

    /** Nanoseconds of an event by the generated method, for JMH's results. */
    public double generatedNs() {
        return turns.ns(GENERATED);
    }

    /** Nanoseconds of an event by hand. */
    public double byHandNs() {
        return turns.ns(BY_HAND);
    }
}
