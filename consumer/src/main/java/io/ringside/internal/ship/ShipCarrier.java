package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A carrier of recordings to another place. Separate artifacts provide them, with the libraries they need. Found as a
 * service; stateless.
 */
public interface ShipCarrier {
    /** Name in addresses, such as {@code kafka} or {@code aeron}. */
    String scheme();

    /**
     * Begin to ship a recording. Nothing is connected before the first work is done.
     *
     * @param context   settings
     * @param recording folder of the recording
     * @return the sender
     * @throws RingsideException if there is no such recording, or a library is missing
     */
    ShipTask ship(ShipContext context, Path recording);

    /**
     * Begin to receive. Nothing is connected before the first work is done.
     *
     * @param context settings
     * @param folder  to which recordings are written; it is made if there is none
     * @return the receiver
     * @throws RingsideException if the folder cannot be used, or a library is missing
     */
    ReceiveTask receive(ShipContext context, Path folder);

    /**
     * Returns the statuses of the shipped recordings.
     *
     * @param context settings
     * @return the last status of each recording
     * @throws RingsideException if the carrier cannot be asked, or a library is missing
     */
    List<ShipStatus> status(ShipContext context);

    /**
     * Open the small messages that go beside the records, by which clocks are measured and hosts controlled.
     *
     * @param context settings
     * @param role    who asks for them
     * @throws RingsideException if the carrier cannot be reached, or a library is missing
     */
    ShipMessages messages(ShipContext context, ShipMessages.Role role);

    /**
     * Find a carrier.
     *
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if none has the scheme
     */
    static ShipCarrier find(final String scheme) {
        for (final ShipCarrier carrier : ServiceLoader.load(ShipCarrier.class, ShipCarrier.class.getClassLoader())) {
            if (carrier.scheme().equals(scheme)) {
                return carrier;
            }
        }
        throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "nothing carries recordings to such an address: scheme="
                + scheme + ": give kafka://HOST:PORT/TOPIC or aeron://HOST:PORT/TOPIC, with "
                + "io.ringside:ringside-ship-kafka or ringside-ship-aeron on the class path");
    }
}
