package io.ringside.bench.growth;

import io.ringside.bench.result.ResultLines;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Measures what grows, once. */
public final class GrowthMain {
    private static final int SESSIONS_MAX = 8;

    private GrowthMain() {}

    /**
     * Measures.
     *
     * @param args file that the figures are added to, and number of the round
     * @throws Exception if something cannot be measured
     */
    public static void main(final String[] args) throws Exception {
        if (args.length != 2) {
            throw new IllegalArgumentException("arguments are missing: FILE ROUND");
        }
        final Growth growth = new Growth(Integer.parseInt(args[1]));
        sessions(growth);
        providers(growth);
        lanes(growth);
        growth.observations().forEach(System.out::println);
        ResultLines.append(Path.of(args[0]), growth.observations());
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
        growth.judge("one event, each further session, 1 to 8", "ns", (ns[SESSIONS_MAX] - ns[1]) / (SESSIONS_MAX - 1),
                6);
    }

    private static void providers(final Growth growth) throws Exception {
        // Warm, so that the small case does not pay for what the large one finds compiled.
        measure(64, 640, 4);
        final ManyProviders.Figures small = show(growth, 16, 160, 1);
        final ManyProviders.Figures large = show(growth, 1_024, 10_000, 64);
        final String by = ", 1,024 providers, 10,000 events, 64 sessions, by 16, 160, 1";
        growth.judge("register" + by, "×", large.registerNs() / small.registerNs(), 4);
        growth.judge("enable" + by, "×", large.enableNs() / small.enableNs(), 8);
        growth.judge("enable until attached" + by, "×", large.attachNs() / small.attachNs(), 8);
        growth.judge("disabled event" + by, "×", large.disabledNs() / small.disabledNs(), 1.25);
        growth.judge("agent's share of a core, idle, 1,024 providers, 10,000 events, 64 sessions", "%",
                large.sharePercent(), 2);
        growth.judge("bytes of schema files for each event" + by, "×",
                large.schemaBytesPerEvent() / small.schemaBytesPerEvent(), 1.25);
        growth.judge("bytes of rows for each row" + by, "×", large.rowBytesPerRow() / small.rowBytesPerRow(), 1.25);
    }

    private static ManyProviders.Figures measure(final int providers, final int events, final int sessions)
            throws Exception {
        try (ManyProviders many = new ManyProviders(providers, events, sessions)) {
            return many.measure();
        }
    }

    private static ManyProviders.Figures show(final Growth growth, final int providers, final int events,
            final int sessions) throws Exception {
        final ManyProviders.Figures figures = measure(providers, events, sessions);
        final Map<String, String> params = Map.of("providers", Integer.toString(providers), "events",
                Integer.toString(events), "sessions", Integer.toString(sessions));
        growth.show("Register, by what is there", params, "ns", figures.registerNs());
        growth.show("Enable, by what is there", params, "ns", figures.enableNs());
        growth.show("Enable until the process has attached, by what is there", params, "ns", figures.attachNs());
        growth.show("A disabled event, by what is there", params, "ns", figures.disabledNs());
        growth.show("The idle agent's share of a core, by what is there", params, "%", figures.sharePercent());
        growth.show("Schema files for each event", params, "bytes", figures.schemaBytesPerEvent());
        growth.show("Rows, for each", params, "bytes", figures.rowBytesPerRow());
        growth.show("Process page", params, "bytes", figures.pageBytes());
        return figures;
    }

    private static void lanes(final Growth growth) throws Exception {
        final List<Integer> counts = List.of(8, 1_000);
        final ManyLanes.Figures[] figures = new ManyLanes.Figures[counts.size()];
        for (int i = 0; i < figures.length; i++) {
            try (ManyLanes many = new ManyLanes(counts.get(i))) {
                figures[i] = many.measure();
            }
            final Map<String, String> params = Map.of("lanes", Integer.toString(counts.get(i)));
            growth.show("An event drained, by lanes", params, "ns", figures[i].drainedEventNs());
            growth.show("A look at an empty lane, by lanes", params, "ns", figures[i].idlePollNs());
            growth.show("The idle agent's share of a core, by lanes", params, "%", figures[i].sharePercent());
        }
        growth.judge("drain of 1,000 lanes, an event, by that of 8 lanes", "×",
                figures[1].drainedEventNs() / figures[0].drainedEventNs(), 2);
        growth.judge("drain of 1,000 empty lanes, a look, by that of 8 lanes", "×",
                figures[1].idlePollNs() / figures[0].idlePollNs(), 4);
        growth.judge("agent's share of a core, idle, 1,000 threads with lanes", "%", figures[1].sharePercent(), 5);
    }
}
