package io.ringside.serve;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.DirectoryController;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.agrona.CloseHelper;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Serves what a trace directory has over HTTP: metrics for Prometheus, a live page, and what the application adds. It
 * answers few clients well, and many badly: threads, connections, and the size and time of requests are bounded.
 * Thread-safe.
 */
public final class TraceServer implements AutoCloseable {
    private static final int CONNECTIONS = 128;
    /** Threads beyond one for each connection: they accept, or reject, further ones. */
    private static final int OTHER_THREADS = 8;
    private static final int IDLE_THREAD_MS = 10_000;
    private static final int END_MS = 1_000;
    private static final int BACKLOG = 64;
    private static final int HEADERS_MAX = 32 * 1024;

    private final ServeContext settings;
    private final Server server;
    private final Connections connections;
    private final InetSocketAddress bound;
    private final BrowserCookies cookies;
    private final Gate gate;
    /** Parts to be closed, the last one first. */
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable LatencyMetrics latencies;

    /** The connections of clients, of which there are not too many. */
    private static final class Connections extends ServerConnector {
        Connections(final Server server, final ConnectionFactory... factories) {
            super(server, null, null, null, 0, 1, factories);
        }

        @Override
        protected SocketChannelEndPoint newEndPoint(final SocketChannel channel, final ManagedSelector selector,
                final SelectionKey key) throws IOException {
            if (getConnectedEndPoints().size() >= CONNECTIONS) {
                throw new IOException("too many connections: max=" + CONNECTIONS);
            }
            final SocketChannelEndPoint connection = new SocketChannelEndPoint(channel, selector, key, getScheduler()) {
                @Override
                public void setIdleTimeout(final long timeoutMs) {
                    super.notIdle();
                    super.setIdleTimeout(timeoutMs);
                }

                @Override
                public void notIdle() {
                    // The timeout runs on: bytes that come or go one by one do not prolong it.
                }
            };
            connection.setIdleTimeout(Exchange.REQUEST_MS);
            return connection;
        }
    }

    private TraceServer(final ServeContext settings, final ServerSocketChannel channel) throws IOException {
        this.settings = settings;
        bound = (InetSocketAddress) channel.getLocalAddress();
        cookies = new BrowserCookies(bound.getPort(), settings.tls != null);
        gate = new Gate(settings, cookies);
        final QueuedThreadPool threads = new QueuedThreadPool(CONNECTIONS + OTHER_THREADS, 1, IDLE_THREAD_MS);
        threads.setName("ringside-serve");
        threads.setDaemon(true);
        threads.setStopTimeout(END_MS);
        server = new Server(threads, new ScheduledExecutorScheduler("ringside-serve-timer", true), null);
        server.setErrorHandler(Gate::reject);
        server.setHandler(gate);
        connections = new Connections(server, protocols(settings.tls));
        connections.open(channel);
        server.addConnector(connections);
    }

    private static ConnectionFactory[] protocols(final @Nullable SSLContext tls) {
        final HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEADERS_MAX);
        // A redirection repeats the request's path.
        http.setMaxResponseHeaderSize(2 * HEADERS_MAX);
        // Hosts are judged by the gate, and no path is a file.
        http.setHttpCompliance(HttpCompliance.RFC9110.with("ringside", HttpCompliance.Violation.UNSAFE_HOST_HEADER));
        http.setUriCompliance(UriCompliance.from(UriCompliance.AMBIGUOUS_VIOLATIONS));
        if (tls == null) {
            return new ConnectionFactory[]{new HttpConnectionFactory(http)};
        }
        final SslContextFactory.Server keys = new SslContextFactory.Server();
        keys.setSslContext(tls);
        return AbstractConnectionFactory.getFactories(keys, new HttpConnectionFactory(http));
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
            final DirectoryController controller = DirectoryController.open(context.traceDirectory(),
                    message -> context.errorHandler.onError(new RingsideException(ErrorCode.CORRUPT, message)));
            opened.opened.add(controller);
            final LatencyMetrics latencies = context.latencies.isEmpty()
                    ? null
                    : new LatencyMetrics(controller, context.latencies);
            if (latencies != null) {
                opened.opened.add(latencies);
                opened.latencies = latencies;
            }
            final MetricsPage page = new MetricsPage(controller, context.maxSeries, context.timeout.toNanos(),
                    latencies);
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
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open().bind(context.address, BACKLOG);
            return new TraceServer(context, channel);
        } catch (final IOException e) {
            CloseHelper.quietClose(channel);
            throw new RingsideException(ErrorCode.BUSY, "cannot listen: address=" + context.address
                    + ", reason=" + e.getMessage() + ": choose another address or port", e);
        }
    }

    /**
     * Answer requests for a path and all below it, except for what is below a longer path.
     *
     * @param path   such as {@code /api}
     * @param open   whether reading needs no token
     * @param answer called for requests that may pass, by several threads
     */
    public void route(final String path, final boolean open, final Exchange.Handler answer) {
        gate.add(path, open, answer);
    }

    /** Answer requests, and measure latencies, from now on. */
    public void start() {
        if (latencies != null) {
            latencies.start();
        }
        route("/sign-out", false, cookies::signOut);
        try {
            server.start();
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
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
        return bound.getPort();
    }

    /** {@return its address, without the token} */
    public String address() {
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
        CloseHelper.quietClose(server::stop);
        connections.close();
        Collections.reverse(opened);
        CloseHelper.closeAll(opened);
        opened.clear();
    }
}
