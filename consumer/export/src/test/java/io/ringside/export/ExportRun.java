package io.ringside.export;

import io.ringside.reader.Source;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** One export of a recording. */
final class ExportRun {
    private ExportRun() {}

    /** Returns the exporter, complete and closed. */
    static EventExporter of(final ExportFormat format, final Path recording, final Path target) {
        return of(new ExportContext(format, target).sources(Source.recording(recording)));
    }

    static EventExporter of(final ExportContext context) {
        try (EventExporter exporter = EventExporter.open(context)) {
            while (!exporter.isComplete()) {
                assertThat(exporter.doWork()).isPositive();
            }
            return exporter;
        }
    }
}
