package io.ringside.bench.report;

import io.ringside.bench.report.Catalogue.Bench;
import io.ringside.bench.report.Catalogue.Way;
import java.util.ArrayList;
import java.util.List;

import static io.ringside.bench.report.Catalogue.AGRONA_FOR_EACH;
import static io.ringside.bench.report.Catalogue.AGRONA_INCREMENT;
import static io.ringside.bench.report.Catalogue.BUFFER_BY_COUNTER;
import static io.ringside.bench.report.Catalogue.CHRONICLE_APPEND;
import static io.ringside.bench.report.Catalogue.CHRONICLE_TAILER;
import static io.ringside.bench.report.Catalogue.COUNTER_COLLECT;
import static io.ringside.bench.report.Catalogue.COUNTER_INCREMENT;
import static io.ringside.bench.report.Catalogue.EMPTY;
import static io.ringside.bench.report.Catalogue.FILE_COPY;
import static io.ringside.bench.report.Catalogue.FLIGHT_RECORDER;
import static io.ringside.bench.report.Catalogue.FLIGHT_RECORDER_COMMIT;
import static io.ringside.bench.report.Catalogue.FLIGHT_RECORDER_IS_ENABLED;
import static io.ringside.bench.report.Catalogue.IS_ENABLED;
import static io.ringside.bench.report.Catalogue.READ_BY_OFFSET;
import static io.ringside.bench.report.Catalogue.READ_BY_SCHEMA;
import static io.ringside.bench.report.Catalogue.RECORDER;
import static io.ringside.bench.report.Catalogue.TYPED;
import static io.ringside.bench.report.Catalogue.TYPED_BY_HAND;
import static io.ringside.bench.report.Catalogue.TYPED_DISABLED;
import static io.ringside.bench.report.Catalogue.TYPED_DISABLED_BY_HAND;
import static io.ringside.bench.report.Catalogue.TYPED_DISABLED_FLIGHT_RECORDER;
import static io.ringside.bench.report.Catalogue.TYPED_DISABLED_IN_TURN;
import static io.ringside.bench.report.Catalogue.TYPED_FLIGHT_RECORDER;
import static io.ringside.bench.report.Catalogue.WRITE_DISABLED;

/** What JMH's figures are to be, at the usual payload of 32 bytes and in one session. Stateless. */
final class Targets {
    private static final int PAYLOAD_BYTES = 32;
    private static final int FEW = 1;
    private static final int MANY = 4;

    private Targets() {}

