package io.ringside.serve;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.ringside.RingsideException;
import io.ringside.text.JsonRow;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests that are not allowed: a wrong {@code Host} shows a page whose name was made to point to this
 * machine, a wrong {@code Origin} shows a form of another site, and everybody else needs the token. Turns failures into
 * answers. Thread-safe.
 */
final class Gate extends Filter {
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(?::\\d{1,5})?");
    /** No name points elsewhere by being an address. */
    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern TOKEN_PARAMETER = Pattern.compile("(^|&)token=([^&]*)");
    private static final String BEARER = "bearer ";
    private static final int MISDIRECTED = 421;

    private final ServeContext settings;
    private final boolean open;
    private final BrowserCookies cookies;

    /**
     * A gate.
     *
     * @param settings with the token
     * @param open     whether reading needs no token
     * @param cookies  of the server's browsers
     */
    Gate(final ServeContext settings, final boolean open, final BrowserCookies cookies) {
        this.settings = settings;
        this.open = open;
        this.cookies = cookies;
    }

    @Override
    public String description() {
        return "token, host and origin";
    }

    @Override
    public void doFilter(final HttpExchange exchange, final Chain chain) throws IOException {
        final Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        // Not less: forms of the page would then have no origin.
        headers.set("Referrer-Policy", "same-origin");
        headers.set("Content-Security-Policy",
                "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
        if (exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
            // The JDK's server reads too large sizes of chunks as smaller ones: what follows may be no request.
            headers.set("Connection", "close");
        }
        try {
            if (isAdmitted(exchange)) {
                chain.doFilter(exchange);
            }
        } catch (final Answers.Failure e) {
            fail(exchange, e.status(), e.getMessage());
        } catch (final RingsideException e) {
            fail(exchange, HttpURLConnection.HTTP_INTERNAL_ERROR, e.getMessage());
        } catch (final RuntimeException e) {
            fail(exchange, HttpURLConnection.HTTP_INTERNAL_ERROR, "unexpected failure: reason=" + e
                    + ": please report it");
        }
        // The exchange is not closed after an exception: an incomplete answer must not appear complete.
        exchange.close();
    }

    /** Whether the request goes on; else it is answered. */
    private boolean isAdmitted(final HttpExchange exchange) throws IOException {
        final Headers headers = exchange.getRequestHeaders();
        final String host = requireHost(headers);
        final boolean reads = READING.contains(exchange.getRequestMethod());
        final String origin = headers.getFirst("Origin");
        final String own = (settings.tls == null ? "http://" : "https://") + host;
        if (!reads && origin != null && !origin.equalsIgnoreCase(own)) {
            throw new Answers.Failure(HttpURLConnection.HTTP_FORBIDDEN, "request comes from another page: origin="
                    + origin + ", host=" + host + ": call the server from its own address");
        }
        if (open && reads) {
            return true;
        }
        if (isAuthorized(headers)) {
            return true;
        }
        final String query = exchange.getRequestURI().getRawQuery();
        final Matcher parameter = TOKEN_PARAMETER.matcher(query == null ? "" : query);
        if (reads && parameter.find() && settings.token.matches(parameter.group(2))) {
            // From here on the address does not have it: addresses are kept, shown and copied.
            cookies.give(exchange);
            final String rest = parameter.replaceFirst("");
            exchange.getResponseHeaders().set("Location", localPath(exchange)
                    + (rest.isEmpty() ? "" : "?" + (rest.startsWith("&") ? rest.substring(1) : rest)));
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_SEE_OTHER, -1);
            return false;
        }
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"ringside\"");
        throw new Answers.Failure(HttpURLConnection.HTTP_UNAUTHORIZED, "token is missing or wrong: path="
                + exchange.getRequestURI().getPath() + ": open the address that ringside serve has printed, or send "
                + "the header Authorization: Bearer TOKEN");
    }

    /** With two slashes in front it would name another server. */
    private static String localPath(final HttpExchange exchange) {
        return exchange.getRequestURI().getRawPath().replaceFirst("^/+", "/");
    }

    private String requireHost(final Headers headers) {
        final List<String> given = headers.get("Host");
        if (given == null || given.size() != 1) {
            throw new Answers.Failure(HttpURLConnection.HTTP_BAD_REQUEST,
                    "request must name one host: hosts=" + (given == null ? 0 : given.size())
                            + ": send one header Host");
        }
        final Matcher host = HOST.matcher(given.get(0));
        if (!host.matches() || !isKnown(host.group(1).toLowerCase(Locale.ROOT))) {
            throw new Answers.Failure(MISDIRECTED, "host is not this server: host=" + given.get(0)
                    + ": use its address, or start ringside serve with --host NAME");
        }
        return given.get(0);
    }

    private boolean isKnown(final String name) {
        return name.equals("localhost") || ADDRESS.matcher(name).matches() || settings.hosts.contains(name);
    }

    private boolean isAuthorized(final Headers headers) {
        final String authorization = headers.getFirst("Authorization");
        if (authorization != null) {
            return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    && settings.token.matches(authorization.substring(BEARER.length()).strip());
        }
        return cookies.admit(headers);
    }

    /** Says why, unless the answer has begun: then it ends early. */
    private static void fail(final HttpExchange exchange, final int status, final @Nullable String message)
            throws IOException {
        if (exchange.getResponseCode() != -1) {
            throw new IOException("answer could not be completed: " + message);
        }
        // The rest of the request may be too long to be read.
        exchange.getResponseHeaders().set("Connection", "close");
        Answers.send(exchange, status, Answers.JSON, new JsonRow().put("error", message).end() + "\n");
    }
}
