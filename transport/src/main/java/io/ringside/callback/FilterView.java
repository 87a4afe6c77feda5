package io.ringside.callback;

import io.ringside.filter.FilterData;
import io.ringside.write.SessionIdentity;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Filter data of one session: bytes that only the provider understands. Valid until the callback returns, on any
 * thread; copy them to use them later.
 */
public final class FilterView {
    private final SessionIdentity session;
    private final int id;
    private final int version;
    private final int length;
    /** Null once the callback has returned. */
    private volatile byte @Nullable [] bytes;

    FilterView(final SessionIdentity session, final FilterData data) {
        final byte[] copy = data.bytes();
        this.session = session;
        this.id = data.id();
        this.version = data.version();
        this.length = copy.length;
        this.bytes = copy;
    }

    /** {@return the session that gave the data: what writes may exclude} */
    public SessionIdentity session() {
        return session;
    }

    /** {@return the kind of the data, 0 to 65,535, as the provider defines it} */
    public int id() {
        return id;
    }

    /** {@return the version of the kind, 0 to 255} */
    public int version() {
        return version;
    }

    /** {@return bytes of the data, at most 1,024} */
    public int length() {
        return length;
    }

    /**
     * One byte.
     *
     * @param offset from 0 to the length, exclusive
     * @return the byte
     * @throws IndexOutOfBoundsException for another offset
     * @throws IllegalStateException     if the callback has returned
     */
    public byte byteAt(final int offset) {
        return valid()[Objects.checkIndex(offset, length)];
    }

    /**
     * A copy of all bytes, which stays valid.
     *
     * @return the bytes
     * @throws IllegalStateException if the callback has returned
     */
    public byte[] copy() {
        return valid().clone();
    }

    /** The callback has returned. */
    void expire() {
        final byte[] old = bytes;
        bytes = null;
        if (old != null) {
            // A caller that kept the bytes nevertheless notices it at the first test.
            Arrays.fill(old, (byte) 0);
        }
    }

    private byte[] valid() {
        final byte[] current = bytes;
        if (current == null) {
            throw new IllegalStateException("filter data is valid only during the callback: sessionId="
                    + session.sessionId() + ", id=" + id + ": copy it there");
        }
        return current;
    }
}
