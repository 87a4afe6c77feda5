package io.ringside.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Exports that fail or are left. */
class EventExporterTest {
    @TempDir
    private Path folder;

    @Test
    void shouldNotCompleteAfterAnErrorThatIsNoException() {
        final OutputStream exhausted = new OutputStream() {
            private boolean thrown;

            @Override
            public void write(final int value) {
                if (!thrown) {
                    thrown = true;
                    throw new LinkageError("for the test");
                }
            }
        };
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                EventExporter exporter = EventExporter.open(new ExportContext(ExportFormat.JSONL, exhausted))) {
            assertThatThrownBy(() -> ExportRun.complete(exporter, Source.recording(trace.record()))).isNotNull();
            assertThatThrownBy(exporter::complete).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("export has failed");
        }
    }

    @Test
    void shouldExportARecordingTogetherWithASessionThatRuns() throws IOException {
        final Path file = folder.resolve("both.jsonl");
        try (ExportFixture recorded = new ExportFixture(folder.resolve("recorded"));
                ExportFixture running = new ExportFixture(folder.resolve("running"))) {
            recorded.begin(0, 1_000, 1, null, null);
            recorded.begin(0, 3_000, 3, null, null);
            running.begin(0, 2_000, 2, null, null);
            running.lose(0, 2_500, LaneOutcome.FULL, 4);
            running.begin(0, 4_000, 4, null, null);
            final EventExporter exported = ExportRun.of(new ExportContext(ExportFormat.JSONL, file),
                    Source.recording(recorded.record()), Source.session(running.directory(), running.session()));
            assertThat(exported.events()).isEqualTo(4);
            assertThat(exported.lostEvents()).isEqualTo(4);
        }
        assertThat(Files.readAllLines(file)).filteredOn(line -> line.contains("\"event\"")).satisfiesExactly(
                line -> assertThat(line).contains("{\"n\":1}"), line -> assertThat(line).contains("{\"n\":2}"),
                line -> assertThat(line).contains("{\"n\":3}"), line -> assertThat(line).contains("{\"n\":4}"));
    }

    @ParameterizedTest
    @EnumSource(value = ExportFormat.class, mode = EnumSource.Mode.EXCLUDE, names = {"PARQUET", "OTLP"})
    void shouldExportASnapshotWhoseFirstGapHasOverwrittenEventsAndNoLostOnes(final ExportFormat format) {
        try (ExportFixture trace = ExportFixture.overwriting(folder)) {
            final int written = 5_000;
            for (int i = 0; i < written; i++) {
                trace.begin(0, 1_000 + i, i, null, null);
            }
            final EventExporter exported = ExportRun.of(format, trace.snapshot(), folder.resolve("export"));
            assertThat(exported.overwrittenEvents()).isPositive().isEqualTo(written - exported.events());
            assertThat(exported.lostEvents()).isZero();
        }
    }

    @Test
    void shouldNameTheArtifactThatAFormatNeedsAndMakeNothing() {
        assertThatThrownBy(() -> EventExporter.open(new ExportContext(ExportFormat.PARQUET, folder.resolve("parquet"))))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("artifact=io.ringside:ringside-sql");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldEndAStreamThatIsLeftWithoutATrailer() throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventExporter.open(new ExportContext(ExportFormat.JSONL, out).gzip(true)).close();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            assertThatThrownBy(in::readAllBytes).isInstanceOf(EOFException.class);
        }
    }
}
