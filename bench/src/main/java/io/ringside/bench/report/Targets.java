package io.ringside.bench.report;

import io.ringside.bench.report.Catalogue.Bench;
import java.util.List;

import static io.ringside.bench.report.Catalogue.CHRONICLE_APPEND;
import static io.ringside.bench.report.Catalogue.CHRONICLE_TAILER;
import static io.ringside.bench.report.Catalogue.CLAIM_BY_HANDLE;
import static io.ringside.bench.report.Catalogue.CLAIM_THREAD_SAFE;
import static io.ringside.bench.report.Catalogue.CLOCK;
import static io.ringside.bench.report.Catalogue.EMPTY;
import static io.ringside.bench.report.Catalogue.FILE_COPY;
import static io.ringside.bench.report.Catalogue.FLIGHT_RECORDER;
import static io.ringside.bench.report.Catalogue.FLIGHT_RECORDER_COMMIT;
import static io.ringside.bench.report.Catalogue.FLIGHT_RECORDER_IS_ENABLED;
import static io.ringside.bench.report.Catalogue.GATHER_BY_HANDLE;
import static io.ringside.bench.report.Catalogue.GATHER_THREAD_SAFE;
import static io.ringside.bench.report.Catalogue.IS_ENABLED;
import static io.ringside.bench.report.Catalogue.MANY_TO_ONE;
import static io.ringside.bench.report.Catalogue.READ_BY_OFFSET;
import static io.ringside.bench.report.Catalogue.READ_BY_SCHEMA;
import static io.ringside.bench.report.Catalogue.RECORDER;
import static io.ringside.bench.report.Catalogue.WRITE_DISABLED;

/** What the figures are to be, at the usual payload of 32 bytes, and whether they are. Stateless. */
final class Targets {
    private static final int PAYLOAD_BYTES = 32;
    private static final int FEW = 1;
    private static final int MANY = 4;

    private Targets() {}

    /** A row for each target. */
    static Table table(final Figures figures) {
        final Table table = new Table(List.of("at 32 bytes and one session", "unit", "figure", "at most", ""));
        disabled(table, figures);
        for (final Bench bench : Catalogue.BY_HANDLE) {
            enabled(table, figures, bench);
        }
        threadSafe(table, figures, GATHER_THREAD_SAFE, GATHER_BY_HANDLE);
        threadSafe(table, figures, CLAIM_THREAD_SAFE, CLAIM_BY_HANDLE);
        row(table, "allocation, the writer's, the worst of all benches", "bytes",
                AllocationCheck.worst(figures.writerBytes()), AllocationCheck.LIMIT_BYTES);
        row(table, "allocation, the whole JVM's, the worst of all benches", "bytes/event",
                AllocationCheck.worst(figures.jvmBytes()), AllocationCheck.LIMIT_BYTES);
        for (final int recordedBytes : Catalogue.RECORDED_BYTES) {
            recording(table, figures, recordedBytes);
        }
        return table;
    }

    /** A tenth of the peer's time is ten times its events; who is as fast as the medium cannot be faster. */
    private static void recording(final Table table, final Figures figures, final int recordedBytes) {
        final String bytes = " of " + recordedBytes + " bytes";
        final double recorderNs = RECORDER.recordedNs(figures, recordedBytes);
        row(table, "recorder, event" + bytes + ", by an excerpt of Chronicle", "×",
                recorderNs / CHRONICLE_APPEND.recordedNs(figures, recordedBytes), 0.1);
        row(table, "recorder, event" + bytes + ", by the " + FILE_COPY.label(), "×",
                recorderNs / FILE_COPY.recordedNs(figures, recordedBytes), 1);
        for (final Bench bench : List.of(READ_BY_OFFSET, READ_BY_SCHEMA)) {
            row(table, bench.label() + ", event" + bytes + ", by an excerpt of Chronicle", "×",
                    bench.recordedNs(figures, recordedBytes) / CHRONICLE_TAILER.recordedNs(figures, recordedBytes),
                    0.1);
        }
        for (final Bench bench : List.of(RECORDER, READ_BY_OFFSET, READ_BY_SCHEMA)) {
            row(table, bench.label() + ", event" + bytes + ", allocation", "bytes/event",
                    bench.threadBytes(figures, recordedBytes), AllocationCheck.LIMIT_BYTES);
        }
    }

    private static void disabled(final Table table, final Figures figures) {
        row(table, IS_ENABLED.label() + " over the " + EMPTY.label(), "ns",
                IS_ENABLED.ns(figures) - EMPTY.ns(figures), 0.5);
        row(table, IS_ENABLED.label() + " by " + FLIGHT_RECORDER_IS_ENABLED.label(), "×",
                IS_ENABLED.ns(figures) / FLIGHT_RECORDER_IS_ENABLED.ns(figures), 1);
        row(table, WRITE_DISABLED.label() + ", disabled, by " + FLIGHT_RECORDER_COMMIT.label(), "×",
                WRITE_DISABLED.ns(figures) / FLIGHT_RECORDER_COMMIT.ns(figures), 1);
    }

    private static void enabled(final Table table, final Figures figures, final Bench bench) {
        final double ns = bench.ns(figures, PAYLOAD_BYTES, FEW);
        row(table, bench.label() + ", over " + CLOCK.label(), "ns", ns - CLOCK.ns(figures), 5);
        row(table, bench.label() + ", each further session", "ns",
                (bench.ns(figures, PAYLOAD_BYTES, MANY) - ns) / (MANY - FEW), 6);
        row(table, bench.label() + ", by " + MANY_TO_ONE.label(), "×",
                ns / MANY_TO_ONE.ns(figures, PAYLOAD_BYTES, FEW), 0.8);
        row(table, bench.label() + ", by " + FLIGHT_RECORDER.label(), "×", ns / FLIGHT_RECORDER.ns(figures), 0.35);
    }

    private static void threadSafe(final Table table, final Figures figures, final Bench bench, final Bench byHandle) {
        row(table, bench.label() + ", over the handle", "ns",
                bench.ns(figures, PAYLOAD_BYTES, FEW) - byHandle.ns(figures, PAYLOAD_BYTES, FEW), 6);
    }

    private static void row(final Table table, final String what, final String unit, final double value,
            final double limit) {
        table.row(List.of(what, unit, Table.figure(value), Table.figure(limit), verdict(value, limit)));
    }

    private static String verdict(final double value, final double limit) {
        if (Double.isNaN(value)) {
            return "not measured";
        }
        return value <= limit ? "met" : "**not met**";
    }
}
