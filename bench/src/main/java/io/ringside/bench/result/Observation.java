package io.ringside.bench.result;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One figure of one round. Immutable.
 *
 * @param harness that measured
 * @param title   of the table that shows it
 * @param name    who was measured: ours begin with {@link #OURS}
 * @param params  with what, in the order of their names
 * @param jdk     version, or {@link #NATIVE}
 * @param round   from 1: what was measured in turn bears the same
 * @param unit    of the value
 * @param value   the figure
 * @param target  as which it has a row among the targets; null for none
 * @param atMost  what it may be; null if it is no target, or one with {@code atLeast}
 * @param atLeast what it must be; null if it is no target, or one with {@code atMost}
 */
public record Observation(String harness, String title, String name, Map<String, String> params, String jdk, int round,
        String unit, double value, @Nullable String target, @Nullable Double atMost, @Nullable Double atLeast) {
    /** With what the name of ours begins. */
    public static final String OURS = "Ringside";
    /** Stands for the JDK where no JVM takes part. */
    public static final String NATIVE = "native";

    /** Sort the parameters. */
    public Observation {
        params = new TreeMap<>(params);
    }

    /**
     * A figure that is shown, and not judged.
     *
     * @param table  harness and title
     * @param name   who was measured
     * @param params with what
     * @param round  from 1
     * @param unit   of the value
     * @param value  the figure
     * @return the observation, on this JDK
     */
    public static Observation of(final String table, final String name, final Map<String, String> params,
            final int round, final String unit, final double value) {
        return new Observation(table, table, name, params, System.getProperty("java.version"), round, unit, value, null,
                null, null);
    }

    /**
     * A figure that is judged, and has a row among the targets instead of one in a table.
     *
     * @param target to be met
     * @param name   what exactly was compared; empty if the target says it all
     * @param round  from 1
     * @param value  the figure
     * @return the observation, on this JDK
     */
    public static Observation of(final HarnessTarget target, final String name, final int round, final double value) {
        return new Observation(target.harness(), target.harness(), OURS, Map.of(), System.getProperty("java.version"),
                round, target.unit(), value, name.isEmpty() ? target.label() : target.label() + ", " + name,
                target.atMost(), target.atLeast());
    }

    /**
     * The same of another JDK, whose work this one has looked at.
     *
     * @param version of that JDK
     * @return the observation
     */
    public Observation ofJdk(final String version) {
        return new Observation(harness, title, name, params, version, round, unit, value, target, atMost, atLeast);
    }

    /** Whether it was ours that was measured. */
    public boolean isOurs() {
        return name.startsWith(OURS);
    }
}
