package io.ringside.internal.ship;

import java.nio.file.Path;
import java.util.UUID;

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
    /** Events that are recorded at the sender, and not here yet. */
    public long inFlight(final long recorded) {
        return Math.max(recorded - events, 0);
    }
}
