package io.ringside.bridge.log;

import io.ringside.activity.TraceParent;
import io.ringside.internal.machine.ThreadOwned;
import io.ringside.schema.PayloadWriter;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A log call to be written as an event: set its values, {@link #write} it, close it. Texts that exceed a limit are
 * truncated, end with {@code …}, and set the field {@code cut}. An event that fits in no lane is counted by its
 * sessions as too large. Reused; not thread-safe.
 */
public final class LogEntry implements AutoCloseable {
    private static final int LOGGER_BYTES = 1024;
    private static final int MESSAGE_BYTES = 24 * 1024;
    private static final int THREAD_BYTES = 512;
    private static final int THROWN_BYTES = 24 * 1024;
    private static final int MARKER_BYTES = 1024;
    private static final int KEY_BYTES = 128;
    private static final int VALUE_BYTES = 1024;
    private static final int PAIRS_BYTES = 8 * 1024;
    private static final int PAIRS_MAX = 64;

    /** Maximum length of all values together, including length prefixes; less than the maximum of an event. */
    private static final int PAYLOAD_BYTES = 62 * 1024;
    private static final int FIRST_BYTES = 1024;
    private static final int RETAINED_BYTES = 16 * 1024;
    private static final int RETAINED_CHARS = 8 * 1024;

    private static final int CHAR_BYTES_MAX = 3;
    private static final char CUT = '…';
    /** Maximum depth of nested calls whose messages are formatted: formatting a message may log again. */
    private static final int DEPTH_MAX = 3;

    /** Entries of all providers: an entry is complete before its thread begins the next one. */
    private static final ThreadOwned<LogEntry> FIRST = new ThreadOwned<>(LogEntry::new);

    /** The thread's first entry, which counts the open ones. */
    private final LogEntry first;
    private int open;

    private final PayloadWriter payload = new PayloadWriter();
    private final WriteOptions options = new WriteOptions();
    private final Object[] keys = new Object[PAIRS_MAX];
    private final @Nullable Object[] values = new @Nullable Object[PAIRS_MAX];
    private int contextPairs;
    private int pairs;

    private StringBuilder text = new StringBuilder();
    private @Nullable UnsafeBuffer buffer;
    private @Nullable ProviderEvent event;
    private @Nullable CurrentSpan spans;
    private String logger = "";
    private CharSequence message = "";
    private String thread = "";
    private CharSequence thrown = "";
    private CharSequence marker = "";
    private long activityMost;
    private long activityLeast;
    private long span;
    private boolean hasOptions;
    private boolean isCut;

    /** Creates the first entry of a thread. */
    private LogEntry() {
        first = this;
    }

    private LogEntry(final LogEntry first) {
        this.first = first;
    }

    /** Returns the calling thread's entry, or another one if that is in use. */
    static LogEntry of(final ProviderEvent newEvent, final String newLogger,
            final @Nullable CurrentSpan newSpans) {
        final LogEntry first = FIRST.get();
        final LogEntry entry = first.open == 0 ? first : new LogEntry(first);
        first.open++;
        entry.event = newEvent;
        entry.spans = newSpans;
        entry.logger = newLogger;
        return entry;
    }

    /**
     * {@return whether this call was made within several others that are being written} Then no method of the
     * application may be called for its text, since that might never end: the pattern is the message.
     */
    public boolean isDeep() {
        return first.open > DEPTH_MAX;
    }

    /** {@return an empty builder, in which a message may be formatted; its use is optional} */
    public StringBuilder text() {
        text.setLength(0);
        return text;
    }

    /**
     * Sets the message.
     *
     * @param newMessage text that must not change before the entry is closed; null for none
     * @return this
     */
    public LogEntry message(final @Nullable CharSequence newMessage) {
        message = newMessage == null ? "null" : newMessage;
        return this;
    }

    /**
     * Sets the logging thread.
     *
     * @param name of the thread
     * @return this
     */
    public LogEntry thread(final @Nullable String name) {
        thread = name == null ? "" : name;
        return this;
    }

    /**
     * Sets the exception.
     *
     * @param throwable exception with its stack, causes and suppressed ones; null for none
     * @return this
     */
    public LogEntry thrown(final @Nullable Throwable throwable) {
        thrown = throwable == null ? "" : isDeep() ? throwable.getClass().getName() : ThrownText.of(throwable);
        return this;
    }

    /**
     * Sets the description of the exception, as formatted by the framework.
     *
     * @param description text of the description
     * @return this
     */
    public LogEntry thrownText(final CharSequence description) {
        thrown = description;
        return this;
    }

    /**
     * Adds a marker.
     *
     * @param newMarker marker whose text is its name
     * @return this
     */
    public LogEntry marker(final Object newMarker) {
        final CharSequence name = textOf(newMarker);
        marker = marker.length() == 0 ? name : marker + "," + name;
        return this;
    }

    /**
     * Adds an entry of the diagnostic context. Must precede any {@link #value}. Ids of a trace and a span, under the
     * names used by OpenTelemetry and Micrometer, become activity and related activity of the event.
     *
     * @param key   of the entry
     * @param value of the entry
     * @return this
     */
    public LogEntry context(final Object key, final @Nullable Object value) {
        add(key, value);
        contextPairs = pairs;
        if (value instanceof final String id && key instanceof final String name) {
            if ("trace_id".equals(name) || "traceId".equals(name)) {
                traceId(id);
            } else if ("span_id".equals(name) || "spanId".equals(name)) {
                span = numberOf(id);
            }
        }
        return this;
    }

    /** Sets the span of the call. */
    void span(final String traceId, final String spanId) {
        traceId(traceId);
        span = numberOf(spanId);
    }

    private void traceId(final String id) {
        if (id.length() == TraceParent.TRACE_ID_LENGTH
                && TraceParent.isHex(id, 0, TraceParent.TRACE_ID_LENGTH)) {
            activityMost = TraceParent.hex(id, 0, TraceParent.SPAN_ID_LENGTH);
            activityLeast = TraceParent.hex(id, TraceParent.SPAN_ID_LENGTH, TraceParent.SPAN_ID_LENGTH);
        } else {
            activityLeast = numberOf(id);
        }
    }

    private static long numberOf(final String id) {
        return id.length() == TraceParent.SPAN_ID_LENGTH && TraceParent.isHex(id, 0, TraceParent.SPAN_ID_LENGTH)
                ? TraceParent.hex(id, 0, TraceParent.SPAN_ID_LENGTH)
                : 0;
    }

    /**
     * Adds a key-value pair.
     *
     * @param key   of the pair
     * @param value of the pair
     * @return this
     */
    public LogEntry value(final Object key, final @Nullable Object value) {
        add(key, value);
        return this;
    }

    private void add(final Object key, final @Nullable Object value) {
        if (pairs == PAIRS_MAX) {
            isCut = true;
            return;
        }
        keys[pairs] = textOf(key);
        values[pairs++] = textOf(value);
    }

    /** Returns the text of an application's object; catches exceptions of its method. */
    private CharSequence textOf(final @Nullable Object object) {
        if (object == null) {
            return "null";
        }
        if (object instanceof final String string) {
            return string;
        }
        if (isDeep()) {
            return object.getClass().getName();
        }
        try {
            return String.valueOf(object.toString());
        } catch (final Throwable e) {
            return "[FAILED toString(): " + e.getClass().getName() + ']';
        }
    }

    /**
     * Sets the time of the call, if another thread writes it later. By default, the session's clock determines the
     * time.
     *
     * @param epochNs nanoseconds since 1970
     * @return this
     */
    public LogEntry timeNs(final long epochNs) {
        options.timeNs(epochNs);
        hasOptions = true;
        return this;
    }

    /**
     * Writes the event.
     *
     * @return a {@link WriteResult}
     */
    public long write() {
        final ProviderEvent target = event;
        if (target == null) {
            return WriteResult.INVALID_HANDLE;
        }
        // For a call passed on by another thread, the current span of that thread is unknown.
        if ((activityMost | activityLeast) == 0 && !hasOptions && spans != null) {
            spans.read(this);
        }
        if ((activityMost | activityLeast) != 0) {
            options.activity(activityMost, activityLeast);
            hasOptions = true;
            if (span != 0) {
                options.related(0, span);
            }
        }
        UnsafeBuffer room = buffer == null ? new UnsafeBuffer(new byte[FIRST_BYTES]) : buffer;
        encode(room);
        while (payload.isOverflowed() && room.capacity() < PAYLOAD_BYTES) {
            room = new UnsafeBuffer(new byte[Math.min(4 * room.capacity(), PAYLOAD_BYTES)]);
            encode(room);
        }
        buffer = room.capacity() <= RETAINED_BYTES ? room : null;
        return hasOptions
                ? target.write(options, room, 0, payload.length())
                : target.write(room, 0, payload.length());
    }

    private void encode(final UnsafeBuffer room) {
        payload.wrap(room, 0, room.capacity());
        put(logger, LOGGER_BYTES);
        put(message, MESSAGE_BYTES);
        put(thread, THREAD_BYTES);
        put(thrown, THROWN_BYTES);
        put(marker, MARKER_BYTES);
        final int limit = payload.length() + PAIRS_BYTES;
        putPairs(room, 0, contextPairs, limit);
        putPairs(room, contextPairs, pairs, limit);
        payload.putBoolean(isCut);
    }

    private void putPairs(final UnsafeBuffer room, final int from, final int to, final int limit) {
        final int countOffset = payload.length();
        payload.putShort(0);
        int count = 0;
        for (int i = from; i < to; i++) {
            if (payload.length() > limit - KEY_BYTES - VALUE_BYTES) {
                isCut = true;
                break;
            }
            put((CharSequence) keys[i], KEY_BYTES);
            put(String.valueOf(values[i]), VALUE_BYTES);
            count++;
        }
        if (!payload.isOverflowed()) {
            room.putShort(countOffset, (short) count, ByteOrder.LITTLE_ENDIAN);
        }
    }

    private void put(final CharSequence value, final int bytesMax) {
        final int chars = charsThatFit(value, bytesMax);
        if (chars == value.length()) {
            payload.putString(value);
        } else {
            isCut = true;
            payload.putString(cut(value, bytesMax));
        }
    }

    /** Returns the name of a logger as events contain it. */
    static String loggerAsWritten(final String logger) {
        return charsThatFit(logger, LOGGER_BYTES) == logger.length() ? logger : cut(logger, LOGGER_BYTES);
    }

    private static String cut(final CharSequence value, final int bytesMax) {
        int chars = charsThatFit(value, bytesMax - CHAR_BYTES_MAX);
        if (chars > 0 && Character.isHighSurrogate(value.charAt(chars - 1))) {
            chars--;
        }
        return value.subSequence(0, chars).toString() + CUT;
    }

    /** Returns the number of chars that fit in a number of bytes of UTF-8; counts a surrogate as a separate char. */
    private static int charsThatFit(final CharSequence value, final int bytesMax) {
        final int length = value.length();
        if (length <= bytesMax / CHAR_BYTES_MAX) {
            return length;
        }
        int bytes = 0;
        for (int i = 0; i < length; i++) {
            final char c = value.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : CHAR_BYTES_MAX;
            if (bytes > bytesMax) {
                return i;
            }
        }
        return length;
    }

    /** Releases the entry. Has no effect if it is closed. */
    @Override
    public void close() {
        if (event == null) {
            return;
        }
        event = null;
        spans = null;
        for (int i = 0; i < pairs; i++) {
            keys[i] = "";
            values[i] = null;
        }
        pairs = 0;
        contextPairs = 0;
        logger = "";
        message = "";
        thread = "";
        thrown = "";
        marker = "";
        activityMost = 0;
        activityLeast = 0;
        span = 0;
        isCut = false;
        if (hasOptions) {
            options.reset();
            hasOptions = false;
        }
        if (text.capacity() > RETAINED_CHARS) {
            text = new StringBuilder();
        }
        first.open--;
    }
}
