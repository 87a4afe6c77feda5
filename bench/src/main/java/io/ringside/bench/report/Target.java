package io.ringside.bench.report;

import java.util.Arrays;
import java.util.List;

/**
 * What a figure is to be, and what it is. Immutable.
 *
 * @param what    is measured
 * @param unit    of the figure
 * @param figure  of all rounds together; not a number if it was not measured
 * @param lowest  of the rounds by themselves
 * @param highest of the rounds by themselves
 * @param limit   of the figure
 * @param isLeast whether the limit is the least that it must be, and not the most
 * @param times   rounds that have measured it
 */
record Target(String what, String unit, double figure, double lowest, double highest, double limit, boolean isLeast,
        int times) {
    private static final String RATIO = "×";

    static Target atMost(final String what, final String unit, final double figure, final double limit) {
        return new Target(what, unit, figure, figure, figure, limit, false, 0);
    }

    static Target atLeast(final String what, final String unit, final double figure, final double limit) {
        return new Target(what, unit, figure, figure, figure, limit, true, 0);
    }

    /** The same with the range of its rounds, of which some may not have measured it. */
    Target rounds(final double... figures) {
        final double[] measured = Arrays.stream(figures).filter(one -> !Double.isNaN(one)).sorted().toArray();
        return measured.length == 0
                ? this
                : new Target(what, unit, figure, measured[0], measured[measured.length - 1], limit, isLeast,
                        measured.length);
    }

    boolean isMeasured() {
        return !Double.isNaN(figure);
    }

    boolean isMet() {
        return isLeast ? figure >= limit : figure <= limit;
    }

    /**
     * Whether even the best round is worse than twice the limit: then no disturbance of a shared machine has made it
     * so.
     */
    boolean isMissedByFar() {
        return isLeast ? highest < limit / 2 : lowest > 2 * limit;
    }

    /** Whether it compares two things that were measured alike. */
    boolean isRatio() {
        return RATIO.equals(unit);
    }

    List<String> row() {
        return List.of(what, unit, Table.figure(figure), Table.figure(lowest) + " to " + Table.figure(highest),
                (isLeast ? "≥ " : "≤ ") + Table.figure(limit),
                isMeasured() ? isMet() ? "met" : "**not met**" : "not measured");
    }
}
