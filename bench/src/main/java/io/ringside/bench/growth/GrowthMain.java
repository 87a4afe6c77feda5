package io.ringside.bench.growth;

import io.ringside.bench.fixture.RoundPlan;
import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.ResultLines;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Measures what grows, once. */
public final class GrowthMain {
    private static final int SESSIONS_MAX = 8;
    private static final long SPAN_NS = TimeUnit.SECONDS.toNanos(3);
    /** Enabling is compiled after some hundred times. */
    private static final int WARM_UP_TIMES = 8;
    private static final long WARM_UP_SPAN_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private GrowthMain() {}

    /**
     * Measures.
     *
     * @param args of a {@link RoundPlan}
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        final RoundPlan plan = RoundPlan.parse(args);
        final Growth growth = new Growth(plan.round());
        final long spanNs = plan.times(SPAN_NS);
        sessions(growth);
        providers(growth, spanNs);
        lanes(growth, spanNs);
        growth.observations().forEach(System.out::println);
        ResultLines.append(plan.file(), growth.observations());
    }

    private static void sessions(final Growth growth) throws Exception {
        final double[] ns = new double[SESSIONS_MAX + 1];
        for (int sessions = 1; sessions <= SESSIONS_MAX; sessions++) {
            try (ManySessions many = new ManySessions(sessions)) {
                ns[sessions] = many.eventNs();
            }
            growth.show("An event of 32 bytes, by sessions that want it", Map.of("sessions",
                    Integer.toString(sessions)), "ns", ns[sessions]);
        }
        growth.judge(HarnessTarget.GROWTH_SESSION, (ns[SESSIONS_MAX] - ns[1]) / (SESSIONS_MAX - 1));
    }

    private static void providers(final Growth growth, final long spanNs) throws Exception {
        // Warm, so that the small case does not pay for what the large one finds compiled.
        measure(64, 640, 4, WARM_UP_SPAN_NS);
        for (int i = 0; i < WARM_UP_TIMES; i++) {
            measure(16, 160, 1, WARM_UP_SPAN_NS);
        }
        final ManyProviders.Figures small = measure(16, 160, 1, spanNs);
        show(growth, 16, 160, 1, small);
        final ManyProviders.Figures large = measure(1_024, 10_000, 64, spanNs);
        show(growth, 1_024, 10_000, 64, large);
        growth.judge(HarnessTarget.GROWTH_REGISTER, large.registerNs() / small.registerNs());
        growth.judge(HarnessTarget.GROWTH_ENABLE, large.enableNs() / small.enableNs());
        growth.judge(HarnessTarget.GROWTH_ATTACH, large.attachNs() / small.attachNs());
        growth.judge(HarnessTarget.GROWTH_DISABLED, large.disabledNs() / small.disabledNs());
        growth.judge(HarnessTarget.GROWTH_CYCLE, large.agent().cycleNs() / small.agent().cycleNs());
        growth.judge(HarnessTarget.GROWTH_SHARE, large.agent().sharePercent());
        growth.judge(HarnessTarget.GROWTH_SCHEMA_BYTES, large.schemaBytesPerEvent() / small.schemaBytesPerEvent());
        growth.judge(HarnessTarget.GROWTH_ROW_BYTES, large.rowBytesPerRow() / small.rowBytesPerRow());
    }

    private static ManyProviders.Figures measure(final int providers, final int events, final int sessions,
            final long spanNs) throws Exception {
        try (ManyProviders many = new ManyProviders(providers, events, sessions, spanNs)) {
            return many.measure();
        }
    }

    private static void show(final Growth growth, final int providers, final int events, final int sessions,
            final ManyProviders.Figures figures) {
        final Map<String, String> params = Map.of("providers", Integer.toString(providers), "events",
                Integer.toString(events), "sessions", Integer.toString(sessions));
        growth.show("Register, by what is there", params, "ns", figures.registerNs());
        growth.show("Enable, by what is there", params, "ns", figures.enableNs());
        growth.show("Enable until the process has attached, by what is there", params, "ns", figures.attachNs());
        growth.show("A disabled event, by what is there", params, "ns", figures.disabledNs());
        growth.show("A cycle of the idle agent, by what is there", params, "ns", figures.agent().cycleNs());
        growth.show("The idle agent's share of a core, by what is there", params, "%",
                figures.agent().sharePercent());
        growth.show("Schema files for each event", params, "bytes", figures.schemaBytesPerEvent());
        growth.show("Rows, for each", params, "bytes", figures.rowBytesPerRow());
        growth.show("Process page", params, "bytes", figures.pageBytes());
    }

    private static void lanes(final Growth growth, final long spanNs) throws Exception {
        final List<Integer> counts = List.of(8, 1_000);
        final ManyLanes.Figures[] figures = new ManyLanes.Figures[counts.size()];
        for (int i = 0; i < figures.length; i++) {
            try (ManyLanes many = new ManyLanes(counts.get(i))) {
                figures[i] = many.measure(spanNs);
            }
            final Map<String, String> params = Map.of("lanes", Integer.toString(counts.get(i)));
            growth.show("An event drained, by lanes", params, "ns", figures[i].drainedEventNs());
            growth.show("A look at an empty lane, by lanes", params, "ns", figures[i].idlePollNs());
            growth.show("The idle agent's share of a core, by lanes", params, "%", figures[i].sharePercent());
        }
        growth.judge(HarnessTarget.GROWTH_DRAIN, figures[1].drainedEventNs() / figures[0].drainedEventNs());
        growth.judge(HarnessTarget.GROWTH_LOOK, figures[1].idlePollNs() / figures[0].idlePollNs());
        growth.judge(HarnessTarget.GROWTH_LANES_SHARE, figures[1].sharePercent());
    }
}
