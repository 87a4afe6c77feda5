package io.ringside.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a short run on a shared machine is good enough: nothing of ours allocates, and no ratio of JMH's figures that
 * two rounds have measured is worse than twice its limit, each side in the best of all its iterations, unless it is
 * known. What one round alone has measured is not judged. Differences in
 * nanoseconds and what several processes do at a time depend on what else the machine does, and are not judged.
 * Stateless.
 */
final class QuickCheck {
    /** A ratio that was measured less often may be a disturbance. */
    private static final int ROUNDS = 2;

    private QuickCheck() {}

    /** Says what was found, and refuses what is new. */
    static String check(final List<Figures> all, final List<String> known) {
        AllocationCheck.require(all);
        final StringBuilder said = new StringBuilder();
        final List<String> refused = new ArrayList<>();
        for (final Figures figures : all) {
            final List<Target> rounds = Targets.of(figures);
            final List<Target> best = Targets.inOne(figures.best());
            for (int i = 0; i < best.size(); i++) {
                final Target target = best.get(i);
                if (target.isRatio() && rounds.get(i).times() >= ROUNDS) {
                    final boolean far = target.isMissedByFar();
                    final boolean listed = known.contains(target.what());
                    if (far && !listed) {
                        refused.add(target.what() + ": " + Table.figure(target.lowest()));
                    }
                    said.append(far ? listed ? "known    " : "TOO SLOW " : "good     ")
                            .append(String.join(", ", target.row())).append('\n');
                }
            }
        }
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException("worse than twice the limit, and not known: targets=" + refused
                    + ": find out why, or tell why in docs/experiments.md\n" + said);
        }
        return said.toString();
    }
}
