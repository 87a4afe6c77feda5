package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A carrier of recordings to other hosts. Each is provided by a separate artifact, with the libraries that it needs,
 * and found as a service. Stateless.
 */
public interface ShipCarrier {
    /** Returns the scheme in addresses, such as {@code kafka} or {@code aeron}. */
    String scheme();

    /**
     * Starts shipping a recording. Connects with the first duty cycle only.
     *
     * @param context   settings
     * @param recording folder of the recording
     * @return the sender
     * @throws RingsideException if there is no such recording, or a library is missing
     */
    ShipTask ship(ShipContext context, Path recording);

    /**
     * Starts receiving. Connects with the first duty cycle only.
     *
     * @param context settings
     * @param folder  folder to which recordings are written; created if necessary
     * @return the receiver
     * @throws RingsideException if the folder cannot be used, or a library is missing
     */
    ReceiveTask receive(ShipContext context, Path folder);

    /**
     * Returns the statuses of all shipped recordings.
     *
     * @param context settings
     * @return the latest status of each recording
     * @throws RingsideException if the carrier cannot be reached, or a library is missing
     */
    List<ShipStatus> status(ShipContext context);

    /**
     * Opens the small messages alongside the records, which serve to measure clocks and control hosts.
     *
     * @param context settings
     * @param role    role of the caller
     * @throws RingsideException if the carrier cannot be reached, or a library is missing
     */
    ShipMessages messages(ShipContext context, ShipMessages.Role role);

    /**
     * Finds a carrier by its scheme.
     *
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if no carrier has the scheme
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
