package io.ringside.cli.latency;

import java.util.Locale;

/** Formats latencies for people: about three digits and a unit. Stateless. */
public final class LatencyText {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    private static final long STEP = 1_000;

    private LatencyText() {}

    /**
     * Formats a latency.
     *
     * @param latencyNs in nanoseconds
     * @return such as {@code 1.25 ms}
     */
    public static String of(final long latencyNs) {
        double value = latencyNs;
        int unit = 0;
        while (unit < UNITS.length - 1 && value >= STEP) {
            value /= STEP;
            unit++;
        }
        final String number = String.format(Locale.ROOT, unit == 0 ? "%.0f" : "%.3g", value);
        final String plain = number.contains("e") ? String.format(Locale.ROOT, "%.0f", value) : number;
        return (plain.contains(".") ? plain.replaceAll("0+$", "").replaceAll("\\.$", "") : plain) + ' ' + UNITS[unit];
    }
}
