package io.ringside.reader;

import io.ringside.internal.drain.DrainErrorHandler;
import io.ringside.internal.drain.SessionPeek;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.PeekReader;
import io.ringside.internal.recording.RecordInput;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import java.util.Objects;
import org.agrona.ErrorHandler;

/** Opens sessions that are read without taking their events. Stateless. */
final class Peeks {
    private Peeks() {}

    static RecordInput open(final ReaderContext context, final SourceSettings settings) {
        final TraceDirectory directory = settings.directory() == null
                ? context.traceDirectory()
                : TraceDirectory.open(settings.directory());
        final Incarnation self = Incarnation.random();
        final FileMaker files = new FileMaker(self);
        final SessionRow row = new RowStore(directory, files).snapshot()
                .requireSession(Objects.requireNonNull(settings.session()));
        final ErrorHandler errorHandler = ReaderContext
                .problemsOf(settings.errorHandler() == null ? context.errorHandler() : settings.errorHandler());
        final ProcessIdentity.Host host = ProcessIdentity.ofThisProcess(self).host();
        final SessionPeek peek = new SessionPeek(directory, row, context.clock(), context.scanIntervalNs(),
                DrainErrorHandler.of(errorHandler));
        return new PeekReader(peek, RecordedSession.of(row, host.monotonicShiftNs(), host.bootId()),
                new SchemaCache(new SchemaStore(directory, files), context.clock(), errorHandler),
                context.clock(), context.reorderWindowNs());
    }
}
