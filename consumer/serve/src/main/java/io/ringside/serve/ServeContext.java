package io.ringside.serve;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.setting.ProblemLine;
import io.ringside.reader.EventFilter;
import io.ringside.timeline.Timelines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link TraceServer}: the address at which it listens, the clients that it admits, and the values that
 * it serves. For one thread; not to be changed after the server is opened.
 */
public final class ServeContext {
    /** Default of {@link #maxSeries}. */
    public static final int MAX_SERIES = 10_000;

    private static final int SERIES_MIN = 100;
    private static final int SERIES_MAX = 1_000_000;
    private static final Duration TIMEOUT_MAX = Duration.ofSeconds(10);
    private static final int LATENCIES_MAX = 20;
    private static final Pattern HOST = Pattern.compile("\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+");
    private static final Pattern LISTEN = Pattern.compile("(?:(\\[[0-9A-Fa-f:.%]+]|[^:\\[\\]/\\s]+):)?(\\d{1,5})");
    private static final int PORT_MAX = 0xFFFF;

    final InetSocketAddress address;
    final AccessToken token;
    /** In small letters. */
    final Set<String> hosts = new HashSet<>();
    @Nullable
    SSLContext tls;
    int maxSeries = MAX_SERIES;
    Duration timeout = Duration.ofSeconds(1);
    List<Latency> latencies = List.of();
    ErrorHandler errorHandler = ProblemLine.PRINTED;
    private @Nullable Path directory;

    /**
     * A latency that a server measures in all sessions. Immutable.
     *
     * @param name of it
     * @param from first event, as {@code [PROVIDER/]EVENT}
     * @param to   second event
     * @param key  field whose value both events share, or {@code EVENT.FIELD = EVENT.FIELD}, or the activity id
     */
    public record Latency(String name, String from, String to, String key) {
        private static final Pattern NAME = Pattern.compile("[\\w.-]{1,64}");
        private static final Pattern FORM = Pattern.compile(
                "\\s*([\\w.-]{1,64})\\s*=\\s*(\\S.*?)\\s*(?:\u2192|->)\\s*(\\S.*?)(?:\\s+by\\s+(\\S.*?))?\\s*");

        /**
         * Checks the parts.
         *
         * @param name of the latency, 1 to 64 letters, digits and characters of {@code . _ -}
         * @param from first event, as {@code [PROVIDER/]EVENT}
         * @param to   second event
         * @param key  field whose value both events share, as for the record
         * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is none
         */
        public Latency {
            if (!NAME.matcher(name).matches() || key.isBlank()) {
                throw RingsideException
                        .invalidArgument("latency has no name or no key: name='" + name + "', key='" + key
                                + "': give it a name of 1 to 64 letters, digits and characters of . _ -, and a field");
            }
            Timelines.ofPairs(key, 1);
            EventFilter.ofEvent(from);
            EventFilter.ofEvent(to);
        }

