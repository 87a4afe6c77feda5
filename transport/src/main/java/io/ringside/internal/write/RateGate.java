package io.ringside.internal.write;

import io.ringside.filter.RateFilter;
import io.ringside.internal.expression.FieldHash;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.schema.EventSchema;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Lets a share of one event through, for one session, and counts what a limit has left out since its last record.
 * Lock-free; asking allocates nothing. Threads whose ids differ in their lowest bits share no counter.
 */
final class RateGate {
    private static final int STRIPES = 8;
    /** Counters of a stripe are on cache lines of their own. */
    private static final int STRIPE_LENGTH = 16;
    private static final int ASKED = 0;
    private static final int OVER_LIMIT = 1;
    /** Instead of a hash: the payload lacks the field. */
    private static final long ABSENT = -1;

    /** The decision about an event. */
    enum Answer {
        /** It is recorded. */
        PASSED,
        /** It is not in the sample. */
        SAMPLED_OUT,
        /** It is beyond the limit. */
        OVER_LIMIT
    }

    private final RateFilter rate;
    private final long sessionId;
    private final int sampleOneIn;
    private final @Nullable FieldHash field;
    private final @Nullable RateBucket bucket;
    private final AtomicLongArray counters = new AtomicLongArray((STRIPES + 1) * STRIPE_LENGTH);

    /**
     * A gate that has seen nothing.
     *
     * @param rate      that is asked for
     * @param sessionId of the session
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

    /** Whether the gate is what a session asks for. */
    boolean isOf(final RateFilter asked, final long ofSession) {
        return sessionId == ofSession && rate.equals(asked);
    }

    /** Whether it depends on the payload. */
    boolean looksAtPayload() {
        return field != null;
    }

    /** Returns the number of events of which one is recorded. */
    int sampleOneIn() {
        return sampleOneIn;
    }

    /**
     * Ask for an event.
     *
     * @param payload  of the event; not looked at unless {@link #looksAtPayload}
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

    /** Events of the stripe that the limit has left out since this was called last. For a record that has its room. */
    long takeOverLimit(final long threadId) {
        final int index = index(threadId, OVER_LIMIT);
        return counters.getPlain(index) == 0 ? 0 : counters.getAndSet(index, 0);
    }

    private boolean isSampled(final PayloadBytes payload, final long threadId) {
        final FieldHash hash = field;
        final long value = hash == null ? ABSENT : hash.hash(payload, ABSENT);
        return value == ABSENT ? isNextSampled(threadId) : value % sampleOneIn == 0;
    }

    /** One of so many, at a place among them that differs from time to time: events may come in a pattern. */
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
