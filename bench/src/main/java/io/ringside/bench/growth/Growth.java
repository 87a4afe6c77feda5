package io.ringside.bench.growth;

import io.ringside.bench.result.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collects the figures of one round: those of a small and a large case, and their ratio. For one thread. */
final class Growth {
    private static final String HARNESS = "growth";

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
        observations.add(new Observation(HARNESS, title, Observation.OURS, params, jdk(), round, unit, value, null,
                null, null));
    }

    /** A figure that is judged. */
    void judge(final String target, final String unit, final double value, final double atMost) {
        observations.add(new Observation(HARNESS, HARNESS, Observation.OURS, Map.of(), jdk(), round, unit, value,
                target, atMost, null));
    }

    private static String jdk() {
        return System.getProperty("java.version");
    }
}
