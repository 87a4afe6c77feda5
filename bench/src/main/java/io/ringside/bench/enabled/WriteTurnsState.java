package io.ringside.bench.enabled;

import io.ringside.bench.turns.Turns;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Two ways to write an event, the clock, and Agrona's rings, in {@link Turns}. One for all states that ask for it,
 * which JMH would not give them of a thread; for one thread.
 */
@State(Scope.Benchmark)
public class WriteTurnsState {
    static final int BY_HANDLE = 0;
    static final int THREAD_SAFE = 1;
    static final int CLOCK = 2;
    static final int MANY_TO_ONE = 3;
    static final int ONE_TO_ONE = 4;
    private static final int WAYS = 5;

    final Turns turns = new Turns(WAYS);

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void reset() {
        turns.reset(Batch.EVENTS);
    }

    /** Begins a call: whose turn it is. */
    int begin() {
        return turns.begin();
    }

    /** Whose turn it is, or was last. */
    int way() {
        return turns.way();
    }

    /** Ends a call, whose results are given back. */
    long end(final long results) {
        return turns.end(results);
    }

    /** How many events of the last call are ours to take out. */
    int ours() {
        return way() <= THREAD_SAFE ? Batch.EVENTS : 0;
    }

    /** How many events of the last call are in the rings of that way. */
    int inRings(final int way) {
        return way() == way ? Batch.EVENTS : 0;
    }
}
