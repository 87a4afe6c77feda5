package io.ringside.bench.enabled;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How many sessions want every event; for a peer, into how many rings every event goes. */
@State(Scope.Thread)
public class SessionCountState {
    /** Sessions that want every event. */
    @Param({"1", "2", "4"})
    int sessions;
}
