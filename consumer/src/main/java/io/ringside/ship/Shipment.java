package io.ringside.ship;

import java.util.UUID;

/**
 * The state of a recording that is being shipped or was shipped: {@code recorded = shipped + lost + inFlight}.
 * Immutable.
 *
 * @param id            of the recording
 * @param host          name of the host that ships it
 * @param session       name of the recorded session
 * @param recorded      events in the recording when the sender last read its end
 * @param shipped       events that the carrier has accepted
 * @param lost          events that were removed before they could be shipped
 * @param inFlight      events that are recorded but not shipped yet
 * @param bytes         size of the shipped excerpts
 * @param damages       damaged places in the recording that were skipped
 * @param records       number of records that the carrier has accepted
 * @param ratePerSecond events per second in the sender's current run
 * @param seenNs        time at which the sender last published its position, in nanoseconds since 1970
 * @param ended         whether the recording has ended and was shipped completely
 */
public record Shipment(UUID id, String host, String session, long recorded, long shipped, long lost, long inFlight,
        long bytes, long damages, long records, long ratePerSecond, long seenNs, boolean ended) {}
