package io.ringside.bench.growth;

import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.report.Observation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Program that measures the growth of costs once: a small and a large case of each kind. Not thread-safe. */
public final class GrowthMain {
    private static final int SPAN_MS = 3_000;
    /** Number of warm-up runs: enabling is compiled after some hundred calls. */
    private static final int WARM_UP_TIMES = 8;
    private static final long WARM_UP_SPAN_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Arguments arguments;
    private final long spanNs;

    private GrowthMain(final Arguments arguments) {
        this.arguments = arguments;
        spanNs = TimeUnit.MILLISECONDS.toNanos(arguments.times(SPAN_MS));
    }

    /**
     * Measures all kinds.
     *
     * @param args see {@link Arguments#ONE_ROUND}
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        final GrowthMain growth = new GrowthMain(Arguments.parse(Arguments.ONE_ROUND, args));
        growth.sessions();
        growth.providers();
        growth.lanes();
    }

    private void sessions() throws Exception {
        for (final int sessions : List.of(1, 2, 4, 8)) {
            try (ManySessions many = new ManySessions(sessions)) {
                show("event", "sessions", sessions, "ns", many.eventNs());
            }
        }
    }

    private void providers() throws Exception {
        // Warm up, so that both cases run the same compiled code.
        measure(64, 640, 4, WARM_UP_SPAN_NS);
        for (int i = 0; i < WARM_UP_TIMES; i++) {
            measure(16, 160, 1, WARM_UP_SPAN_NS);
        }
        show(16, measure(16, 160, 1, spanNs));
        show(1_024, measure(1_024, 10_000, 64, spanNs));
    }

    private static ManyProviders.Figures measure(final int providers, final int events, final int sessions,
            final long spanNs) throws Exception {
        try (ManyProviders many = new ManyProviders(providers, events, sessions, spanNs)) {
            return many.measure();
        }
    }

    private void show(final int providers, final ManyProviders.Figures figures) throws IOException {
        show("register", "providers", providers, "ns", figures.registerNs());
        show("enable", "providers", providers, "ns", figures.enableNs());
        show("attach", "providers", providers, "ns", figures.attachNs());
        show("disabledEvent", "providers", providers, "ns", figures.disabledNs());
        show("agentCycle", "providers", providers, "ns", figures.agent().cycleNs());
        show("agentShare", "providers", providers, "%", figures.agent().sharePercent());
        show("schemaBytesPerEvent", "providers", providers, "bytes", figures.schemaBytesPerEvent());
        show("rowBytesPerRow", "providers", providers, "bytes", figures.rowBytesPerRow());
        show("processPage", "providers", providers, "bytes", figures.pageBytes());
    }

    private void lanes() throws Exception {
        for (final int count : List.of(8, 1_000)) {
            try (ManyLanes many = new ManyLanes(count)) {
                final ManyLanes.Figures figures = many.measure(spanNs);
                show("drainedEvent", "lanes", count, "ns", figures.drainedEventNs());
                show("emptyLanePoll", "lanes", count, "ns", figures.idlePollNs());
                show("agentShare", "lanes", count, "%", figures.sharePercent());
            }
        }
    }

    private void show(final String figure, final String param, final int value, final String unit,
            final double measured) throws IOException {
        Observation.append(arguments.results(), List.of(Observation.of("growth", Map.of(param, String.valueOf(value)),
                arguments.number("round"), unit, Map.of(figure, measured))));
    }
}
