package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.registry.ClockPair;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;

/**
 * Measures the clocks of the hosts that recordings come from, and stores the measurements beside the recordings: one
 * file for each boot of a host. All clocks are related to one local clock that is never set while this machine runs:
 * its monotonic clock, plus its offset to the wall clock when something was first received. Not thread-safe.
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
    /** Maximum number of probes that wait for answers. */
    private static final int PENDING_MAX = 64;
    /** Maximum number of clocks and files, including earlier receivers'; limited because hosts can be forged. */
    static final int TRACKS_MAX = 4096;

    private final LinkConnection connection;
    private final Path root;
    private final Supplier<ClockPair> clock;
    private final ErrorHandler errorHandler;
    private final UUID asker = UUID.randomUUID();
    private final long anchorNs;
    private final Map<Path, ClockTrack> tracks = new HashMap<>();
    /** Files of all clocks, the least recently updated first. */
    private final Set<Path> files = new LinkedHashSet<>();
    /** Recordings with received data. */
    private final Set<UUID> received = new HashSet<>();
    private final Map<Long, Long> pending = new LinkedHashMap<>();
    private long number;
    private long nextProbeNs = Long.MIN_VALUE;
    private long rejected;
    private boolean stepped;
    private boolean evicted;

    /**
     * Creates the measurement.
     *
     * @param opener       opens the messages, again after each failure
     * @param root         folder of the receiver
     * @param bootId       boot id of the local kernel
     * @param clock        reads both local clocks
     * @param errorHandler notified of jumps and failures
     */
    public HostClocks(final Supplier<ShipMessages> opener, final Path root, final UUID bootId,
            final Supplier<ClockPair> clock, final ErrorHandler errorHandler) {
        this.connection = new LinkConnection(opener, errorHandler);
        this.root = root;
        this.clock = clock;
        this.errorHandler = errorHandler;
        this.anchorNs = anchor(root.resolve(ANCHOR_NAME), bootId, clock.get());
        final File[] before = root.toFile().listFiles((folder, name) -> RecordingOrigin.isClock(name));
        if (before != null) {
            final Map<File, Long> times = new HashMap<>();
            Arrays.stream(before).forEach(each -> times.put(each, each.lastModified()));
            times.entrySet().stream().sorted(Map.Entry.comparingByValue())
                    .forEach(each -> files.add(root.resolve(each.getKey().getName())));
        }
    }

    /** Returns the offset from the local monotonic clock to the wall clock when something was first received. */
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
        // Senders of one host share its clock as long as its kernel runs.
        final String host = Receipt.hostOf(answer.host());
        final Path path = root.resolve(RecordingOrigin.clockName(host, answer.bootId()));
        heard(path);
        final ClockTrack track = tracks.computeIfAbsent(path, file -> newTrack(host, answer.bootId(), file));
        if (!track.add(answer, message.number(), anchorNs + sentNs, anchorNs + receivedNs)) {
            return false;
        }
        final HostClock known = track.takeChanged();
        if (known != null) {
            Receipt.write(path, known.text());
        }
        return true;
    }

    /** Marks a clock as updated. If there are too many, removes those that were not updated for the longest time. */
    private void heard(final Path path) {
        files.remove(path);
        final Iterator<Path> oldest = files.iterator();
        while (files.size() >= TRACKS_MAX) {
            final Path removed = oldest.next();
            try {
                Files.deleteIfExists(removed);
            } catch (final IOException e) {
                throw RingsideException.ofFile("remove the clock of a host", removed, e);
            }
            oldest.remove();
            tracks.remove(removed);
            noteEvicted(removed);
        }
        files.add(path);
    }

    private void noteEvicted(final Path removed) {
        if (!evicted) {
            evicted = true;
            errorHandler.onError(new RingsideException(ErrorCode.LIMIT, "too many clocks of hosts: max=" + TRACKS_MAX
                    + ", removed=" + removed + ": those that were unheard of for the longest time are removed, and "
                    + "events of that time then have the times of their own hosts; if there are not so many hosts, "
                    + "restrict who may write to the carrier"));
        }
    }

    private void reject(final RingsideException reason) {
        if (rejected++ == 0) {
            errorHandler.onError(new RingsideException(reason.code(), "message between hosts is rejected, "
                    + "others are only counted: reason=" + reason.getMessage(), reason));
        }
    }

    /** Whether something was received of a recording. Others are ignored, because recordings can be forged. */
    private boolean isReceived(final UUID id) {
        if (!received.contains(id) && Files.isDirectory(ReceivedRecording.folderOf(root, id))) {
            received.add(id);
        }
        return received.contains(id);
    }

    private ClockTrack newTrack(final String host, final UUID bootId, final Path path) {
        HostClock before = null;
        try {
            before = HostClock.load(path);
        } catch (final RingsideException e) {
            errorHandler.onError(e);
        }
        return new ClockTrack(host, bootId, before,
                problem -> errorHandler.onError(new IllegalStateException(problem)));
    }

    /** Reports once if the local wall clock was set. Received events keep their relation to the earlier clock. */
    private void noteStep(final ClockPair now) {
        final long stepNs = now.wallNs() - now.monotonicNs() - anchorNs;
        if (Math.abs(stepNs) > STEP_NS && !stepped) {
            stepped = true;
            errorHandler.onError(new IllegalStateException("wall clock here was set since something "
                    + "was first received: stepNs=" + stepNs + ": received events keep the times of the clock before, "
                    + "so that they stay in order, until this machine is started again"));
        }
    }

    /** Returns the number of messages that were foreign or damaged. */
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
