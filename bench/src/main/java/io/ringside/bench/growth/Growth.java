package io.ringside.bench.growth;

import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collects the figures of one round: those of a small and a large case, and their ratio. For one thread. */
final class Growth {
    private final int round;
    private final List<Observation> observations = new ArrayList<>();

    Growth(final int round) {
        this.round = round;
    }

    List<Observation> observations() {
        return observations;
    }

    /** A figure that is shown. */
    void show(final String title, final Map<String, String> params, final String unit, final double value) {
        observations.add(Observation.of(title, Observation.OURS, params, round, unit, value));
    }

    /** A figure that is judged. */
    void judge(final HarnessTarget target, final double value) {
        observations.add(Observation.of(target, "", round, value));
    }
}
