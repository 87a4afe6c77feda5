package io.ringside.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.setting.ProblemLine;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link Shipper} or {@link Receiver}, and of requests to the users of an address. All settings except
 * the address have defaults. Not thread-safe; must not be modified after use.
 */
public final class ShipContext {
    /** Default longest wait for a carrier that has never been reached, in nanoseconds. */
    public static final long CONNECT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    /** Default size of the buffer for shipping a session, in bytes. */
    public static final long BUFFER_BYTES = 64L * 1024 * 1024;

    private static final Pattern ADDRESS = Pattern.compile("([a-z]+)://([^/\\s]+)/([A-Za-z0-9._-]{1,200})");

    private final String scheme;
    private final String servers;
    private final String topic;
    private final Properties properties = new Properties();
    private @Nullable String host;
    private @Nullable Path directory;
    private Format format = Format.RINGSIDE;
    private long maxBytes = BUFFER_BYTES;
    private long connectTimeoutNs = CONNECT_TIMEOUT_NS;
    private boolean linked = true;
    private ErrorHandler errorHandler = ProblemLine.PRINTED;
    private BooleanSupplier interrupted = () -> false;

    /** The format in which events are shipped. */
    public enum Format {
        /** The recording itself, which a {@link Receiver} writes again. */
        RINGSIDE,
        /** For Kafka only: a record with a JSON object for each event and loss, for other consumers. */
        JSONL,
        /**
         * For Kafka only: OTLP requests with up to 512 events and losses, for OpenTelemetry's Kafka receiver. Needs
         * {@code io.ringside:ringside-export}.
         */
        OTLP
    }

    /**
     * Create settings for an address.
     *
     * @param address {@code kafka://HOST:PORT[,HOST:PORT]/TOPIC}, or {@code aeron://HOST:PORT/TOPIC} with the port of
     *                the Archive's control channel
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the address is invalid
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

    /** {@return the name of the carrier, such as {@code kafka}} */
    public String scheme() {
        return scheme;
    }

    /** {@return hosts and ports, separated by commas} */
    public String servers() {
        return servers;
    }

    /** {@return the last part of the address} */
    public String topic() {
        return topic;
    }

    /** {@return the address that was given} */
    public String address() {
        return scheme + "://" + servers + "/" + topic;
    }

    /** {@return the properties of the carrier's client} */
    public Properties properties() {
        return properties;
    }

    /**
     * Add properties of the carrier's client, such as {@code compression.type} for Kafka or {@code aeron.dir} for
     * Aeron.
     *
     * @param more properties by name; a later value replaces an earlier one
     * @return this
     */
    public ShipContext properties(final Map<?, ?> more) {
        properties.putAll(more);
        return this;
    }

    /** {@return the name of this machine, as receivers see it} */
    public String host() {
        String name = host;
        if (name == null) {
            name = hostName();
            host = name;
        }
        return name;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "unknown";
        }
    }

    /**
     * Set the name of this machine, as receivers see it.
     *
     * @param newHost default its host name
     * @return this
     */
    public ShipContext host(final String newHost) {
        host = Objects.requireNonNull(newHost);
        return this;
    }

    /** {@return the format in which events are shipped} */
    public Format format() {
        return format;
    }

    /**
     * Set the format in which events are shipped.
     *
     * @param newFormat default {@link Format#RINGSIDE}
     * @return this
     */
    public ShipContext format(final Format newFormat) {
        format = Objects.requireNonNull(newFormat);
        return this;
    }

    /**
     * Set the trace directory of the session that is shipped or written to, and of the counters that show the progress
     * of shipping. The default is that of the system property {@code ringside.dir}, else of {@code RINGSIDE_DIR}, else
     * one of the user's in shared memory.
     *
     * @param newDirectory existing directory; null for the default
     * @return this
     */
    public ShipContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    TraceDirectory traceDirectory() {
        final Path named = directory;
        return named == null ? TraceDirectory.open() : TraceDirectory.openExisting(named);
    }

    long maxBytes() {
        return maxBytes;
    }

    /**
     * Set the size of the memory buffer for shipping a session.
     *
     * @param newMaxBytes default {@link #BUFFER_BYTES}; at least 4 MiB
     * @return this
     */
    public ShipContext maxBytes(final long newMaxBytes) {
        maxBytes = newMaxBytes;
        return this;
    }

    /** {@return the longest wait for a carrier that has never been reached, in nanoseconds} */
    public long connectTimeoutNs() {
        return connectTimeoutNs;
    }

    /**
     * Set the longest wait for a carrier that has never been reached. A carrier that was reached before is awaited
     * without a limit.
     *
     * @param newTimeoutNs default {@link #CONNECT_TIMEOUT_NS}, in nanoseconds; {@link Long#MAX_VALUE} to wait without a
     *                     limit
     * @return this
     */
    public ShipContext connectTimeoutNs(final long newTimeoutNs) {
        connectTimeoutNs = newTimeoutNs;
        return this;
    }

    boolean isLinked() {
        return linked;
    }

    /**
     * Set whether hosts exchange messages alongside the records, on a separate thread: a receiver measures the clocks
     * of the hosts that ship, so that their events can be merged by time, and a shipper answers.
     *
     * @param newLinked default true
     * @return this
     */
    public ShipContext linked(final boolean newLinked) {
        linked = newLinked;
        return this;
    }

    /** {@return the handler of failures after which work continues} */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Set the handler of failures after which work continues. The default prints to the standard error stream.
     *
     * @param newHandler called by the working threads, possibly concurrently
     * @return this
     */
    public ShipContext errorHandler(final ErrorHandler newHandler) {
        errorHandler = Objects.requireNonNull(newHandler);
        return this;
    }

    /** {@return the condition under which waits end early} */
    public BooleanSupplier interrupted() {
        return interrupted;
    }

    /**
     * Set a condition under which waits end early.
     *
     * @param newInterrupted called frequently, by the working threads; by default never true
     * @return this
     */
    public ShipContext interrupted(final BooleanSupplier newInterrupted) {
        interrupted = Objects.requireNonNull(newInterrupted);
        return this;
    }

    /** Returns the settings for messages alongside the records; they wait for a carrier no longer than the default. */
    ShipContext ofMessages() {
        return new ShipContext(address()).properties(properties).interrupted(interrupted).errorHandler(errorHandler);
    }
}
