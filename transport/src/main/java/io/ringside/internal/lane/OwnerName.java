package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name of a writing thread as readers get it: in UTF-8, truncated after the last character that fits. Any thread
 * may read it; one thread {@linkplain #check checks} whether it has changed.
 */
public final class OwnerName {
    /** No name. */
    static final byte[] NONE = {};
    /** In place of half a pair of surrogates: U+FFFD. */
    private static final byte[] REPLACEMENT = "\uFFFD".getBytes(StandardCharsets.UTF_8);

    /** Null if the name is that of a thread of another process, and stays. */
    private final @Nullable Thread thread;
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
     * The name that a thread of another process had.
     *
     * @param name that stays
     */
    public OwnerName(final String name) {
        this.thread = null;
        this.known = name;
        this.utf8 = encode(name);
    }

    /**
     * Look whether the thread has another name now. For the control thread.
     *
     * @return whether it has
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

    /** Without Agrona's buffers: threads of applications whose JVM lacks the flags for those have names, too. */
    private static byte[] encode(final String name) {
        final ByteBuffer bytes = ByteBuffer.allocate(LedgerDescriptor.THREAD_NAME_LENGTH_MAX);
        StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith(REPLACEMENT)
                .encode(CharBuffer.wrap(name), bytes, true);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
