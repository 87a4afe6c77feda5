/**
 * Recordings on their way to another place, whatever carries them.
 * <p>
 * A {@link io.ringside.internal.ship.ShippedRecording} turns the excerpts of a recording into numbered records, and a
 * {@link io.ringside.internal.ship.ReceivedRecording} turns them into the same recording again. Where the sender
 * continues is kept by the carrier, together with the records; where the receiver continues is decided by what it has
 * written. {@code docs/layout-shipping.md} describes the records. A carrier is a
 * {@link io.ringside.internal.ship.ShipCarrier}, in an artifact of its own.
 */
@NullMarked
package io.ringside.internal.ship;

import org.jspecify.annotations.NullMarked;
