package io.ringside.internal.ship.aeron;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.CarrierLibrary;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.List;

/** The carrier for Aeron, whose libraries may be missing. Stateless. */
public final class AeronCarrier implements ShipCarrier {
    private static final String REPOSITORY = "https://repo1.maven.org/maven2/io/aeron/";
    /** The version of Aeron that this artifact was built with. */
    private static final String VERSION = "1.51.0";
    /** Names of the libraries, each with one of its classes. */
    private static final List<List<String>> LIBRARIES = List.of(
            List.of("aeron-client", "io.aeron.Aeron"),
            List.of("aeron-driver", "io.aeron.driver.MediaDriver"),
            List.of("aeron-archive", "io.aeron.archive.client.AeronArchive"));

    /** Called by the service loader. */
    public AeronCarrier() {
        // Classes of Aeron are loaded only when they are needed.
    }

    @Override
    public String scheme() {
        return "aeron";
    }

    @Override
    public ShipTask ship(final ShipContext context, final Path recording) {
        requireLibraries();
        if (context.format() != ShipContext.Format.RINGSIDE) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "only recordings are shipped through Aeron, and neither JSON nor OTLP: "
                            + "address=" + context.address() + ": leave out --as, or ship to kafka://HOST:PORT/TOPIC");
        }
        return new AeronSender(context, recording);
    }

    @Override
    public ReceiveTask receive(final ShipContext context, final Path folder) {
        requireLibraries();
        return new AeronReceiver(context, folder, AeronReceiver.TURN_NS);
    }

    @Override
    public List<ShipStatus> status(final ShipContext context) {
        requireLibraries();
        return LastStatus.readAll(context);
    }

    @Override
    public ShipMessages messages(final ShipContext context, final ShipMessages.Role role) {
        requireLibraries();
        return role == ShipMessages.Role.HOST ? HostMessages.open(context) : AskerMessages.open(context);
    }

    private static void requireLibraries() {
        for (final List<String> library : LIBRARIES) {
            final String folder = library.get(0) + "/" + VERSION + "/";
            CarrierLibrary.require(AeronCarrier.class, library.get(1), "shipping through Aeron",
                    library.get(0) + "-" + VERSION + ".jar", REPOSITORY + folder);
        }
    }
}
