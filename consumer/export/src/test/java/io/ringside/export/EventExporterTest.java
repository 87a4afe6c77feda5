package io.ringside.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                EventExporter exporter = EventExporter.open(new ExportContext(ExportFormat.JSONL, exhausted)
                        .sources(Source.recording(trace.record())))) {
            assertThatThrownBy(() -> {
                while (exporter.doWork() > 0) {
                    Thread.onSpinWait();
                }
            }).isNotNull();
            assertThatThrownBy(exporter::complete).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("export has failed");
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
