package io.ringside.serve;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.ArrayDeque;
import java.util.Deque;
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
    synchronized void give(final Exchange exchange) {
        values.removeIf(value -> isIn(exchange, value));
        if (values.size() == BROWSERS_MAX) {
            values.removeFirst();
        }
        values.add(AccessToken.random());
        exchange.setHeader("Set-Cookie", name + values.getLast().text() + attributes);
    }

    synchronized boolean admit(final Exchange exchange) {
        return values.stream().anyMatch(value -> isIn(exchange, value));
    }

    /** Ends the cookie of a browser, or all cookies for a program that has the token itself. */
    void signOut(final Exchange exchange) throws IOException {
        exchange.requireMethod("POST");
        synchronized (this) {
            values.removeIf(value -> exchange.header("Authorization") != null || isIn(exchange, value));
        }
        exchange.setHeader("Set-Cookie", name + attributes + "; Max-Age=0");
        exchange.send(HttpURLConnection.HTTP_OK, "text/plain", "signed out\n");
    }

    /** Cookies of other servers of the host may be of any form. */
    private boolean isIn(final Exchange exchange, final AccessToken value) {
        return exchange.request.getHeaders().getValuesList("Cookie").stream()
                .flatMap(line -> Stream.of(line.split(";", -1))).map(String::strip)
                .anyMatch(pair -> pair.startsWith(name) && value.matches(pair.substring(name.length())));
    }
}
