package io.ringside.measure;

import io.ringside.reader.GapView;
import java.util.ArrayList;
import java.util.List;

/**
 * Losses and their times. Of very many, those that came last are kept as one, of a time that encloses theirs: rather a
 * figure is marked too much than one too few. For one thread.
 */
final class GapLog {
    private static final int GAPS_MAX = 1_024;

    private final List<Gap> gaps = new ArrayList<>();

    /**
     * Events that are not here.
     *
     * @param fromNs    first time that they may have
     * @param toNs      last time that they may have
     * @param lost      events lost
     * @param elsewhere events that are not here for another reason: replaced by newer ones, or not recorded
     */
    private record Gap(long fromNs, long toNs, long lost, long elsewhere) {
        Gap with(final Gap other) {
            return new Gap(Math.min(fromNs, other.fromNs), Math.max(toNs, other.toNs), lost + other.lost,
                    elsewhere + other.elsewhere);
        }
    }

    void add(final GapView gap) {
        // A loss of which the times are unknown may have been at any.
        add(new Gap(gap.fromTimeNs() == null ? Long.MIN_VALUE : gap.fromTimeNs(),
                gap.toTimeNs() == null ? Long.MAX_VALUE : gap.toTimeNs(), gap.total(),
                gap.overwritten() + gap.missing() + gap.behind()));
    }

    private void add(final Gap gap) {
        if (gaps.size() < GAPS_MAX) {
            gaps.add(gap);
        } else {
            gaps.set(GAPS_MAX - 1, gaps.get(GAPS_MAX - 1).with(gap));
        }
    }

    /** No window that begins earlier is asked for any more. */
    void forgetBefore(final long timeNs) {
        gaps.removeIf(gap -> gap.toNs < timeNs);
    }

    void add(final GapLog other) {
        other.gaps.forEach(this::add);
    }

    /** Events lost, and not here for another reason, that may have been in a window. */
    long[] within(final long fromNs, final long toNs) {
        final long[] counts = new long[2];
        for (final Gap gap : gaps) {
            if (gap.toNs >= fromNs && gap.fromNs <= toNs) {
                counts[0] += gap.lost;
                counts[1] += gap.elsewhere;
            }
        }
        return counts;
    }
}
