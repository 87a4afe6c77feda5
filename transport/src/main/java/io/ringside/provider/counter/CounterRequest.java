package io.ringside.provider.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.MaskInformation;
import io.ringside.internal.counter.PulledSet;
import org.jspecify.annotations.Nullable;

/** A request to a callback. It is valid until the callback returns, for all threads that work for the callback. */
public abstract sealed class CounterRequest permits PulledSet.Request {
    /** For the library; callbacks are given one. */
    protected CounterRequest() {}

    /** {@return what is asked} */
    public abstract CounterRequestType type();

    /** {@return the set that is asked for} */
    public abstract CounterSetSchema schema();

    /** {@return counters and instances that are requested, or that a reader has added or removed} */
    public abstract MaskInformation mask();

    /**
     * Takes the instances; it rejects all of them if none are asked for.
     *
     * @return the buffer
     */
    public abstract CounterBuffer buffer();

    /**
     * {@return whether the answer is no longer awaited: the reader has given up or died, its time-out has expired,
     * or the set was closed} Callbacks that take long should check this now and then.
     */
    public abstract boolean isCancelled();

    /** {@return the object that was given when the set was opened; null if none was} */
    public abstract @Nullable Object context();
}
