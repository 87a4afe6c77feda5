package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.fixture.Turns;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The write of an event, the clock, and Agrona's rings, in {@link Turns}. One for all states that ask for it,
 * which JMH would not give them of a thread; for one thread.
 */
@State(Scope.Benchmark)
public class WriteTurnsState {
    static final int EVENT = 0;
    static final int CLOCK = 1;
    static final int MANY_TO_ONE = 2;
    static final int ONE_TO_ONE = 3;
    private static final int WAYS = 4;

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

    /** Returns the way whose turn it is, or was last. */
    int way() {
        return turns.way();
    }

    /** Ends a call, whose results are given back. */
    long end(final long results) {
        return turns.end(results);
    }

    /** The number of events of the last call that are ours to take out. */
    int ours() {
        return way() == EVENT ? Batch.EVENTS : 0;
    }

    /** The number of events of the last call in the rings of that way. */
    int inRings(final int way) {
        return way() == way ? Batch.EVENTS : 0;
    }

    /** The figures of the ways of {@link WriteTurnsState}: JMH reads counters of states of a thread only. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class WriteTimesState {
        private Turns turns;

        /** Finds whose times they are. */
        @Setup
        public void open(final WriteTurnsState measured) {
            turns = measured.turns;
        }

        /** Returns the share of our events: all that the JVM allocates is theirs. */
        public double ownShare() {
            return turns.share(WriteTurnsState.EVENT + 1);
        }

        /** Nanoseconds of an event, for JMH's results. */
        public double eventNs() {
            return turns.ns(WriteTurnsState.EVENT);
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

    /** Number of sessions that want every event; for a baseline, the number of rings that every event goes into. */
    @State(Scope.Thread)
    public static class SessionCountState {
        /** Sessions that want every event. */
        @Param({"1", "2", "4"})
        int sessions;
    }
}
