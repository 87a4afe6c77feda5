package io.ringside.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * A request to a {@link TraceServer}, and its answer: a handler sends one, or throws a {@link Failure}. For one thread,
 * except the stream of its answer, which other threads may use one after the other.
 */
public final class Exchange {
    /** Type of JSON. */
    public static final String JSON = "application/json";

    /** Longest time for a request to arrive. */
    static final long REQUEST_MS = TimeUnit.SECONDS.toMillis(5);
    /** Longest time for an answer to be read. */
    static final long ANSWER_MS = TimeUnit.MINUTES.toMillis(10);

    final Request request;
    final Response response;

    Exchange(final Request request, final Response response) {
        this.request = request;
        this.response = response;
    }

    /** Answers the requests of a path. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Answer a request.
         *
         * @param exchange with the request
         * @throws IOException if the client has gone, or the answer cannot be completed; its connection is closed
         * @throws Failure     if the server is to answer with its status and message
         */
        void handle(Exchange exchange) throws IOException;
    }

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

    /** {@return the method of HTTP, such as {@code GET}} */
    public String method() {
        return request.getMethod();
    }

    /** {@return the path of the request, decoded; empty if it has none} */
    public String path() {
        final String path = request.getHttpURI().getPath();
        return path == null ? "" : URIUtil.decodePath(path);
    }

    /** {@return the query of the request, as it was encoded; null if it has none} */
    public @Nullable String query() {
        return request.getHttpURI().getQuery();
    }

    /**
     * Read a header of the request.
     *
     * @param name in any letter case
     * @return its first value, or null
     */
    public @Nullable String header(final String name) {
        return request.getHeaders().get(name);
    }

    /**
     * Set a header of the answer, which has not begun.
     *
     * @param name  of the header
     * @param value of it; null for none
     */
    public void setHeader(final String name, final @Nullable String value) {
        response.getHeaders().put(name, value);
    }

    /**
     * Reject requests with other methods.
     *
     * @param methods that are understood
     * @throws Failure with status 405 if it has another one
     */
    public void requireMethod(final String... methods) {
        if (!List.of(methods).contains(method())) {
            setHeader("Allow", String.join(", ", methods));
            throw new Failure(HttpURLConnection.HTTP_BAD_METHOD, "method is not allowed: method=" + method()
                    + ", path=" + path() + ": use " + String.join(" or ", methods));
        }
    }

    /**
     * Read the body of the request.
     *
     * @param maxBytes that it may have
     * @return all of it
     * @throws Failure if it is longer, or cannot be read
     */
    public byte[] body(final int maxBytes) {
        final byte[] bytes;
        limit(REQUEST_MS);
        try {
            bytes = Content.Source.asInputStream(request).readNBytes(maxBytes + 1);
        } catch (final IOException | HttpException.RuntimeException e) {
            throw new Failure(HttpURLConnection.HTTP_BAD_REQUEST, "body of the request cannot be read: reason="
                    + (e instanceof final HttpException known
                            ? known.getReason()
                            : e.getCause() instanceof TimeoutException ? "it arrived too slowly" : e.getMessage())
                    + ": send all of it, with its length in bytes");
        }
        limit(ANSWER_MS);
        if (bytes.length > maxBytes) {
            throw new Failure(HttpURLConnection.HTTP_ENTITY_TOO_LARGE, "request is too long: maxBytes="
                    + maxBytes + ": give fewer parameters");
        }
        return bytes;
    }

    /** Sets how long what comes next may take on the connection. */
    void limit(final long timeoutMs) {
        request.getConnectionMetaData().getConnection().getEndPoint().setIdleTimeout(timeoutMs);
    }

    /** {@return the failure of a path that has no answer; to be thrown} */
    public Failure notFound() {
        return new Failure(HttpURLConnection.HTTP_NOT_FOUND,
                "there is nothing here: path=" + path() + ": see what / lists");
    }

    /**
     * Send a text in UTF-8, which is all of the answer.
     *
     * @param status of HTTP
     * @param type   of the text, such as {@link #JSON}
     * @param text   to send
     * @throws IOException if the client has gone, or an answer has begun
     */
    public void send(final int status, final String type, final CharSequence text) throws IOException {
        send(status, type, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Send bytes, which are all of the answer; to a request with HEAD, only their type and length.
     *
     * @param status of HTTP
     * @param type   of the bytes
     * @param bytes  to send
     * @throws IOException if the client has gone, or an answer has begun
     */
    public void send(final int status, final String type, final byte[] bytes) throws IOException {
        if (response.isCommitted()) {
            throw new IOException("answer has begun: status=" + status);
        }
        response.setStatus(status);
        setHeader("Content-Type", type);
        Content.Sink.write(response, true, ByteBuffer.wrap(bytes));
    }

    /**
     * Answer with a stream, which begins with its first byte, or when it is flushed.
     *
     * @param type of the bytes
     * @return the stream; to be closed when the answer is complete, and only then
     */
    public OutputStream stream(final String type) {
        setHeader("Content-Type", type);
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
            // Without its last chunk, an answer is seen to be incomplete, also if the connection ends with it.
            setHeader("Transfer-Encoding", "chunked");
        }
        return Content.Sink.asOutputStream(response);
    }
}
