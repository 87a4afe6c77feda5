package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How far the lanes of a session had been written at one moment, so that it can be told when all of that was taken. For
 * one thread.
 */
final class LaneMarks {
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

    /** Lanes whose mark the drain has not passed yet. A ledger that is sealed or gone has nothing left to be taken. */
    int unpassed() {
        int left = 0;
        for (final Iterator<Map.Entry<Incarnation, long[]>> entries = tails.entrySet().iterator(); entries.hasNext();) {
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
