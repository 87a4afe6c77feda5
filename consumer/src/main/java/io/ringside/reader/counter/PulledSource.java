package io.ringside.reader.counter;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterValue;
import io.ringside.internal.counter.AnswerStatus;
import io.ringside.internal.counter.AskedRequest;
import io.ringside.internal.counter.CounterAnswer;
import io.ringside.internal.counter.CounterAsker;
import io.ringside.internal.counter.CounterFileView;
import io.ringside.internal.counter.CounterSource;
import io.ringside.internal.files.Incarnation;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.reader.counter.ComputedInstance.Identity;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Set of a process with a callback: the items that need it, the requests to the process, and the latest instances. Not
 * thread-safe.
 */
final class PulledSource implements AutoCloseable {
    private final CounterSource source;
    private final long pid;
    private final Set<CounterQuery.Item> items = new LinkedHashSet<>();
    /** Combined mask of all items. */
    private CounterRequest.Mask mask = CounterRequest.Mask.ALL;
    /** Request that announces the items to the provider, open as long as there are items. */
    private @Nullable AskedRequest interest;
    private CounterRequest.Mask toldMask = CounterRequest.Mask.ALL;
    private AnswerStatus interestStatus = AnswerStatus.PENDING;
    private @Nullable String interestProblem;
    private Map<Key, ComputedInstance> instances = Map.of();
    private AnswerStatus status = AnswerStatus.PENDING;
    private @Nullable String problem;
    private @Nullable AskedRequest asked;
    private boolean isKnownDead;

    /**
     * Identity of an instance over time: equal for the same instance of a provider, different after a restart of the
     * provider. Instances created at the same time are ordered by id.
     */
    private record Key(Incarnation provider, int set, long id, String name) {
        @Override
        public String toString() {
            return String.format("%s %09d %010d %s", provider, set, id, name);
        }
    }

    PulledSource(final CounterFileView file) {
        this.source = new CounterSource(file.incarnation(), file.setNumber(), file.schema());
        this.pid = file.pid();
    }

    Collection<ComputedInstance> instances() {
        return instances.values();
    }

    /** {@return whether the last request was answered, or none was made} */
    boolean isSound() {
        return status == AnswerStatus.ANSWERED || status == AnswerStatus.PENDING;
    }

    /** Describes the problem in readable text; null if there is none. */
    @Nullable
    String problem() {
        if (isKnownDead) {
            // Rows of a dead provider are stale, which is not a problem.
            return null;
        }
        if (!isSound()) {
            return text("provider has not answered", status, problem);
        }
        return interestStatus == AnswerStatus.PENDING
                ? null
                : text("provider has not accepted the request to add counters", interestStatus, interestProblem);
    }

    /** Returns the status of rows without an answer. */
    CounterValue.Status rowStatus() {
        return status == AnswerStatus.DAMAGED ? CounterValue.Status.INVALID_SAMPLE : CounterValue.Status.NO_ANSWER;
    }

    /** Adds an item, if it concerns the set. */
    void addMask(final CounterQuery.Item item) {
        if (PulledMask.concerns(item, source.schema()) && items.add(item)) {
            mask = PulledMask.of(List.copyOf(items), source.schema());
        }
    }

    /** {@return whether this set has one of the items} */
    boolean hasMask(final Collection<CounterQuery.Item> reason) {
        return !Collections.disjoint(this.items, reason);
    }

    /** Removes an item. */
    void removeMask(final CounterQuery.Item item) {
        if (items.remove(item) && !items.isEmpty()) {
            mask = PulledMask.of(List.copyOf(items), source.schema());
        }
    }

    /**
     * Announces the combined mask of all items to the provider, and repeats that if it failed. Later requests arrive
     * after it. An earlier announcement is withdrawn only afterwards, so that there is no gap.
     */
    void announceMask(final CounterAsker asker) {
        if (status == AnswerStatus.DIED) {
            return;
        }
        final AskedRequest told = interest;
        if (told != null) {
            told.poll();
            note(told);
            if (told.status() == AnswerStatus.PENDING && !items.isEmpty() && mask.equals(toldMask)) {
                return;
            }
        }
        if (items.isEmpty()) {
            interest = null;
        } else {
            final AskedRequest telling = asker.ask(source, CounterRequest.Type.ADD_COUNTER, mask, 0);
            interest = telling;
            toldMask = mask;
            if (telling.status() != AnswerStatus.PENDING) {
                note(telling);
            }
        }
        if (told != null) {
            told.close();
        }
    }

    /** Sends a request for all items of this set; null if there is no process. */
    @Nullable
    AskedRequest ask(final CounterAsker asker, final CounterRequest.Type type, final long timeoutNs) {
        announceMask(asker);
        asked = status == AnswerStatus.DIED ? null : asker.ask(source, type, mask, timeoutNs);
        return asked;
    }

    /** Stores the answer after the wait. Returns whether the set of instances has changed. */
    boolean take(final CounterRequest.Type type) {
        final AskedRequest request = asked;
        asked = null;
        if (request == null) {
            return false;
        }
        request.close();
        status = request.status();
        problem = request.problem();
        final CounterAnswer answer = request.answer();
        if (answer == null) {
            fail();
            return false;
        }
        final Map<Key, ComputedInstance> now = new LinkedHashMap<>();
        for (final CounterAnswer.Instance given : answer.instances()) {
            final Key key = new Key(source.provider(), source.set(), given.id(),
                    CounterPath.Instance.key(given.name()));
            final ComputedInstance known = instances.get(key);
            final ComputedInstance instance = known == null
                    ? new ComputedInstance(source.schema(),
                            new Identity(key, given.name(), given.id(), answer.epochNs(), pid,
                                    source.provider()))
                    : known;
            if (type == CounterRequest.Type.COLLECT_DATA) {
                instance.store(values(given), request.answeredNs(), false);
            }
            now.put(key, instance);
        }
        final boolean isOther = !now.keySet().equals(instances.keySet());
        instances = now;
        return isOther;
    }

    /** Records that the process is dead: it gets no more requests, and its last answer is stale. */
    void died() {
        status = AnswerStatus.DIED;
        isKnownDead = true;
        fail();
    }

    @Override
    public void close() {
        items.clear();
        final AskedRequest told = interest;
        interest = null;
        if (told != null) {
            told.close();
        }
    }

    private void note(final AskedRequest told) {
        interestStatus = told.status();
        interestProblem = told.problem();
    }

    private String text(final String what, final AnswerStatus of, final @Nullable String reason) {
        return what + ": counterSet=" + source.schema().name() + ", pid=" + pid + ", status=" + of
                + (reason == null ? "" : ", reason=" + reason) + ": " + remedy(of);
    }

    private static String remedy(final AnswerStatus of) {
        return switch (of) {
            case DIED -> "its rows are stale";
            case BUSY -> "see what the calls of its callback wait for";
            case UNKNOWN_SET -> "the set was closed, it may come again";
            case NOT_ASKED, NOT_STORED -> "see whether the trace directory has room and can be written";
            case DAMAGED -> "find what writes to the trace directory";
            case BAD_REQUEST, UNKNOWN_TYPE -> "see whether it has the same version";
            default -> "see what its callback does, or wait longer";
        };
    }

    private void fail() {
        instances.values().forEach(instance -> instance.fail(rowStatus(), status == AnswerStatus.DIED));
    }

    private static long[] values(final CounterAnswer.Instance instance) {
        final long[] values = new long[instance.values()];
        for (int i = 0; i < values.length; i++) {
            values[i] = instance.value(i);
        }
        return values;
    }
}
