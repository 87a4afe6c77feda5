package io.ringside.internal.control;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.Losses;
import io.ringside.internal.lane.ThreadNames;
import io.ringside.internal.registry.LanelessLosses;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo;
import io.ringside.session.ProcessInfo.Flow.LaneFlow;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the flow of events from each process to a session: a few words of each lane, and no ring. Never waits and
 * changes nothing. Thread-safe.
 */
final class SessionFlows {
    private final Registry registry;

    SessionFlows(final Registry registry) {
        this.registry = registry;
    }

    /** Returns a flow for each process with lanes or losses not aggregated yet; none if the session has ended. */
    List<ProcessInfo.Flow> of(final long sessionId) {
        return registry.rows().session(sessionId).map(this::of).orElse(List.of());
    }

    /** Returns the flows of a session without the processes that cannot be read, which its totals report. */
    private List<ProcessInfo.Flow> of(final SessionRow session) {
        return registry.processes().incarnations().stream()
                .flatMap(incarnation -> read(session, incarnation).stream()).toList();
    }

    private Optional<ProcessInfo.Flow> read(final SessionRow session, final Incarnation incarnation) {
        try (ProcessView page = ProcessView.open(registry.directory(), incarnation, Access.READ_ONLY)) {
            final Optional<ProcessInfo.Flow> flow = read(session, page);
            MappedFault.settle();
            return flow;
        } catch (final RingsideException e) {
            // The page or the ledger has just been removed, or is damaged.
            return Optional.empty();
        } catch (final InternalError e) {
            MappedFault.require(e);
            return Optional.empty();
        }
    }

    private Optional<ProcessInfo.Flow> read(final SessionRow session, final ProcessView page) {
        final Incarnation incarnation = page.identity().incarnation();
        final Path path = registry.directory().ledger(session.id(), incarnation);
        final LanelessLosses laneless = page.losses(session.slot(), session.id());
        final Sum sum = new Sum(laneless);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            try (LedgerFile ledger = LedgerFile.open(path, Access.READ_ONLY)) {
                for (int i = 0; i < ledger.laneCount(); i++) {
                    sum.add(i, ledger.lane(i), session.settings().laneBytes());
                }
            }
        } else if (laneless.total() == 0
                || registry.rows().folded(session.id()).incarnations().contains(incarnation)) {
            return Optional.empty();
        }
        return Optional.of(sum.toFlow(page, registry.processes().isAlive(incarnation)));
    }

    /** Adds up lanes. Values that other processes have stored are limited to their valid ranges. */
    private static final class Sum {
        private final Checkpoint checkpoint = new Checkpoint();
        private final Losses losses = new Losses();
        private final ThreadNames names = new ThreadNames();
        private final List<LaneFlow> lanes = new ArrayList<>();
        private final LanelessLosses laneless;

        private Sum(final LanelessLosses laneless) {
            this.laneless = laneless;
        }

        private void add(final int number, final LaneLedger lane, final int laneBytes) {
            if (!lane.loadCheckpoint(checkpoint)) {
                return;
            }
            lane.loadLosses(losses);
            final long tail = Math.max(0, lane.tailAcquire());
            final long unread = Math.max(0, Math.min(tail - checkpoint.position, laneBytes));
            final long[] lost = new long[LossCause.count()];
            lost[LossCause.FULL.code()] = Math.max(0, losses.full);
            lost[LossCause.TOO_LARGE.code()] = Math.max(0, losses.tooLarge);
            lost[LossCause.ERROR.code()] = Math.max(0, losses.error);
            lost[LossCause.CORRUPT.code()] = checkpoint.corrupt;
            lost[LossCause.ABANDONED.code()] = checkpoint.abandoned;
            lost[LossCause.DISCARDED.code()] = checkpoint.discarded;
            lanes.add(new LaneFlow(number, thread(lane), Math.max(0, lane.attemptsAcquire()), checkpoint.delivered,
                    LossCounts.of(lost), tail, unread, (double) unread / laneBytes));
        }

        private @Nullable String thread(final LaneLedger lane) {
            final long threadId = lane.ownerThreadId();
            if (threadId <= 0) {
                return null;
            }
            lane.loadOwnerName(names);
            return Objects.requireNonNullElse(names.get(threadId), Long.toString(threadId));
        }

        private ProcessInfo.Flow toFlow(final ProcessView page, final boolean alive) {
            LossCounts lost = LossCounts.NONE.plus(LossCause.NO_LANE, laneless.noLane())
                    .plus(LossCause.NOT_ATTACHED, laneless.notAttached());
            for (final LaneFlow lane : lanes) {
                lost = lost.plus(lane.lost());
            }
            return new ProcessInfo.Flow(page.identity(), alive,
                    laneless.total() + lanes.stream().mapToLong(LaneFlow::wanted).sum(),
                    lanes.stream().mapToLong(LaneFlow::delivered).sum(), lost,
                    lanes.stream().mapToLong(LaneFlow::writtenBytes).sum(),
                    lanes.stream().mapToLong(LaneFlow::unreadBytes).sum(),
                    lanes.stream().mapToDouble(LaneFlow::ringFill).max().orElse(0), lanes);
        }
    }
}
