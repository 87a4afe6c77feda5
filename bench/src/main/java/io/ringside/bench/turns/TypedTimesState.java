package io.ringside.bench.turns;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What each of the {@link TypedTurnsState} has taken: JMH takes all that is public here for counters. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class TypedTimesState {
    private Turns turns;

    /** Takes the turns that are measured. */
    @Setup
    public void open(final TypedTurnsState measured) {
        turns = measured.turns;
    }

    /** Nanoseconds of an event by the generated method, for JMH's results. */
    public double generatedNs() {
        return turns.ns(TypedTurnsState.GENERATED);
    }

    /** Nanoseconds of an event by hand. */
    public double byHandNs() {
        return turns.ns(TypedTurnsState.BY_HAND);
    }
}
