package io.ringside.internal.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A counter set with a callback, and how many of its calls may be under way. Thread-safe. */
public final class PulledSet {
    /** Instead of what a callback has returned: it has thrown. ETW's STATUS_UNSUCCESSFUL. */
    static final int FAILED = 0xC0000001;

    /** Threads for one set: as many askers as have a call under way at once. */
    private static final int CALLS_MAX = 64;

    private final CounterSetSchema schema;
    private final CounterCallback callback;
    private final @Nullable Object context;
    private final CounterErrorHandler errors;
    private final long epochNs;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean closed;

    /**
     * A set that is answered for.
     *
     * @param schema   of the set
     * @param callback that answers
     * @param context  that each request is given; may be null
     * @param errors   receives what the callback throws
     * @param epochNs  when the set was opened, in nanoseconds since 1970
     */
    public PulledSet(final CounterSetSchema schema, final CounterCallback callback, final @Nullable Object context,
            final CounterErrorHandler errors, final long epochNs) {
        this.schema = schema;
        this.callback = callback;
        this.context = context;
        this.errors = errors;
        this.epochNs = epochNs;
    }

    /** Name of the set. */
    String name() {
        return schema.name();
    }

    /** When the set was opened, in nanoseconds since 1970. */
    long epochNs() {
        return epochNs;
    }

    /** Whether it was closed: no call begins any more. */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** Takes a thread; false if there are as many as there may be. */
    boolean enter() {
        if (calls.incrementAndGet() <= CALLS_MAX) {
            return true;
        }
        calls.decrementAndGet();
        return false;
    }

    void leave() {
        calls.decrementAndGet();
    }

    Request newRequest(
            final CounterRequest.Type type, final CounterRequest.Mask mask, final BooleanSupplier cancelled) {
        return new Request(type, schema, mask, () -> closed || cancelled.getAsBoolean(), context);
    }

    /** Calls the callback; gives what it has returned. What it has thrown is reported, and counts as no success. */
    int call(final CounterRequest request) {
        try {
            return callback.onRequest(request);
        } catch (final Throwable e) {
            tell(e);
            return FAILED;
        }
    }

    /** Receives what the callback has thrown. */
    private void tell(final Throwable problem) {
        try {
            errors.onError(schema.name(), problem);
        } catch (final Throwable e) {
            // A handler that fails changes nothing for readers that wait for an answer.
            return;
        }
    }

    /** Receives what cannot be done for this set. */
    void tellOfRequest(final Throwable problem) {
        errors.tellOfRequest(schema.name(), problem);
    }

    /** A call of the callback. */
    public static final class Request extends CounterRequest {
        private final CounterRequest.Type type;
        private final CounterSetSchema schema;
        private final CounterRequest.Mask mask;
        private final AnswerBuffer buffer;
        private final BooleanSupplier cancelled;
        private final @Nullable Object context;

        private Request(final CounterRequest.Type type, final CounterSetSchema schema, final CounterRequest.Mask mask,
                final BooleanSupplier cancelled, final @Nullable Object context) {
            this.type = type;
            this.schema = schema;
            this.mask = mask;
            this.buffer = new AnswerBuffer(schema, mask, type);
            this.cancelled = cancelled;
            this.context = context;
        }

        @Override
        public CounterRequest.Type type() {
            return type;
        }

        @Override
        public CounterSetSchema schema() {
            return schema;
        }

        @Override
        public CounterRequest.Mask mask() {
            return mask;
        }

        @Override
        public AnswerBuffer buffer() {
            return buffer;
        }

        @Override
        public boolean isCancelled() {
            return cancelled.getAsBoolean();
        }

        @Override
        public @Nullable Object context() {
            return context;
        }

        @Override
        public String toString() {
            return "CounterRequest{type=" + type + ", counterSet=" + schema.name() + ", mask=" + mask + '}';
        }
    }
}
