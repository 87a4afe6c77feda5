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

/** A request that was made, and what has become of it. For the thread of its asker. */
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

    /** The answer; empty unless it was {@link AnswerStatus#ANSWERED}. */
    public @Nullable CounterAnswer answer() {
        return answer;
    }

    /** Describes for people what is wrong, and with which file; null if nothing is. */
    public @Nullable String problem() {
        return problem;
    }

    /**
     * Take it back: work on it may stop, and counters that it has added are removed. Closing twice is closing
     * once.
     */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            standing.remove(this);
            // The request first: an answer without one is removed by any process that finds it.
            remove(request);
            remove(answerPath);
        }
    }

    Incarnation provider() {
        return message.provider();
    }

    /** Returns the path of the request. */
    Path path() {
        return request;
    }

    /** All bytes of the request. */
    byte[] encoded() {
        return message.encode();
    }

    boolean isPending() {
        return status == AnswerStatus.PENDING;
    }

    /** When the answer was met, by the clock of the asker; 0 if there is none. */
    public long answeredNs() {
        return answeredNs;
    }

    /** Looks whether there is an answer, without waiting for it. */
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
                // One that has gone meanwhile was taken away by a provider that ends: that will be seen.
                if (e.code() != ErrorCode.NOT_FOUND) {
                    fail(AnswerStatus.DAMAGED, e);
                }
            }
        }
    }

    /** It is not waited for any longer. */
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
