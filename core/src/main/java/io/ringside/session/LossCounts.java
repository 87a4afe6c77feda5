package io.ringside.session;

import io.ringside.RingsideException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Numbers of lost events by cause. Immutable, and thus safe to share. */
public final class LossCounts {
    /** No event was lost. */
    public static final LossCounts NONE = new LossCounts(new long[LossCause.count()]);

    private final long[] byCode;

    private LossCounts(final long[] byCode) {
        this.byCode = byCode;
    }

    /**
     * Creates counts from numbers.
     *
     * @param byCode one number for each {@link LossCause#code()}; copied.
     * @return the counts.
     * @throws RingsideException if there is not exactly one number for each cause.
     */
    public static LossCounts of(final long[] byCode) {
        if (byCode.length != LossCause.count()) {
            throw RingsideException
                    .invalidArgument("one count is needed for each cause of loss: counts=" + byCode.length
                            + ", causes=" + LossCause.count());
        }
        return new LossCounts(byCode.clone());
    }

    /**
     * Adds events with one cause of loss.
     *
     * @param cause of the loss.
     * @param count number of events.
     * @return the sum.
     */
    public LossCounts plus(final LossCause cause, final long count) {
        final long[] sum = byCode.clone();
        sum[cause.code()] += count;
        return new LossCounts(sum);
    }

    /**
     * Adds counts, cause by cause.
     *
     * @param other counts.
     * @return the sum.
     */
    public LossCounts plus(final LossCounts other) {
        final long[] sum = byCode.clone();
        Arrays.setAll(sum, code -> byCode[code] + other.byCode[code]);
        return new LossCounts(sum);
    }

    /**
     * Returns the number of events lost for one cause.
     *
     * @param cause of the loss.
     * @return their number.
     */
    public long of(final LossCause cause) {
        return byCode[cause.code()];
    }

    /** {@return the number of events lost for any cause} */
    public long total() {
        long total = 0;
        for (final long count : byCode) {
            total += count;
        }
        return total;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof LossCounts that && Arrays.equals(byCode, that.byCode);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(byCode);
    }

    /** {@return the counts above 0, such as {@code {full=3, noLane=1}}} */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("{");
        String separator = "";
        for (final LossCause cause : LossCause.values()) {
            if (of(cause) != 0) {
                text.append(separator).append(cause.jsonName()).append('=').append(of(cause));
                separator = ", ";
            }
        }
        return text.append('}').toString();
    }
}
