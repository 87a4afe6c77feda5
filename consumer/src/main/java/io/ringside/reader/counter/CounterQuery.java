package io.ringside.reader.counter;

import io.ringside.control.Controller;
import io.ringside.counter.CounterFormat;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.counter.CounterValue;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.counter.CounterFileView;
import io.ringside.internal.counter.CounterReader;
import io.ringside.internal.counter.InstanceView;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.reader.counter.CounterCatalogue.Entry;
import io.ringside.reader.counter.CounterCatalogue.Shown;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.agrona.CloseHelper;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Reader of counters by paths, like PDH and PERFLIB V2. Not thread-safe.
 *
 * <pre>{@code
 * try (CounterQuery query = CounterQuery.open()) {
 *     CounterQuery.Item orders = query.add("\\Acme Orders(*)\\Orders/sec");
 *     query.collect();
 *     …
 *     query.collect();
 *     orders.rows().forEach(row -> System.out.println(row.path() + " " + row.raw()));
 * }
 * }</pre>
 * <p>
 * Wildcards are expanded again at every collection, so that later instances are found. To query only the instances that
 * exist now, add the paths that {@link #expand} returns. A collection that finds the same instances as the previous one
 * allocates only for the listing of the files, unless a request to a provider with a callback is needed.
 */
public final class CounterQuery implements AutoCloseable {
    /** Path of a query, with the rows that currently match it. A problem with one item does not affect the others. */
    public static final class Item {
        private final CounterPath path;
        private final long id;
        private final boolean isHere;
        private Map<RowKey, Row> rowByKey = Map.of();
        private List<Row> rows = List.of();
        private CounterValue.Status status;
        private CounterValue.Status unanswered = CounterValue.Status.VALID_DATA;

        /** Key of a row, equal as long as the row represents the same counter and instance. */
        private record RowKey(String set, Object instance, int counter) {}

        /** The parts of the path that have matched so far. */
        private static final class Met {
            private boolean set;
            private boolean fittingSet;
            private boolean counter;
        }

        Item(final CounterPath path, final long id, final boolean isHere) {
            this.path = path;
            this.id = id;
            this.isHere = isHere;
            this.status = isHere ? CounterValue.Status.NO_OBJECT : CounterValue.Status.NO_MACHINE;
        }

        /** {@return the requested path} */
        public CounterPath path() {
            return path;
        }

        /**
         * {@return whether the path matches: valid if it does; else {@link CounterValue.Status#NO_OBJECT}, {@link
         * CounterValue.Status#NO_COUNTER} or {@link CounterValue.Status#NO_INSTANCE} for the part that is missing,
         * {@link CounterValue.Status#BAD_COUNTER_NAME} if the path names an instance of a set without instances, or
         * none of a set with instances, {@link CounterValue.Status#NO_MACHINE} for another machine, {@link
         * CounterValue.Status#NO_ANSWER} if a provider that may have matching instances has not answered, {@link
         * CounterValue.Status#DAMAGED_FILE} if a file that may contain them cannot be read}
         */
        public CounterValue.Status status() {
            return rows.isEmpty() && !unanswered.isValid() ? unanswered : status;
        }

        /** {@return the matching rows, set by set, oldest instances first} The list is replaced when it changes. */
        public List<Row> rows() {
            return rows;
        }

        /** Returns the requested stable id. */
        long id() {
            return id;
        }

        /** Returns whether the path is for this machine. */
        boolean isHere() {
            return isHere;
        }

        /** Records why providers have not answered requests; valid if all have. */
        void unanswered(final CounterValue.Status reason) {
            unanswered = reason;
        }

        /** Matches the path again; existing rows continue or end. */
        void expand(final CounterCatalogue catalogue) {
            if (!isHere) {
                return;
            }
            final Met met = new Met();
            final Map<RowKey, Row> found = new HashMap<>();
            final List<Row> ordered = new ArrayList<>();
            for (final Entry entry : catalogue.entries()) {
                expand(entry, met, found, ordered);
            }
            rowByKey.forEach((key, row) -> {
                if (!found.containsKey(key)) {
                    row.end(catalogue.missing(CounterValue.Status.NO_INSTANCE));
                }
            });
            rowByKey = found;
            rows = List.copyOf(ordered);
            status = !rows.isEmpty()
                    ? CounterValue.Status.VALID_DATA
                    : !met.set
                            ? catalogue.missing(CounterValue.Status.NO_OBJECT)
                            : !met.fittingSet
                                    ? CounterValue.Status.BAD_COUNTER_NAME
                                    : met.counter
                                            ? catalogue.missing(CounterValue.Status.NO_INSTANCE)
                                            : CounterValue.Status.NO_COUNTER;
        }

        void take() {
            for (int i = 0; i < rows.size(); i++) {
                rows.get(i).take();
            }
        }

        private void expand(
                final Entry entry, final Met met, final Map<RowKey, Row> found, final List<Row> ordered) {
            final CounterSetSchema set = entry.schemas().get(0);
            if (!path.matchesSet(set.name())) {
                return;
            }
            met.set = true;
            met.fittingSet |= set.kind().hasNames() == path.hasInstance();
            met.counter |= set.counters().stream().anyMatch(counter -> path.matchesCounter(counter.name()));
            for (final Shown shown : entry.shown()) {
                if (id == ANY_ID || shown.members().get(0).id() == id) {
                    expand(shown, found, ordered);
                }
            }
            final Shown total = entry.total();
            if (total != null && id == ANY_ID && path.namesInstance(CounterCatalogue.TOTAL)) {
                expand(total, found, ordered);
            }
        }

        private void expand(final Shown shown, final Map<RowKey, Row> found, final List<Row> ordered) {
            final CounterSetSchema set = shown.members().get(0).schema();
            for (final CounterSchema counter : set.counters()) {
                if (!(path.hasCounterWildcards() && isHidden(counter))
                        && path.matches(set.name(), shown.name(), counter.name())) {
                    final RowKey key = new RowKey(set.name(), shown.key(), counter.id());
                    final Row known = rowByKey.get(key);
                    final Row row = known == null ? new Row(set, counter, shown) : known;
                    if (known != null) {
                        known.rebind(shown);
                    }
                    found.put(key, row);
                    ordered.add(row);
                }
            }
        }

        /** {@return whether a counter is found only by its name, not by wildcards} */
        private static boolean isHidden(final CounterSchema counter) {
            return counter.type().samples() == 0 || counter.display().contains(CounterSchema.Display.NO_DISPLAY);
        }
    }

    /** Id that matches any instance. */
    public static final long ANY_ID = CounterRequest.Mask.ANY_INSTANCE_ID;

    private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

    private final CounterReader reader;
    private final PulledInstances pulled;
    private final @Nullable TracingInstances tracing;
    private final String machine;
    private final List<Item> items = new ArrayList<>();
    private CounterCatalogue catalogue = new CounterCatalogue(false);
    private long changes = -1;

    /**
     * Query the counters of the default trace directory, as in {@link Controller#open()}.
     *
     * @return the query, to be closed
     * @throws io.ringside.RingsideException if the directory cannot be used
     */
    public static CounterQuery open() {
        return new CounterQuery(TraceDirectory.open(), SystemNanoClock.INSTANCE);
    }

    /**
     * Query the counters of a trace directory.
     *
     * @param directory trace directory, created if absent
     * @return the query, to be closed
     * @throws io.ringside.RingsideException if the directory cannot be used
     */
    public static CounterQuery open(final Path directory) {
        return new CounterQuery(TraceDirectory.open(directory), SystemNanoClock.INSTANCE);
    }

    /**
     * Query the counters of a controller's directory, and the counters of tracing itself: <i>Ringside Process</i> has
     * an instance for each provider process, <i>Ringside Session</i> the ledger of each session. Collecting these
     * allocates.
     *
     * @param controller controller, to be closed after the query
     * @return the query, to be closed
     */
    public static CounterQuery open(final Controller controller) {
        final DirectoryController known = (DirectoryController) controller;
        return new CounterQuery(known.registry().directory(), SystemNanoClock.INSTANCE,
                new TracingInstances(known, SystemNanoClock.INSTANCE));
    }

    /** Creates a query that uses a given clock for the times of samples. */
    CounterQuery(final TraceDirectory directory, final NanoClock clock) {
        this(directory, clock, null);
    }

    private CounterQuery(
            final TraceDirectory directory, final NanoClock clock, final @Nullable TracingInstances tracing) {
        this.tracing = tracing;
        this.reader = new CounterReader(directory, clock);
        this.pulled = new PulledInstances(directory, clock);
        this.machine = machineName();
    }

    /** {@return the name of this machine, as in {@code \\machine\set\counter}} */
    public static String machineName() {
        try {
            return Files.readString(KERNEL_NAME).strip();
        } catch (final IOException e) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (final UnknownHostException unknown) {
                return "localhost";
            }
        }
    }

    /**
     * Set the maximum wait for providers with callbacks. Requests to all providers run at the same time; a provider
     * that does not answer affects only its own rows.
     *
     * @param longestNs maximum wait in nanoseconds; default 1 s
     * @return this
     */
    public CounterQuery timeoutNs(final long longestNs) {
        pulled.timeoutNs(longestNs);
        return this;
    }

    /**
     * Add a path. Providers with a callback are notified of it until it is removed.
     *
     * @param path path of a counter, or of several with wildcards
     * @return the item; its {@link Item#status} shows whether there are rows now, and rows may appear later
     * @throws io.ringside.RingsideException if the path is invalid
     */
    public Item add(final String path) {
        return add(path, ANY_ID);
    }

    /**
     * Add a path, restricted to one instance by its stable id, independent of its number among instances of the same
     * name.
     *
     * @param path path of a counter, or of several with wildcards
     * @param id   stable id of the instance; {@link #ANY_ID} for any
     * @return like {@link #add(String)}
     * @throws io.ringside.RingsideException if the path is invalid
     */
    public Item add(final String path, final long id) {
        final CounterPath parsed = CounterPath.parse(path);
        final Item item = new Item(parsed, id,
                parsed.machine().isEmpty() || parsed.machine().equalsIgnoreCase(machine));
        items.add(item);
        pulled.add(item);
        if (!look(CounterRequest.Type.ENUMERATE_INSTANCES, List.of(item))) {
            item.expand(catalogue);
        }
        return item;
    }

    /**
     * Remove a path.
     *
     * @param item item of this query
     */
    public void remove(final Item item) {
        items.remove(item);
        pulled.remove(item);
    }

    /** {@return the items, in the order in which they were added} */
    public List<Item> items() {
        return List.copyOf(items);
    }

    /** {@return the rows of all items as of the last collection, each once} */
    public List<Row> rows() {
        return items.stream().flatMap(item -> item.rows().stream()).distinct().toList();
    }

    /**
     * Expand a path into the paths of all counters that it currently matches.
     *
     * @param path path with wildcards
     * @return paths without wildcards
     * @throws io.ringside.RingsideException if the path is invalid
     */
    public List<String> expand(final String path) {
        final Item item = add(path);
        remove(item);
        return item.rows().stream().map(row -> row.path().toString()).distinct().toList();
    }

    /** {@return the existing sets, one for each name, as one of its providers declares it} */
    public List<CounterSetSchema> sets() {
        look(CounterRequest.Type.ENUMERATE_INSTANCES, List.of());
        return catalogue.entries().stream().map(entry -> entry.schemas().get(0)).toList();
    }

    /**
     * Take a sample of all items.
     *
     * @return valid if there were any samples, else {@link CounterValue.Status#NO_DATA}
     */
    public CounterValue.Status collect() {
        look(CounterRequest.Type.COLLECT_DATA, items);
        CounterValue.Status status = CounterValue.Status.NO_DATA;
        for (int i = 0; i < items.size(); i++) {
            final Item item = items.get(i);
            item.take();
            if (!item.rows().isEmpty()) {
                status = CounterValue.Status.VALID_DATA;
            }
        }
        return status;
    }

    /** {@return problems of the last reading, with reasons} */
    public List<String> problems() {
        final List<String> problems = new ArrayList<>(reader.problems());
        problems.addAll(pulled.problems());
        if (tracing != null) {
            problems.addAll(tracing.problems());
        }
        return problems;
    }

    /** Release all files, and withdraw the requests to providers. */
    @Override
    public void close() {
        CloseHelper.closeAll(pulled, reader);
    }

    /**
     * Reads everything. Returns whether the set of instances has changed, in which case all paths are resolved again.
     *
     * @param type   type of the requests to providers
     * @param asking items that are requested from providers
     */
    private boolean look(final CounterRequest.Type type, final List<Item> asking) {
        final long now = reader.collect();
        if (now != changes) {
            pulled.find(reader.files(), items);
        }
        final boolean pulledChanged = pulled.read(type, items, asking);
        final boolean tracingChanged = tracing != null && isTracingWanted() && tracing.read();
        if (now == changes && !tracingChanged && !pulledChanged) {
            return false;
        }
        changes = now;
        catalogue = newCatalogue();
        items.forEach(item -> item.expand(catalogue));
        return true;
    }

    private boolean isTracingWanted() {
        return items.isEmpty() || items.stream().anyMatch(item -> item.path().matchesSet(TracingSets.PROCESSES.name())
                || item.path().matchesSet(TracingSets.SESSIONS.name()));
    }

    private CounterCatalogue newCatalogue() {
        final CounterCatalogue next = new CounterCatalogue(reader.isDamaged());
        for (final CounterFileView file : reader.files()) {
            next.add(file.schema());
            for (int slot = 0; slot < file.slots(); slot++) {
                final InstanceView instance = file.instance(slot);
                if (instance != null) {
                    next.add(FileInstance.of(instance));
                }
            }
        }
        pulled.addTo(next);
        if (tracing != null) {
            next.add(TracingSets.PROCESSES);
            next.add(TracingSets.SESSIONS);
            tracing.instances().forEach(next::add);
        }
        return next.complete();
    }

    /**
     * One counter of one instance, with its two newest samples. It represents one lifetime of the instance: an instance
     * that starts again gets a new row, with samples of its own. A row kept beyond that lifetime has the status {@link
     * CounterValue.Status#NO_INSTANCE}, or {@link CounterValue.Status#DAMAGED_FILE} if its file cannot be read any
     * more; it is stale, and keeps its last raw value.
     */
    public static final class Row {
        private static final long LOW_32_BITS = 0xFFFF_FFFFL;

        private final CounterSetSchema set;
        private final CounterSchema counter;
        private final Readings readings;
        private Shown shown;
        private int samples;
        private long value;
        private long base;
        private long time;
        private long frequency;
        private long olderValue;
        private long olderBase;
        private long olderTime;
        private long olderFrequency;
        private CounterValue.Status status = CounterValue.Status.INVALID_DATA;
        private boolean hasEnded;

        Row(final CounterSetSchema set, final CounterSchema counter, final Shown shown) {
            this.set = set;
            this.counter = counter;
            this.shown = shown;
            this.readings = Readings.of(set, counter, shown);
        }

        /** {@return the set} */
        public CounterSetSchema set() {
            return set;
        }

        /** {@return the counter} */
        public CounterSchema counter() {
            return counter;
        }

        /** {@return the current name of the instance, for a set with instances} Its number may change later. */
        public CounterPath.@Nullable Instance instance() {
            return shown.name();
        }

        /** {@return the stable id of the instance; if several are combined, that of the oldest} */
        public long id() {
            return shown.members().get(0).id();
        }

        /**
         * Return the id of the process with the instance; if several are combined, that of the oldest. 0 for none.
         *
         * @return the process id
         */
        public long pid() {
            return shown.members().get(0).pid();
        }

        /**
         * Return the incarnation of that process. It distinguishes processes with the same id, one after the other or
         * in different containers.
         *
         * @return {@link io.ringside.session.ProcessInfo#id} of the process; null for none
         */
        public @Nullable UUID incarnation() {
            final Incarnation incarnation = shown.members().get(0).incarnation();
            return incarnation == null ? null : new UUID(incarnation.most(), incarnation.least());
        }

        /** {@return the path that currently selects this row} */
        public CounterPath path() {
            return CounterPath.of(set, shown.name(), counter);
        }

        /**
         * {@return whether the value cannot change any more: the instance has ended, or all processes with it are dead}
         */
        public boolean isStale() {
            if (hasEnded) {
                return true;
            }
            for (int i = 0; i < shown.members().size(); i++) {
                if (!shown.members().get(i).isStale()) {
                    return false;
                }
            }
            return true;
        }

        /** {@return whether the newest sample is valid} See {@link #value} for its meaning. */
        public CounterValue.Status status() {
            return status;
        }

        /** {@return the newest raw value} */
        public long raw() {
            return value;
        }

        /**
         * Return the newest sample.
         *
         * @return the sample with its times
         */
        public CounterFormat.Sample sample() {
            return new CounterFormat.Sample(counter.type(), value, base, time, frequency);
        }

        /**
         * Return the value computed from the newest samples.
         *
         * @param format format of the value
         * @return the value, or the reason why there is none
         */
        public CounterValue value(final CounterFormat format) {
            if (!status.isValid()) {
                return CounterValue.none(counter.type(), status);
            }
            return samples == 1
                    ? format.format(counter, sample())
                    : format.format(counter,
                            new CounterFormat.Sample(counter.type(), olderValue, olderBase, olderTime, olderFrequency),
                            sample());
        }

        /** Sets the instances of the row: their names may have changed, or they may be different instances. */
        void rebind(final Shown now) {
            if (readings.rebind(now.members())) {
                // A difference between sums over different instances would not be growth.
                samples = 0;
            }
            shown = now;
        }

        /** Stores the newest reading as a sample. */
        void take() {
            final CounterValue.Status read = readings.read();
            if (read.isValid()) {
                olderValue = value;
                olderBase = base;
                olderTime = time;
                olderFrequency = frequency;
                value = readings.value();
                base = readings.base();
                time = readings.time();
                frequency = readings.frequency();
                samples = Math.min(2, samples + 1);
            } else {
                samples = 0;
            }
            status = read;
        }

        /** Ends the row: its instance no longer exists. */
        void end(final CounterValue.Status reason) {
            hasEnded = true;
            status = reason;
        }

        static long masked(final CounterType type, final long word) {
            return type.bits() == Integer.SIZE ? word & LOW_32_BITS : word;
        }
    }
}
