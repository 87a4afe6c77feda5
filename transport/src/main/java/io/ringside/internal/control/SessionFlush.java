package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Outcome;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.agrona.concurrent.IdleStrategy;

/**
 * Requests the drain of a session to deliver the events it has taken, and waits until it has taken the events that were
 * in the lanes at the call. Only the drain can take them, so without a drain there is nothing to wait for.
 */
final class SessionFlush {
    private final ControllerContext context;
    private final Registry registry;

    SessionFlush(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    Outcome.Flushed run(final String name, final long timeoutNs) {
        return flush(Sessions.requireRunning(registry.rows().snapshot(), name), timeoutNs, flushed -> true);
    }

    /** Flushes and waits until the drain continues in a new file. */
    Outcome.Flushed incrementFile(final String name, final long timeoutNs) {
        final SessionRow session = Sessions.requireRunning(registry.rows().snapshot(), name);
        if (context.ledgers().rolled(session).isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "session has no file to continue from: session="
                    + session.name() + ", drain="
                    + Objects.requireNonNullElse(context.ledgers().drainHolder(session), "none")
                    + ": record it with mode newfile");
        }
        final Outcome.Flushed result = flush(session, timeoutNs, this::hasRolled);
        if (timeoutNs > 0 && !hasRolled((SessionRow) result.session())) {
            throw new RingsideException(ErrorCode.TIMEOUT, "drain did not continue in a new file in time: session="
                    + session.name() + ", drain=" + Objects.requireNonNullElse(result.drain(), "none") + ", lanesLeft="
                    + result.lanesLeft() + ": try again, or see what keeps it");
        }
        return result;
    }

    private boolean hasRolled(final SessionRow flushed) {
        return context.ledgers().rolled(flushed).orElse(-1) >= flushed.flushes();
    }

    private Outcome.Flushed flush(final SessionRow session, final long timeoutNs, final Predicate<SessionRow> isDone) {
        final long deadlineNs = context.nanoClock().nanoTime() + timeoutNs;
        session.requireDrainable();
        final LaneMarks marks = LaneMarks.of(registry, session);
        final SessionRow flushed = request(session);
        final String drain = context.ledgers().drainHolder(flushed);
        if (drain != null) {
            final IdleStrategy idle = context.idleStrategy().get();
            while ((marks.unpassed() > 0 || !isDone.test(flushed)) && context.nanoClock().nanoTime() - deadlineNs < 0
                    && !Thread.currentThread().isInterrupted()) {
                idle.idle();
            }
        }
        return new Outcome.Flushed(flushed, marks.unpassed(), drain);
    }

    private SessionRow request(final SessionRow session) {
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            final SessionRow flushed = Sessions.requireRunning(change.rows(), session.id()).flushed();
            try (StagedRow row = registry.rows().stage(flushed)) {
                row.publish();
            }
            return flushed;
        }
    }

    /**
     * The tail positions of a session's lanes at one moment, which show when all events before them have been taken.
     * Not thread-safe.
     */
    private static final class LaneMarks {
        private final Registry registry;
        private final SessionRow session;
        private final Checkpoint checkpoint = new Checkpoint();
        private final Map<Incarnation, long[]> tails = new HashMap<>();

        private LaneMarks(final Registry registry, final SessionRow session) {
            this.registry = registry;
            this.session = session;
        }

        static LaneMarks of(final Registry registry, final SessionRow session) {
            final LaneMarks marks = new LaneMarks(registry, session);
            for (final Incarnation incarnation : registry.processes().incarnations()) {
                marks.read(incarnation, ledger -> {
                    final long[] tail = new long[ledger.laneCount()];
                    for (int i = 0; i < tail.length; i++) {
                        tail[i] = ledger.lane(i).tailAcquire();
                    }
                    return tail;
                }).ifPresent(tail -> marks.tails.put(incarnation, tail));
            }
            return marks;
        }

        /** Returns the number of lanes whose mark the drain has not passed; 0 for a ledger that is final or gone. */
        int unpassed() {
            int left = 0;
            for (final Iterator<Map.Entry<Incarnation, long[]>> entries = tails.entrySet().iterator(); entries
                    .hasNext();) {
                final Map.Entry<Incarnation, long[]> entry = entries.next();
                final int lanes = read(entry.getKey(), ledger -> lanesLeft(ledger, entry.getValue())).orElse(0);
                if (lanes == 0) {
                    entries.remove();
                }
                left += lanes;
            }
            return left;
        }

        private int lanesLeft(final LedgerFile ledger, final long[] marks) {
            int left = 0;
            for (int i = 0; i < Math.min(marks.length, ledger.laneCount()) && !ledger.isSealed(); i++) {
                final LaneLedger lane = ledger.lane(i);
                if (!lane.loadCheckpoint(checkpoint) || checkpoint.position < marks[i]) {
                    left++;
                }
            }
            return left;
        }

        private <T> Optional<T> read(final Incarnation incarnation, final Function<LedgerFile, T> reader) {
            try (LedgerFile ledger = LedgerFile.open(registry.directory().ledger(session.id(), incarnation),
                    Access.READ_ONLY)) {
                final T result = reader.apply(ledger);
                MappedFault.settle();
                return Optional.of(result);
            } catch (final RingsideException e) {
                if (e.code() == ErrorCode.NOT_FOUND) {
                    return Optional.empty();
                }
                throw e;
            } catch (final InternalError e) {
                MappedFault.require(e);
                return Optional.empty();
            }
        }
    }
}
