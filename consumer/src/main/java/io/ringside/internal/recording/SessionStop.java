package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.DrainErrorHandler;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the session of a recording, one check at a time, while its drain takes or discards the remaining events: because
 * its recorder gives up, or because the session is private and its process has ended. Not thread-safe.
 */
public final class SessionStop {
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Participant participant;
    private final SessionRow session;
    private final RecorderSettings settings;
    private final Registry registry;
    /** Null until the session is being ended. */
    private @Nullable DirectoryController controller;
    private long nextLookNs;
    private boolean ended;

    public SessionStop(final Participant participant, final SessionRow session, final RecorderSettings settings) {
        this.participant = participant;
        this.session = session;
        this.settings = settings;
        this.registry = new Registry(participant);
        this.nextLookNs = settings.clock.nanoTime();
    }

    /** Checks from time to time whether the process of a private session has ended, and then ends the session. */
    public void look(final long nowNs) {
        final UUID process = session.settings().privateTo();
        if (process == null || ended || nowNs - nextLookNs < 0) {
            return;
        }
        nextLookNs = nowNs + LOOK_INTERVAL_NS;
        try {
            if (controller != null) {
                poll();
            } else if (!participant.liveness().isAlive(new Incarnation(process.getMostSignificantBits(),
                    process.getLeastSignificantBits()))) {
                begin();
            }
        } catch (final RingsideException e) {
            settings.errorHandler.onError(e);
        }
    }

    /** Returns whether the session needs no further steps to end. */
    public boolean isDone() {
        return ended || controller == null;
    }

    /** Ends the session; returns true once all processes have detached and it is removed. Does not block. */
    public boolean poll() {
        final DirectoryController begun = controller == null ? begin() : controller;
        // Its name may belong to another session by now.
        ended = ended || registry.rows().session(session.id()).isEmpty()
                || begun.stop(session.name(), Duration.ZERO).ended();
        return ended;
    }

    private DirectoryController begin() {
        final MappedLedgers books = new MappedLedgers(participant.directory(), participant.files(),
                new RecordingSinks(), DrainErrorHandler.of(settings.errorHandler));
        final DirectoryController begun = new DirectoryController(
                new ControllerContext(registry, books).nanoClock(settings.clock)
                        .lockTimeoutNs(settings.lockTimeoutNs));
        controller = begun;
        return begun;
    }
}
