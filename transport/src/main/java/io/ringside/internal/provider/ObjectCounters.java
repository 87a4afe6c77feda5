package io.ringside.internal.provider;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counterset.AllowedName;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.provider.Ringside;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.provider.counter.CounterSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * A counter set with an instance for each of some objects. Values are read from the objects when a reader requests
 * them, and cost nothing otherwise. Counters have ids from 1, in the order in which they are added. Not thread-safe
 * until the set is opened.
 *
 * @param <T> type of the objects
 */
public final class ObjectCounters<T> {
    private final String name;
    private final String description;
    private final List<CounterSchema> counters = new ArrayList<>();
    private final List<ToLongFunction<T>> sources = new ArrayList<>();

    /**
     * A set without counters.
     *
     * @param name        of the set
     * @param description description for display
     */
    public ObjectCounters(final String name, final String description) {
        this.name = name;
        this.description = description;
    }

    /** Receives the instances of an answer. Used for one answer. */
    public final class Rows {
        private final CounterRequest.Buffer buffer;
        private final Set<String> names = new HashSet<>();

        private Rows(final CounterRequest.Buffer buffer) {
            this.buffer = buffer;
        }

        /**
         * Add an instance.
         *
         * @param instance any text; invalid characters are replaced, and the id is appended if another instance has the
         *                 name already
         * @param id       unique and stable id, 0 to 4,294,967,293
         * @param object   object whose values are read
         */
        public void add(final String instance, final long id, final T object) {
            buffer.add(unique(AllowedName.of(instance), id), id,
                    sources.stream().mapToLong(source -> source.applyAsLong(object)).toArray());
        }

        /** Makes a name unique, for every instance: the name must not depend on the request. */
        private String unique(final String name, final long id) {
            String unique = name;
            while (!names.add(CounterPath.Instance.key(unique))) {
                final String number = " " + id;
                unique = unique.substring(0, Math.min(unique.length(), CounterLimits.NAME_LENGTH_MAX
                        - number.length())) + number;
            }
            return unique;
        }
    }

    /**
     * Add a counter whose value is shown unchanged.
     *
     * @param counter name of the counter
     * @param unit    unit, such as bytes; empty for none
     * @param about   description for display
     * @param source  reads the value; called by several threads at once
     */
    public void total(final String counter, final String unit, final String about, final ToLongFunction<T> source) {
        add(counter, CounterType.LARGE_RAWCOUNT, unit, about, source);
    }

    /**
     * Add a counter. If its type needs a base, the next counter is the base.
     *
     * @param counter name of the counter
     * @param type    type of the counter
     * @param unit    unit, such as bytes; empty for none
     * @param about   description for display
     * @param source  reads the value; called by several threads at once
     */
    public void add(final String counter, final CounterType type, final String unit, final String about,
            final ToLongFunction<T> source) {
        final int id = counters.size() + 1;
        final CounterSchema schema = CounterSchema.of(id, counter, type).withUnit(unit).withDescription(about)
                .withAggregate(
                        type == CounterType.ELAPSED_TIME ? CounterSchema.Aggregate.MIN : CounterSchema.Aggregate.SUM);
        counters.add(type.base() == null ? schema : schema.withBase(id + 1));
        sources.add(source);
    }

    /**
     * Open the set.
     *
     * @param ringside runtime that closes the set when it is closed itself
     * @param objects  adds all instances; called by several threads at once
     * @return the open set, to be closed
     */
    public CounterSet open(final Ringside ringside, final Consumer<Rows> objects) {
        return ringside.counterSet(CounterSetSchema.of(name, CounterSetSchema.Kind.MULTIPLE, counters)
                .withDescription(description), request -> {
                    if (request.type().hasAnswer()) {
                        objects.accept(new Rows(request.buffer()));
                    }
                    return CounterCallback.SUCCESS;
                }, null);
    }
}
