package io.ringside.transport.control;

import io.ringside.transport.directory.FileMaker;
import io.ringside.transport.directory.TraceDirectory;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/**
 * Opens what reads the lanes of a directory, for {@link Controller#open()}. This library provides it as a service, as
 * reading lanes builds upon control. Not for applications.
 */
@FunctionalInterface
public interface LedgersOpener {
    /**
     * Open what reads the lanes.
     *
     * @param directory with the sessions
     * @param files     to make files with
     * @param problems  called for files that cannot be used; must be thread-safe
     * @return what a controller needs
     */
    SessionLedgers open(TraceDirectory directory, FileMaker files, BiConsumer<Path, String> problems);
}
