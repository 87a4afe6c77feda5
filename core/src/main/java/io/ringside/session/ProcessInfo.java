package io.ringside.session;

import io.ringside.filter.ProcessFacts;
import java.util.UUID;

/**
 * A process that uses a trace directory, with properties for users and filters. None of them says whether the process
 * is alive. Instances come from the library; they are immutable and safe to share between threads.
 */
public interface ProcessInfo {
    /** {@return random id of this run of the process in this trace directory} */
    UUID id();

    /** {@return the process id, in the process's own pid namespace} */
    long pid();

    /** {@return whether the process id belongs to the calling process's own pid namespace} */
    boolean sharesPidNamespace();

    /** {@return the start of the process in nanoseconds since 1970, 0 if unknown} */
    long startTimeNs();

    /** {@return the command of the process; empty if the system does not report it} */
    String command();

    /**
     * {@return a key that distinguishes the process from all others, including later ones with the same pid} It is the
     * same in all trace directories.
     */
    long startKey();

    /** {@return the properties that filters use} */
    ProcessFacts facts();

    /** {@return a name for messages, such as {@code pid=17 (com.example.Orders)}} */
    String description();
}
