package io.ringside.cli.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the carrier's client. Not thread-safe. */
final class CarrierOptions {
    @Option(names = "--property", paramLabel = "NAME=VALUE", description = {
        "Set a property of the carrier's client, such as compression.type=zstd or security.protocol=SASL_SSL for "
                + "Kafka, and aeron.dir=/dev/shm/aeron for Aeron. Can be given several times. Other "
                + "users can see the command line: put passwords into a file (default: none)."})
    private Map<String, String> named = new LinkedHashMap<>();

    @Option(names = "--properties", paramLabel = "FILE", description = {
        "Read properties of the carrier's client from a file with lines NAME=VALUE; --property overrides them "
                + "(default: none)."})
    private @Nullable Path file;

    /** Returns the settings for a command that runs {@code once}, or waits for a carrier without a time limit. */
    ShipContext context(final String address, final CommandContext command, final boolean once) {
        final ShipContext settings = context(address, command);
        return once ? settings.linked(false) : settings.connectTimeoutNs(Long.MAX_VALUE);
    }

    ShipContext context(final String address, final CommandContext command) {
        final Properties read = new Properties();
        final Path path = file;
        if (path != null) {
            try (Reader reader = Files.newBufferedReader(path)) {
                read.load(reader);
            } catch (final IOException e) {
                throw RingsideException.ofFile("read properties", path, e);
            } catch (final IllegalArgumentException e) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "properties cannot be read: path=" + path
                        + ", reason=" + e.getMessage() + ": write lines NAME=VALUE", e);
            }
        }
        return new ShipContext(address).properties(read).properties(named)
                .interrupted(command.interruption()::isRequested)
                .errorHandler(failure -> command.console().tell(String.valueOf(failure.getMessage())));
    }
}
