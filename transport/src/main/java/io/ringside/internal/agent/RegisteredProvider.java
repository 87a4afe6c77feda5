package io.ringside.internal.agent;

import io.ringside.RingsideException;
import io.ringside.internal.callback.CallbackRunner;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.internal.write.ProviderEnablement;
import io.ringside.internal.write.ProviderState;
import io.ringside.internal.write.WriterThreads;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.schema.PublishedNames;
import io.ringside.session.Enablement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One registration of a provider in this process: the events that the application writes, and the state that the
 * control thread maintains for them. The events may be used by any thread, the rest by the control thread.
 */
public final class RegisteredProvider {
    private final WriterThreads threads;
    private final ProviderState state;
    private final List<DeclaredEvent> events;
    /** Enablements of sessions according to the rows, including those whose filters exclude this process. */
    private ProviderEnablements enablements = ProviderEnablements.NONE;
    /** Slots of the sessions whose filters do not exclude this process, and of addressed sessions. */
    private long wanting;
    /** Whether the rows have changed since the events last followed them. */
    private boolean isStale;
    /** Schemas in the process page: first that of the provider, then those of self-describing events. */
    private final List<ConnectedSchema> connected = new ArrayList<>();
    /** Ids of sessions that are written to directly, whatever they have enabled. */
    private final Set<Long> addressed = new HashSet<>();
    private final @Nullable CallbackRunner callbacks;
    /** Null unless this is a classic provider. */
    private final @Nullable ClassicParts classic;
    private final PublishedNames names;
    private volatile ProviderSchema schema;

    /**
     * A registration that is not published yet.
     *
     * @param schema  of the provider
     * @param threads of the runtime
     */
    public RegisteredProvider(final ProviderSchema schema, final WriterThreads threads) {
        this(schema, threads, null);
    }

    /**
     * A registration with a callback that is not published yet.
     *
     * @param schema    of the provider
     * @param threads   of the runtime
     * @param callbacks runs the callback; null if there is none
     */
    public RegisteredProvider(final ProviderSchema schema, final WriterThreads threads,
            final @Nullable CallbackRunner callbacks) {
        this(schema, threads, callbacks, null, new PublishedNames());
    }

    /**
     * A classic registration that is not published yet.
     *
     * @param schema    of the provider, which declares no events
     * @param threads   of the runtime
     * @param callbacks runs the callback; null if there is none
     * @param classic   its port and classes; null if it is not a classic provider
     * @param names     names that this process publishes for the provider, shared by its registrations
     */
    public RegisteredProvider(final ProviderSchema schema, final WriterThreads threads,
            final @Nullable CallbackRunner callbacks, final @Nullable ClassicParts classic,
            final PublishedNames names) {
        this.names = names;
        // Conditions compare names as of the time when an event is written.
        this.schema = schema.withNames(names, new PublishedNames.AsOf());
        this.callbacks = callbacks;
        this.classic = classic;
        this.threads = threads;
        this.state = new ProviderState(threads, schema.id());
        this.events = this.schema.events().stream().map(this::newEvent).toList();
    }

    /** Returns the provider's schema, with its traits as soon as they are known. Thread-safe. */
    public ProviderSchema schema() {
        return schema;
    }

    /** Returns the names that this process publishes for the provider. Thread-safe. */
    public PublishedNames names() {
        return names;
    }

    /** Require that a declared field has names of a table. Thread-safe. */
    public void requireTable(final String table) {
        if (!schema.publishedTables().contains(table)) {
            throw RingsideException
                    .invalidArgument("no declared field has published names of this table: table=" + table
                            + ", provider=" + schema.name() + ", tables=" + schema.publishedTables()
                            + ": declare the table with @NamedBy or ValueMap.published");
        }
    }

    /** Returns the handles of the declared events, in the order of the schema. Thread-safe. */
    public List<DeclaredEvent> events() {
        return events;
    }

    /** Returns the state, which has the sessions that want the events, and the end of the registration. */
    public ProviderState state() {
        return state;
    }

    /**
     * Returns a handle that no session wants yet. This registration keeps it. Thread-safe.
     *
     * @param event declared or self-describing event
     */
    public DeclaredEvent newEvent(final EventSchema event) {
        return new DeclaredEvent(state, event);
    }

    /**
     * Returns a handle that no session will ever want. This registration does not keep it, so that names that differ
     * from event to event do not fill the heap. Thread-safe.
     *
     * @param event self-describing event
     */
    public DeclaredEvent unwantedEvent(final EventSchema event) {
        return new DeclaredEvent(new ProviderState(threads, schema.id()), event);
    }

    /** Returns the runner of the registration's callback; null if it has none. Thread-safe. */
    public @Nullable CallbackRunner callbacks() {
        return callbacks;
    }

    /** Returns whether this is a classic provider, to which filters do not apply. */
    boolean isClassic() {
        return classic != null;
    }

    /** Publishes the provider's schema. After a failure, {@link #undo} removes the rest. */
    void register(final ProcessLink link) {
        if (schema.hasPublishedNames()) {
            link.names().open(schema.id(), names);
        }
        connected.add(ConnectedSchema.register(link, schema, events));
        if (classic != null) {
            for (final ProviderSchema eventClass : classic.classes()) {
                connected.add(ConnectedSchema.register(link, eventClass, List.of()));
            }
        }
    }

