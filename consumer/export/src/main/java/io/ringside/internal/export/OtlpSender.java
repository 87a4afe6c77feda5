package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLException;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Sender of OTLP requests over HTTP, one at a time. It retries while the collector is busy or absent. A request may
 * arrive twice if its answer is lost, and never counts as sent without an answer. Used by one thread at a time.
 */
public final class OtlpSender implements OtlpTarget {
    /** Path at which collectors receive logs. */
    private static final String LOGS = "/v1/logs";
    private static final String PROTOBUF = "application/x-protobuf";
    private static final long ATTEMPT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long FIRST_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long DELAY_MAX_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Maximum length of an answer that is read; of longer answers, only the status counts. */
    private static final int ANSWER_MAX = 1 << 22;
    private static final int REASON_MAX = 200;
    private static final int CAUSES_MAX = 8;
    /** Part of the JDK's message when a server answers in plain text instead of TLS. */
    private static final String NO_TLS = "unrecognized ssl message";
    /** Servers read this many bytes of a request that they have already rejected, and then close the connection. */
    private static final int ASKING_MIN = 1 << 16;
    private static final int OK_MIN = 200;
    private static final int OK_MAX = 299;
    private static final int REJECTED_MIN = 400;
    /** The only statuses for which the specification allows a retry. */
    private static final Set<Integer> RETRIED = Set.of(429, 502, 503, 504);
    /** Statuses after which every other request would be rejected too. */
    private static final Map<Integer, ErrorCode> FATAL = Map.of(401, ErrorCode.ACCESS_DENIED, 403,
            ErrorCode.ACCESS_DENIED, 404, ErrorCode.NOT_FOUND, 405, ErrorCode.NOT_FOUND, 407, ErrorCode.ACCESS_DENIED,
            415, ErrorCode.WRONG_KIND);
    private static final int BAD_REQUEST = 400;
    private static final int TOO_LARGE = 413;
    private static final Pattern TOO_LARGE_TEXT = Pattern.compile("(?i)too (large|long|big)|larger than|exceed");
    /** Field numbers on the path to a record: resources, scopes, records. */
    private static final int[] WAY_TO_RECORDS = {1, 2, 2};
    private static final String BUSY_REMEDY = "start the collector, or give it more time by --retry-for";

