package io.ringside.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.setting.TimeoutNs;
import io.ringside.internal.ship.HostLink;
import io.ringside.internal.ship.LinkThread;
import io.ringside.internal.ship.LiveBuffer;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Ships a recording, or a session that is not being recorded, in the order of the recording, and each event once. The
 * carrier stores the position: the next shipper of the same recording continues there, even after a crash. If the
 * carrier cannot be reached, the shipper tries again. Not thread-safe.
 *
 * <pre>{@code
 * ShipContext context = new ShipContext("kafka://broker:9092/trading").host("web1");
 * try (Shipper shipper = Shipper.ofRecording(context, Path.of("/var/traces/monday"))) {
 *     while (!shipper.hasEnded()) {
 *         if (shipper.doWork() == 0) {
 *             Thread.sleep(20);
 *         }
 *     }
 * }
 * }</pre>
 */
public final class Shipper implements Agent, AutoCloseable {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ShipContext context;
    private final ShipCarrier carrier;
    private final Path recording;
    private final @Nullable LiveBuffer buffer;
    private final ShipTask task;
    private final ShipCounters counters;
    private final ExecutorService commands = HostLink.commandThread();
    private HostLink.@Nullable Control control;
    private @Nullable LinkThread link;
    /** Whether the carrier has accepted everything that was taken from the session. */
    private boolean accepted;
    private boolean closed;

    private Shipper(final ShipContext context, final ShipCarrier carrier, final Path recording,
            final @Nullable LiveBuffer buffer) {
        this.context = context;
        this.carrier = carrier;
        this.recording = recording;
        this.buffer = buffer;
        task = carrier.ship(context, recording);
        boolean complete = false;
        try {
            counters = ShipCounters.open(context, context.topic() + " " + RecordingExcerpts.idOf(recording));
            complete = true;
        } finally {
            if (!complete) {
                task.close();
            }
        }
    }

    /**
     * Start shipping a recording, during or after its recording. Connects with the first duty cycle only.
     *
     * @param context   settings
     * @param recording folder of the recording
     * @return the shipper; to be closed
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such recording or a library is missing,
     *                           or {@link ErrorCode#INVALID_ARGUMENT} if a setting is wrong
     */
    public static Shipper ofRecording(final ShipContext context, final Path recording) {
        return new Shipper(context, ShipCarrier.find(context.scheme()), recording, null);
    }

