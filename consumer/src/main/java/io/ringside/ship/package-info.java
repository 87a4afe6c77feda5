/**
 * Shipping for applications: send a recording, or a session without one, through Kafka or Aeron, and receive it as the
 * same recording on another host.
 * <p>
 * A {@link io.ringside.ship.Shipper} sends, a {@link io.ringside.ship.Receiver} receives, and
 * {@link io.ringside.ship.RemoteControl} runs commands on the hosts that ship. The carriers are separate artifacts,
 * {@code io.ringside:ringside-ship-kafka} and {@code ringside-ship-aeron}, each with its client library.
 */
@NullMarked
package io.ringside.ship;

import org.jspecify.annotations.NullMarked;
