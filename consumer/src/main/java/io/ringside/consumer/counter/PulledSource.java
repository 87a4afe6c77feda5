package io.ringside.consumer.counter;

import io.ringside.consumer.counter.ComputedInstance.Identity;
import io.ringside.counter.CounterStatus;
import io.ringside.counter.InstanceName;
import io.ringside.counter.MaskInformation;
import io.ringside.transport.counter.CounterFileView;
import io.ringside.transport.counter.pull.AnswerStatus;
import io.ringside.transport.counter.pull.AskedRequest;
import io.ringside.transport.counter.pull.CounterAnswer;
import io.ringside.transport.counter.pull.CounterAsker;
import io.ringside.transport.counter.pull.CounterRequestType;
import io.ringside.transport.counter.pull.CounterSource;
import io.ringside.transport.directory.Incarnation;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One set of one process that has a callback: what it is asked, which items it knows that they are interested, and the
 * instances that it answered last. For one thread.
 */
final class PulledSource implements AutoCloseable {
    private final CounterSource source;
    private final long pid;
    private final Map<QueryItem, AskedRequest> interests = new LinkedHashMap<>();
    private MaskInformation mask = MaskInformation.ALL;
    private Map<Key, ComputedInstance> instances = Map.of();
    private AnswerStatus status = AnswerStatus.PENDING;
    private Optional<String> problem = Optional.empty();
    private @Nullable AskedRequest asked;

    /**
     * What the provider calls the same instance, stable in time; of another life of the provider, another one.
     * Instances that began together are in the order of their ids.
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

    /** What is wrong, for people; empty if nothing is. */
    Optional<String> problem() {
        return isSound()
                ? Optional.empty()
                : Optional.of(
                        "provider has not answered: counterSet=" + source.schema().name() + ", pid=" + pid + ", status="
                                + status + problem.map(text -> ", reason=" + text).orElse("")
                                + ": see what its callback does");
    }

    /** Status of rows for which there is no answer. */
    CounterStatus rowStatus() {
        return status == AnswerStatus.DAMAGED ? CounterStatus.INVALID_SAMPLE : CounterStatus.NO_ANSWER;
    }

    /** Tells the provider of an item that its set concerns; whatever is asked later comes behind it. */
    void addInterest(final CounterAsker asker, final QueryItem item) {
        if (status != AnswerStatus.DIED && !interests.containsKey(item)
                && PulledMask.concerns(item, source.schema())) {
            interests.put(item, asker.ask(source, CounterRequestType.ADD_COUNTER,
                    PulledMask.of(List.of(item), source.schema()), 0));
            mask = PulledMask.of(List.copyOf(interests.keySet()), source.schema());
        }
    }

    /** Whether one of these items is interested. */
    boolean hasInterest(final Collection<QueryItem> items) {
        return !Collections.disjoint(interests.keySet(), items);
    }

    /** Tells the provider that an item is interested no more. */
    void removeInterest(final QueryItem item) {
        final AskedRequest interest = interests.remove(item);
        if (interest != null) {
            interest.close();
            mask = interests.isEmpty()
                    ? MaskInformation.ALL
                    : PulledMask.of(List.copyOf(interests.keySet()), source.schema());
        }
    }

    /** Asks for what all items want that are interested; null if there is nobody to be asked. */
    @Nullable
    AskedRequest ask(final CounterAsker asker, final CounterRequestType type, final long timeoutNs) {
        asked = status == AnswerStatus.DIED ? null : asker.ask(source, type, mask, timeoutNs);
        return asked;
    }

    /** Takes the answer that was waited for; tells whether there are other instances than before. */
    boolean take(final CounterRequestType type, final long nowNs) {
        final AskedRequest request = asked;
        asked = null;
        if (request == null) {
            return false;
        }
        request.close();
        status = request.status();
        problem = request.problem();
        final CounterAnswer answer = request.answer().orElse(null);
        if (answer == null) {
            fail();
            return false;
        }
        final Map<Key, ComputedInstance> now = new LinkedHashMap<>();
        for (final CounterAnswer.Instance given : answer.instances()) {
            final Key key = new Key(source.provider(), source.set(), given.id(), InstanceName.key(given.name()));
            final ComputedInstance known = instances.get(key);
            final ComputedInstance instance = known == null
                    ? new ComputedInstance(source.schema(),
                            new Identity(key, given.name(), given.id(), answer.epochNs(),
                                    pid))
                    : known;
            if (type == CounterRequestType.COLLECT_DATA) {
                instance.store(values(given), nowNs, false);
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
        fail();
    }

    @Override
    public void close() {
        interests.values().forEach(AskedRequest::close);
        interests.clear();
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
