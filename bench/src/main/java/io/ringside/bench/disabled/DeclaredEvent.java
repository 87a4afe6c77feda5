package io.ringside.bench.disabled;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A registered event that no session wants, held as applications hold theirs: in a constant, whose fields compiled code
 * reaches without a search. JFR finds its events by their class, which is a constant too.
 */
final class DeclaredEvent {
    private static final MemoryFolder FOLDER = createFolder();
    /** The traced process. */
    static final TracedProcess PROCESS = connect();
    /** Its event. */
    static final ProviderEvent EVENT = PROCESS.event();

    private DeclaredEvent() {}

    private static MemoryFolder createFolder() {
        try {
            return MemoryFolder.create();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TracedProcess connect() {
        return TracedProcess.connect(FOLDER.path());
    }

    /** Ends the runtime and removes its files. */
    static void close() {
        PROCESS.close();
        FOLDER.close();
    }
}
