package io.ringside.serve;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.SessionBooks;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.Registry;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Serves what a trace directory has over HTTP: metrics for Prometheus, a live page, and what the application adds. It
 * answers few clients well, and many badly: threads, connections, and the size and time of requests are bounded.
 * Thread-safe.
 */
public final class TraceServer implements AutoCloseable {
    /** Each has a thread while it is served: a request that comes slowly keeps no other one waiting. */
    private static final int CONNECTIONS = 128;
    private static final int BACKLOG = 64;
    private static final int IDLE_THREAD_S = 10;
    /** Files that are remembered, to be reported once. */
    private static final int SKIPPED_MAX = 1_000;
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

    private final ServeContext settings;
    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final BrowserCookies cookies;
    /** Parts to be closed, the last one first. */
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable LatencyMetrics latencies;

    private TraceServer(final ServeContext settings, final HttpServer server) {
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
        cookies = new BrowserCookies(port(), settings.tls != null);
    }

    /**
     * Listen, without answering yet: at {@code /metrics} what the trace directory counts, and at {@code /} a live page.
     * On a loopback address, metrics need no token.
     *
     * @param context settings
     * @return the server; to be closed
     * @throws RingsideException with {@link ErrorCode#BUSY} if the address is in use or not one of this machine, or
     *                           another code if the trace directory cannot be used
     */
    public static TraceServer open(final ServeContext context) {
        final TraceServer opened = bind(context);
        boolean complete = false;
        try {
            final Participant participant = Participant.join(context.traceDirectory());
            opened.opened.add(participant);
            final Set<Path> skipped = ConcurrentHashMap.newKeySet();
            final DirectoryController controller = new DirectoryController(
                    new ControllerContext(new Registry(participant), SessionBooks.open(participant.directory(),
                            participant.files(), (path, reason) -> {
                                if (skipped.size() < SKIPPED_MAX && skipped.add(path)) {
                                    context.errorHandler.onError(new RingsideException(ErrorCode.CORRUPT,
                                            "file was skipped: path=" + path + ", reason=" + reason));
                                }
                            })));
            final LatencyMetrics latencies = context.latencies.isEmpty()
                    ? null
                    : new LatencyMetrics(controller, participant.directory().path(), context.latencies);
            if (latencies != null) {
                opened.opened.add(latencies);
                opened.latencies = latencies;
            }
            final MetricsPage page = new MetricsPage(controller, context.maxSeries, context.timeoutNs, latencies);
            opened.opened.add(page);
            opened.route("/metrics", opened.isLocal(), page);
            opened.route("/", false, new PageFiles());
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                opened.close();
            }
        }
    }

    /** Listens without pages. */
    static TraceServer bind(final ServeContext context) {
        try {
            final SSLContext tls = context.tls;
            if (tls == null) {
                return new TraceServer(context, HttpServer.create(context.address, BACKLOG));
            }
            final HttpsServer server = HttpsServer.create(context.address, BACKLOG);
            server.setHttpsConfigurator(new HttpsConfigurator(tls));
            return new TraceServer(context, server);
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.BUSY, "cannot listen: address=" + context.address
                    + ", reason=" + e.getMessage() + ": choose another address or port with --listen", e);
        }
    }

    /**
     * Answer requests for a path and all below it.
     *
     * @param path   such as {@code /api}
     * @param open   whether reading needs no token
     * @param answer called for requests that may pass, by several threads; see {@link Answers}
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

    /** Answer requests, and measure latencies, from now on. */
    public void start() {
        if (latencies != null) {
            latencies.start();
        }
        route("/sign-out", false, cookies::signOut);
        server.start();
    }

    /** {@return whether only this machine can reach it} */
    public boolean isLocal() {
        return settings.address.getAddress().isLoopbackAddress();
    }

    /** {@return the token that clients need} */
    public String token() {
        return settings.token.text();
    }

    /** {@return the port that it listens on} */
    public int port() {
        return server.getAddress().getPort();
    }

    /** {@return its address, without the token} */
    public String address() {
        final InetSocketAddress bound = server.getAddress();
        final InetAddress address = bound.getAddress().isAnyLocalAddress()
                ? InetAddress.getLoopbackAddress()
                : bound.getAddress();
        final String host = address instanceof Inet6Address
                ? "[" + address.getHostAddress().replaceFirst("%.*", "") + "]"
                : address.getHostAddress();
        return (settings.tls == null ? "http://" : "https://") + host + ":" + bound.getPort() + "/";
    }

    /** Stop listening, and end what is being answered. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        Collections.reverse(opened);
        CloseHelper.closeAll(opened);
        opened.clear();
    }
}
