package io.ringside.control;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ProcessIdentity;
import java.util.function.Predicate;

/** Of the processes that register a provider, those that get a private session of it (R4.24). Stateless. */
public final class PrivateTarget {
    private PrivateTarget() {}

    /** All of them. */
    public static Predicate<ProcessIdentity> all() {
        return process -> true;
    }

    /**
     * One process.
     *
     * @param pid in its own pid namespace
     */
    public static Predicate<ProcessIdentity> pid(final long pid) {
        return process -> process.pid() == pid;
    }

    /** The process that asks. */
    public static Predicate<ProcessIdentity> thisProcess() {
        final long startKey = ProcessIdentity.ofThisProcess(Incarnation.random()).startKey();
        return process -> process.startKey() == startKey;
    }
}
