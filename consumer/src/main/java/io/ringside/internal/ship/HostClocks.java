package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.registry.ClockPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;

/**
 * Measures the clocks of the hosts from which recordings are received, and writes down what it finds beside the
 * recordings: one file for each boot of a host. All of them are related to one clock here, which is not set as long as
 * this machine runs: its monotonic clock, and what was to be added when something was first received. For one thread.
 */
public final class HostClocks implements Agent {
    private static final String ANCHOR_NAME = "receive.clock";
    private static final String HEADING = "ringside-anchor 1";
    private static final long FIRST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int FIRST_PROBES = 10;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Probes whose answers are waited for. */
    private static final int PENDING_MAX = 64;
    /** Clocks that are measured: anybody can name some. */
    private static final int TRACKS_MAX = 4096;

    private final LinkConnection connection;
    private final Path root;
    private final Supplier<ClockPair> clock;
    private final ErrorHandler errorHandler;
    private final UUID asker = UUID.randomUUID();
    private final long anchorNs;
    private final Map<Boot, ClockTrack> tracks = new HashMap<>();
    /** Recordings of which something was received. */
    private final Set<UUID> received = new HashSet<>();
    private final Map<Long, Long> pending = new LinkedHashMap<>();
    private long number;
    private long nextProbeNs = Long.MIN_VALUE;
    private long rejected;
    private boolean stepped;

    /** As long as it runs, all senders of a host have one clock. */
    private record Boot(String host, UUID id) {}

    /**
     * Begin to measure.
     *
     * @param opener       opens messages, again after a failure
     * @param root         folder of the receiver
     * @param bootId       of the kernel here
     * @param clock        both clocks here
     * @param errorHandler notified of jumps, and of what is wrong
     */
    public HostClocks(final Supplier<ShipMessages> opener, final Path root, final UUID bootId,
            final Supplier<ClockPair> clock, final ErrorHandler errorHandler) {
        this.connection = new LinkConnection(opener, errorHandler);
        this.root = root;
        this.clock = clock;
        this.errorHandler = errorHandler;
        this.anchorNs = anchor(root.resolve(ANCHOR_NAME), bootId, clock.get());
    }

    /** What is to be added to the monotonic clock here: as it was when something was first received. */
    private static long anchor(final Path path, final UUID bootId, final ClockPair now) {
        final long nowNs = now.wallNs() - now.monotonicNs();
        try {
            final List<String> lines = Files.size(path) > HEADING.length() * 8L
                    ? List.of()
                    : Files.readString(path).lines().toList();
            if (lines.size() == 3 && lines.get(0).equals(HEADING) && lines.get(1).equals(bootId.toString())) {
                return Long.parseLong(lines.get(2));
            }
        } catch (final NoSuchFileException | NumberFormatException e) {
            return written(path, bootId, nowNs);
        } catch (final IOException e) {
            throw RingsideException.ofFile("read the clock of a receiver", path, e);
        }
        return written(path, bootId, nowNs);
    }

    private static long written(final Path path, final UUID bootId, final long anchorNs) {
        Receipt.write(path, HEADING + "\n" + bootId + "\n" + anchorNs + "\n");
        return anchorNs;
    }

    @Override
    public int doWork() {
        final ClockPair now = clock.get();
        if (connection.isFailing() && now.monotonicNs() < nextProbeNs) {
            return 0;
        }
        try {
            final ShipMessages open = connection.open();
            if (now.monotonicNs() >= nextProbeNs) {
                noteStep(now);
                probe(open);
            }
            final int[] taken = new int[1];
            open.poll(POLL_NS, bytes -> taken[0] += take(bytes) ? 1 : 0);
            connection.succeeded();
            return taken[0];
        } catch (final RingsideException e) {
            connection.failed(e);
            nextProbeNs = now.monotonicNs() + RETRY_NS;
            return 0;
        }
    }

    private void probe(final ShipMessages open) {
        final byte[] probe = LinkMessage.probe(asker, ++number).encode();
        if (pending.size() >= PENDING_MAX) {
            pending.remove(pending.keySet().iterator().next());
        }
        final long sentNs = clock.get().monotonicNs();
        pending.put(number, sentNs);
        open.send(probe);
        nextProbeNs = sentNs + (number < FIRST_PROBES ? FIRST_INTERVAL_NS : INTERVAL_NS);
    }

    private boolean take(final byte[] bytes) {
        final long receivedNs = clock.get().monotonicNs();
        final LinkMessage message;
        try {
            message = LinkMessage.decode(bytes);
        } catch (final RingsideException e) {
            reject(e);
            return false;
        }
        if (!message.asker().equals(asker) || !(message.body() instanceof final LinkMessage.Answer answer)) {
            return false;
        }
        final Long sentNs = pending.get(message.number());
        if (sentNs == null || !isReceived(answer.recordingId())) {
            return false;
        }
        final Boot boot = new Boot(Receipt.hostOf(answer.host()), answer.bootId());
        if (!tracks.containsKey(boot) && tracks.size() >= TRACKS_MAX) {
            reject(new RingsideException(ErrorCode.LIMIT, "too many clocks: max=" + TRACKS_MAX));
            return false;
        }
        final ClockTrack track = tracks.computeIfAbsent(boot, this::newTrack);
        if (!track.add(answer, message.number(), anchorNs + sentNs, anchorNs + receivedNs)) {
            return false;
        }
        final HostClock known = track.takeChanged();
        if (known != null) {
            Receipt.write(path(boot), known.text());
        }
        return true;
    }

    private void reject(final RingsideException reason) {
        if (rejected++ == 0) {
            errorHandler.onError(new RingsideException(reason.code(), "message between hosts is rejected, "
                    + "others are only counted: reason=" + reason.getMessage(), reason));
        }
    }

    /** Nothing is written for recordings of which nothing was received: anybody can name some. */
    private boolean isReceived(final UUID id) {
        if (!received.contains(id) && Files.isDirectory(ReceivedRecording.folderOf(root, id))) {
            received.add(id);
        }
        return received.contains(id);
    }

    private Path path(final Boot boot) {
        return root.resolve(RecordingOrigin.clockName(boot.host, boot.id));
    }

    private ClockTrack newTrack(final Boot boot) {
        HostClock before = null;
        try {
            before = HostClock.load(path(boot));
        } catch (final RingsideException e) {
            errorHandler.onError(e);
        }
        return new ClockTrack(boot.host, boot.id, before,
                problem -> errorHandler.onError(new IllegalStateException(problem)));
    }

    /** Told once: what was received keeps its relation. */
    private void noteStep(final ClockPair now) {
        final long stepNs = now.wallNs() - now.monotonicNs() - anchorNs;
        if (Math.abs(stepNs) > STEP_NS && !stepped) {
            stepped = true;
            errorHandler.onError(new IllegalStateException("wall clock here was set since something "
                    + "was first received: stepNs=" + stepNs + ": received events keep the times of the clock before, "
                    + "so that they stay in order, until this machine is started again"));
        }
    }

    /** Messages that were none of ours, or damaged. */
    public long rejected() {
        return rejected;
    }

    @Override
    public String roleName() {
        return "ringside-clocks";
    }

    @Override
    public void onClose() {
        connection.close();
    }
}
