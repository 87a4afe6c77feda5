package io.ringside.internal.jvm;

import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.Unit;

/** A JVM that has the agent. */
@TraceProvider(JvmEvents.PROVIDER)
interface JvmEvents {
    /** Name of the provider. */
    String PROVIDER = "Ringside.Jvm";

    /** The running program: written when the agent starts, and when a session asks for the state. */
    @TraceEvent(id = 1, message = "%1 runs on Java %2")
    void running(String main, String java, String vm, int processors, @Unit("bytes") long maxHeap,
            @Unit("ms") long uptime);
}
