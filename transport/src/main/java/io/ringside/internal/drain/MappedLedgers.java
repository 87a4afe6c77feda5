package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.registry.ClosedTotals;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the totals of sessions from shared memory, while writers and drains are working. Thread-safe.
 * <p>
 * A process is either in the closed totals or has a ledger of its own. A reader that reads the closed totals before and
 * after the ledgers, and finds them unchanged, has counted each process once.
 */
public final class MappedLedgers implements SessionLedgers {
    private static final int READINGS = 8;
    private static final long LOCK_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final TraceDirectory directory;
    private final FileMaker files;
    private final RowStore rows;
    private final ProcessTable processes;
    private final SinkReader sinks;
    private final DrainErrorHandler errorHandler;

    /**
     * Creates access to the ledgers of a directory's sessions.
     *
     * @param directory    trace directory of the sessions
     * @param files        creates the files of closed totals
     * @param sinks        queried before events that a recorder may have written are discarded
     * @param errorHandler receives unusable files, in every reading; must be thread-safe
     */
    public MappedLedgers(final TraceDirectory directory, final FileMaker files, final SinkReader sinks,
            final DrainErrorHandler errorHandler) {
        this.directory = directory;
        this.files = files;
        this.rows = new RowStore(directory, files);
        this.processes = new ProcessTable(directory, new Liveness(directory));
        this.sinks = sinks;
        this.errorHandler = errorHandler;
    }

    /**
     * Creates access to the ledgers of a directory's sessions. Includes recordings if the consumer module is present.
     *
     * @param directory    trace directory of the sessions
     * @param files        creates the files of closed totals
     * @param errorHandler receives unusable files, in every reading; must be thread-safe
     * @return access to the ledgers
     */
    public static MappedLedgers open(final TraceDirectory directory, final FileMaker files,
            final DrainErrorHandler errorHandler) {
        final SinkReader sinks = ServiceLoader.load(SinkReader.class, SinkReader.class.getClassLoader()).findFirst()
                .orElse(SinkReader.NONE);
        return new MappedLedgers(directory, files, sinks, errorHandler);
    }

    @Override
    public LedgerTotals.Reading read(final SessionRow session) {
        return read(session, false).ledger();
    }

    /**
     * Reads the ledger of a session, with the part of each process and the time of its oldest event.
     *
     * @param session session with a session file
     * @return the results of one reading
     */
    public SessionParts readParts(final SessionRow session) {
        return read(session, true);
    }

    private SessionParts read(final SessionRow session, final boolean withTimes) {
        for (int i = 1;; i++) {
            final Optional<ClosedTotals> before = folded(session);
            final LedgerReading reading = new LedgerReading(directory, processes, session,
                    before.orElse(ClosedTotals.EMPTY),
                    withTimes);
            reading.read();
            if (before.isEmpty()) {
                reading.failed(directory.folded(session.id()), "aggregate is damaged");
            }
            final boolean whole = reading.isWhole() && before.isPresent() && before.equals(folded(session));
            // A damaged file is reported once, because reading it again would not repair it.
            if (whole || before.isEmpty() || i == READINGS) {
                reading.problems().forEach(problem -> errorHandler.onError(problem.path(), problem.reason()));
                return reading.toParts(whole);
            }
        }
    }

    @Override
    public boolean drained(final SessionRow session) {
        return DrainLock.holder(directory, session.id()) == null && isSealed(session);
    }

    private boolean isSealed(final SessionRow session) {
        for (final Incarnation incarnation : LedgerReading.ledgersOf(directory, session)) {
            try (LedgerFile ledger = ProcessLanes.openLedger(directory, session, incarnation, Access.READ_ONLY)) {
                if (!ledger.isSealed() && !hasClosedTotals(session, incarnation)) {
                    return false;
                }
            } catch (final RingsideException e) {
                errorHandler.onErrorUnlessGone(directory.ledger(session.id(), incarnation), e);
            }
        }
        return true;
    }

    @Override
    public void discardRest(final SessionRow session) {
        final DrainLock lock;
        try {
            lock = DrainLock.acquire(directory, files, session.id(), LOCK_TIMEOUT_NS);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.BUSY) {
                return;
            }
            throw e;
        }
        try (lock) {
            final SinkLedger held = new SinkFile(directory, files, session).books(sinks);
            final Discarding discarding = new Discarding(directory, files, session, held, errorHandler);
            for (final Incarnation incarnation : discarding.ledgers()) {
                lock.confirm();
                discarding.discard(incarnation);
            }
            lock.confirm();
            discarding.foldPages();
        }
    }

    @Override
    public @Nullable String drainHolder(final SessionRow session) {
        final String holder = DrainLock.holder(directory, session.id());
        return holder == null ? startingRecorder(session) : holder;
    }

    /** Returns a recorder that will be the drain next: it has locked the sink of a previous, perhaps killed, one. */
    private @Nullable String startingRecorder(final SessionRow session) {
        try {
            final String sink = new SinkFile(directory, files, session).name();
            final String writer = sink == null ? null : sinks.writer(sink);
            return writer == null || isSealed(session) ? null : "starting: " + writer;
        } catch (final RingsideException e) {
            // The next drain will report the unreadable file.
            return null;
        }
    }

    @Override
    public OptionalLong rolled(final SessionRow session) {
        return DrainLock.rolled(directory, session.id());
    }

    @Override
    public @Nullable String sink(final SessionRow session) {
        return drainHolder(session) == null
                ? null
                : new SinkFile(directory, files, session).name();
    }

    private boolean hasClosedTotals(final SessionRow session, final Incarnation incarnation) {
        return folded(session).filter(row -> row.incarnations().contains(incarnation)).isPresent();
    }

    /** Returns the closed totals; empty if they are damaged. */
    private Optional<ClosedTotals> folded(final SessionRow session) {
        try {
            return Optional.of(rows.folded(session.id()));
        } catch (final RingsideException e) {
            errorHandler.onError(directory.folded(session.id()), e);
            return Optional.empty();
        }
    }
}
