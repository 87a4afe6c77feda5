package io.ringside.ship;

import java.util.UUID;

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
