/**
 * The shipping of recordings to other hosts, independent of the carrier.
 * <p>
 * A {@link io.ringside.internal.ship.ShippedRecording} turns the excerpts of a recording into numbered records, and a
 * {@link io.ringside.internal.ship.ReceivedRecording} turns them into the same recording again. The carrier stores the
 * sender's position together with the records; the receiver derives its position from the recording that it has
 * written. {@code docs/layout-shipping.md} describes the records. A carrier is a
 * {@link io.ringside.internal.ship.ShipCarrier}, in an artifact of its own.
 */
@NullMarked
package io.ringside.internal.ship;

import org.jspecify.annotations.NullMarked;
