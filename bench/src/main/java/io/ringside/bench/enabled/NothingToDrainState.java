package io.ringside.bench.enabled;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** For benches without a ring: JMH then times every call by itself, as it does where something is drained between. */
@State(Scope.Thread)
public class NothingToDrainState {
    /** Takes nothing. */
    @TearDown(Level.Invocation)
    public void drain() {
        // There is no ring.
    }
}
