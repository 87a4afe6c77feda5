package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicPort;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Registered class of events, to which instance events refer. Its instances are numbered within this process and
 * registration. Thread-safe.
 */
public final class RegisteredClass {
    private static final AtomicLong HANDLES = new AtomicLong();

    private final ClassicPort port;
    private final UUID id;
    private final long handle = HANDLES.incrementAndGet();
    private final AtomicInteger instances;

    RegisteredClass(final ClassicPort port, final UUID id) {
        this(port, id, 0);
    }

    /** Creates a class whose numbering continues after a number of instances. */
    RegisteredClass(final ClassicPort port, final UUID id, final int instances) {
        this.port = port;
        this.id = id;
        this.instances = new AtomicInteger(instances);
    }

    /** {@return the id of the class} */
    public UUID id() {
        return id;
    }

    /** {@return the class's number in headers of instance events, unique in this process and not 0} */
    public long handle() {
        return handle;
    }

    /**
     * Allocate the number of a new instance: 1, 2 and so on; 1 follows 4,294,967,295.
     *
     * @return an unsigned 32-bit number, never 0
     */
    public int createInstanceId() {
        final int next = instances.incrementAndGet();
        return next == 0 ? instances.incrementAndGet() : next;
    }

    boolean isOf(final ClassicPort other) {
        return port == other;
    }

    long idMost() {
        return id.getMostSignificantBits();
    }

    long idLeast() {
        return id.getLeastSignificantBits();
    }
}