    /** All of them; one that was not measured is not a number. Its range is that of the rounds by themselves. */
    static List<Target> of(final Figures figures) {
        final List<Target> targets = inOne(figures);
        final List<List<Target>> rounds = figures.rounds().stream().map(Targets::inOne).toList();
        final List<Target> ranged = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            final int row = i;
            ranged.add(targets.get(i).rounds(rounds.stream().mapToDouble(round -> round.get(row).figure()).toArray()));
        }
        return ranged;
    }

    /** All of them, without a range. */
    static List<Target> inOne(final Figures figures) {
        final List<Target> targets = new ArrayList<>();
        disabled(targets, figures);
        Catalogue.WAYS.forEach(way -> enabled(targets, figures, way));
        Catalogue.WAYS.forEach(way -> threadSafe(targets, figures, way));
        noSlower(targets, figures, "", TYPED, TYPED_BY_HAND);
        Catalogue.TYPED_CONTENTS.forEach(pair -> noSlower(targets, figures, "", pair.bench(), pair.peer()));
        noSlower(targets, figures, "", TYPED, TYPED_FLIGHT_RECORDER);
        noSlower(targets, figures, ", disabled,", TYPED_DISABLED_IN_TURN, TYPED_DISABLED_BY_HAND);
        noSlower(targets, figures, ", disabled,", TYPED_DISABLED, TYPED_DISABLED_FLIGHT_RECORDER);
        final double byCounterNs = BUFFER_BY_COUNTER.ns(figures, PAYLOAD_BYTES);
        final Bench ring = Catalogue.BUFFER.manyToOne();
        row(targets, "TSC clock, " + BUFFER_BY_COUNTER.label() + ", by " + ring.label() + " with `nanoTime`", "×",
                byCounterNs / ring.ns(figures, PAYLOAD_BYTES, FEW), 0.5);
        row(targets, "TSC clock, " + BUFFER_BY_COUNTER.label() + ", by " + FLIGHT_RECORDER.label(), "×",
                byCounterNs / FLIGHT_RECORDER.ns(figures), 0.2);
        row(targets, COUNTER_INCREMENT.label() + ", by " + AGRONA_INCREMENT.label(), "×",
                COUNTER_INCREMENT.ns(figures) / AGRONA_INCREMENT.ns(figures), 1.2);
        row(targets, COUNTER_COLLECT.label() + ", by " + AGRONA_FOR_EACH.label(), "×",
                COUNTER_COLLECT.ns(figures) / AGRONA_FOR_EACH.ns(figures), 2);
        row(targets, "allocation, the writer's, the worst of all benches", "bytes",
                AllocationCheck.worst(figures.writerBytes()), AllocationCheck.LIMIT_BYTES);
        row(targets, "allocation, the whole JVM's, the worst of all benches", "bytes/event",
                AllocationCheck.worst(figures.jvmBytes()), AllocationCheck.LIMIT_BYTES);
        for (final int recordedBytes : Catalogue.RECORDED_BYTES) {
            recording(targets, figures, recordedBytes);
        }
        return targets;
    }

    /** A tenth of the peer's time is ten times its events; who is as fast as the medium cannot be faster. */
    private static void recording(final List<Target> targets, final Figures figures, final int recordedBytes) {
        final String bytes = " of " + recordedBytes + " bytes";
        final double recorderNs = RECORDER.recordedNs(figures, recordedBytes);
        row(targets, "recorder, event" + bytes + ", by an excerpt of Chronicle", "×",
                recorderNs / CHRONICLE_APPEND.recordedNs(figures, recordedBytes), 0.1);
        row(targets, "recorder, event" + bytes + ", by the " + FILE_COPY.label(), "×",
                recorderNs / FILE_COPY.recordedNs(figures, recordedBytes), 1);
        for (final Bench bench : List.of(READ_BY_OFFSET, READ_BY_SCHEMA)) {
            row(targets, bench.label() + ", event" + bytes + ", by an excerpt of Chronicle", "×",
                    bench.recordedNs(figures, recordedBytes) / CHRONICLE_TAILER.recordedNs(figures, recordedBytes),
                    0.1);
        }
        for (final Bench bench : List.of(RECORDER, READ_BY_OFFSET, READ_BY_SCHEMA)) {
            row(targets, bench.label() + ", event" + bytes + ", allocation", "bytes/event",
                    bench.threadBytes(figures, recordedBytes), AllocationCheck.LIMIT_BYTES);
        }
    }

    private static void disabled(final List<Target> targets, final Figures figures) {
        row(targets, IS_ENABLED.label() + " over the " + EMPTY.label(), "ns",
                IS_ENABLED.ns(figures) - EMPTY.ns(figures), 0.5);
        row(targets, IS_ENABLED.label() + " by " + FLIGHT_RECORDER_IS_ENABLED.label(), "×",
                IS_ENABLED.ns(figures) / FLIGHT_RECORDER_IS_ENABLED.ns(figures), 1);
        row(targets, WRITE_DISABLED.label() + ", disabled, by " + FLIGHT_RECORDER_COMMIT.label(), "×",
                WRITE_DISABLED.ns(figures) / FLIGHT_RECORDER_COMMIT.ns(figures), 1);
    }

    private static void enabled(final List<Target> targets, final Figures figures, final Way way) {
        final Bench bench = way.byHandle();
        final double ns = bench.ns(figures, PAYLOAD_BYTES, FEW);
        row(targets, bench.label() + ", over " + way.clock().label(), "ns",
                ns - way.clock().ns(figures, PAYLOAD_BYTES, FEW), 5);
        row(targets, bench.label() + ", each further session", "ns",
                (bench.ns(figures, PAYLOAD_BYTES, MANY) - ns) / (MANY - FEW), 6);
        row(targets, bench.label() + ", by " + way.manyToOne().label(), "×",
                ns / way.manyToOne().ns(figures, PAYLOAD_BYTES, FEW), 0.8);
        row(targets, bench.label() + ", by " + FLIGHT_RECORDER.label(), "×", ns / FLIGHT_RECORDER.ns(figures), 0.35);
    }

    private static void threadSafe(final List<Target> targets, final Figures figures, final Way way) {
        row(targets, way.threadSafe().label() + ", over the handle", "ns",
                way.threadSafe().ns(figures, PAYLOAD_BYTES, FEW) - way.byHandle().ns(figures, PAYLOAD_BYTES, FEW), 6);
    }

    private static void noSlower(final List<Target> targets, final Figures figures, final String state,
            final Bench bench, final Bench peer) {
        row(targets, bench.label() + state + " by " + peer.label(), "×", bench.ns(figures) / peer.ns(figures), 1);
    }

    private static void row(final List<Target> targets, final String what, final String unit, final double value,
            final double limit) {
        targets.add(Target.atMost(what, unit, value, limit));
    }
}
