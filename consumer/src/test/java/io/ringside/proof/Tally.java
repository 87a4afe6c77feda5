package io.ringside.proof;

import io.ringside.session.LossCause;
import java.util.Arrays;

/** Losses by cause. Not thread-safe. */
final class Tally {
    private final long[] counts = new long[Journal.CAUSES];

    Tally add(final int causeCode, final long count) {
        counts[causeCode] += count;
        return this;
    }

    Tally add(final Tally other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        return this;
    }

    Tally subtract(final Tally other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] -= other.counts[i];
        }
        return this;
    }

    long of(final LossCause cause) {
        return counts[cause.code()];
    }

    long of(final int causeCode) {
        return counts[causeCode];
    }

    long total() {
        return Arrays.stream(counts).sum();
    }

    boolean hasNegative() {
        return Arrays.stream(counts).anyMatch(count -> count < 0);
    }

    /** Whether all that there is has one of these causes. */
    boolean isOnly(final LossCause... causes) {
        long sum = 0;
        for (final LossCause cause : causes) {
            sum += of(cause);
        }
        return sum == total() && !hasNegative();
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("{");
        for (final LossCause cause : LossCause.values()) {
            if (of(cause) != 0) {
                text.append(text.length() == 1 ? "" : ", ").append(cause.jsonName()).append('=').append(of(cause));
            }
        }
        return text.append('}').toString();
    }
}
