package io.ringside.internal.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The helpers that handlers of requests share. Stateless. */
public final class Answers {
    /** Type of JSON. */
    public static final String JSON = "application/json";

    private Answers() {}

    /**
     * Reject requests with other methods.
     *
     * @param exchange with the request
     * @param methods  that are understood
     */
    public static void requireMethod(final HttpExchange exchange, final String... methods) {
        if (!List.of(methods).contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", String.join(", ", methods));
            throw new RequestFailure(HttpURLConnection.HTTP_BAD_METHOD, "method is not allowed: method="
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
     */
    public static byte[] body(final HttpExchange exchange, final int maxBytes) {
        final byte[] bytes;
        try {
            bytes = exchange.getRequestBody().readNBytes(maxBytes + 1);
        } catch (final IOException | IndexOutOfBoundsException e) {
            // To the JDK's server, the size of a chunk may be negative.
            throw new RequestFailure(HttpURLConnection.HTTP_BAD_REQUEST, "body of the request cannot be read: reason="
                    + (e instanceof IOException ? e.getMessage() : "chunk is too long")
                    + ": send all of it, with its length in bytes");
        }
        if (bytes.length > maxBytes) {
            throw new RequestFailure(HttpURLConnection.HTTP_ENTITY_TOO_LARGE, "request is too long: maxBytes="
                    + maxBytes + ": give fewer parameters");
        }
        return bytes;
    }

    /** Why a path has no answer. */
    public static RequestFailure notFound(final String path) {
        return new RequestFailure(HttpURLConnection.HTTP_NOT_FOUND,
                "there is nothing here: path=" + path + ": see what / lists");
    }

    /** Send a text. */
    public static void send(final HttpExchange exchange, final int status, final String type, final CharSequence text)
            throws IOException {
        send(exchange, status, type, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Send bytes, or only say what they would be like. */
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
