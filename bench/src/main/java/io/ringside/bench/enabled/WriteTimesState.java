package io.ringside.bench.enabled;

import io.ringside.bench.turns.Turns;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What each of the {@link WriteTurnsState} has taken: JMH reads counters of states of a thread only. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class WriteTimesState {
    private Turns turns;

    /** Finds whose times they are. */
    @Setup
    public void open(final WriteTurnsState measured) {
        turns = measured.turns;
    }

    /** What part of the events is ours: what the JVM allocates is theirs alone. */
    public double ownShare() {
        return turns.share(WriteTurnsState.THREAD_SAFE + 1);
    }

    /** Nanoseconds of an event by the thread's handle, for JMH's results. */
    public double byHandleNs() {
        return turns.ns(WriteTurnsState.BY_HANDLE);
    }

    /** Nanoseconds of an event that any thread could write so. */
    public double threadSafeNs() {
        return turns.ns(WriteTurnsState.THREAD_SAFE);
    }

    /** Nanoseconds of a reading of the clock. */
    public double peerClockNs() {
        return turns.ns(WriteTurnsState.CLOCK);
    }

    /** Nanoseconds of an event in a ring for many producers. */
    public double peerManyToOneNs() {
        return turns.ns(WriteTurnsState.MANY_TO_ONE);
    }

    /** Nanoseconds of an event in a ring for one producer. */
    public double peerOneToOneNs() {
        return turns.ns(WriteTurnsState.ONE_TO_ONE);
    }
}
