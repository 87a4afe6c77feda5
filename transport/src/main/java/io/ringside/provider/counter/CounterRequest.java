package io.ringside.provider.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.MaskInformation;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a callback is called for (R7.7, R7.10). Valid until it returns, for all threads that work for it. */
public final class CounterRequest {
    private final CounterRequestType type;
    private final CounterSetSchema schema;
    private final MaskInformation mask;
    private final CounterBuffer buffer;
    private final BooleanSupplier cancelled;
    private final @Nullable Object context;

    public CounterRequest(final CounterRequestType type, final CounterSetSchema schema, final MaskInformation mask,
            final BooleanSupplier cancelled, final @Nullable Object context) {
        this.type = type;
        this.schema = schema;
        this.mask = mask;
        this.buffer = new CounterBuffer(schema, mask, type);
        this.cancelled = cancelled;
        this.context = context;
    }

    /** What is asked. */
    public CounterRequestType type() {
        return type;
    }

    /** The set that is asked for. */
    public CounterSetSchema schema() {
        return schema;
    }

    /** Which counters and instances are asked for, or are of interest from now on or no more. */
    public MaskInformation mask() {
        return mask;
    }

    /** Where instances are added; refuses everything where none are asked for. */
    public CounterBuffer buffer() {
        return buffer;
    }

    /**
     * Whether nobody waits for the answer any more: the reader has given up or died, its time is over, or the set was
     * closed. For callbacks that take long, to be asked now and then.
     */
    public boolean isCancelled() {
        return cancelled.getAsBoolean();
    }

    /** What was given when the set was opened, the very object. */
    public @Nullable Object context() {
        return context;
    }

    @Override
    public String toString() {
        return "CounterRequest{type=" + type + ", counterSet=" + schema.name() + ", mask=" + mask + '}';
    }
}