    private final URI url;
    private final Map<String, String> headers;
    private final boolean gzip;
    private final long retryNs;
    private final BooleanSupplier stopped;
    private final NanoClock clock;
    private final LongConsumer sleeper;
    private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER).connectTimeout(Duration.ofNanos(ATTEMPT_NS)).build();
    private long sent;
    private long rejected;
    private long bytes;
    private String reason = "";
    /** Length of the smallest request that was too large for the collector. */
    private int tooLarge = Integer.MAX_VALUE;

    /** Prospects of another attempt after a request without an answer. */
    private enum Fate {
        /** Another attempt may succeed. */
        OPEN,
        /**
         * The connection ended while the body was sent: the server may answer if the next attempt asks for permission
         * (100 Continue) before it sends its body.
         */
        ASK_FIRST,
        /** Another attempt would fail in the same way. */
        FATAL
    }

    /**
     * Result of an attempt.
     *
     * @param status  status of HTTP; 0 if there was no answer
     * @param type    content type of the body
     * @param body    body of the answer
     * @param delayNs delay that the collector asks for; 0 if it does not
     * @param reason  readable reason, if there was no answer
     * @param fate    prospects of another attempt, if there was no answer
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Answer(int status, String type, byte[] body, long delayNs, String reason, Fate fate) {
        private boolean isAccepted() {
            return status >= OK_MIN && status <= OK_MAX;
        }

        private boolean mayBeRetried() {
            return status == 0 ? fate != Fate.FATAL : RETRIED.contains(status);
        }

        private boolean isOtlp() {
            return type.startsWith(PROTOBUF);
        }
    }

    /**
     * Creates a sender.
     *
     * @param url     of the collector; without a path it gets the path for logs
     * @param headers of each request
     * @param gzip    whether requests are compressed
     * @param retryNs how long a request is retried, in nanoseconds
     * @param stopped whether to stop waiting
     * @throws RingsideException if the URL is not an HTTP URL, or a header is not allowed
     */
    public OtlpSender(final URI url, final Map<String, String> headers, final boolean gzip, final long retryNs,
            final BooleanSupplier stopped) {
        this(url, headers, gzip, retryNs, stopped, SystemNanoClock.INSTANCE, waitNs -> {
            final long endNs = System.nanoTime() + waitNs;
            for (long leftNs = waitNs; leftNs > 0 && !stopped.getAsBoolean()
                    && !Thread.currentThread().isInterrupted(); leftNs = endNs - System.nanoTime()) {
                LockSupport.parkNanos(Math.min(leftNs, SLICE_NS));
            }
        });
    }

    OtlpSender(final URI url, final Map<String, String> headers, final boolean gzip, final long retryNs,
            final BooleanSupplier stopped, final NanoClock clock, final LongConsumer sleeper) {
        this.url = checked(url);
        this.headers = Map.copyOf(headers);
        this.gzip = gzip;
        this.retryNs = retryNs;
        this.stopped = stopped;
        this.clock = clock;
        this.sleeper = sleeper;
        // Report invalid headers before any event is read.
        request(new byte[0], false);
    }

    private static URI checked(final URI url) {
        final String scheme = url.getScheme();
        if (url.getHost() == null || scheme == null
                || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "no URL of a collector: url=" + url
                    + ": give one such as http://localhost:4318");
        }
        final String path = url.getPath();
        return path == null || path.isEmpty() || path.equals("/") ? url.resolve(LOGS) : url;
    }

    /** {@return number of records that the collector has accepted} */
    @Override
    public long sent() {
        return sent;
    }

    /** {@return number of records that the collector has rejected} */
    @Override
    public long rejected() {
        return rejected;
    }

    /** {@return number of bytes of the answered requests, as sent} */
    @Override
    public long bytes() {
        return bytes;
    }

    /** {@return why the collector has rejected records, or the collector's warning; empty if there is neither} */
    @Override
    public String reason() {
        return reason;
    }

    /**
     * Send a request and retry until it is answered; split it in halves if it is too large for the collector.
     *
     * @param source  contains the request
     * @param records number of records in the request
     * @throws RingsideException if the collector rejects the request and would reject any other
     */
    @Override
    public void send(final ByteBuilder source, final int records) {
        if (source.length() >= tooLarge && sendHalves(source, records)) {
            return;
        }
        final byte[] body = body(source);
        final long deadlineNs = clock.nanoTime() + retryNs;
        long delayNs = FIRST_DELAY_NS;
        boolean isAsking = false;
        for (int attempt = 1;; attempt++) {
            final Answer answer = attempt(body, isAsking);
            // Never twice in a row: some servers do not answer the question (100 Continue).
            isAsking = !isAsking && answer.fate == Fate.ASK_FIRST && body.length >= ASKING_MIN;
            if (answer.isAccepted()) {
                bytes += body.length;
                accept(answer, records);
                return;
            }
            if (!answer.mayBeRetried()) {
                bytes += answer.status == 0 ? 0 : body.length;
                if (isTooLarge(answer) && sendHalves(source, records)) {
                    tooLarge = Math.min(tooLarge, source.length());
                    return;
                }
                reject(answer, records);
                return;
            }
            final long waitNs = Math.max(answer.delayNs,
                    delayNs / 2 + ThreadLocalRandom.current().nextLong(delayNs / 2));
            if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted()
                    || clock.nanoTime() + waitNs - deadlineNs > 0) {
                throw failure(ErrorCode.TIMEOUT, "collector takes no records", text(answer) + ", attempts=" + attempt
                        + (answer.delayNs > 0 ? ", retryAfterMs=" + TimeUnit.NANOSECONDS.toMillis(answer.delayNs) : ""),
                        records, BUSY_REMEDY);
            }
            sleeper.accept(waitNs);
            delayNs = Math.min(2 * delayNs, DELAY_MAX_NS);
        }
    }

    private static boolean isTooLarge(final Answer answer) {
        return answer.status == TOO_LARGE
                || (answer.status == BAD_REQUEST && TOO_LARGE_TEXT.matcher(text(answer)).find());
    }

    /** Sends the records in two requests. Returns false if that is not possible. */
    private boolean sendHalves(final ByteBuilder source, final int records) {
        if (records < 2 || !ProtobufField.isMessage(source.copy(0))) {
            return false;
        }
        final int half = records / 2;
        final byte[] whole = source.copy(0);
        send(some(whole, 0, new int[]{0, half}), half);
        send(some(whole, 0, new int[]{half, records}), records - half);
        return true;
    }

    /** Copies a part of a request with only some of its records. Empty if the part contains none of them. */
    private static ByteBuilder some(final byte[] message, final int level, final int[] range) {
        final ByteBuilder part = new ByteBuilder(message.length);
        boolean isEmpty = true;
        for (int at = 0; at < message.length;) {
            final ProtobufField field = Objects.requireNonNull(ProtobufField.read(message, at));
            if (field.key != WAY_TO_RECORDS[level]) {
                part.putBytes(Arrays.copyOfRange(message, at, field.end));
            } else if (level == WAY_TO_RECORDS.length - 1) {
                if (range[0]-- <= 0 && range[1] > 0) {
                    part.putBytes(Arrays.copyOfRange(message, at, field.end));
                    isEmpty = false;
                }
                range[1]--;
            } else {
                final ByteBuilder inner = some(field.bytes, level + 1, range);
                if (inner.length() > 0) {
                    part.putVarint((long) field.key << 3 | 2).putVarint(inner.length()).putBytes(inner);
                    isEmpty = false;
                }
            }
            at = field.end;
        }
        if (isEmpty) {
            part.clear();
        }
        return part;
    }

    /**
     * Check whether the collector accepts logs, before any event is taken from its source.
     *
     * @throws RingsideException like {@link #send}
     */
    @Override
    public void probe() {
        send(new ByteBuilder(0), 0);
        reason = "";
    }

    /** Counts an accepted request, in which some records may have been rejected nevertheless. */
    private void accept(final Answer answer, final int records) {
        long rejectedNow = 0;
        if (answer.body.length > 0) {
            final Optional<PartialSuccess> partial = answer.isOtlp()
                    ? PartialSuccess.of(answer.body)
                    : Optional.empty();
            if (partial.isEmpty()) {
                throw failure(ErrorCode.WRONG_KIND, "this is no collector of OTLP",
                        "answer is no OTLP, contentType=" + PlainText.of(answer.type), records,
                        "give the URL of a collector, such as http://localhost:4318");
            }
            rejectedNow = Math.max(0, Math.min(partial.get().rejected(), records));
            if (!partial.get().message().isEmpty()) {
                reason = shortened(partial.get().message());
            }
        }
        rejected += rejectedNow;
        sent += records - rejectedNow;
    }

    private void reject(final Answer answer, final int records) {
        if (answer.status == 0) {
            throw failure(ErrorCode.ACCESS_DENIED, "collector cannot be reached by TLS", answer.reason, records,
                    "give http:// if it does not use TLS, or let Java trust its certificate with "
                            + "JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE");
        }
        final ErrorCode fatal = answer.status < REJECTED_MIN ? ErrorCode.WRONG_KIND : FATAL.get(answer.status);
        if (fatal != null) {
            throw failure(fatal, "collector does not take logs here", text(answer), records,
                    "check the URL and --header");
        }
        rejected += records;
        reason = text(answer);
    }

    private RingsideException failure(final ErrorCode code, final String what, final String why, final int records,
            final String remedy) {
        return new RingsideException(code, what + ": url=" + url + ", reason=" + why + ", recordsOfRequest=" + records
                + ": " + remedy);
    }

    private static String text(final Answer answer) {
        if (answer.status == 0) {
            return answer.reason;
        }
        final String message = answer.isOtlp()
                ? ProtobufField.of(answer.body, 2).map(ProtobufField::text).orElse("")
                : new String(answer.body, StandardCharsets.UTF_8);
        return "status " + answer.status + (message.isBlank() ? "" : ' ' + shortened(message));
    }

    private static String shortened(final String text) {
        final String plain = PlainText.of(text).strip();
        return plain.length() <= REASON_MAX ? plain : plain.substring(0, REASON_MAX) + '…';
    }

    private byte[] body(final ByteBuilder source) {
        if (!gzip) {
            return source.copy(0);
        }
        final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(source.bytes(), 0, source.length());
        } catch (final IOException e) {
            throw new IllegalStateException("memory cannot be written", e);
        }
        return compressed.toByteArray();
    }

    private HttpRequest request(final byte[] body, final boolean isAsking) {
        try {
            final HttpRequest.Builder request = HttpRequest.newBuilder(url).header("Content-Type", PROTOBUF)
                    .expectContinue(isAsking).POST(BodyPublishers.ofByteArray(body));
            if (gzip) {
                request.header("Content-Encoding", "gzip");
            }
            headers.forEach(request::setHeader);
            return request.build();
        } catch (final IllegalArgumentException e) {
            // The value may be a secret.
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "header is not allowed: names=" + headers.keySet()
                    + ": give other headers", e);
        }
    }

    private Answer attempt(final byte[] body, final boolean isAsking) {
        final CompletableFuture<HttpResponse<byte[]>> sending = client.sendAsync(request(body, isAsking),
                info -> new LimitedBody());
        try {
            final HttpResponse<byte[]> response = sending.get(ATTEMPT_NS, TimeUnit.NANOSECONDS);
            return new Answer(response.statusCode(), response.headers().firstValue("Content-Type").orElse("none"),
                    response.body(), response.headers().firstValue("Retry-After").map(OtlpSender::delayNs).orElse(0L),
                    "", Fate.OPEN);
        } catch (final ExecutionException e) {
            return noAnswer(e.getCause());
        } catch (final TimeoutException e) {
            sending.cancel(true);
            return noAnswer("no answer within " + TimeUnit.NANOSECONDS.toSeconds(ATTEMPT_NS) + " s");
        } catch (final InterruptedException e) {
            sending.cancel(true);
            Thread.currentThread().interrupt();
            return noAnswer("thread was interrupted");
        }
    }

    private static Answer noAnswer(final String reason) {
        return noAnswer(reason, Fate.OPEN);
    }

    private static Answer noAnswer(final String reason, final Fate fate) {
        return new Answer(0, "", new byte[0], 0, shortened(reason), fate);
    }

    private static Answer noAnswer(final @Nullable Throwable cause) {
        if (cause instanceof ConnectException) {
            return noAnswer("connection refused, or host not reached");
        }
        if (cause instanceof SSLException) {
            return noAnswer("TLS: " + cause.getMessage(), isOfTrust(cause) ? Fate.FATAL : Fate.OPEN);
        }
        return noAnswer(String.valueOf(cause), cause instanceof IOException ? Fate.ASK_FIRST : Fate.OPEN);
    }

    /** {@return whether the failure concerns trust or the protocol (TLS)} Connections that end early do not count. */
    private static boolean isOfTrust(final Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < CAUSES_MAX && cause != null; depth++) {
            if (cause instanceof GeneralSecurityException
                    || String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains(NO_TLS)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Parses seconds or a date; returns 0 for other text. */
    static long delayNs(final String retryAfter) {
        final String text = retryAfter.strip();
        try {
            if (text.matches("\\d{1,9}")) {
                return TimeUnit.SECONDS.toNanos(Long.parseLong(text));
            }
            final Duration delay = Duration.between(Instant.now(),
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
            return Math.max(0, TimeUnit.MILLISECONDS.toNanos(delay.toMillis()));
        } catch (final DateTimeParseException | ArithmeticException e) {
            return 0;
        }
    }

    /** Subscriber that collects the bytes of an answer, up to a limit. */
    private static final class LimitedBody implements BodySubscriber<byte[]> {
        private final CompletableFuture<byte[]> body = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private @Nullable Subscription subscription;

        @Override
        public CompletionStage<byte[]> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(final Subscription newSubscription) {
            subscription = newSubscription;
            newSubscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(final List<ByteBuffer> buffers) {
            for (final ByteBuffer buffer : buffers) {
                if (buffer.remaining() > ANSWER_MAX - bytes.size()) {
                    if (subscription != null) {
                        subscription.cancel();
                    }
                    body.complete(new byte[0]);
                    return;
                }
                final byte[] copy = new byte[buffer.remaining()];
                buffer.get(copy);
                bytes.write(copy, 0, copy.length);
            }
        }

        @Override
        public void onError(final Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete(bytes.toByteArray());
        }
    }

    /**
     * Answer of a collector that has accepted only a part of a request.
     *
     * @param rejected number of rejected records, according to the collector
     * @param message  readable message
     */
    private record PartialSuccess(long rejected, String message) {
        /** {@return the partial success in an answer; empty if there is none} */
        private static Optional<PartialSuccess> of(final byte[] answer) {
            if (!ProtobufField.isMessage(answer)) {
                return Optional.empty();
            }
            final byte[] partial = ProtobufField.of(answer, 1).map(ProtobufField::bytes).orElse(new byte[0]);
            return ProtobufField.isMessage(partial)
                    ? Optional.of(new PartialSuccess(
                            ProtobufField.of(partial, 1).map(ProtobufField::number).orElse(0L),
                            ProtobufField.of(partial, 2).map(ProtobufField::text).orElse("")))
                    : Optional.empty();
        }
    }

    /**
     * Field of a protobuf message written by another program. Immutable.
     *
     * @param key    of the field
     * @param number value of a numeric field; else 0
     * @param bytes  value of a field with bytes; else empty
     * @param end    offset of the next field
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record ProtobufField(int key, long number, byte[] bytes, int end) {
        private static final int VARINT_BITS = 7;

        /** {@return the last field with a key; empty if there is none, or if the bytes are not a message} */
        private static Optional<ProtobufField> of(final byte[] message, final int key) {
            ProtobufField found = null;
            for (int at = 0; at < message.length;) {
                final ProtobufField field = read(message, at);
                if (field == null) {
                    return Optional.empty();
                }
                if (field.key == key) {
                    found = field;
                }
                at = field.end;
            }
            return Optional.ofNullable(found);
        }

        private static boolean isMessage(final byte[] message) {
            int at = 0;
            while (at < message.length) {
                final ProtobufField field = read(message, at);
                if (field == null) {
                    return false;
                }
                at = field.end;
            }
            return true;
        }

        private String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        private static @Nullable ProtobufField read(final byte[] message, final int begin) {
            final ProtobufField tag = varint(message, begin);
            if (tag == null || tag.number >>> 3 == 0 || tag.number >>> 3 > Integer.MAX_VALUE >>> 2) {
                return null;
            }
            final int key = (int) (tag.number >>> 3);
            switch ((int) tag.number & 7) {
                case 0 -> {
                    final ProtobufField value = varint(message, tag.end);
                    return value == null ? null : new ProtobufField(key, value.number, new byte[0], value.end);
                }
                case 2 -> {
                    final ProtobufField length = varint(message, tag.end);
                    return length == null || length.number < 0 || length.number > message.length - length.end
                            ? null
                            : cut(message, key, length.end, (int) length.number);
                }
                case 1 -> {
                    return cut(message, key, tag.end, Long.BYTES);
                }
                case 5 -> {
                    return cut(message, key, tag.end, Integer.BYTES);
                }
                default -> {
                    return null;
                }
            }
        }

        private static @Nullable ProtobufField cut(final byte[] message, final int key, final int begin,
                final int length) {
            return length > message.length - begin
                    ? null
                    : new ProtobufField(key, 0, Arrays.copyOfRange(message, begin, begin + length),
                            begin + length);
        }

        private static @Nullable ProtobufField varint(final byte[] message, final int begin) {
            long value = 0;
            for (int i = begin, shift = 0; i < message.length && shift < Long.SIZE; i++, shift += VARINT_BITS) {
                value |= (long) (message[i] & 0x7F) << shift;
                if (message[i] >= 0) {
                    return new ProtobufField(0, value, new byte[0], i + 1);
                }
            }
            return null;
        }
    }
}
