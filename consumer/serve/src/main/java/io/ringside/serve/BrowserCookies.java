package io.ringside.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cookies that admit browsers, with another value for each browser. A server on another port of the host can get a
 * cookie, so its value is no token, and means nothing once its browser has signed out or this server has ended.
 * Thread-safe.
 */
final class BrowserCookies {
    private static final int BROWSERS_MAX = 1_000;

    private final String name;
    private final String attributes;
    private final Deque<AccessToken> values = new ArrayDeque<>();

    /**
     * No cookie yet.
     *
     * @param port   that the server listens on; browsers send cookies to all ports of a host
     * @param secure whether clients use TLS
     */
    BrowserCookies(final int port, final boolean secure) {
        this.name = (secure ? "__Host-ringside-" : "ringside-") + port + "=";
        this.attributes = "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : "");
    }

    /** Gives a browser a new cookie instead of its former one. The oldest cookie ends if there are too many. */
    synchronized void give(final HttpExchange exchange) {
        values.removeIf(value -> isIn(exchange.getRequestHeaders(), value));
        if (values.size() == BROWSERS_MAX) {
            values.removeFirst();
        }
        values.add(AccessToken.random());
        exchange.getResponseHeaders().set("Set-Cookie", name + values.getLast().text() + attributes);
    }

    synchronized boolean admit(final Headers request) {
        return values.stream().anyMatch(value -> isIn(request, value));
    }

    /** Ends the cookie of a browser, or all cookies for a program that has the token itself. */
    void signOut(final HttpExchange exchange) throws IOException {
        Answers.requireMethod(exchange, "POST");
        final Headers request = exchange.getRequestHeaders();
        synchronized (this) {
            values.removeIf(value -> request.containsKey("Authorization") || isIn(request, value));
        }
        exchange.getResponseHeaders().set("Set-Cookie", name + attributes + "; Max-Age=0");
        Answers.send(exchange, HttpURLConnection.HTTP_OK, "text/plain", "signed out\n");
    }

    private boolean isIn(final Headers request, final AccessToken value) {
        return request.getOrDefault("Cookie", List.of()).stream().flatMap(line -> Stream.of(line.split(";", -1)))
                .map(String::strip)
                .anyMatch(pair -> pair.startsWith(name) && value.matches(pair.substring(name.length())));
    }
}
