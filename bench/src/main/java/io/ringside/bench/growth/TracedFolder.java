package io.ringside.bench.growth;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Trace directory in memory, with controller and drains; removed with its content. Not thread-safe. */
final class TracedFolder implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int LANE_BYTES = 64 * 1024;
    private static final int LANES = 1024;

    private final MemoryFolder folder = MemoryFolder.create();
    private final DirectoryController controller = DirectoryController.open(TraceDirectory.open(folder.path()),
            SessionControl::fail);

    TracedFolder() throws IOException {}

    Path path() {
        return folder.path();
    }

    /** Starts a session with small lanes, so that there can be many. */
    long start(final String name) {
        return controller.start(SessionSettings.builder(name).laneBytes(LANE_BYTES).lanes(LANES)
                .maxBytes((long) LANES * LANE_BYTES).build()).id();
    }

    /** Enables all levels up to a maximum for a session, and optionally waits until the process has attached. */
    void enable(final String session, final String provider, final int level, final boolean waiting) {
        final Outcome.Answers result = controller.enable(session,
                EnableRequest.of(provider, Enablement.of(level, 0, 0)),
                waiting ? TIMEOUT : Duration.ZERO);
        if (waiting && (result.acknowledged() != 1 || !result.refused().isEmpty())) {
            throw new IllegalStateException("the bench's process has not attached: result=" + result);
        }
    }

    /** Opens a drain that searches for lanes only on request. */
    SessionDrain drain(final long sessionId) {
        return SessionDrain.open(new DrainContext(controller.registry().participant())
                .errorHandler(SessionControl.ERRORS).scanIntervalNs(TimeUnit.DAYS.toNanos(1)), sessionId);
    }

    /** Returns the size in bytes of all files with an ending, of which there may be none. */
    long bytesOf(final String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder.path())) {
            return files.filter(file -> Files.isRegularFile(file) && file.toString().endsWith(ending))
                    .mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Override
    public void close() {
        controller.close();
        folder.close();
    }
}
