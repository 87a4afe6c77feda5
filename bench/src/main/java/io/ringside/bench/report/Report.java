package io.ringside.bench.report;

import io.ringside.bench.report.Catalogue.Bench;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The tables. Stateless. */
final class Report {
    private static final int RECORD_HEADER_BYTES = 32;
    private static final int PAYLOAD_BYTES = 32;
    private static final int SESSIONS = 1;

    private Report() {}

    /** The generated part of the page: the machine, then a section for each JDK. */
    static String render(final MachineFacts machine, final List<Figures> all, final Observations observations) {
        final StringBuilder text = new StringBuilder(machine.toMarkdown());
        all.forEach(figures -> text.append(section(figures, observations.ofJdk(figures.jdkVersion()))));
        return text.toString();
    }

    private static String section(final Figures figures, final Observations observations) {
        final double[] spreads = figures.spreads();
        return "\n### JDK " + figures.jdkVersion() + "\n\n"
                + "* jvm: " + figures.vm() + '\n'
                + "* run: " + figures.runs() + '\n'
                + "* spread of a figure's iterations, quartile to quartile: median " + percent(spreads[0]) + ", worst "
                + percent(spreads[1]) + '\n'
                + "\nTargets:\n\n" + targets(figures, observations)
                + "\nAn enabled event of 32 bytes in one session, divided by each peer:\n\n" + ratios(figures)
                + "\nAn enabled event, divided by " + Catalogue.MANY_TO_ONE.label() + ":\n\n" + enabled(figures, true)
                + observations.ratioTables()
                + "\nAn event that nobody wants, ns:\n\n" + singles(figures, Catalogue.DISABLED)
                + "\nClocks and the events of JFR, ns:\n\n" + singles(figures, Catalogue.CLOCKS)
                + "\nAn enabled event, ns:\n\n" + enabled(figures, false)
                + "\nA typed event of four longs, ns:\n\n" + singles(figures, Catalogue.TYPED_WRITES)
                + "\nA typed event whose length varies, ns:\n\n" + typedContents(figures)
                + "\nAn enabled event of 32 bytes, with filters by payload, ns:\n\n"
                + singles(figures, Catalogue.FILTERED)
                + "\nThe processor's counter, ns:\n\n" + singles(figures, Catalogue.COUNTER_CLOCKS)
                + "\nAn enabled event in a session by the counter, ns:\n\n" + byPayload(figures, Catalogue.BY_COUNTER)
                + "\nA lane alone, without clock and runtime, ns:\n\n" + byPayload(figures, Catalogue.LANE)
                + "\nFrom a lane into a recording:\n\n" + recorded(figures, Catalogue.RECORD)
                + "\nBack from a recording, all events with all fields:\n\n" + recorded(figures, Catalogue.READ)
                + "\nCounters, ns:\n\n" + singles(figures, Catalogue.COUNTERS)
                + observations.absoluteTables();
    }

    private static Table targets(final Figures figures, final Observations observations) {
        final Table table = new Table(
                List.of("at 32 bytes and one session", "unit", "figure", "range of rounds", "limit", ""));
        Targets.of(figures).forEach(target -> table.row(target.row()));
        observations.targets().forEach(target -> table.row(target.row()));
        return table;
    }

    private static Table ratios(final Figures figures) {
        final List<Bench> peers = Stream.concat(Catalogue.RINGS.stream(), Stream.of(Catalogue.FLIGHT_RECORDER))
                .toList();
        final List<String> header = new ArrayList<>(List.of("what"));
        peers.forEach(peer -> header.add("by " + peer.label()));
        final Table table = new Table(header);
        for (final Bench bench : Stream.concat(Catalogue.BY_HANDLE.stream(), Catalogue.THREAD_SAFE.stream())
                .toList()) {
            final List<String> row = new ArrayList<>(List.of(bench.label()));
            peers.forEach(peer -> row.add(Table.figure(ns(bench, figures) / ns(peer, figures))));
            table.row(row);
        }
        return table;
    }

    private static double ns(final Bench bench, final Figures figures) {
        return bench.equals(Catalogue.FLIGHT_RECORDER) ? bench.ns(figures) : bench.ns(figures, PAYLOAD_BYTES, SESSIONS);
    }

    /** Events and bytes in a second follow from the time: bytes are those of a record, whoever has it. */
    private static Table recorded(final Figures figures, final List<Bench> benches) {
        final Table table = new Table(
                List.of("payload, bytes", "what", "ns/event", "million events/s", "MB/s", "bytes allocated/event"));
        for (final int recordedBytes : Catalogue.RECORDED_BYTES) {
            for (final Bench bench : benches) {
                final double ns = bench.recordedNs(figures, recordedBytes);
                table.row(List.of(Integer.toString(recordedBytes), bench.label(), Table.figure(ns),
                        Table.figure(1_000 / ns), Table.figure(1_000 * (RECORD_HEADER_BYTES + recordedBytes) / ns),
                        Table.figure(bench.threadBytes(figures, recordedBytes))));
            }
        }
        return table;
    }

    private static Table typedContents(final Figures figures) {
        final Table table = new Table(List.of("what", "ns", "its claim by hand"));
        Catalogue.TYPED_CONTENTS.forEach(pair -> table.row(List.of(pair.bench().label(),
                Table.figure(pair.bench().ns(figures)), Table.figure(pair.peer().ns(figures)))));
        return table;
    }

    private static Table singles(final Figures figures, final List<Bench> benches) {
        final Table table = new Table(List.of("what", "ns"));
        benches.forEach(bench -> table.row(List.of(bench.label(), Table.figure(bench.ns(figures)))));
        return table;
    }

    private static Table enabled(final Figures figures, final boolean asRatio) {
        final List<Bench> columns = Stream.of(Catalogue.RINGS, Catalogue.BY_HANDLE, Catalogue.THREAD_SAFE)
                .flatMap(List::stream).toList();
        final List<String> header = new ArrayList<>(List.of("sessions", "payload, bytes"));
        columns.forEach(bench -> header.add(bench.label()));
        final Table table = new Table(header);
        for (final int payloadBytes : Catalogue.PAYLOAD_BYTES) {
            table.row(enabled(figures, columns, SESSIONS, payloadBytes, asRatio));
        }
        for (final int sessions : Catalogue.MORE_SESSIONS) {
            table.row(enabled(figures, columns, sessions, PAYLOAD_BYTES, asRatio));
        }
        return table;
    }

    private static List<String> enabled(final Figures figures, final List<Bench> columns, final int sessions,
            final int payloadBytes, final boolean asRatio) {
        final double unit = asRatio ? Catalogue.MANY_TO_ONE.ns(figures, payloadBytes, sessions) : 1;
        final List<String> row = new ArrayList<>(List.of(Integer.toString(sessions), Integer.toString(payloadBytes)));
        columns.forEach(bench -> row.add(Table.figure(bench.ns(figures, payloadBytes, sessions) / unit)));
        return row;
    }

    private static Table byPayload(final Figures figures, final List<Bench> benches) {
        final List<String> header = new ArrayList<>(List.of("payload, bytes"));
        benches.forEach(bench -> header.add(bench.label()));
        final Table table = new Table(header);
        for (final int payloadBytes : Catalogue.PAYLOAD_BYTES) {
            final List<String> row = new ArrayList<>(List.of(Integer.toString(payloadBytes)));
            benches.forEach(bench -> row.add(Table.figure(bench.ns(figures, payloadBytes))));
            table.row(row);
        }
        return table;
    }

    private static String percent(final double fraction) {
        return Math.round(100 * fraction) + " %";
    }
}
