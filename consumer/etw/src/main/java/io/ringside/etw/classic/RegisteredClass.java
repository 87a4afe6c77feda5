package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicPort;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A class of events as it was registered: what instance events refer to. Its instances are numbered in this
 * process, for this registration. Thread-safe.
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

    /** Creates a class that goes on as if so many instances had been numbered. */
    RegisteredClass(final ClassicPort port, final UUID id, final int instances) {
        this.port = port;
        this.id = id;
        this.instances = new AtomicInteger(instances);
    }

    /** {@return the id of the class} */
    public UUID id() {
        return id;
    }

    /** {@return the number of the class in headers of instance events, unlike all others of this process, not 0} */
    public long handle() {
        return handle;
    }

    /**
     * The number of another instance: 1, 2 and so on, and after 4,294,967,295 again 1.
     *
     * @return as 32 bits without a sign, never 0
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
