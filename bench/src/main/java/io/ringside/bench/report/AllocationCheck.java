package io.ringside.bench.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether our own benches allocate. Stateless. */
final class AllocationCheck {
    /**
     * Below this nothing is allocated: not even every batch of events has made one object, of 16 bytes at the least.
     * What is left where a whole JVM is looked at is what JMH allocates between two iterations.
     */
    static final double LIMIT_BYTES = 0.05;

    private AllocationCheck() {}

    /** The most of any bench of ours that writes: who records or reads has targets of its own. */
    static double worst(final Map<String, Double> bytes) {
        return bytes.entrySet().stream()
                .filter(entry -> isWriterOfOurs(entry.getKey()))
                .mapToDouble(Map.Entry::getValue).max().orElse(Double.NaN);
    }

    /** Refuses figures in which the writer of a bench of ours allocates. */
    static void require(final List<Figures> all) {
        for (final Figures figures : all) {
            final String guilty = figures.writerBytes().entrySet().stream()
                    .filter(entry -> isWriterOfOurs(entry.getKey()) && !(entry.getValue() < LIMIT_BYTES))
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .collect(Collectors.joining(", "));
            if (!guilty.isEmpty()) {
                throw new IllegalArgumentException("benches allocate: jdk=" + figures.jdkVersion() + ", limitBytes="
                        + LIMIT_BYTES + ", bytes={" + guilty + "}: find what is allocated, then measure again");
            }
        }
    }

    private static boolean isWriterOfOurs(final String name) {
        return !Catalogue.isPeer(name) && !Catalogue.isOfRecording(name);
    }
}
