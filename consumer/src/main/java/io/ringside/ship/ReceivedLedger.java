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
 * @param folder   folder with the received data
 * @param events   events of the sender's recording that are accounted for
 * @param before   events that were shipped before this receiver first received anything
 * @param received events in the received recording
 * @param lost     events that were removed at the sender before they could be shipped, or are missing among the records
 * @param bytes    size of the received excerpts
 * @param repeated records that were delivered again and skipped
 * @param sentNs   time at which the sender created the last record, in nanoseconds since 1970
 */
public record ReceivedLedger(UUID id, Path folder, long events, long before, long received, long lost, long bytes,
        long repeated, long sentNs) {
    /**
     * The clock of a host, as measured by its receiver. Immutable.
     *
     * @param aheadNs      nanoseconds by which it was ahead of the receiver's clock at the last measurement
     * @param boundNs      maximum error of that value, in nanoseconds
     * @param driftPpm     rate by which the receiver's clock is faster, in millionths; null if the measurements are not
     *                     precise enough
     * @param jumps        number of times that one of the clocks has jumped
     * @param measurements number of measurements that are kept
     */
    public record Clock(long aheadNs, long boundNs, @Nullable Double driftPpm, long jumps, int measurements) {}

    /**
     * Returns the number of events that are recorded at the sender but have not been received.
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
     * @return null if they are not known yet
     */
    public @Nullable LossCounts lostInSession() {
        try {
            return RecordingSummary.read(folder).lost();
        } catch (final RingsideException e) {
            return null;
        }
    }
}
