package io.ringside.consumer.recording;

import io.ringside.consumer.queue.QueueWriter;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCounts;
import io.ringside.transport.RingsideException;
import io.ringside.transport.control.Controller;
import io.ringside.transport.control.ControllerContext;
import io.ringside.transport.control.StopResult;
import io.ringside.transport.drain.SessionBooks;
import io.ringside.transport.lock.Participant;
import io.ringside.transport.registry.Registry;
import io.ringside.transport.rows.ClockPair;
import io.ringside.transport.rows.SessionRow;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends the session of a recording, a look at a time; of one that is full (R4.21) it tells in the recording what was
 * lost by that. Not thread-safe.
 */
final class SessionStop {
    private final Registry registry;
    private final Controller controller;
    private final SessionRow session;
    private final RecorderContext context;
    private final @Nullable Path folder;
    private @Nullable LedgerTotals totals;
    private boolean ended;

    /**
     * End a session.
     *
     * @param folder of the recording that is to tell what was discarded; null if the session's drain records to its end
     */
    SessionStop(final Participant participant, final SessionRow session, final RecorderContext context,
            final @Nullable Path folder) {
        this.session = session;
        this.context = context;
        this.folder = folder;
        this.registry = new Registry(participant);
        final SessionBooks books = new SessionBooks(participant.directory(), participant.files(),
                new RecordingSinks(),
                (path, reason) -> context.errorHandler().onError(RecordingSinks.leftOut(path, reason)));
        this.controller = new Controller(
                new ControllerContext(registry, books).nanoClock(context.clock())
                        .lockTimeoutNs(context.lockTimeoutNs()));
    }

    /** Looks whether all processes have let go of it; true once it is gone. Waits for nobody. */
    boolean poll() {
        // Its name may be another session's by now.
        if (!ended && registry.rows().session(session.id()).isEmpty()) {
            ended = true;
        }
        if (!ended) {
            final StopResult result = controller.stop(session.name(), 0);
            ended = result.ended();
            totals = result.ledger().totals();
            if (ended && folder != null) {
                record(folder, result.ledger().totals().lost());
            }
        }
        return ended;
    }

    /** What the end has discarded is counted behind the last excerpt; without that the recording is whole too. */
    private void record(final Path to, final LossCounts lost) {
        try (RecordingFolder locked = RecordingFolder.lock(to, context.lockTimeoutNs())) {
            final RecordedSession last = locked.lastSession();
            if (last != null && last.isOf(session)) {
                try (QueueWriter writer = QueueWriter.open(to, context.roll(), context.blockBytes(),
                        context.epochClock().time())) {
                    final ExcerptEncoder encoder = new ExcerptEncoder();
                    encoder.beginCheckpoint(ClockPair.now(), true, lost);
                    writer.append(encoder.buffer(), 0, encoder.endCheckpoint(List.of(), List.of()));
                }
            }
        } catch (final RingsideException e) {
            context.errorHandler().onError(e);
        }
    }

    /** The session's ledger, final once it is gone; null if somebody else has removed it. */
    @Nullable
    LedgerTotals totals() {
        return totals;
    }
}
