package io.ringside.reader.counter;

import io.ringside.control.Controller;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterStatus;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.counter.CounterFileView;
import io.ringside.internal.counter.CounterReader;
import io.ringside.internal.counter.InstanceView;
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
        private Map<RowKey, CounterRow> rowByKey = Map.of();
        private List<CounterRow> rows = List.of();
        private CounterStatus status;
        private CounterStatus unanswered = CounterStatus.VALID_DATA;

        /** Key of a row, equal as long as the row represents the same counter and instance. */
        private record RowKey(String set, Object instance, int counter) {}

        /** Parts of the path that have matched so far. */
        private static final class Met {
            private boolean set;
            private boolean fittingSet;
            private boolean counter;
        }

        Item(final CounterPath path, final long id, final boolean isHere) {
            this.path = path;
            this.id = id;
            this.isHere = isHere;
            this.status = isHere ? CounterStatus.NO_OBJECT : CounterStatus.NO_MACHINE;
        }

        /** {@return the requested path} */
        public CounterPath path() {
            return path;
        }

        /**
         * {@return valid if there are rows; else {@link CounterStatus#NO_OBJECT}, {@link CounterStatus#NO_COUNTER} or
         * {@link CounterStatus#NO_INSTANCE} if the set, counter or instance does not exist, {@link
         * CounterStatus#BAD_COUNTER_NAME} if an instance is given for a set without instances or missing for a set that
         * has them, {@link CounterStatus#NO_MACHINE} for another machine, {@link CounterStatus#NO_ANSWER} if a provider
         * that may have rows has not answered a request, {@link CounterStatus#DAMAGED_FILE} if a file that may have
         * rows cannot be read}
         */
        public CounterStatus status() {
            return rows.isEmpty() && !unanswered.isValid() ? unanswered : status;
        }

        /** {@return the matching rows by set, with the oldest instances first} The list is replaced when it changes. */
        public List<CounterRow> rows() {
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

        /** Sets the reason why a provider has not answered; valid if all have. */
        void unanswered(final CounterStatus reason) {
            unanswered = reason;
        }

        /** Matches the path again; existing rows continue or end. */
        void expand(final CounterCatalogue catalogue) {
            if (!isHere) {
                return;
            }
            final Met met = new Met();
            final Map<RowKey, CounterRow> found = new HashMap<>();
            final List<CounterRow> ordered = new ArrayList<>();
            for (final Entry entry : catalogue.entries()) {
                expand(entry, met, found, ordered);
            }
            rowByKey.forEach((key, row) -> {
                if (!found.containsKey(key)) {
                    row.end(catalogue.missing(CounterStatus.NO_INSTANCE));
                }
            });
            rowByKey = found;
            rows = List.copyOf(ordered);
            status = !rows.isEmpty()
                    ? CounterStatus.VALID_DATA
                    : !met.set
                            ? catalogue.missing(CounterStatus.NO_OBJECT)
                            : !met.fittingSet
                                    ? CounterStatus.BAD_COUNTER_NAME
                                    : met.counter
                                            ? catalogue.missing(CounterStatus.NO_INSTANCE)
                                            : CounterStatus.NO_COUNTER;
        }

        void take() {
            for (int i = 0; i < rows.size(); i++) {
                rows.get(i).take();
            }
        }

        private void expand(
                final Entry entry, final Met met, final Map<RowKey, CounterRow> found, final List<CounterRow> ordered) {
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

        private void expand(final Shown shown, final Map<RowKey, CounterRow> found, final List<CounterRow> ordered) {
            final CounterSetSchema set = shown.members().get(0).schema();
            for (final CounterSchema counter : set.counters()) {
                if (!(path.hasCounterWildcards() && isHidden(counter))
                        && path.matches(set.name(), shown.name(), counter.name())) {
                    final RowKey key = new RowKey(set.name(), shown.key(), counter.id());
                    final CounterRow known = rowByKey.get(key);
                    final CounterRow row = known == null ? new CounterRow(set, counter, shown) : known;
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
     * Query the counters of the default trace directory, the same as that of {@link Controller#open()}.
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
     * @param directory created if it does not exist
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
     * @param controller to be closed after the query
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
     * @param path of a counter, or of several with wildcards
     * @return the item, whose {@link Item#status} says whether there are rows now; rows may appear later
     * @throws io.ringside.RingsideException if the path is invalid
     */
    public Item add(final String path) {
        return add(path, ANY_ID);
    }

    /**
     * Add a path, restricted to one instance by its stable id, independent of its number among instances of the same
     * name.
     *
     * @param path of a counter, or of several with wildcards
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
     * @param item of this query
     */
    public void remove(final Item item) {
        items.remove(item);
        pulled.remove(item);
    }

    /** {@return the items, in the order in which they were added} */
    public List<Item> items() {
        return List.copyOf(items);
    }

    /** {@return the rows of all items at the last collection, without duplicates} */
    public List<CounterRow> rows() {
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
     * @return valid if there are rows, else {@link CounterStatus#NO_DATA}
     */
    public CounterStatus collect() {
        look(CounterRequest.Type.COLLECT_DATA, items);
        CounterStatus status = CounterStatus.NO_DATA;
        for (int i = 0; i < items.size(); i++) {
            final Item item = items.get(i);
            item.take();
            if (!item.rows().isEmpty()) {
                status = CounterStatus.VALID_DATA;
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
     * @param asking items for which requests are made
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
}
