package io.ringside.measure;

import io.ringside.reader.GapView;
import java.util.ArrayList;
import java.util.List;

/**
 * Losses with their time ranges. Beyond a maximum of entries, the latest losses are merged into one whose range covers
 * them all, so too many windows may be marked as incomplete, but never too few. Not thread-safe.
 */
final class GapLog {
    private static final int GAPS_MAX = 1_024;

    private final List<Gap> gaps = new ArrayList<>();

    /**
     * Events missing from the source.
     *
     * @param fromNs    earliest possible time of these events
     * @param toNs      latest possible time of these events
     * @param lost      events lost
     * @param elsewhere events missing for another reason: replaced by newer ones, or not recorded
     */
    private record Gap(long fromNs, long toNs, long lost, long elsewhere) {
        Gap with(final Gap other) {
            return new Gap(Math.min(fromNs, other.fromNs), Math.max(toNs, other.toNs), lost + other.lost,
                    elsewhere + other.elsewhere);
        }
    }

    void add(final GapView gap) {
        // A loss without known times may have occurred at any time.
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

    /** Forgets losses before this time; the caller queries no window that begins earlier. */
    void forgetBefore(final long timeNs) {
        gaps.removeIf(gap -> gap.toNs < timeNs);
    }

    void add(final GapLog other) {
        other.gaps.forEach(this::add);
    }

    /** Returns the events that may have been in this window: those lost, and those missing for another reason. */
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
