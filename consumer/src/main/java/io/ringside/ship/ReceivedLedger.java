package io.ringside.ship;

import io.ringside.RingsideException;
import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordingSummary;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
public record ReceivedLedger(UUID id, Path folder, long events, long before, long received, long lost, long bytes,
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
