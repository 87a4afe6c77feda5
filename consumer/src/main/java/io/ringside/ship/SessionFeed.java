package io.ringside.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.recording.RecordingPosition;
import io.ringside.replay.ReplayContext;
import io.ringside.replay.Replayer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * Writes received events to a session, as live events. If a recording already existed before, only its later events are
 * written. If the session ends, receiving continues without it. Not thread-safe.
 */
final class SessionFeed implements AutoCloseable {
    private static final int CYCLES_MAX = 64;
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long FINISH_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    /** Idle time after which {@link #finish} returns; merging readers wait for older events for less than it. */
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ErrorHandler errorHandler;
    private final String session;
    private final TraceDirectory directory;
    private final Map<UUID, RecordingPosition> ends = new HashMap<>();
    private final Map<UUID, Replayer> replayers = new LinkedHashMap<>();
    /** Recordings that are finished: they have ended, or cannot be read or written. */
    private final Set<UUID> done = new HashSet<>();
    private long passed;
    private long lost;
    private boolean ended;

    /**
     * Creates a feed.
     *
     * @param context of the receiver
     * @param session session to write to
     * @param root    folder of the receiver
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session
     */
    SessionFeed(final ShipContext context, final String session, final Path root) {
        this.errorHandler = context.errorHandler();
        this.session = session;
        this.directory = context.traceDirectory();
        if (Files.isDirectory(root)) {
            ReceivedRecording.ledgers(root).forEach((id, ledger) -> {
                final RecordingPosition end = end(ledger.folder());
                if (end != null) {
                    ends.put(id, end);
                }
            });
        }
        requireSession();
    }

    private void requireSession() {
        try (Controller controller = Controller.open(directory.path(),
                problem -> errorHandler.onError(new RingsideException(ErrorCode.CORRUPT, problem)))) {
            controller.query(session);
        }
    }

    private static @Nullable RecordingPosition end(final Path folder) {
        if (!Files.isDirectory(folder)) {
            return null;
        }
        try {
            return RecordingExcerpts.endOf(folder);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                // Only a gap was received so far.
                return null;
            }
            throw e;
        }
    }

    /**
     * Writes some of the received events.
     *
     * @param ledgers of the recordings
     * @return 0 if there were no events, or the session has no room
     */
    int doWork(final List<Receiver.Received> ledgers) {
        int work = 0;
        for (final Receiver.Received ledger : ended ? List.<Receiver.Received>of() : ledgers) {
            if (!done.contains(ledger.id())) {
                work += doWork(ledger);
            }
        }
        return work;
    }

    private int doWork(final Receiver.Received ledger) {
        int work = 0;
        try {
            Replayer replayer = replayers.get(ledger.id());
            if (replayer == null) {
                replayer = open(ledger);
                replayers.put(ledger.id(), replayer);
            }
            for (int i = 0; i < CYCLES_MAX; i++) {
                final int done = replayer.doWork();
                work += done;
                if (done == 0) {
                    break;
                }
            }
            if (replayer.isComplete()) {
                leave(ledger.id());
            }
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.NOT_FOUND || replayers.containsKey(ledger.id())) {
                leave(ledger, e);
            }
            // Otherwise only a gap was received so far, and a recording exists only from its first excerpt.
        }
        return work;
    }

    /** The recordings are complete without it; if the session is there, the other recordings go on. */
    private void leave(final Receiver.Received ledger, final RingsideException cause) {
        leave(ledger.id());
        try {
            requireSession();
        } catch (final RingsideException e) {
            ended = true;
        }
        errorHandler.onError(new RingsideException(cause.code(), "nothing more is written into the session"
                + (ended ? "" : " of this recording") + ", receiving goes on: session=" + session + ", recording="
                + ledger.id() + ", reason=" + cause.getMessage(), cause));
    }

    private void leave(final UUID id) {
        done.add(id);
        final Replayer replayer = replayers.remove(id);
        if (replayer != null) {
            passed += replayer.replayedEvents();
            lost += replayer.lostEvents().total();
            replayer.close();
        }
    }

    private Replayer open(final Receiver.Received ledger) {
        final ReplayContext settings = new ReplayContext(List.of(ledger.folder()), session).directory(directory.path())
                .speed(ReplayContext.MAX_SPEED).follows(true).errorHandler(errorHandler);
        final RecordingPosition end = ends.get(ledger.id());
        return Replayer.open(end == null ? settings : settings.after(end));
    }

    /** Hand on what was received until now, as far as the session has room. */
    void finish(final List<Receiver.Received> ledgers) {
        final long beginNs = System.nanoTime();
        long workedNs = beginNs;
        long nowNs = beginNs;
        while (!ended && nowNs - beginNs < FINISH_TIMEOUT_NS && nowNs - workedNs < QUIET_NS) {
            final int work = doWork(ledgers);
            nowNs = System.nanoTime();
            workedNs = work == 0 ? workedNs : nowNs;
            if (work == 0) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    /** Returns the number of events written to the session. */
    long passed() {
        return passed + replayers.values().stream().mapToLong(Replayer::replayedEvents).sum();
    }

    /** Returns the number of events for which the session had no room. */
    long lost() {
        return lost + replayers.values().stream().mapToLong(each -> each.lostEvents().total()).sum();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(replayers.values());
    }
}
