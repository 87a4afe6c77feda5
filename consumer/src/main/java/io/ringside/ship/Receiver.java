package io.ringside.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordingSummary;
import io.ringside.internal.ship.HostClocks;
import io.ringside.internal.ship.LinkThread;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Receives everything that is shipped to an address. Each recording is written once to its own folder, which is named
 * after its id; this holds even after a crash. Several receivers with different folders each receive everything. Not
 * thread-safe.
 *
 * <pre>{@code
 * ShipContext context = new ShipContext("kafka://broker:9092/trading");
 * try (Receiver receiver = Receiver.open(context, Path.of("/var/traces/received"))) {
 *     while (running) {
 *         if (receiver.doWork() == 0) {
 *             Thread.sleep(20);
 *         }
 *     }
 * }
 * }</pre>
 */
public final class Receiver implements Agent, AutoCloseable {
    private final ShipContext context;
    private final ShipCarrier carrier;
    private final Path folder;
    private final ReceiveTask task;
    private final @Nullable SessionFeed feed;
    private @Nullable LinkThread link;
    private boolean closed;

    private Receiver(final ShipContext context, final Path folder, final @Nullable String session) {
        this.context = context;
        this.folder = folder;
        carrier = ShipCarrier.find(context.scheme());
        task = carrier.receive(context, folder);
        boolean complete = false;
        try {
            feed = session == null ? null : new SessionFeed(context, session, folder);
            complete = true;
        } finally {
            if (!complete) {
                task.close();
            }
        }
    }

    /**
     * Start receiving. Connects with the first duty cycle only.
     *
     * @param context settings
     * @param folder  folder for the recordings, created if absent; only one receiver at a time can write to it
     * @return the receiver; to be closed
     * @throws RingsideException with {@link ErrorCode#BUSY} if another process receives to the folder,
     *                           {@link ErrorCode#NOT_FOUND} if a library is missing, or another code if the folder
     *                           cannot be used or a setting is wrong
     */
    public static Receiver open(final ShipContext context, final Path folder) {
        return new Receiver(context, folder, null);
    }

    /**
     * Start receiving, and also write the received events to a session, as live events. Events for which the session
     * has no room are lost to the session, but the recordings contain all events. If the session ends, receiving
     * continues without it.
     *
     * @param context settings
     * @param folder  for the recordings, as in {@link #open(ShipContext, Path)}
     * @param session name of a running session, to which events received from now on are written
     * @return the receiver; to be closed
     * @throws RingsideException as {@link #open(ShipContext, Path)}; with {@link ErrorCode#NOT_FOUND} also if there is
     *                           no such session
     */
    public static Receiver open(final ShipContext context, final Path folder, final String session) {
        return new Receiver(context, folder, session);
    }

    /**
     * Read the ledgers of all recordings in the folder of a receiver, which may be running.
     *
     * @param folder of the receiver
     * @return ledgers by recording id
     * @throws RingsideException if the folder cannot be read
     */
    public static Map<UUID, Received> ledgers(final Path folder) {
        return ReceivedRecording.ledgers(folder);
    }

    /**
     * Receive the available records, up to a limit. May wait for the carrier for a limited time.
     *
     * @return number of records and events that were written; 0 if there were none
     * @throws RingsideException if receiving cannot continue
     */
    @Override
    public int doWork() {
        final int work = task.doWork();
        final int passed = feed == null ? 0 : feed.doWork(task.ledgers());
        if (link == null && context.isLinked() && (work > 0 || task.hasCaughtUp())) {
            link = startLink();
        }
        return work + passed;
    }

    /** Starts measuring the clocks of other hosts, to be called when the carrier was reached. */
    private LinkThread startLink() {
        final HostFacts here = HostFacts.read();
        final ShipContext own = context.ofMessages();
        return LinkThread.start(new HostClocks(() -> carrier.messages(own, ShipMessages.Role.ASKER), folder,
                here.bootId(), here::now, own.errorHandler()), own.errorHandler());
    }

    /** Write the events received so far to the session, as far as it has room, for at most ten seconds. */
    public void finish() {
        if (feed != null) {
            feed.finish(task.ledgers());
        }
    }

    @Override
    public String roleName() {
        return "ringside-receive";
    }

    /** {@return whether everything was received that the carrier had when it was last asked} */
    public boolean hasCaughtUp() {
        return task.hasCaughtUp();
    }

    /** {@return the number of records that were skipped because they were damaged or not sent by a shipper} */
    public long rejected() {
        return task.rejected();
    }

    /** {@return the ledgers of all recordings of which something was received, in this run or before} */
    public List<Received> ledgers() {
        return task.ledgers();
    }

    /** {@return the number of events that were written to the session} */
    public long passedEvents() {
        return feed == null ? 0 : feed.passed();
    }

    /** {@return the number of events for which the session had no room} */
    public long lostEvents() {
        return feed == null ? 0 : feed.lost();
    }

    @Override
    public void onClose() {
        close();
    }

    /** Save the positions, and end. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            // The link writes to the folder, so it must end before the task releases the folder's lock.
            CloseHelper.closeAll(feed, link, task);
        }
    }

    /**
     * The accounting of a recording at its receiver: {@code events = before + received + lost}. Immutable.
     *
     * @param id       of the recording
     * @param folder   with what was received
     * @param events   of the sender's recording that are accounted for
     * @param before   that had been shipped before this receiver first received anything
     * @param received that are in the recording
     * @param lost     that were gone at the sender, or are missing among the records
     * @param bytes    of excerpts that were received
     * @param repeated records that came again, and were left out
     * @param sentNs   when the sender made the last record, in nanoseconds since 1970
     */
    public record Received(UUID id, Path folder, long events, long before, long received, long lost, long bytes,
            long repeated, long sentNs) {
        /**
         * The clock of a host, as its receiver has measured it. Immutable.
         *
         * @param aheadNs      by how much it was ahead of the receiver's when it was measured last, in nanoseconds
         * @param boundNs      by how much that may be wrong, in nanoseconds
         * @param driftPpm     how much faster the receiver's clock is, in millionths; null if the measurements are not
         *                     exact enough
         * @param jumps        how often one of the clocks has jumped
         * @param measurements that are kept
         */
        public record Clock(long aheadNs, long boundNs, @Nullable Double driftPpm, long jumps, int measurements) {}

        /**
         * Events that are recorded at the sender, and not here yet.
         *
         * @param recorded events of the sender's recording
         * @return at least 0
         */
        public long inFlight(final long recorded) {
            return Math.max(recorded - events, 0);
        }

        /**
         * Reads the clock of the host that the recording comes from.
         *
         * @return null if it was not measured yet
         * @throws RingsideException if the measurements cannot be read
         */
        public @Nullable Clock clock() {
            final HostClock known = ReceivedRecording.clock(folder.resolveSibling(""), id);
            return known == null
                    ? null
                    : new Clock(known.aheadNs(), known.last().boundNs(), known.driftPpm(), known.jumps(),
                            known.points().size());
        }

        /**
         * Reads the losses of the recorded session itself, by cause.
         *
         * @return null if nothing is known of them yet
         */
        public @Nullable LossCounts lostInSession() {
            try {
                return RecordingSummary.read(folder).lost();
            } catch (final RingsideException e) {
                return null;
            }
        }
    }
}
