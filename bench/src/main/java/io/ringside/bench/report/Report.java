package io.ringside.bench.report;

import io.ringside.bench.report.Catalogue.Bench;
import io.ringside.bench.report.Catalogue.Way;
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
                + "\nAn enabled event, divided by " + Catalogue.BUFFER.manyToOne().label() + " beside it:\n\n"
                + ofMany(figures)
                + observations.ratioTables()
                + "\nAn event that nobody wants, ns:\n\n" + singles(figures, Catalogue.DISABLED)
                + "\nAn event of JFR, ns:\n\n" + singles(figures, List.of(Catalogue.FLIGHT_RECORDER))
                + "\nAn enabled event and what is measured in turn with it, ns:\n\n" + enabled(figures)
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
        final Table table = new Table(List.of("what", "by " + Catalogue.BUFFER.oneToOne().label(),
                "by " + Catalogue.BUFFER.manyToOne().label(), "by " + Catalogue.FLIGHT_RECORDER.label()));
        final double recorderNs = Catalogue.FLIGHT_RECORDER.ns(figures);
        for (final Way way : Catalogue.WAYS) {
            for (final Bench bench : List.of(way.byHandle(), way.threadSafe())) {
                final double ns = bench.ns(figures, PAYLOAD_BYTES, SESSIONS);
                table.row(List.of(bench.label(),
                        Table.figure(ns / way.oneToOne().ns(figures, PAYLOAD_BYTES, SESSIONS)),
                        Table.figure(ns / way.manyToOne().ns(figures, PAYLOAD_BYTES, SESSIONS)),
                        Table.figure(ns / recorderNs)));
            }
        }
        return table;
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

    /** What was measured of an enabled event: one session by payload, then more sessions. */
    private static List<Point> points() {
        return Stream.concat(Catalogue.PAYLOAD_BYTES.stream().map(bytes -> new Point(SESSIONS, bytes)),
                Catalogue.MORE_SESSIONS.stream().map(sessions -> new Point(sessions, PAYLOAD_BYTES))).toList();
    }

    private static Table ofMany(final Figures figures) {
        final List<String> header = new ArrayList<>(List.of("sessions", "payload, bytes"));
        Catalogue.WAYS.forEach(way -> header.addAll(List.of(way.byHandle().label(), way.threadSafe().label())));
        final Table table = new Table(header);
        for (final Point point : points()) {
            final List<String> row = point.cells();
            for (final Way way : Catalogue.WAYS) {
                final double ringNs = point.ns(way.manyToOne(), figures);
                row.add(Table.figure(point.ns(way.byHandle(), figures) / ringNs));
                row.add(Table.figure(point.ns(way.threadSafe(), figures) / ringNs));
            }
            table.row(row);
        }
        return table;
    }

    private static Table enabled(final Figures figures) {
        final List<String> header = new ArrayList<>(
                List.of("sessions", "payload, bytes", "way", "handle", "thread-safe"));
        Catalogue.BUFFER.peers().forEach(peer -> header.add(peer.label()));
        final Table table = new Table(header);
        for (final Point point : points()) {
            for (final Way way : Catalogue.WAYS) {
                final List<String> row = point.cells();
                row.add(way.label());
                Stream.concat(Stream.of(way.byHandle(), way.threadSafe()), way.peers().stream())
                        .forEach(turn -> row.add(Table.figure(point.ns(turn, figures))));
                table.row(row);
            }
        }
        return table;
    }

    private record Point(int sessions, int payloadBytes) {
        List<String> cells() {
            return new ArrayList<>(List.of(Integer.toString(sessions), Integer.toString(payloadBytes)));
        }

        double ns(final Bench bench, final Figures figures) {
            return bench.ns(figures, payloadBytes, sessions);
        }
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
