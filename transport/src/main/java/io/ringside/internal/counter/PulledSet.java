package io.ringside.internal.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A counter set with a callback, and the number of its calls in progress. Thread-safe. */
public final class PulledSet {
    /** Status of a callback that has thrown: ETW's STATUS_UNSUCCESSFUL. */
    static final int FAILED = 0xC0000001;

    /** Maximum number of threads for a set, and thus of askers with a call in progress. */
    private static final int CALLS_MAX = 64;

    private final CounterSetSchema schema;
    private final CounterCallback callback;
    private final @Nullable Object context;
    private final CounterErrorHandler errors;
    private final long epochNs;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean closed;

    /**
     * A set with the callback that answers its requests.
     *
     * @param schema   of the set
     * @param callback callback that answers requests
     * @param context  context passed with each request; may be null
     * @param errors   receives exceptions of the callback
     * @param epochNs  time at which the set was opened, in nanoseconds since 1970
     */
    public PulledSet(final CounterSetSchema schema, final CounterCallback callback, final @Nullable Object context,
            final CounterErrorHandler errors, final long epochNs) {
        this.schema = schema;
        this.callback = callback;
        this.context = context;
        this.errors = errors;
        this.epochNs = epochNs;
    }

    String name() {
        return schema.name();
    }

    /** Returns the time at which the set was opened, in nanoseconds since 1970. */
    long epochNs() {
        return epochNs;
    }

    /** Returns whether the set was closed, so that no call begins any more. */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** Takes one of the set's threads; returns false if all are in use. */
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

    /** Calls the callback and returns its status. An exception is reported, and counts as a failure. */
    int call(final CounterRequest request) {
        try {
            return callback.onRequest(request);
        } catch (final Throwable e) {
            tell(e);
            return FAILED;
        }
    }

    /** Reports an exception of the callback. */
    private void tell(final Throwable problem) {
        try {
            errors.onError(schema.name(), problem);
        } catch (final Throwable e) {
            // A failing handler must not affect readers that wait for an answer.
            return;
        }
    }

    /** Reports a problem with a request for this set. */
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
