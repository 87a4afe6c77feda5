package io.ringside.internal.agent;

import io.ringside.RingsideException;
import io.ringside.internal.callback.CallbackRunner;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.internal.write.ProviderInterest;
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
 * One registration of a provider in this process: the events that the application writes, and what the control thread
 * knows of them. The events may be used by any thread, the rest belongs to the control thread.
 */
public final class RegisteredProvider {
    private final WriterThreads threads;
    private final ProviderState state;
    private final List<DeclaredEvent> events;
    /** Enablements of sessions by the rows, also of those whose filters exclude this process. */
    private ProviderEnablements enablements = ProviderEnablements.NONE;
    /** Slots of the sessions that have not. */
    private long wanting;
    /** Whether the rows have changed since events last followed them. */
    private boolean isStale;
    /** Schemas that the process page names: first that of the provider, then those of self-describing events. */
    private final List<ConnectedSchema> connected = new ArrayList<>();
    /** Ids of sessions that are written to without being asked. */
    private final Set<Long> addressed = new HashSet<>();
    private final @Nullable CallbackRunner callbacks;
    /** Null unless it is a classic provider. */
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
     * @param classic   what it writes through, and its classes; null if it is none
     * @param names     that this process publishes for the provider, shared by its registrations
     */
    public RegisteredProvider(final ProviderSchema schema, final WriterThreads threads,
            final @Nullable CallbackRunner callbacks, final @Nullable ClassicParts classic,
            final PublishedNames names) {
        this.names = names;
        // Conditions compare names as they are when an event is written.
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

    /** The names that this process publishes for the provider. Thread-safe. */
    public PublishedNames names() {
        return names;
    }

    /** Make sure that a declared field has names of a table. Thread-safe. */
    public void requireTable(final String table) {
        if (!schema.publishedTables().contains(table)) {
            throw RingsideException
                    .invalidArgument("no declared field has published names of this table: table=" + table
                            + ", provider=" + schema.name() + ", tables=" + schema.publishedTables()
                            + ": declare the table with @NamedBy or ValueMap.published");
        }
    }

    /** Handles of what the provider declares, in the order of the schema. Thread-safe. */
    public List<DeclaredEvent> events() {
        return events;
    }

    /** Returns the state, which has the sessions that want the events, and the end of the registration. */
    public ProviderState state() {
        return state;
    }

    /**
     * A handle that no session wants yet. It is kept as long as this registration. Thread-safe.
     *
     * @param event declared by the provider, or described by itself
     */
    public DeclaredEvent newEvent(final EventSchema event) {
        return new DeclaredEvent(state, event);
    }

    /**
     * A handle that no session will ever want. This registration does not keep it: names that differ from event to
     * event must not fill the heap. Thread-safe.
     *
     * @param event described by itself
     */
    public DeclaredEvent unwantedEvent(final EventSchema event) {
        return new DeclaredEvent(new ProviderState(threads, schema.id()), event);
    }

    /** Runs the registration's callback; null if it has none. Thread-safe. */
    public @Nullable CallbackRunner callbacks() {
        return callbacks;
    }

    /** Whether it is a classic provider, for which filters mean nothing. */
    boolean isClassic() {
        return classic != null;
    }

    /** Publishes the provider's schema. After a failure, {@link #undo} takes the rest back. */
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

    /** Attach a session to this process as long as it runs, whether it has enabled the provider or not. */
    void address(final long sessionId) {
        addressed.add(sessionId);
    }

    /**
     * Learn what sessions want by the rows. Nothing of it is in force before {@link #stand}. Settings that cannot be
     * read stay as they are.
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

    /** Whether the session in a slot wants something of this provider in this process. */
    boolean isWantedBy(final int slot) {
        return (wanting & 1L << slot) != 0;
    }

    /**
     * Let sessions that are attached here want what they do: when this returns, a write that begins knows nothing of
     * other settings. One that is under way may be judged by either.
     */
    void stand(final long standing, final ProcessLink link) {
        // An addressed session is not asked what it wants.
        final long slots = standing & wanting & enablements.slots();
        if (isStale || slots != state.interest().slots()) {
            // If an error cuts the change off, it is made again.
            isStale = true;
            state.interest(state.newInterest(slots, enablements, link.startKey()));
            isStale = false;
        }
    }

    /** Let sessions want nothing any more. */
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

    /** Let all events be wanted, and strings be known. */
    void connect() {
        state.connect(connected.get(0).registration().index());
        connected.forEach(ConnectedSchema::connect);
        if (classic != null) {
            classic.connect(connected);
        }
    }

    /**
     * Make an event known that describes itself, and let it be wanted.
     *
     * @param link  of the process
     * @param own   schema of the event alone; the provider's traits are added
     * @param event a handle of {@link #newEvent}
     */
    void describe(final ProcessLink link, final ProviderSchema own, final DeclaredEvent event) {
        final ProviderTraits traits = schema.traits();
        final ConnectedSchema described = ConnectedSchema.register(link, traits == null ? own : own.withTraits(traits),
                List.of(event));
        connected.add(described);
        described.connect();
    }

    /**
     * Give all schemas the provider's traits. The events read their old words until they are connected again.
     *
     * @param link   of the process
     * @param traits of the provider
     * @return what the process page named up to now, to be unregistered after {@link #connect}
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

    /** Make schema files again that were removed or replaced, and let the events read the words there. */
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

    /** Take back a registration whose events were never connected. */
    void undo(final ProcessLink link) {
        state.interest(ProviderInterest.NONE);
        connected.forEach(known -> known.undo(link));
        connected.clear();
    }
}
