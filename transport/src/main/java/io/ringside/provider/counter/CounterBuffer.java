package io.ringside.provider.counter;

import io.ringside.internal.counter.AnswerBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the instances of a callback's answer. It is valid until the callback returns, for all threads that work for the
 * callback; later additions are rejected and change nothing. Thread-safe.
 */
public abstract sealed class CounterBuffer permits AnswerBuffer {
    private static final long[] NO_VALUES = {};

    /** For the library; callbacks call {@link CounterRequest#buffer}. */
    protected CounterBuffer() {}

    /**
     * Add an instance without values, which suffices for {@link CounterRequestType#ENUMERATE_INSTANCES}.
     *
     * @param name as {@link #add(String, long, long...)}
     * @param id   as {@link #add(String, long, long...)}
     * @return what became of it; {@link AddStatus#INVALID_BUFFER_SIZE} if values are collected
     */
    public final AddStatus add(final @Nullable String name, final long id) {
        return add(name, id, NO_VALUES);
    }

    /**
     * Add an instance. Never throws because of its arguments.
     *
     * @param name   unique in the set, regardless of letter case, and stable; empty in a set of one instance
     * @param id     unique in the set and stable, 0 to 4,294,967,293
     * @param values one for each counter, in the order in which the set declares them; copied. Values of counters that
     *               were not asked for are ignored, and so are all values if instances are enumerated
     * @return what became of it; of several instances of one id or name, the first counts
     */
    public abstract AddStatus add(@Nullable String name, long id, long... values);

    /** {@return instances that have been added} */
    public abstract int instances();
}
