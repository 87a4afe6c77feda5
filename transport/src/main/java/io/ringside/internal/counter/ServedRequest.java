package io.ringside.internal.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counter.AnswerWriter.Facts;
import io.ringside.internal.counter.PulledSet.Request;
import io.ringside.provider.counter.CounterRequest;
import org.jspecify.annotations.Nullable;

/**
 * An existing request in the process that answers it. Its calls are made one after the other by the threads of its
 * queue; the thread that scans the folder withdraws it.
 */
final class ServedRequest {
    private final RequestMessage message;
    private final CounterRequest.Type type;
    private final PulledSet set;
    private final CallQueue queue;
    private final AnswerWriter answers;
    private final Runnable call = this::call;
    private final long beginNs = System.nanoTime();
    private volatile boolean isWithdrawn;
    /** Whether the callback was notified of added counters; used by the thread of the queue. */
    private boolean isAdded;

    ServedRequest(final RequestMessage message, final CounterRequest.Type type, final PulledSet set,
            final CallQueue queue, final AnswerWriter answers) {
        this.message = message;
        this.type = type;
        this.set = set;
        this.queue = queue;
        this.answers = answers;
    }

    /** Enqueues the call of the callback; returns false if there are too many. Added counters are always reported. */
    boolean begin() {
        if (type == CounterRequest.Type.ADD_COUNTER) {
            queue.add(call);
            return true;
        }
        return queue.offer(call);
    }

    /**
     * Withdraws the request, because its asker no longer waits.
     *
     * @return whether the callback has to be notified by {@link #remove}
     */
    boolean withdraw() {
        isWithdrawn = true;
        return !queue.remove(call) && type == CounterRequest.Type.ADD_COUNTER;
    }

    /** Notifies the callback of removed counters, for an asker that has withdrawn its request to add them. */
    void remove() {
        queue.add(this::callRemoved);
    }

    private void call() {
        if (isCancelled()) {
            return;
        }
        if (set.isClosed()) {
            answers.refuse(message.name(), message.set(), AnswerStatus.UNKNOWN_SET);
            return;
        }
        isAdded = true;
        final Request request = set.newRequest(type, message.mask(), this::isCancelled);
        final int status = set.call(request);
        final byte @Nullable [] added = request.buffer().end();
        if (added != null) {
            answer(request, added, status);
        }
    }

    private void callRemoved() {
        if (isAdded && !set.isClosed()) {
            set.call(set.newRequest(CounterRequest.Type.REMOVE_COUNTER, message.mask(), () -> false));
        }
    }

    private void answer(final Request request, final byte[] added, final int status) {
        try {
            answers.answer(message.name(), new Facts(message.set(), AnswerStatus.ANSWERED, status, set.epochNs()),
                    request.buffer(), added, () -> isWithdrawn);
        } catch (final RingsideException e) {
            if (!isWithdrawn && !set.isClosed()) {
                // There may be no room for the instances; a short answer may still fit.
                set.tellOfRequest(e);
                answers.refuse(message.name(), message.set(), AnswerStatus.NOT_STORED);
            }
        }
    }

    private boolean isCancelled() {
        return isWithdrawn || (type.hasAnswer() && System.nanoTime() - beginNs > message.timeoutNs());
    }
}