    /** Let a session be attached while it is running, whether or not it has enabled the provider. */
    void address(final long sessionId) {
        addressed.add(sessionId);
    }

    /**
     * Read the sessions' enablements from the rows. They do not take effect before {@link #stand}. Settings that cannot
     * be read stay as they are.
     */
    void follow(final RowSnapshot rows, final ProcessLink link) {
        ProviderEnablements now = rows.inForce(schema);
        for (long rest = rows.unknownSlots(schema) & ~now.slots(); rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final Enablement known = enablements.enablement(slot);
            now = known == null ? now : now.with(slot, known);
        }
        final long wantingNow = accepting(now, link) | addressedSlots(rows);
        if (!now.equals(enablements) || wantingNow != wanting) {
            enablements = now;
            wanting = wantingNow;
            isStale = true;
        }
    }

    /** Returns whether the session in a slot wants something of this provider in this process. */
    boolean isWantedBy(final int slot) {
        return (wanting & 1L << slot) != 0;
    }

    /**
     * Put the enablements of the sessions that are attached here into effect: writes that begin after this returns use
     * no earlier settings. A write in progress may use either.
     */
    void stand(final long standing, final ProcessLink link) {
        // An addressed session has no effect here unless it has an enablement.
        final long slots = standing & wanting & enablements.slots();
        if (isStale || slots != state.interest().slots()) {
            // If an error interrupts the change, it is made again.
            isStale = true;
            state.interest(state.newEnablement(slots, enablements, link.startKey()));
            isStale = false;
        }
    }

    /** Remove all demands of some sessions. */
    void shutOut(final long slots) {
        state.interest(state.interest().without(slots));
        wanting &= ~slots;
        for (long rest = slots & enablements.slots(); rest != 0; rest &= rest - 1) {
            enablements = enablements.without(Long.numberOfTrailingZeros(rest));
        }
    }

    private long addressedSlots(final RowSnapshot rows) {
        long slots = 0;
        for (final SessionRow session : rows.sessions()) {
            if (session.isRunning() && addressed.contains(session.id())) {
                slots |= 1L << session.slot();
            }
        }
        return slots;
    }

    private long accepting(final ProviderEnablements enablements, final ProcessLink link) {
        long accepting = enablements.slots();
        if (isClassic()) {
            return accepting;
        }
        for (long rest = accepting; rest != 0; rest &= rest - 1) {
            final Enablement enablement = enablements.enablement(Long.numberOfTrailingZeros(rest));
            if (enablement != null && !enablement.filters().acceptsProcess(link.facts())) {
                accepting &= ~(rest & -rest);
            }
        }
        return accepting;
    }

    /** Let all events be wanted, and make strings known. */
    void connect() {
        state.connect(connected.get(0).registration().index());
        connected.forEach(ConnectedSchema::connect);
        if (classic != null) {
            classic.connect(connected);
        }
    }

    /**
     * Make a self-describing event known, and let it be wanted.
     *
     * @param link  of the process
     * @param own   schema of the event without the provider's traits, which are added
     * @param event handle from {@link #newEvent}
     */
    void describe(final ProcessLink link, final ProviderSchema own, final DeclaredEvent event) {
        final ProviderTraits traits = schema.traits();
        final ConnectedSchema described = ConnectedSchema.register(link, traits == null ? own : own.withTraits(traits),
                List.of(event));
        connected.add(described);
        described.connect();
    }

    /**
     * Add the provider's traits to all schemas. The events read their old enable masks until they are connected again.
     *
     * @param link   of the process
     * @param traits of the provider
     * @return the previous schemas in the process page, to be unregistered after {@link #connect}
     */
    List<ConnectedSchema> replace(final ProcessLink link, final ProviderTraits traits) {
        final List<ConnectedSchema> replaced = List.copyOf(connected);
        final List<ConnectedSchema> replacing = new ArrayList<>();
        boolean complete = false;
        try {
            replaced.forEach(old -> replacing.add(old.registerWith(link, traits)));
            complete = true;
        } finally {
            if (!complete) {
                replacing.forEach(made -> made.undo(link));
            }
        }
        connected.clear();
        connected.addAll(replacing);
        schema = connected.get(0).schema();
        return replaced;
    }

    /** Make schema files again that were removed or replaced, and let the events read the enable masks there. */
    void restoreFiles(final ProcessLink link) {
        for (int i = 0; i < connected.size(); i++) {
            final ConnectedSchema known = connected.get(i);
            if (!known.registration().file().stands()) {
                final ConnectedSchema restored = known.restored(link);
                connected.set(i, restored);
                restored.connect();
                if (classic != null) {
                    classic.connect(connected);
                }
                known.unregister(link);
                link.reportLost(known.registration().file().path());
            }
        }
    }

    /** Make the events unwanted by all sessions, for good. */
    void unregister(final ProcessLink link) {
        if (classic != null) {
            classic.port().close();
        }
        connected.forEach(ConnectedSchema::disconnect);
        connected.forEach(known -> known.unregister(link));
        connected.clear();
    }

    /** Undo a registration whose events were never connected. */
    void undo(final ProcessLink link) {
        state.interest(ProviderEnablement.NONE);
        connected.forEach(known -> known.undo(link));
        connected.clear();
    }
}
