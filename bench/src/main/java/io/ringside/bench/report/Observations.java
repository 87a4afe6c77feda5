package io.ringside.bench.report;

import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import io.ringside.bench.result.ResultLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What harnesses have measured. Ratios are made within a round, and their median is taken. Immutable. */
final class Observations {
    private final List<Observation> all;

    Observations(final List<Observation> all) {
        this.all = List.copyOf(all);
    }

    static Observations read(final List<Path> files) throws IOException {
        final List<Observation> all = new ArrayList<>();
        for (final Path file : files) {
            all.addAll(ResultLines.read(file));
        }
        return new Observations(all);
    }

    /** Those of one JDK, and those without any. */
    Observations ofJdk(final String version) {
        return new Observations(all.stream()
                .filter(one -> one.jdk().equals(version) || one.jdk().equals(Observation.NATIVE)).toList());
    }

    /** First those that there are in any case, measured or not, then what else was given as a target. */
    List<Target> targets() {
        final Map<String, List<Observation>> byTarget = all.stream().filter(one -> one.target() != null)
                .collect(Collectors.groupingBy(one -> Objects.requireNonNull(one.target()), LinkedHashMap::new,
                        Collectors.toList()));
        final List<Target> targets = new ArrayList<>();
        for (final HarnessTarget known : HarnessTarget.values()) {
            final List<String> labels = byTarget.keySet().stream()
                    .filter(label -> label.equals(known.label()) || label.startsWith(known.label() + ", ")).toList();
            if (labels.isEmpty()) {
                targets.add(target(known.label(), known.unit(), List.of(), known.atMost(), known.atLeast()));
            }
            labels.forEach(label -> targets.add(target(label, Objects.requireNonNull(byTarget.remove(label)))));
        }
        byTarget.forEach((label, observations) -> targets.add(target(label, observations)));
        return targets;
    }

    /** For each title how ours compares with each peer. */
    String ratioTables() {
        final StringBuilder text = new StringBuilder();
        titles().forEach((title, observations) -> {
            final List<String> ours = names(observations, true);
            final List<String> peers = names(observations, false);
            if (!ours.isEmpty() && !peers.isEmpty()) {
                text.append('\n').append(title).append(", divided by each peer, with the range of rounds:\n\n")
                        .append(ratios(observations, ours, peers));
            }
        });
        return text.toString();
    }

    /** For each title the figures themselves. */
    String absoluteTables() {
        final StringBuilder text = new StringBuilder();
        titles().forEach((title, observations) -> {
            final List<String> names = new ArrayList<>(names(observations, true));
            names.addAll(names(observations, false));
            final Table table = table(observations, names);
            rows(observations).forEach((params, inRow) -> {
                final List<String> row = new ArrayList<>(params.values());
                row.add(inRow.get(0).unit());
                names.forEach(name -> row.add(Table.figure(median(ofName(inRow, name)))));
                table.row(row);
            });
            text.append('\n').append(title).append(":\n\n").append(table);
        });
        return text.toString();
    }

    private static Table ratios(final List<Observation> observations, final List<String> ours,
            final List<String> peers) {
        final List<String> columns = new ArrayList<>();
        ours.forEach(one -> peers.forEach(peer -> columns.add(one + " by " + peer)));
        final Table table = table(observations, columns);
        rows(observations).forEach((params, inRow) -> {
            final List<String> row = new ArrayList<>(params.values());
            row.add(inRow.get(0).unit());
            ours.forEach(one -> peers.forEach(peer -> row.add(ratio(ofName(inRow, one), ofName(inRow, peer)))));
            table.row(row);
        });
        return table;
    }

    private static String ratio(final Map<Integer, Double> ours, final Map<Integer, Double> peer) {
        final Map<Integer, Double> ratios = new LinkedHashMap<>();
        ours.forEach((round, value) -> {
            final Double other = peer.get(round);
            if (other != null) {
                ratios.put(round, value / other);
            }
        });
        return ratios.isEmpty()
                ? Table.figure(Double.NaN)
                : Table.figure(median(ratios)) + " (" + Table.figure(lowest(ratios)) + " to "
                        + Table.figure(highest(ratios)) + ")";
    }

    private static Target target(final String label, final List<Observation> observations) {
        final Observation first = observations.get(0);
        return target(label, first.unit(), observations.stream().map(Observation::value).toList(), first.atMost(),
                first.atLeast());
    }

    private static Target target(final String label, final String unit, final List<Double> values,
            final @Nullable Double atMost, final @Nullable Double atLeast) {
        final double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        final double median = Figures.quantile(sorted, 0.5);
        if (atLeast != null) {
            return Target.atLeast(label, unit, median, atLeast).rounds(sorted);
        }
        final double most = Objects.requireNonNull(atMost, label);
        // What must never be is not met where it was once.
        final double figure = most == 0 ? Figures.quantile(sorted, 1) : median;
        return Target.atMost(label, unit, figure, most).rounds(sorted);
    }

    private Map<String, List<Observation>> titles() {
        return all.stream().filter(one -> one.target() == null)
                .collect(Collectors.groupingBy(Observation::title, LinkedHashMap::new, Collectors.toList()));
    }

    private static Map<Map<String, String>, List<Observation>> rows(final List<Observation> observations) {
        return observations.stream()
                .collect(Collectors.groupingBy(Observation::params, LinkedHashMap::new, Collectors.toList()));
    }

    private static List<String> names(final List<Observation> observations, final boolean ours) {
        return observations.stream().filter(one -> one.isOurs() == ours).map(Observation::name).distinct().toList();
    }

    private static Table table(final List<Observation> observations, final List<String> columns) {
        final List<String> header = new ArrayList<>(observations.get(0).params().keySet());
        header.add("unit");
        header.addAll(columns);
        return new Table(header);
    }

    /** Values by round. */
    private static Map<Integer, Double> ofName(final List<Observation> observations, final String name) {
        final Map<Integer, Double> values = new LinkedHashMap<>();
        observations.stream().filter(one -> one.name().equals(name))
                .forEach(one -> values.put(one.round(), one.value()));
        return values;
    }

    private static double median(final Map<Integer, Double> values) {
        return Figures.quantile(sorted(values), 0.5);
    }

    private static double lowest(final Map<Integer, Double> values) {
        return Figures.quantile(sorted(values), 0);
    }

    private static double highest(final Map<Integer, Double> values) {
        return Figures.quantile(sorted(values), 1);
    }

    private static double[] sorted(final Map<Integer, Double> values) {
        return values.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }
}
