package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.SessionRow;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ends a private session when its process has ended: nothing more can come. Not thread-safe. */
public final class ProcessEnd {
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Participant participant;
    private final SessionRow session;
    private final RecorderSettings settings;
    private @Nullable SessionStop stop;
    private boolean done;
    private long nextLookNs;

    public ProcessEnd(final Participant participant, final SessionRow session, final RecorderSettings settings) {
        this.participant = participant;
        this.session = session;
        this.settings = settings;
        this.done = !session.settings().isPrivate();
        this.nextLookNs = settings.clock.nanoTime();
    }

    /** Looks from time to time; once the process has ended, its session is being ended while it is drained. */
    public void look(final long nowNs) {
        final SessionStop ending = stop;
        if (done || nowNs - nextLookNs < 0) {
            return;
        }
        nextLookNs = nowNs + LOOK_INTERVAL_NS;
        try {
            if (ending != null) {
                done = ending.poll();
            } else {
                final UUID process = session.settings().privateTo();
                if (process != null && !participant.liveness().isAlive(new Incarnation(process.getMostSignificantBits(),
                        process.getLeastSignificantBits()))) {
                    stop = new SessionStop(participant, session, settings);
                }
            }
        } catch (final RingsideException e) {
            settings.errorHandler.onError(e);
        }
    }

    /** Whether nothing is left to be done about the session's end. */
    public boolean isDone() {
        return done || stop == null;
    }
}
