package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.schema.Utf;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The name of a writing thread as readers get it: in UTF-8, cut after the last character that fits. Any thread may read
 * it; one thread {@linkplain #check checks} whether it has changed.
 */
public final class OwnerName {
    /** No name. */
    static final byte[] NONE = {};

    private final Thread thread;
    private String known;
    private volatile byte[] utf8;

    /**
     * The name that a thread has now.
     *
     * @param thread whose name it is
     */
    public OwnerName(final Thread thread) {
        this.thread = thread;
        this.known = thread.getName();
        this.utf8 = encode(known);
    }

    /**
     * Look whether the thread has another name now. For the control thread.
     *
     * @return whether it has
     */
    public boolean check() {
        final String now = thread.getName();
        if (now.equals(known)) {
            return false;
        }
        known = now;
        utf8 = encode(now);
        return true;
    }

    byte[] utf8() {
        return utf8;
    }

    private static byte[] encode(final String name) {
        final byte[] bytes = new byte[LedgerDescriptor.THREAD_NAME_LENGTH_MAX];
        return Arrays.copyOf(bytes, Utf.encodeWhatFits(name, new UnsafeBuffer(bytes), 0, bytes.length));
    }
}
