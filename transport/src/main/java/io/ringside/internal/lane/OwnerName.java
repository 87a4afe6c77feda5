package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Name of a writing thread for readers: in UTF-8, truncated after the last character that fits. Any thread may read it;
 * one thread {@linkplain #check checks} whether it has changed.
 */
public final class OwnerName {
    /** Value for no name. */
    static final byte[] NONE = {};
    /** Replacement for an unpaired surrogate: U+FFFD. */
    private static final byte[] REPLACEMENT = "\uFFFD".getBytes(StandardCharsets.UTF_8);

    /** Null for a fixed name, of a thread of another process. */
    private final @Nullable Thread thread;
    private String known;
    private volatile byte[] utf8;

    /**
     * Creates the current name of a thread.
     *
     * @param thread thread with that name
     */
    public OwnerName(final Thread thread) {
        this.thread = thread;
        this.known = thread.getName();
        this.utf8 = encode(known);
    }

    /**
     * Creates a fixed name, of a thread of another process.
     *
     * @param name name, which does not change
     */
    public OwnerName(final String name) {
        this.thread = null;
        this.known = name;
        this.utf8 = encode(name);
    }

    /**
     * Check whether the thread's name has changed. Called by the control thread.
     *
     * @return whether it has changed
     */
    public boolean check() {
        final Thread named = thread;
        final String now = named == null ? known : named.getName();
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

    /** Encodes without Agrona's buffers, so that threads also have names in JVMs that lack the required flags. */
    private static byte[] encode(final String name) {
        final ByteBuffer bytes = ByteBuffer.allocate(LedgerDescriptor.THREAD_NAME_LENGTH_MAX);
        StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith(REPLACEMENT)
                .encode(CharBuffer.wrap(name), bytes, true);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
