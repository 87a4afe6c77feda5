package io.ringside.bench.turns;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The generated method of a typed event, and what a hand would write, in {@link Turns}. One for all states that ask for
 * it, which JMH would not give them of a thread; for one thread.
 */
@State(Scope.Benchmark)
public class TypedTurnsState {
    /** The generated method. */
    public static final int GENERATED = 0;
    /** What a hand would write. */
    public static final int BY_HAND = 1;
    private static final int WAYS = 2;

    final Turns turns = new Turns(WAYS);

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void reset(final BenchmarkParams bench) {
        turns.reset(bench.getOpsPerInvocation());
    }

    /** Begins a call: whose turn it is. */
    public int begin() {
        return turns.begin();
    }

    /** Ends a call, whose results are given back. */
    public long end(final long results) {
        return turns.end(results);
    }
}
