package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/** The settings of shipping or receiving: the place, and how. For one thread. */
public final class ShipContext {
    /** Longest wait for a carrier that was never reached. */
    public static final long CONNECT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    /** Below so many free bytes nothing is received. */
    public static final long MIN_FREE_BYTES = 64L * 1024 * 1024;

    private static final Pattern ADDRESS = Pattern.compile("([a-z]+)://([^/\\s]+)/([A-Za-z0-9._-]{1,200})");

    private final String scheme;
    private final String servers;
    private final String topic;
    private final Properties properties = new Properties();
    private String host = "";
    private @Nullable Function<String, ShipEncoder> encoder;
    private long connectTimeoutNs = CONNECT_TIMEOUT_NS;
    private ErrorHandler errorHandler = failure -> {};
    private BooleanSupplier interrupted = () -> false;

    /**
     * Settings for an address.
     *
     * @param address {@code SCHEME://HOST:PORT[,HOST:PORT]/TOPIC}; what a topic is, the carrier says
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is none
     */
    public ShipContext(final String address) {
        final Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid address to ship to: '" + address
                    + "': expected kafka://HOST:PORT[,HOST:PORT]/TOPIC or aeron://HOST:PORT/TOPIC, a topic of "
                    + "letters, digits and . _ -");
        }
        scheme = parts.group(1).toLowerCase(Locale.ROOT);
        servers = parts.group(2);
        topic = parts.group(3);
    }

    public String scheme() {
        return scheme;
    }

    /** Now, in nanoseconds since 1970. */
    public static long epochNs() {
        final Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** Hosts and ports, separated by commas. */
    public String servers() {
        return servers;
    }

    public String topic() {
        return topic;
    }

    /** The address again. */
    public String address() {
        return scheme + "://" + servers + "/" + topic;
    }

    /** Properties of the carrier's client. */
    public Properties properties() {
        return properties;
    }

    /** Add properties of the carrier's client. */
    public ShipContext properties(final Map<?, ?> more) {
        properties.putAll(more);
        return this;
    }

    public String host() {
        return host;
    }

    /** Set the name of this machine, as receivers see it. */
    public ShipContext host(final String newHost) {
        host = newHost;
        return this;
    }

    /** Whether events are shipped as lines of JSON or in another way which nothing of ours receives. */
    public boolean isLines() {
        return encoder != null;
    }

    /** Set whether events are shipped as lines of JSON. */
    public ShipContext lines(final boolean newLines) {
        encoder = newLines ? JsonShipEncoder::new : null;
        return this;
    }

    /** Set how events are encoded instead, by the name of the host. */
    public ShipContext encoder(final Function<String, ShipEncoder> newEncoder) {
        encoder = newEncoder;
        return this;
    }

    /** The events of a recording as values for others; null if the recording itself is shipped. */
    public @Nullable ShippedLines linesOf(final Path recording) {
        final Function<String, ShipEncoder> wanted = encoder;
        return wanted == null ? null : new ShippedLines(recording, wanted.apply(host), errorHandler);
    }

    public long connectTimeoutNs() {
        return connectTimeoutNs;
    }

    /** Set how long a carrier is waited for that was never reached. */
    public ShipContext connectTimeoutNs(final long newTimeoutNs) {
        connectTimeoutNs = newTimeoutNs;
        return this;
    }

    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /** Set what is notified of failures after which work continues. */
    public ShipContext errorHandler(final ErrorHandler newHandler) {
        errorHandler = newHandler;
        return this;
    }

    public BooleanSupplier interrupted() {
        return interrupted;
    }

    /** Set what says that a wait is to end. */
    public ShipContext interrupted(final BooleanSupplier newInterrupted) {
        interrupted = newInterrupted;
        return this;
    }
}
