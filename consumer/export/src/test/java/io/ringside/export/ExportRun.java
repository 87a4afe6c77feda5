package io.ringside.export;

import io.ringside.reader.EventReader;
import io.ringside.reader.Source;
import java.nio.file.Path;
import org.agrona.LangUtil;
import org.agrona.concurrent.AgentTerminationException;

/** One export of a recording. */
final class ExportRun {
    private ExportRun() {}

    /** Returns the exporter, complete and closed. */
    static EventExporter of(final ExportFormat format, final Path recording, final Path target) {
        return of(new ExportContext(format, target), Source.recording(recording));
    }

    static EventExporter of(final ExportContext context, final Source... sources) {
        try (EventExporter exporter = EventExporter.open(context)) {
            complete(exporter, sources);
            return exporter;
        }
    }

    /** Exports all that the sources have. */
    static void complete(final EventExporter exporter, final Source... sources) {
        try (EventReader reader = EventReader.open(sources)) {
            reader.readAvailable(exporter);
        } catch (final AgentTerminationException e) {
            LangUtil.rethrowUnchecked(e.getCause());
        }
        exporter.complete();
    }
}
