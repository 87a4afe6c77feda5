package io.ringside.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.SessionStatus;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterType;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.ProcessInfo;
import io.ringside.session.SessionInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.agrona.CloseHelper;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the ledgers of a trace directory as meters: events that sessions wanted, delivered and lost, and how full
 * lanes are. The numbers are already in shared memory; traced processes are not involved.
 *
 * <pre>{@code
 * RingsideMetrics metrics = RingsideMetrics.open(Path.of("/dev/shm/ringside-trader"));
 * metrics.bindTo(registry);
 * }</pre>
 * <p>
 * An application that publishes only its own process calls {@code metrics.processes(Controller.thisProcess())} first.
 * Meters are added for new sessions and processes, and removed for those that have ended. This happens when any meter
 * is read, at most once a second, and in {@link #refresh}. Until then all meters show one reading. Writing an event
 * costs the same as without meters. Thread-safe after {@link #bindTo}.
 */
public final class RingsideMetrics implements MeterBinder, AutoCloseable {
    /** Default limits of sessions, processes and counters that have meters: 1,000 each. */
    public static final int ENTRIES_MAX = 1_000;

    private static final long MAX_AGE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long COUNTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String LOST = "Events that were lost, by cause.";
    private static final String CAUSE = "cause";

    private final Controller controller;
    private final NanoClock clock;
    private final List<Binding> bindings = new ArrayList<>();
    private List<String> paths = List.of();
    private Predicate<ProcessInfo> wanted = process -> true;
    private int entriesMax = ENTRIES_MAX;
    private @Nullable CounterQuery query;
    private Map<Object, Figures> figuresByKey = Map.of();
    private long readNs;
    private int problems;
    private boolean bound;
    private boolean closed;

    /** Values that the meters of an entry read. The next reading replaces them, under the binder's lock. */
    private interface Figures {
        /** Add the meters of this entry. */
        void addTo(Meters meters);
    }

    RingsideMetrics(final Controller controller, final NanoClock clock) {
        this.controller = controller;
        this.clock = clock;
    }

    /**
     * Open the default trace directory, the same as that of {@link Controller#open()}.
     *
     * @return the binder, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static RingsideMetrics open() {
        return new RingsideMetrics(Controller.open(), SystemNanoClock.INSTANCE);
    }

    /**
     * Open a trace directory.
     *
     * @param directory created if it does not exist
     * @return the binder, to be closed
     * @throws RingsideException if the directory cannot be used, or the JVM lacks a flag
     */
    public static RingsideMetrics open(final Path directory) {
        return new RingsideMetrics(Controller.open(directory), SystemNanoClock.INSTANCE);
    }

    /**
     * Set which processes have meters of their own. Sessions include all processes in any case.
     *
     * @param newProcesses default all; {@link Controller#thisProcess()} for the calling one
     * @return this
     * @throws IllegalStateException if the binder is already bound
     */
    public RingsideMetrics processes(final Predicate<ProcessInfo> newProcesses) {
        requireUnbound();
        wanted = Objects.requireNonNull(newProcesses);
        return this;
    }

    /**
     * Set the counters that have meters, which show raw values. At each reading, processes whose counters have a
     * callback receive a request and have at most a second to answer.
     *
     * @param newPaths of counters, with or without wildcards, such as {@code "*(*)\\*"}; default none
     * @return this
     * @throws IllegalStateException                    if the binder is already bound
     * @throws io.ringside.RingsideException if a path is invalid
     */
    public RingsideMetrics counters(final String... newPaths) {
        requireUnbound();
        for (final String path : newPaths) {
            CounterPath.parse(path);
        }
        paths = List.of(newPaths);
        return this;
    }

    /**
     * Set the maximum numbers of sessions, processes and counters that have meters. A session has about 20 meters, a
     * process has 3, and 13 in each session. Omitted entries are counted by the gauge {@code
     * ringside.scrape.omitted.entries}.
     *
     * @param newEntriesMax at least 1; default {@link #ENTRIES_MAX}
     * @return this
     * @throws IllegalStateException    if the binder is already bound
     * @throws IllegalArgumentException if the number is less than 1
     */
    public RingsideMetrics entriesMax(final int newEntriesMax) {
        requireUnbound();
        if (newEntriesMax < 1) {
            throw new IllegalArgumentException("number of entries is out of range: entriesMax=" + newEntriesMax
                    + ", min=1");
        }
        entriesMax = newEntriesMax;
        return this;
    }

    private void requireUnbound() {
        if (bound) {
            throw new IllegalStateException("metrics are bound already: set this before bindTo");
        }
    }

    /**
     * Add the meters to a registry. A registry may be bound once; several registries show the same readings.
     *
     * @param registry registry to which the meters are added
     * @throws IllegalStateException if the binder is closed
     */
    @Override
    public synchronized void bindTo(final MeterRegistry registry) {
        if (closed) {
            throw new IllegalStateException("metrics are closed: open them again");
        }
        bound = true;
        if (query == null && !paths.isEmpty()) {
            final CounterQuery opened = CounterQuery.open(controller.directory())
                    .timeoutNs(COUNTER_TIMEOUT_NS);
            query = opened;
            paths.forEach(opened::add);
        }
        bindings.add(new Binding(registry));
        refresh();
    }

    /** Read the directory now, and update the meters for new and ended sessions and processes. */
    public synchronized void refresh() {
        if (closed) {
            return;
        }
        problems = 0;
        final Map<Object, Figures> next = new LinkedHashMap<>();
        try {
            readSessions(next);
            for (final ProcessInfo.Status process : controller.processes(problem -> problems++)) {
                if (wanted.test(process.process())) {
                    this.<ProcessFigures>figures(next, process.process().id(),
                            () -> new ProcessFigures(process)).entry = process;
                }
            }
            readCounters(next);
        } catch (final RingsideException e) {
            // The values read before the problem are shown.
            problems++;
        } finally {
            // Providers may have answered slowly: do not repeat a reading only because it took long.
            readNs = clock.nanoTime();
        }
        figuresByKey = next;
        bindings.forEach(binding -> binding.show(next));
    }

    private void readSessions(final Map<Object, Figures> next) {
        for (final SessionInfo session : controller.sessions()) {
            try {
                final SessionStatus status = controller.query(session);
                if (status == null) {
                    continue;
                }
                problems += status.ledger().problems().size();
                this.<SessionFigures>figures(next, session.id(), () -> new SessionFigures(status)).status = status;
                for (final ProcessInfo.Flow flow : controller.flows(session)) {
                    if (wanted.test(flow.process())) {
                        this.<FlowFigures>figures(next, new FlowKey(session.id(), flow.process().id()),
                                () -> new FlowFigures(session.name(), flow)).flow = flow;
                    }
                }
            } catch (final RingsideException e) {
                // Only this session's meters are missing.
                problems++;
            }
        }
    }

    private void readCounters(final Map<Object, Figures> next) {
        final CounterQuery open = query;
        if (open != null) {
            open.collect();
            problems += open.problems().size();
            // A value that was never set, or that is out of date, has no meter.
            open.items().forEach(item -> item.rows().stream()
                    .filter(row -> row.status().isValid() && !row.isStale())
                    .forEach(row -> figures(next, row, () -> new CounterFigures(row))));
        }
    }

    /** Returns the known figures of a key, or else new ones. Each kind of key has one kind of figures. */
    @SuppressWarnings("unchecked")
    private <F extends Figures> F figures(final Map<Object, Figures> next, final Object key,
            final Supplier<F> maker) {
        final Figures known = figuresByKey.get(key);
        final F figures = known == null ? maker.get() : (F) known;
        next.put(key, figures);
        return figures;
    }

    private synchronized <F> double read(final F figures, final ToDoubleFunction<F> value) {
        if (clock.nanoTime() - readNs >= MAX_AGE_NS) {
            refresh();
        }
        return value.applyAsDouble(figures);
    }

    /** Remove the meters from their registries, and release the directory. Sessions continue. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            bindings.forEach(Binding::remove);
            CloseHelper.closeAll(query, controller);
        }
    }

    /** Key of a process in a session. */
    private record FlowKey(long sessionId, UUID process) {}

    /** Figures of a session with its ledger. */
    private static final class SessionFigures implements Figures {
        private SessionStatus status;

        private SessionFigures(final SessionStatus status) {
            this.status = status;
        }

        @Override
        public void addTo(final Meters meters) {
            final Tags tags = Tags.of("session", status.session().name());
            final String prefix = "ringside.session.events.";
            meters.counter(prefix + "wanted", "Events that sessions wanted, after their filters.", tags, this,
                    each -> each.totals().wanted());
            meters.counter(prefix + "delivered", "Events that drains have taken.", tags, this,
                    each -> each.totals().delivered());
            meters.counter(prefix + "overwritten", "Events that newer ones replaced in overwrite mode.", tags, this,
                    each -> each.totals().overwritten());
            meters.gauge(prefix + "in.ring", "Events that were written and not yet taken.", tags, this,
                    each -> each.totals().inRing());
            meters.gauge(prefix + "in.flight", "Events that are being written.", tags, this,
                    each -> each.totals().inFlight());
            for (final LossCause cause : LossCause.values()) {
                meters.counter(prefix + "lost", LOST, tags.and(CAUSE, cause.jsonName()), this,
                        each -> each.totals().lost().of(cause));
            }
            final String filtered = "Events that rate filters have left out: not wanted, not lost.";
            meters.counter(prefix + "filtered", filtered, tags.and("filter", "sample"), this,
                    each -> each.totals().sampledOut());
            meters.counter(prefix + "filtered", filtered, tags.and("filter", "limit"), this,
                    each -> each.totals().overLimit());
            meters.gauge("ringside.session.settled",
                    "Whether the numbers of this reading are of one moment, so that they balance.", tags, this,
                    each -> each.status.ledger().settled() ? 1 : 0);
            meters.gauge("ringside.session.drains", "Processes that take the session's events: 0 or 1.", tags, this,
                    each -> each.status.drain() == null ? 0 : 1);
        }

        private LedgerTotals totals() {
            return status.ledger().totals();
        }
    }

    /** Figures of a process in a session. */
    private static final class FlowFigures implements Figures {
        private final String session;
        private ProcessInfo.Flow flow;

        private FlowFigures(final String session, final ProcessInfo.Flow flow) {
            this.session = session;
            this.flow = flow;
        }

        @Override
        public void addTo(final Meters meters) {
            final Tags tags = tags(flow.process()).and("session", session);
            final String prefix = "ringside.process.";
            meters.counter(prefix + "events.wanted", "Events that sessions wanted, after their filters.", tags, this,
                    each -> each.flow.wanted());
            meters.counter(prefix + "events.delivered", "Events that drains have taken.", tags, this,
                    each -> each.flow.delivered());
            for (final LossCause cause : LossCause.values()) {
                meters.counter(prefix + "events.lost", LOST, tags.and(CAUSE, cause.jsonName()), this,
                        each -> each.flow.lost().of(cause));
            }
            meters.gauge(prefix + "lanes", "Lanes that the process has made for the session.", tags, this,
                    each -> each.flow.lanes().size());
            meters.gauge(prefix + "unread.bytes", "Bytes of the process's rings that are yet to be taken.", tags, this,
                    each -> each.flow.unreadBytes());
            meters.gauge(prefix + "lane.fill.ratio", "Share of the fullest lane that is yet to be taken, 0 to 1.",
                    tags, this, each -> each.flow.ringFill());
        }
    }

    /** Figures of a process in all sessions. */
    private static final class ProcessFigures implements Figures {
        private ProcessInfo.Status entry;

        private ProcessFigures(final ProcessInfo.Status entry) {
            this.entry = entry;
        }

        @Override
        public void addTo(final Meters meters) {
            final Tags tags = tags(entry.process());
            meters.gauge("ringside.process.alive", "Whether the process lives.", tags, this,
                    each -> each.entry.alive() ? 1 : 0);
            meters.time("ringside.agent.longest.cycle", "Longest cycle of the control thread until now.", tags, this,
                    each -> each.entry.longestCycleNs());
            meters.counter("ringside.agent.errors", "Cycles of the control thread that failed.", tags, this,
                    each -> each.entry.errorCount());
        }
    }

    /** A counter of an instance. */
    private record CounterFigures(CounterQuery.Row row) implements Figures {
        @Override
        public void addTo(final Meters meters) {
            final CounterPath.Instance instance = row.instance();
            // The number of an instance among those of its name changes when another one ends: its id does not.
            final Tags tags = Tags.of("set", row.set().name(), "counter", row.counter().name(), "item",
                    instance == null ? "" : new CounterPath.Instance(instance.parent(), instance.name(), 0).toString(),
                    "item.id", Long.toString(row.id()), "process", process(row.incarnation()), "pid",
                    Long.toString(row.pid()), "type",
                    row.counter().type().name().toLowerCase(Locale.ROOT));
            final CounterType type = row.counter().type();
            if (type.samples() > 1) {
                meters.reading("ringside.set.accumulated",
                        "Raw values of counters that grow, of which rates and shares are made.", tags, row,
                        CounterQuery.Row::raw);
            } else {
                meters.gauge("ringside.set.raw", "Raw values of counters that come and go.", tags, row,
                        CounterQuery.Row::raw);
            }
            final String help = "Bases of raw values, of which shares and averages are made.";
            if (type.base() == CounterType.MULTI_BASE || (type.base() != null && type.samples() == 1)) {
                meters.gauge("ringside.set.raw.base", help, tags, row, each -> each.sample().base());
            } else if (type.base() != null) {
                meters.reading("ringside.set.accumulated.base", help, tags, row, each -> each.sample().base());
            }
        }
    }

    private static Tags tags(final ProcessInfo process) {
        return Tags.of("process", process(process.id()), "pid", Long.toString(process.pid()));
    }

    /** Returns a text that identifies a process, because pids are reused; empty for no process. */
    private static String process(final @Nullable UUID id) {
        return id == null ? "" : id.toString().replace("-", "");
    }

    /** Registry with the meters that were added to it. */
    private final class Binding {
        private final Meters own;
        private final Map<Object, Meters> metersByKey = new LinkedHashMap<>();
        private int omitted;

        private Binding(final MeterRegistry registry) {
            own = new Meters(registry);
            own.gauge("ringside.sessions", "Sessions of the trace directory.", Tags.empty(), RingsideMetrics.this,
                    metrics -> metrics.figuresByKey.values().stream().filter(SessionFigures.class::isInstance)
                            .count());
            own.gauge("ringside.scrape.problems",
                    "Files and providers that could not be read; ringside doctor names them.", Tags.empty(),
                    RingsideMetrics.this, metrics -> metrics.problems);
            own.gauge("ringside.scrape.omitted.entries",
                    "Sessions, processes and counters without meters, as there are too many.", Tags.empty(), this,
                    binding -> binding.omitted);
        }

        /**
         * Removes the meters of ended entries, then adds those of new ones, in this order because a new session may
         * have the name of an ended one.
         */
        private void show(final Map<Object, Figures> figures) {
            metersByKey.entrySet().removeIf(entry -> {
                final boolean gone = !figures.containsKey(entry.getKey());
                if (gone) {
                    entry.getValue().remove();
                }
                return gone;
            });
            omitted = 0;
            figures.forEach((key, each) -> {
                if (metersByKey.containsKey(key)) {
                    return;
                }
                if (metersByKey.size() >= entriesMax) {
                    omitted++;
                } else {
                    final Meters meters = new Meters(own.registry);
                    each.addTo(meters);
                    metersByKey.put(key, meters);
                }
            });
        }

        private void remove() {
            metersByKey.values().forEach(Meters::remove);
            own.remove();
        }
    }

    /** Meters of one entry in one registry. */
    private final class Meters {
        private final MeterRegistry registry;
        private final List<Meter> all = new ArrayList<>();

        private Meters(final MeterRegistry registry) {
            this.registry = registry;
        }

        /**
         * Adds a counter of a ledger. It shows the highest value read, because a counter must only grow: a reading
         * during writes may lack events that an earlier reading included.
         */
        private <F> void counter(final String name, final String description, final Tags tags, final F figures,
                final ToDoubleFunction<F> value) {
            final double[] most = {0};
            reading(name, description, tags, figures, each -> {
                most[0] = Math.max(most[0], value.applyAsDouble(each));
                return most[0];
            });
        }

        /** Registers a value as read, not as a counter: a sum decreases when one of its instances ends. */
        private <F> void reading(final String name, final String description, final Tags tags, final F figures,
                final ToDoubleFunction<F> value) {
            all.add(FunctionCounter.builder(name, figures, each -> read(each, value)).description(description)
                    .tags(tags).register(registry));
        }

        private <F> void gauge(final String name, final String description, final Tags tags, final F figures,
                final ToDoubleFunction<F> value) {
            all.add(Gauge.builder(name, figures, each -> read(each, value)).description(description).tags(tags)
                    .register(registry));
        }

        /** Adds a time in nanoseconds, shown in the registry's own unit. */
        private <F> void time(final String name, final String description, final Tags tags, final F figures,
                final ToDoubleFunction<F> value) {
            all.add(TimeGauge.builder(name, figures, TimeUnit.NANOSECONDS, each -> read(each, value))
                    .description(description).tags(tags).register(registry));
        }

        private void remove() {
            all.forEach(registry::remove);
        }
    }
}
