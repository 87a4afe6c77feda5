package io.ringside.serve;

import io.ringside.RingsideException;
import io.ringside.text.JsonRow;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests on to the handlers of their paths, and rejects those that are not allowed: a wrong {@code Host} shows
 * a page whose name was made to point to this machine, a wrong {@code Origin} shows a form of another site, and
 * everybody else needs the token. Turns failures into answers. Thread-safe.
 */
final class Gate extends Handler.Abstract {
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(?::\\d{1,5})?");
    /** No name points elsewhere by being an address. */
    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern TOKEN_PARAMETER = Pattern.compile("(^|&)token=([^&]*)");
    private static final String BEARER = "bearer ";
    private static final int MISDIRECTED = 421;

    private final ServeContext settings;
    private final BrowserCookies cookies;
    private final Map<String, Route> routeByPath = new ConcurrentHashMap<>();

    /** A path, with all below it that have no other route; reading may need no token. */
    private record Route(boolean open, Exchange.Handler handler) {}

    /**
     * A gate without routes.
     *
     * @param settings with the token
     * @param cookies  of the server's browsers
     */
    Gate(final ServeContext settings, final BrowserCookies cookies) {
        this.settings = settings;
        this.cookies = cookies;
    }

    /** Adds a path, see {@link TraceServer#route}. */
    void add(final String path, final boolean open, final Exchange.Handler handler) {
        routeByPath.put(path.equals("/") ? "" : path, new Route(open, handler));
    }

    @Override
    public boolean handle(final Request request, final Response response, final Callback callback) {
        final Exchange exchange = new Exchange(request, response);
        exchange.setHeader("Cache-Control", "no-store");
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        // Not less: forms of the page would then have no origin.
        exchange.setHeader("Referrer-Policy", "same-origin");
        exchange.setHeader("Content-Security-Policy",
                "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
        if (exchange.header("Transfer-Encoding") != null) {
            // A proxy may have another opinion about where the last chunk ends, and so about who sent what follows.
            exchange.setHeader("Connection", "close");
        }
        exchange.limit(Exchange.ANSWER_MS);
        try {
            answer(exchange);
            exchange.limit(Exchange.REQUEST_MS);
            callback.succeeded();
        } catch (final IOException e) {
            // The answer is not completed after an exception: it must not appear complete.
            callback.failed(e);
        }
        return true;
    }

    private void answer(final Exchange exchange) throws IOException {
        try {
            final Route route = route(exchange.path());
            if (isAdmitted(exchange, route != null && route.open())) {
                if (route == null) {
                    throw exchange.notFound();
                }
                route.handler().handle(exchange);
            }
        } catch (final Exchange.Failure e) {
            fail(exchange, e.status(), e.getMessage());
        } catch (final RingsideException e) {
            fail(exchange, HttpURLConnection.HTTP_INTERNAL_ERROR, e.getMessage());
        } catch (final RuntimeException e) {
            fail(exchange, HttpURLConnection.HTTP_INTERNAL_ERROR, "unexpected failure: reason=" + e
                    + ": please report it");
        }
    }

    /** Finds the route of a path or of the nearest one above it. */
    private @Nullable Route route(final String path) {
        String above = path;
        while (!above.isEmpty() && !routeByPath.containsKey(above)) {
            above = above.substring(0, Math.max(0, above.lastIndexOf('/')));
        }
        return routeByPath.get(above);
    }

    /** Whether the request goes on; else it is answered. */
    private boolean isAdmitted(final Exchange exchange, final boolean open) throws IOException {
        final String host = requireHost(exchange);
        final boolean reads = READING.contains(exchange.method());
        final String origin = exchange.header("Origin");
        final String own = (settings.tls == null ? "http://" : "https://") + host;
        if (!reads && origin != null && !origin.equalsIgnoreCase(own)) {
            throw new Exchange.Failure(HttpURLConnection.HTTP_FORBIDDEN, "request comes from another page: origin="
                    + origin + ", host=" + host + ": call the server from its own address");
        }
        if (open && reads) {
            return true;
        }
        if (isAuthorized(exchange)) {
            return true;
        }
        final String query = exchange.query();
        final Matcher parameter = TOKEN_PARAMETER.matcher(query == null ? "" : query);
        if (reads && parameter.find() && settings.token.matches(parameter.group(2))) {
            // From here on the address does not have it: addresses are kept, shown and copied.
            cookies.give(exchange);
            final String rest = parameter.replaceFirst("");
            exchange.setHeader("Location", localPath(exchange)
                    + (rest.isEmpty() ? "" : "?" + (rest.startsWith("&") ? rest.substring(1) : rest)));
            exchange.response.setStatus(HttpURLConnection.HTTP_SEE_OTHER);
            return false;
        }
        exchange.setHeader("WWW-Authenticate", "Bearer realm=\"ringside\"");
        throw new Exchange.Failure(HttpURLConnection.HTTP_UNAUTHORIZED, "token is missing or wrong: path="
                + exchange.path() + ": open the address that has the token, or send the header "
                + "Authorization: Bearer TOKEN");
    }

    /** With two slashes in front it would name another server. */
    private static String localPath(final Exchange exchange) {
        return exchange.request.getHttpURI().getPath().replaceFirst("^/+", "/");
    }

    private String requireHost(final Exchange exchange) {
        final List<String> given = exchange.request.getHeaders().getValuesList("Host");
        if (given.size() != 1) {
            throw new Exchange.Failure(HttpURLConnection.HTTP_BAD_REQUEST,
                    "request must name one host: hosts=" + given.size() + ": send one header Host");
        }
        final Matcher host = HOST.matcher(given.get(0));
        if (!host.matches() || !isKnown(host.group(1).toLowerCase(Locale.ROOT))) {
            throw new Exchange.Failure(MISDIRECTED, "host is not this server: host=" + given.get(0)
                    + ": use its address, or give it this name");
        }
        return given.get(0);
    }

    private boolean isKnown(final String name) {
        return name.equals("localhost") || ADDRESS.matcher(name).matches() || settings.hosts.contains(name);
    }

    private boolean isAuthorized(final Exchange exchange) {
        final String authorization = exchange.header("Authorization");
        if (authorization != null) {
            return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    && settings.token.matches(authorization.substring(BEARER.length()).strip());
        }
        return cookies.admit(exchange);
    }

    /** Answers what is no request, and requests whose handlers have failed before they answered. */
    static boolean reject(final Request request, final Response response, final Callback callback)
            throws IOException {
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof final HttpException broken) {
            fail(new Exchange(request, response), broken.getCode(), "request cannot be understood: reason="
                    + broken.getReason() + ": send it as HTTP/1.1 requires");
        } else {
            fail(new Exchange(request, response), HttpURLConnection.HTTP_INTERNAL_ERROR,
                    "request could not be answered: send it again");
        }
        callback.succeeded();
        return true;
    }

    /** Says why; if the answer has begun, it ends early. */
    private static void fail(final Exchange exchange, final int status, final @Nullable String message)
            throws IOException {
        // The rest of the request may be too long to be read.
        exchange.setHeader("Connection", "close");
        exchange.send(status, Exchange.JSON, new JsonRow().put("error", message).end() + "\n");
    }
}
