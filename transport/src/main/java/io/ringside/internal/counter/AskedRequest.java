package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.Incarnation;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A request of this process, with its status and answer. Used by the thread of its asker. */
public final class AskedRequest implements AutoCloseable {
    private final RequestMessage message;
    private final CounterSetSchema schema;
    private final Path request;
    private final Path answerPath;
    private final Set<AskedRequest> standing;
    private final NanoClock clock;
    private AnswerStatus status = AnswerStatus.PENDING;
    private @Nullable CounterAnswer answer;
    private @Nullable String problem;
    private long answeredNs;
    private boolean isClosed;

    AskedRequest(final Path folder, final RequestMessage message, final CounterSetSchema schema,
            final Set<AskedRequest> standing, final NanoClock clock) {
        this.message = message;
        this.schema = schema;
        this.request = folder.resolve(message.name().toString());
        this.answerPath = folder.resolve(message.name().answer().toString());
        this.standing = standing;
        this.clock = clock;
        standing.add(this);
    }

    /** Returns the status of the request so far. */
    public AnswerStatus status() {
        return status;
    }

    /** Returns the answer; null unless the status is {@link AnswerStatus#ANSWERED}. */
    public @Nullable CounterAnswer answer() {
        return answer;
    }

    /** Returns a description of a problem, with the file's path; null if there is none. */
    public @Nullable String problem() {
        return problem;
    }

    /**
     * Withdraw the request: work on it may stop, and the counters that it has added are removed. Closing is idempotent.
     */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            standing.remove(this);
            // The request is removed first: any process that finds an answer without a request removes it.
            remove(request);
            remove(answerPath);
        }
    }

    Incarnation provider() {
        return message.provider();
    }

    Path path() {
        return request;
    }

    /** Returns the encoded request. */
    byte[] encoded() {
        return message.encode();
    }

    boolean isPending() {
        return status == AnswerStatus.PENDING;
    }

    /** Returns the time at which the answer was found, by the clock of the asker; 0 if there is none. */
    public long answeredNs() {
        return answeredNs;
    }

    /** Check whether there is an answer, without waiting for it. */
    public void poll() {
        if (isPending() && Files.exists(answerPath, LinkOption.NOFOLLOW_LINKS)) {
            final long nowNs = clock.nanoTime();
            try {
                final AnswerReader reader = AnswerReader.open(answerPath, message, schema);
                final AnswerStatus said = reader.status();
                if (said == AnswerStatus.ANSWERED) {
                    answer = reader.answer();
                }
                status = said;
                answeredNs = nowNs;
            } catch (final RingsideException e) {
                // An answer that has just disappeared was removed by a provider that is ending, which is noticed later.
                if (e.code() != ErrorCode.NOT_FOUND) {
                    fail(AnswerStatus.DAMAGED, e);
                }
            }
        }
    }

    /** End the wait for an answer. */
    void end(final AnswerStatus reason) {
        if (isPending()) {
            status = reason;
        }
    }

    void fail(final AnswerStatus reason, final RingsideException cause) {
        status = reason;
        problem = String.valueOf(cause.getMessage());
    }

    private void remove(final Path path) {
        try {
            ExistingFile.remove(path);
        } catch (final RingsideException e) {
            problem = String.valueOf(e.getMessage());
        }
    }
}