        /**
         * Parse a latency.
         *
         * @param text {@code NAME=FROM->TO by FIELD}, for example {@code fills=accepted->filled by orderId}; without
         *             {@code by FIELD}, the key is the activity id
         * @return the latency
         * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is none
         */
        public static Latency parse(final String text) {
            final Matcher parts = FORM.matcher(text);
            if (!parts.matches() || parts.group(3).endsWith(" by")) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid latency '" + text
                        + "': expected NAME=FROM->TO by FIELD, for example fills=accepted->filled by orderId");
            }
            try {
                return new Latency(parts.group(1), parts.group(2), parts.group(3),
                        parts.group(4) == null ? Timelines.ACTIVITY_ID : parts.group(4));
            } catch (final RingsideException e) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid latency '" + text + "': "
                        + e.getMessage(), e);
            }
        }
    }

    /**
     * All but these are set to their defaults.
     *
     * @param listen    address to listen on, such as {@code 127.0.0.1:7464} or {@code [::1]:7464}, or a port of the
     *                  loopback address; port 0 takes any that is free
     * @param tokenFile with the token that clients need, 16 to 512 characters; null to make a new one, on a loopback
     *                  address only
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the address is none or needs a token, or the
     *                           file has no token; or another code if the file cannot be read
     */
    public ServeContext(final String listen, final @Nullable Path tokenFile) {
        address = address(listen);
        if (!address.getAddress().isLoopbackAddress() && tokenFile == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "other machines need a token: listen=" + listen
                    + ": write one into a file that only you can read, and give it");
        }
        token = tokenFile == null ? AccessToken.random() : AccessToken.ofFile(tokenFile);
        // A name that was typed, if it was one.
        hosts.add(address.getHostString().toLowerCase(Locale.ROOT));
    }

    static InetSocketAddress address(final String text) {
        final Matcher parts = LISTEN.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > PORT_MAX) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid address: listen=" + text
                    + ": expected ADDRESS:PORT such as 127.0.0.1:7464, or a port");
        }
        final int port = Integer.parseInt(parts.group(2));
        if (parts.group(1) == null) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(parts.group(1)), port);
        } catch (final UnknownHostException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "unknown host: listen=" + text
                    + ": give an address of this machine", e);
        }
    }

    /**
     * Set the trace directory: by default that of the system property {@code ringside.dir}, else of
     * {@code RINGSIDE_DIR}, else one of the user's in shared memory.
     *
     * @param newDirectory that exists; null for the default
     * @return this
     */
    public ServeContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    TraceDirectory traceDirectory() {
        final Path named = directory;
        return named == null ? TraceDirectory.open() : TraceDirectory.openExisting(named);
    }

    /**
     * Add names by which clients may call the server. Requests that name another host are rejected, except
     * {@code localhost}, IP addresses and a name that is listened on.
     *
     * @param names in any letter case, without ports
     * @return this
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if one is no name of a host
     */
    public ServeContext hosts(final Collection<String> names) {
        for (final String name : names) {
            if (!HOST.matcher(name).matches()) {
                throw RingsideException.invalidArgument("invalid name of a host: host='" + name
                        + "': give the names by which clients call the server, without ports");
            }
            hosts.add(name.toLowerCase(Locale.ROOT));
        }
        return this;
    }

    /**
     * Set the keys of the server, which uses TLS then.
     *
     * @param file     in the format PKCS#12, with a private key and its certificates
     * @param password of the file
     * @return this
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it cannot be used
     */
    public ServeContext tls(final Path file, final char[] password) {
        try (var stream = Files.newInputStream(file)) {
            final KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(stream, password);
            final KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, password);
            if (keys.size() == 0) {
                throw new GeneralSecurityException("file has no keys");
            }
            final SSLContext made = SSLContext.getInstance("TLS");
            made.init(factory.getKeyManagers(), null, null);
            tls = made;
            return this;
        } catch (final IOException | GeneralSecurityException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "keys cannot be used: path=" + file + ", reason="
                    + e.getMessage() + ": give a PKCS#12 file and its password", e);
        }
    }

    /**
     * Set the most series of a scrape; those beyond it are counted.
     *
     * @param newMaxSeries 100 to 1,000,000; default {@link #MAX_SERIES}
     * @return this
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is out of range
     */
    public ServeContext maxSeries(final int newMaxSeries) {
        require(newMaxSeries >= SERIES_MIN && newMaxSeries <= SERIES_MAX, "maxSeries", newMaxSeries,
                SERIES_MIN + " to " + SERIES_MAX);
        maxSeries = newMaxSeries;
        return this;
    }

    /**
     * Set how long a scrape waits for processes that supply counters on request.
     *
     * @param newTimeout above 0, at most 10 seconds; default one second
     * @return this
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is out of range
     */
    public ServeContext timeout(final Duration newTimeout) {
        require(newTimeout.compareTo(Duration.ZERO) > 0 && newTimeout.compareTo(TIMEOUT_MAX) <= 0, "timeout",
                newTimeout, "above 0 and at most " + TIMEOUT_MAX);
        timeout = newTimeout;
        return this;
    }

    /**
     * Set latencies that are measured in all sessions, without taking events.
     *
     * @param newLatencies at most 20, with different names; default none
     * @return this
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if they are too many, or share a name
     */
    public ServeContext latencies(final List<Latency> newLatencies) {
        require(newLatencies.size() <= LATENCIES_MAX, "latencies", newLatencies.size(), "at most " + LATENCIES_MAX);
        final List<String> names = newLatencies.stream().map(Latency::name).toList();
        if (Set.copyOf(names).size() < names.size()) {
            throw RingsideException.invalidArgument("latencies have the same name: names=" + names
                    + ": give each another one");
        }
        latencies = List.copyOf(newLatencies);
        return this;
    }

    /**
     * Set the receiver of what cannot be read or started: by default the standard error stream.
     *
     * @param newHandler called by several threads, once for each file, or session that cannot start automatically
     * @return this
     */
    public ServeContext errorHandler(final ErrorHandler newHandler) {
        errorHandler = Objects.requireNonNull(newHandler);
        return this;
    }

    private static void require(final boolean isAllowed, final String name, final Object value,
            final String expected) {
        if (!isAllowed) {
            throw RingsideException.invalidArgument("setting is out of range: " + name + "=" + value + ": expected "
                    + expected);
        }
    }
}
