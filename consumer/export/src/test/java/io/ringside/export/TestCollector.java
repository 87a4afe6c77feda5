package io.ringside.export;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsPartialSuccess;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/**
 * A collector of logs that reads requests with the classes of OpenTelemetry itself, and answers as a test wants: by
 * default it takes everything. A request without records is answered by itself.
 */
public final class TestCollector implements AutoCloseable {
    private static final String PROTOBUF = "application/x-protobuf";

    private final HttpServer server;
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Reply probeReply = Reply.accepted();

    /**
     * A request with records.
     *
     * @param path    of the URL
     * @param headers by name in small letters
     * @param logs    that it had
     */
    public record Request(String path, Map<String, String> headers, ExportLogsServiceRequest logs) {
        /** In the order of the request. */
        public List<LogRecord> records() {
            return logs.getResourceLogsList().stream().map(ResourceLogs::getScopeLogsList).flatMap(List::stream)
                    .map(ScopeLogs::getLogRecordsList).flatMap(List::stream).toList();
        }
    }

    /**
     * An answer.
     *
     * @param status  of HTTP
     * @param headers by name
     * @param body    of the answer
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Reply(int status, Map<String, String> headers, byte[] body) {
        /** Everything was taken. */
        public static Reply accepted() {
            return new Reply(200, Map.of("Content-Type", PROTOBUF), new byte[0]);
        }

        /** All but some was taken. */
        public static Reply partly(final long rejected, final String message) {
            return new Reply(200, Map.of("Content-Type", PROTOBUF), ExportLogsServiceResponse.newBuilder()
                    .setPartialSuccess(ExportLogsPartialSuccess.newBuilder().setRejectedLogRecords(rejected)
                            .setErrorMessage(message))
                    .build().toByteArray());
        }

        /** Nothing was taken. */
        public static Reply of(final int status, final String... headers) {
            return new Reply(status, headers.length == 0 ? Map.of() : Map.of(headers[0], headers[1]), new byte[0]);
        }
    }

    /** A collector that listens. */
    public TestCollector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    /** Where it listens. */
    public URI url() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    /** Answers the next request with records by this, and so on. */
    public TestCollector then(final Reply reply) {
        replies.add(reply);
        return this;
    }

    /** Answers requests without records by this. */
    public TestCollector toProbes(final Reply reply) {
        probeReply = reply;
        return this;
    }

    /** All requests with records, also those that were not taken. */
    public List<Request> requests() {
        return requests;
    }

    /** All records of all requests. */
    public List<LogRecord> records() {
        return requests.stream().map(Request::records).flatMap(List::stream).toList();
    }

    private void handle(final HttpExchange exchange) throws IOException {
        try (exchange) {
            final Map<String, String> headers = new TreeMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
            final ExportLogsServiceRequest logs;
            try (InputStream body = "gzip".equals(headers.get("content-encoding"))
                    ? new GZIPInputStream(exchange.getRequestBody())
                    : exchange.getRequestBody()) {
                logs = ExportLogsServiceRequest.parseFrom(body);
            }
            Reply reply = probeReply;
            if (logs.getResourceLogsCount() > 0) {
                requests.add(new Request(exchange.getRequestURI().getPath(), headers, logs));
                final Reply scripted = replies.poll();
                reply = scripted == null ? Reply.accepted() : scripted;
            }
            reply.headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status, reply.body.length == 0 ? -1 : reply.body.length);
            exchange.getResponseBody().write(reply.body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
