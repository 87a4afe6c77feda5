package io.ringside.transport.drain;

import io.ringside.transport.control.LedgersOpener;
import io.ringside.transport.control.SessionLedgers;
import io.ringside.transport.directory.FileMaker;
import io.ringside.transport.directory.TraceDirectory;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;

/** Opens the books of a directory's sessions; recordings are read if the consumer is there. Stateless. */
public final class BooksOpener implements LedgersOpener {
    /** For the service loader. */
    public BooksOpener() {
        // Stateless.
    }

    @Override
    public SessionLedgers open(final TraceDirectory directory, final FileMaker files,
            final BiConsumer<Path, String> problems) {
        final SinkReader sinks = ServiceLoader.load(SinkReader.class, SinkReader.class.getClassLoader()).findFirst()
                .orElse(SinkReader.NONE);
        return new SessionBooks(directory, files, sinks, problems::accept);
    }
}
