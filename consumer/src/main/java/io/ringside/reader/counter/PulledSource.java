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
 * One set of one process that has a callback: what it is asked, which items it knows that they are interested, and the
 * instances that it answered last. For one thread.
 */
final class PulledSource implements AutoCloseable {
    private final CounterSource source;
    private final long pid;
    private final Set<CounterQuery.Item> items = new LinkedHashSet<>();
    /** The mask of all items together. */
    private CounterRequest.Mask mask = CounterRequest.Mask.ALL;
    /** The request that exists as long as there are items, and says what they want. */
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
     * The identity of an instance in time: the provider calls the same instance by it, and another life of the provider
     * has another one. Instances that began together are in the order of their ids.
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

    /** Whether the last question was answered, or none was asked. */
    boolean isSound() {
        return status == AnswerStatus.ANSWERED || status == AnswerStatus.PENDING;
    }

    /** Describes the problem for people; null if there is none. */
    @Nullable
    String problem() {
        if (isKnownDead) {
            // Its rows are stale, as those are of any other provider that has died.
            return null;
        }
        if (!isSound()) {
            return text("provider has not answered", status, problem);
        }
        return interestStatus == AnswerStatus.PENDING
                ? null
                : text("provider has not accepted the request to add counters", interestStatus, interestProblem);
    }

    /** Status of rows for which there is no answer. */
    CounterValue.Status rowStatus() {
        return status == AnswerStatus.DAMAGED ? CounterValue.Status.INVALID_SAMPLE : CounterValue.Status.NO_ANSWER;
    }

    /** Takes note of an item, if its set concerns it. */
    void addInterest(final CounterQuery.Item item) {
        if (PulledMask.concerns(item, source.schema()) && items.add(item)) {
            mask = PulledMask.of(List.copyOf(items), source.schema());
        }
    }

    /** Whether one of these items is interested. */
    boolean hasInterest(final Collection<CounterQuery.Item> reason) {
        return !Collections.disjoint(this.items, reason);
    }

    /** Forgets an item. */
    void removeInterest(final CounterQuery.Item item) {
        if (items.remove(item) && !items.isEmpty()) {
            mask = PulledMask.of(List.copyOf(items), source.schema());
        }
    }

    /**
     * Sees to it that the provider knows what all items want together; it is reported again where it could not be. What
     * is asked later comes after it. An earlier request is withdrawn afterwards, so that requests have no gap.
     */
    void tellInterest(final CounterAsker asker) {
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

    /** Asks for what all items want that are interested; null if there is no process to ask. */
    @Nullable
    AskedRequest ask(final CounterAsker asker, final CounterRequest.Type type, final long timeoutNs) {
        tellInterest(asker);
        asked = status == AnswerStatus.DIED ? null : asker.ask(source, type, mask, timeoutNs);
        return asked;
    }

    /** Takes the answer that was waited for; says whether there are other instances than before. */
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

    /** The process was found dead: it is asked no more, and what it has answered last is stale. */
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
