package io.ringside.internal.serve;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server that answers few clients well, and many badly: threads, connections, and the size and time of requests are
 * bounded. Thread-safe.
 */
public final class TraceServer implements AutoCloseable {
    /** Each has a thread while it is served: a request that comes slowly keeps no other one waiting. */
    private static final int CONNECTIONS = 128;
    private static final int BACKLOG = 64;
    private static final int IDLE_THREAD_S = 10;
    /** The JDK's server has these for all servers of a JVM, and reads them once. */
    private static final Map<String, Integer> LIMITS = Map.of(
            "jdk.httpserver.maxConnections", CONNECTIONS,
            "sun.net.httpserver.maxIdleConnections", 50,
            "sun.net.httpserver.maxReqHeaders", 100,
            "sun.net.httpserver.maxReqHeaderSize", 32 * 1024,
            "sun.net.httpserver.drainAmount", 64 * 1024,
            // Seconds.
            "sun.net.httpserver.maxReqTime", 5,
            "sun.net.httpserver.maxRspTime", 600);

    static {
        LIMITS.forEach((name, value) -> System.getProperties().putIfAbsent(name, value.toString()));
    }

    private final ServeSettings settings;
    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final BrowserCookies cookies;

    private TraceServer(final ServeSettings settings, final HttpServer server) {
        final AtomicInteger number = new AtomicInteger();
        this.settings = settings;
        this.server = server;
        threads = new ThreadPoolExecutor(0, CONNECTIONS, IDLE_THREAD_S, TimeUnit.SECONDS, new SynchronousQueue<>(),
                task -> {
                    final Thread thread = new Thread(task, "ringside-serve-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        // A request that finds no room is refused by an exception, and the server closes its connection.
        server.setExecutor(threads);
        cookies = new BrowserCookies(port(), settings.tls() != null);
    }

    /**
     * Listen, without answering yet.
     *
     * @param settings of the server
     * @throws RingsideException if the address is in use, or not one of this machine
     */
    public static TraceServer bind(final ServeSettings settings) {
        try {
            final SSLContext tls = settings.tls();
            if (tls == null) {
                return new TraceServer(settings, HttpServer.create(settings.address(), BACKLOG));
            }
            final HttpsServer server = HttpsServer.create(settings.address(), BACKLOG);
            server.setHttpsConfigurator(new HttpsConfigurator(tls));
            return new TraceServer(settings, server);
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.BUSY, "cannot listen: address=" + settings.address()
                    + ", reason=" + e.getMessage() + ": choose another address or port with --listen", e);
        }
    }

    /**
     * The keys of a server.
     *
     * @param file     in the format PKCS#12, with a private key and its certificates
     * @param password of the file
     * @throws RingsideException if it cannot be used
     */
    public static SSLContext tls(final Path file, final char[] password) {
        try (var stream = Files.newInputStream(file)) {
            final KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(stream, password);
            final KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, password);
            if (keys.size() == 0) {
                throw new GeneralSecurityException("file has no keys");
            }
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return context;
        } catch (final IOException | GeneralSecurityException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "keys cannot be used: path=" + file + ", reason="
                    + e.getMessage() + ": give a PKCS#12 file with --tls, and its password", e);
        }
    }

    /**
     * Answer requests for a path and all below it.
     *
     * @param path   such as {@code /api}
     * @param open   whether reading needs no token
     * @param answer called for requests that may pass; a failure may be thrown as {@link RequestFailure}
     */
    public void route(final String path, final boolean open, final HttpHandler answer) {
        server.createContext(path, exchange -> {
            final String asked = exchange.getRequestURI().getPath();
            if (!path.equals("/") && !asked.equals(path) && !asked.startsWith(path + "/")) {
                throw Answers.notFound(asked);
            }
            answer.handle(exchange);
        }).getFilters().add(new Gate(settings, open, cookies));
    }

    /** Answer. */
    public void start() {
        route("/sign-out", false, cookies::signOut);
        server.start();
    }

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Its address, without the token. */
    public String address() {
        final InetSocketAddress bound = server.getAddress();
        final InetAddress address = bound.getAddress().isAnyLocalAddress()
                ? InetAddress.getLoopbackAddress()
                : bound.getAddress();
        final String host = address instanceof Inet6Address
                ? "[" + address.getHostAddress().replaceFirst("%.*", "") + "]"
                : address.getHostAddress();
        return (settings.tls() == null ? "http://" : "https://") + host + ":" + bound.getPort() + "/";
    }

    /** Stop listening, and end what is being answered. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
