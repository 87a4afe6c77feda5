package io.ringside.internal.counter;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.RequestFileName.Kind;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.StagedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests for counters to providers. It joins the trace directory with its first request, so that providers
 * notice its death and remove the counters that it has added. Not thread-safe.
 */
public final class CounterAsker implements AutoCloseable {
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Incarnation NOBODY = new Incarnation(0, 0);
    private static final long LIVENESS_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final TraceDirectory directory;
    private final NanoClock clock;
    private final Liveness liveness;
    private final Set<AskedRequest> standing = new HashSet<>();
    private @Nullable Participant participant;
    private long nextNumber = 1;

    /**
     * Create an asker in a directory.
     *
     * @param directory of the providers
     */
    public CounterAsker(final TraceDirectory directory) {
        this(directory, SystemNanoClock.INSTANCE);
    }

    /**
     * Create an asker in a directory.
     *
     * @param directory of the providers
     * @param clock     clock for the time of each answer; all waiting uses {@link System#nanoTime}
     */
    public CounterAsker(final TraceDirectory directory, final NanoClock clock) {
        this.directory = directory;
        this.clock = clock;
        this.liveness = new Liveness(directory);
    }

    /**
     * Make a request, which exists until it is closed. Never throws because of a provider.
     *
     * @param source    counter set to ask
     * @param type      type of the request; to remove counters, close the request that has added them
     * @param mask      requested counters and instances
     * @param timeoutNs longest wait for the answer, after which the provider may stop working on it
     * @return the request, to be awaited and closed
     */
    public AskedRequest ask(final CounterSource source, final CounterRequest.Type type, final CounterRequest.Mask mask,
            final long timeoutNs) {
        return ask(source, type.code(), mask, timeoutNs);
    }

    /** Make a request with a type code, which may be unknown here. */
    public AskedRequest ask(final CounterSource source, final int type, final CounterRequest.Mask mask,
            final long timeoutNs) {
        RingsideException problem = null;
        Participant self = null;
        try {
            self = join();
        } catch (final RingsideException e) {
            problem = e;
        }
        final RequestFileName name = new RequestFileName(self == null ? NOBODY : self.incarnation(), nextNumber++,
                Kind.REQUEST);
        final AskedRequest request = new AskedRequest(directory.requests(source.provider()),
                new RequestMessage(name, source.provider(), source.set(), type, mask, timeoutNs), source.schema(),
                standing, clock);
        if (self != null) {
            problem = store(self, request);
        }
        if (problem != null) {
            request.fail(AnswerStatus.NOT_ASKED, problem);
        }
        return request;
    }

    /**
     * Wait for answers until all are there, their providers are dead, or the time is over. An interrupt ends the wait
     * and stays pending.
     *
     * @param requests  requests to wait for; each has its status afterwards
     * @param timeoutNs longest wait for all of them together
     */
    public void await(final Collection<AskedRequest> requests, final long timeoutNs) {
        final long beginNs = System.nanoTime();
        long parkNs = MIN_PARK_NS;
        long livenessNs = beginNs;
        while (isPending(requests)) {
            final long nowNs = System.nanoTime();
            if (nowNs - beginNs >= timeoutNs || Thread.currentThread().isInterrupted()) {
                requests.forEach(request -> request.end(AnswerStatus.TIMED_OUT));
                return;
            }
            if (nowNs - livenessNs >= LIVENESS_INTERVAL_NS) {
                livenessNs = nowNs;
                endOfTheDead(requests);
            }
            LockSupport.parkNanos(this, Math.min(parkNs, timeoutNs - (nowNs - beginNs)));
            parkNs = Math.min(2 * parkNs, MAX_PARK_NS);
        }
    }

    /** Withdraw all requests, and leave the trace directory. */
    @Override
    public void close() {
        List.copyOf(standing).forEach(AskedRequest::close);
        final Participant self = participant;
        participant = null;
        if (self != null) {
            self.close();
        }
    }

    /** Returns the participant that makes the requests. */
    Participant join() {
        final Participant joined = participant;
        if (joined != null) {
            joined.restoreAlive();
            return joined;
        }
        final Participant self = Participant.join(directory);
        participant = self;
        return self;
    }

    private static @Nullable RingsideException store(final Participant self, final AskedRequest request) {
        try (StagedFile staged = self.files().stage(request.path(), request.encoded())) {
            staged.publish();
            return null;
        } catch (final RingsideException e) {
            // The folder is missing: the provider has ended, or accepts no requests any more.
            return e;
        }
    }

    private static boolean isPending(final Collection<AskedRequest> requests) {
        boolean isPending = false;
        for (final AskedRequest request : requests) {
            request.poll();
            isPending |= request.isPending();
        }
        return isPending;
    }

    /** Ends the requests of dead providers, after checking for an answer that came before the death. */
    private void endOfTheDead(final Collection<AskedRequest> requests) {
        final Map<Incarnation, Boolean> alive = new HashMap<>();
        for (final AskedRequest request : requests) {
            if (request.isPending() && !alive.computeIfAbsent(request.provider(), this::isAlive)) {
                request.poll();
                request.end(AnswerStatus.DIED);
            }
        }
    }

    /** A provider whose state cannot be determined counts as alive, so the wait continues. */
    private boolean isAlive(final Incarnation provider) {
        try {
            return liveness.isAlive(provider);
        } catch (final RingsideException e) {
            return true;
        }
    }
}
