package io.ringside.internal.write;

import io.ringside.filter.RateFilter;
import io.ringside.internal.expression.FieldHash;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.schema.EventSchema;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Samples one event for one session, and counts the events that a limit has dropped since the last record. Lock-free; a
 * query allocates nothing. Threads whose ids differ in their lowest bits share no counter.
 */
final class RateGate {
    private static final int STRIPES = 8;
    /** Each stripe of counters has its own cache lines. */
    private static final int STRIPE_LENGTH = 16;
    private static final int ASKED = 0;
    private static final int OVER_LIMIT = 1;
    /** Value in place of a hash if the payload lacks the field. */
    private static final long ABSENT = -1;

    /** The decision about an event. */
    enum Answer {
        /** The event is recorded. */
        PASSED,
        /** The event is not in the sample. */
        SAMPLED_OUT,
        /** The event is beyond the limit. */
        OVER_LIMIT
    }

    private final RateFilter rate;
    private final long sessionId;
    private final int sampleOneIn;
    private final @Nullable FieldHash field;
    private final @Nullable RateBucket bucket;
    private final AtomicLongArray counters = new AtomicLongArray((STRIPES + 1) * STRIPE_LENGTH);

    /**
     * A gate that has not counted any event.
     *
     * @param rate      filter of the session
     * @param sessionId id of the session
     * @param event     null for strings, which have no fields
     * @param bucket    of the session and the provider; null if there is no limit
     */
    RateGate(final RateFilter rate, final long sessionId, final @Nullable EventSchema event,
            final @Nullable RateBucket bucket) {
        final String path = rate.sampleBy();
        this.rate = rate;
        this.sessionId = sessionId;
        this.sampleOneIn = rate.sampleOneIn();
        this.field = path == null || event == null ? null : FieldHash.of(path, event);
        this.bucket = bucket;
    }

    /** Returns whether the gate belongs to a filter and session. */
    boolean isOf(final RateFilter asked, final long ofSession) {
        return sessionId == ofSession && rate.equals(asked);
    }

    /** Returns whether the decision depends on the payload. */
    boolean looksAtPayload() {
        return field != null;
    }

    /** Returns the sampling interval: one of this number of events is recorded. */
    int sampleOneIn() {
        return sampleOneIn;
    }

    /**
     * Decide about an event.
     *
     * @param payload  payload of the event; not read unless {@link #looksAtPayload}
     * @param threadId of the platform thread that writes
     */
    Answer ask(final PayloadBytes payload, final long threadId) {
        if (sampleOneIn > 1 && !isSampled(payload, threadId)) {
            return Answer.SAMPLED_OUT;
        }
        final RateBucket limit = bucket;
        if (limit == null || limit.tryTake()) {
            return Answer.PASSED;
        }
        counters.getAndIncrement(index(threadId, OVER_LIMIT));
        return Answer.OVER_LIMIT;
    }

    /** Returns and resets the stripe's number of events beyond the limit. Called for a record that has its room. */
    long takeOverLimit(final long threadId) {
        final int index = index(threadId, OVER_LIMIT);
        return counters.getPlain(index) == 0 ? 0 : counters.getAndSet(index, 0);
    }

    private boolean isSampled(final PayloadBytes payload, final long threadId) {
        final FieldHash hash = field;
        final long value = hash == null ? ABSENT : hash.hash(payload, ABSENT);
        return value == ABSENT ? isNextSampled(threadId) : value % sampleOneIn == 0;
    }

    /** Samples one event of each run, at a position that varies between runs, since events may come in a pattern. */
    private boolean isNextSampled(final long threadId) {
        final long asked = counters.getAndIncrement(index(threadId, ASKED)) & Long.MAX_VALUE;
        final long round = asked / sampleOneIn;
        return asked - round * sampleOneIn == (FieldHash.mix(round + stripe(threadId)) & Long.MAX_VALUE) % sampleOneIn;
    }

    private static long stripe(final long threadId) {
        return threadId & STRIPES - 1;
    }

    private static int index(final long threadId, final int counter) {
        return (int) (stripe(threadId) + 1) * STRIPE_LENGTH + counter;
    }
}