    /**
     * Become the reader of a session, and start shipping it. Its events wait in a memory buffer until the carrier has
     * accepted them; if the buffer is full, its oldest events are lost and counted. The buffer survives the end of this
     * process, but not of the machine: the next shipper of the session continues with it.
     *
     * @param context settings
     * @param session name of the session
     * @return the shipper; to be closed
     * @throws RingsideException as {@link #ofRecording} and {@link io.ringside.recording.Recorder#open} do
     */
    public static Shipper ofSession(final ShipContext context, final String session) {
        final ShipCarrier carrier = ShipCarrier.find(context.scheme());
        final LiveBuffer buffer = LiveBuffer.open(context.traceDirectory(), session, context.maxBytes(),
                failure -> context.errorHandler().onError(failure instanceof RingsideException
                        ? failure
                        : new RingsideException(ErrorCode.UNEXPECTED, failure.toString(), failure)));
        boolean complete = false;
        try {
            final Shipper opened = new Shipper(context, carrier, buffer.folder(), buffer);
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                buffer.close();
                waiting(context, buffer);
            }
        }
    }

    /**
     * Read the shipping progress of all recordings from the carrier.
     *
     * @param context settings with the address
     * @return the latest state of each recording
     * @throws RingsideException if the carrier cannot be reached, or a library is missing
     */
    public static List<Shipment> shipments(final ShipContext context) {
        return ShipCarrier.find(context.scheme()).status(context).stream().map(ShipStatus::toShipment).toList();
    }

    /**
     * Allow everybody who can write to the address to run commands on this host; without this call, such requests are
     * refused. To be called before the first duty cycle.
     *
     * @param newControl called by a separate thread, until this is closed
     */
    public void control(final RemoteControl newControl) {
        control = new HostLink.Control(newControl, commands);
    }

    /**
     * Ship the available records, up to a limit. Waits for the carrier, and pauses if it cannot be reached.
     *
     * @return number of records that were sent or confirmed; 0 if there were none
     * @throws RingsideException if shipping cannot continue: with {@link ErrorCode#BUSY} if another sender has taken
     *                           over, or the session is being recorded now
     */
    @Override
    public int doWork() {
        final int work = task.doWork();
        if (work > 0 && link == null && context.isLinked()) {
            link = startLink();
        }
        counters.show(task);
        if (buffer != null) {
            buffer.requireSound();
        }
        return work;
    }

    /** Starts answering other hosts, to be called when the carrier was reached. */
    private LinkThread startLink() {
        final HostFacts here = HostFacts.read();
        final ShipContext own = context.ofMessages();
        return LinkThread.start(new HostLink(() -> carrier.messages(own, ShipMessages.Role.HOST),
                RecordingExcerpts.idOf(recording), context.host(), here.bootId(), here::now,
                control, own.errorHandler()), own.errorHandler());
    }

    /**
     * Stop taking events from the session, and ship the events that were taken or recorded so far.
     *
     * @param timeout longest wait for the carrier; an interruption of the thread ends the wait
     * @return whether the carrier has accepted all of these events
     */
    public boolean finish(final Duration timeout) {
        if (buffer != null) {
            buffer.close();
        }
        final long beginNs = System.nanoTime();
        do {
            if (task.doWork() == 0 && !task.hasCaughtUp()) {
                LockSupport.parkNanos(IDLE_NS);
            }
            counters.show(task);
        } while (!task.hasCaughtUp() && System.nanoTime() - beginNs < TimeoutNs.of(timeout)
                && !Thread.currentThread().isInterrupted());
        accepted = task.hasCaughtUp();
        return accepted;
    }

    @Override
    public String roleName() {
        return "ringside-ship";
    }

    /** {@return the shipped folder: that of the recording, or of the session's buffer} */
    public Path folder() {
        return recording;
    }

    /** {@return whether the recording or session has ended, and the carrier has accepted all of it} */
    public boolean hasEnded() {
        return task.hasEnded();
    }

    /** {@return whether the carrier had accepted everything when the end of the recording was last read} */
    public boolean hasCaughtUp() {
        return task.hasCaughtUp();
    }

    /** {@return the number of events in the recording up to the accepted position, including lost ones} */
    public long events() {
        return task.events();
    }

    /** {@return the number of events that were removed before this shipper could ship them} */
    public long lost() {
        return task.lost();
    }

    /** {@return the number of events that the session has lost, as far as this shipper has found; 0 for a recording} */
    public long lostInSession() {
        return buffer == null ? 0 : buffer.lostEvents();
    }

    /** {@return the number of records that the carrier has accepted from this shipper} */
    public long records() {
        return task.records();
    }

    @Override
    public void onClose() {
        close();
    }

    /**
     * End shipping. If events of a session are left in its buffer, they are reported to the error handler; otherwise
     * the buffer is removed.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        accepted |= task.hasEnded();
        try {
            // A running command may end while the link closes, which then still sends its outcome.
            CloseHelper.closeAll(counters, task, link, commands::shutdownNow, buffer);
        } finally {
            if (buffer != null && !accepted) {
                waiting(context, buffer);
            }
        }
        if (buffer != null && accepted) {
            buffer.remove();
        }
    }

    private static void waiting(final ShipContext context, final LiveBuffer buffer) {
        context.errorHandler().onError(new RingsideException(ErrorCode.BUSY, "some events still wait in memory: buffer="
                + buffer.folder() + ": continue with the same command, or, if the session has ended, with 'ringside "
                + "ship " + buffer.folder() + " --once --to " + context.address() + "'"));
    }

    /**
     * The state of a recording that is being shipped, or was: {@code recorded = shipped + lost + inFlight}. Immutable.
     *
     * @param id            of the recording
     * @param host          name of the machine that ships it
     * @param session       name of the recorded session
     * @param recorded      events that were recorded when the sender last read the end of the recording
     * @param shipped       events that the carrier has accepted
     * @param lost          events that were gone before they could be shipped
     * @param inFlight      events that are recorded, and not shipped yet
     * @param bytes         of the excerpts that were shipped
     * @param damages       damaged places of the recording that were left out
     * @param records       that the carrier has accepted
     * @param ratePerSecond events per second in the sender's current run
     * @param seenNs        when the sender last wrote its position, in nanoseconds since 1970
     * @param ended         whether the recording has ended, and all of it was shipped
     */
    public record Shipment(UUID id, String host, String session, long recorded, long shipped, long lost, long inFlight,
            long bytes, long damages, long records, long ratePerSecond, long seenNs, boolean ended) {}
}
