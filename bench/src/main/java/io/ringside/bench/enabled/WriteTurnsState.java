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
 * State with the {@link Turns} of writing an event, reading the clock, and Agrona's rings. All other states share it,
 * which JMH does not allow for states of a thread. Not thread-safe.
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

    /** Begins a call, and returns the way whose turn it is. */
    int begin() {
        return turns.begin();
    }

    /** Returns the way of the current or latest call. */
    int way() {
        return turns.way();
    }

    /** Ends a call, and returns its results unchanged. */
    long end(final long results) {
        return turns.end(results);
    }

    /** Returns the number of events to drain from our sessions after the last call. */
    int ours() {
        return way() == EVENT ? Batch.EVENTS : 0;
    }

    /** Returns the number of events of the last call in the rings of a way. */
    int inRings(final int way) {
        return way() == way ? Batch.EVENTS : 0;
    }

    /** Figures of the ways of {@link WriteTurnsState}, because JMH reads counters only from states of a thread. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class WriteTimesState {
        private Turns turns;

        /** Gets the measured turns. */
        @Setup
        public void open(final WriteTurnsState measured) {
            turns = measured.turns;
        }

        /** Returns the share of calls that wrote our events: all bytes that the JVM allocates belong to them. */
        public double ownShare() {
            return turns.share(WriteTurnsState.EVENT + 1);
        }

        /** Returns nanoseconds per event, for JMH's results. */
        public double eventNs() {
            return turns.ns(WriteTurnsState.EVENT);
        }

        /** Returns nanoseconds per reading of the clock. */
        public double peerClockNs() {
            return turns.ns(WriteTurnsState.CLOCK);
        }

        /** Returns nanoseconds per event in a ring for many producers. */
        public double peerManyToOneNs() {
            return turns.ns(WriteTurnsState.MANY_TO_ONE);
        }

        /** Returns nanoseconds per event in a ring for one producer. */
        public double peerOneToOneNs() {
            return turns.ns(WriteTurnsState.ONE_TO_ONE);
        }
    }

    /** State with the number of sessions that want every event; for a baseline, the number of rings for every event. */
    @State(Scope.Thread)
    public static class SessionCountState {
        /** Number of sessions that want every event. */
        @Param({"1", "2", "4"})
        int sessions;
    }
}
