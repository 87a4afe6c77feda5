package io.ringside.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Helpers for handlers of requests, see {@link TraceServer#route}: a handler sends an answer, or throws a
 * {@link Failure}. Stateless.
 */
public final class Answers {
    /** Type of JSON. */
    public static final String JSON = "application/json";

    private Answers() {}

    /** A request that cannot be answered as it was meant: the server answers with its status and message. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int status;

        /**
         * A failure.
         *
         * @param status  of HTTP
         * @param message what happened: name=value: what to do
         */
        public Failure(final int status, final String message) {
            super(message, null, false, false);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /**
     * Reject requests with other methods.
     *
     * @param exchange with the request
     * @param methods  that are understood
     * @throws Failure with status 405 if it has another one
     */
    public static void requireMethod(final HttpExchange exchange, final String... methods) {
        if (!List.of(methods).contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", String.join(", ", methods));
            throw new Failure(HttpURLConnection.HTTP_BAD_METHOD, "method is not allowed: method="
                    + exchange.getRequestMethod() + ", path=" + exchange.getRequestURI().getPath() + ": use "
                    + String.join(" or ", methods));
        }
    }

    /**
     * Read the body of a request.
     *
     * @param exchange with the request
     * @param maxBytes that it may have
     * @return all of it
     * @throws Failure if it is longer, or cannot be read
     */
    public static byte[] body(final HttpExchange exchange, final int maxBytes) {
        final byte[] bytes;
        try {
            bytes = exchange.getRequestBody().readNBytes(maxBytes + 1);
        } catch (final IOException | IndexOutOfBoundsException e) {
            // To the JDK's server, the size of a chunk may be negative.
            throw new Failure(HttpURLConnection.HTTP_BAD_REQUEST, "body of the request cannot be read: reason="
                    + (e instanceof IOException ? e.getMessage() : "chunk is too long")
                    + ": send all of it, with its length in bytes");
        }
        if (bytes.length > maxBytes) {
            throw new Failure(HttpURLConnection.HTTP_ENTITY_TOO_LARGE, "request is too long: maxBytes="
                    + maxBytes + ": give fewer parameters");
        }
        return bytes;
    }

    /**
     * Make the failure of a path that has no answer.
     *
     * @param path of the request
     * @return the failure; to be thrown
     */
    public static Failure notFound(final String path) {
        return new Failure(HttpURLConnection.HTTP_NOT_FOUND,
                "there is nothing here: path=" + path + ": see what / lists");
    }

    /**
     * Send a text in UTF-8.
     *
     * @param exchange with the request
     * @param status   of HTTP
     * @param type     of the text, such as {@link #JSON}
     * @param text     to send
     * @throws IOException if the client has gone
     */
    public static void send(final HttpExchange exchange, final int status, final String type, final CharSequence text)
            throws IOException {
        send(exchange, status, type, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Send bytes; to a request with HEAD, only their type and length.
     *
     * @param exchange with the request
     * @param status   of HTTP
     * @param type     of the bytes
     * @param bytes    to send
     * @throws IOException if the client has gone
     */
    public static void send(final HttpExchange exchange, final int status, final String type, final byte[] bytes)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
