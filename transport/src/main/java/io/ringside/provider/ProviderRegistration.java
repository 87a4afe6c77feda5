package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.internal.agent.RegisteredProvider;
import io.ringside.internal.callback.CallbackRunner;
import io.ringside.provider.ProblemLog.Kind;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.PublishedNames.Entry;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A registered provider: the handles of its events. Thread-safe. It belongs to the process and ends with it, or
 * when it is closed.
 *
 * <pre>{@code
 * try (ProviderRegistration registration = ringside.register(schema)) {
 *     ProviderEvent accepted = registration.event("accepted");
 *     accepted.write(buffer, 0, 12);
 * }
 * }</pre>
 */
public final class ProviderRegistration implements AutoCloseable {
    /** Whether a registration can record events. */
    public enum Status {
        /** Not yet complete: events are not wanted; it will be complete by itself. */
        PENDING,
        /** Complete: whatever a session wants of it is recorded. */
        ACTIVE,
        /**
         * Impossible for now, for the reason that {@link ProviderRegistration#problem} gives: events are not wanted. If
         * that may pass, such as a full disk or a trace directory that cannot be opened, the runtime tries again with
         * growing intervals of up to 10 s, and the registration becomes {@link #ACTIVE}.
         */
        UNAVAILABLE,
        /** Closed: writes give {@link io.ringside.write.WriteResult.Status#INVALID_HANDLE}. */
        CLOSED
    }

    private final Ringside ringside;
    private final RegisteredProvider provider;
    private final DescribedEvents described;
    private final ProviderInformation information;
    private volatile Status status = Status.PENDING;
    private volatile @Nullable String problem;

    ProviderRegistration(final Ringside ringside, final RegisteredProvider provider) {
        this.ringside = ringside;
        this.provider = provider;
        this.described = new DescribedEvents(ringside, provider);
        this.information = new ProviderInformation(ringside, provider);
    }

    /** {@return what the provider declares} */
    public ProviderSchema schema() {
        return provider.schema();
    }

    /** {@return whether events can be recorded} */
    public Status status() {
        return status;
    }

    /** {@return what went wrong and how to correct it, if the status is {@link Status#UNAVAILABLE}} */
    public @Nullable String problem() {
        return problem;
    }

    /**
     * Why an event cannot be wanted although the provider is registered.
     *
     * @param event of this registration
     * @return null if it can be wanted
     */
    public @Nullable String problem(final ProviderEvent event) {
        final String ofAll = problem;
        return ofAll != null || events().contains(event) ? ofAll : described.problem(event);
    }

    /** {@return handles of all events that the provider declares, in the order of the schema} */
    public List<ProviderEvent> events() {
        return List.copyOf(provider.events());
    }

    /**
     * Handle of an event.
     *
     * @param name of the event
     * @return the handle of its newest version
     * @throws RingsideException if the provider declares no such event
     */
    public ProviderEvent event(final String name) {
        return newest(events().stream().filter(event -> event.schema().name().equals(name)).toList(),
                "name=" + name);
    }

    /**
     * Handle of an event.
     *
     * @param id of the event
     * @return the handle of its newest version
     * @throws RingsideException if the provider declares no such event
     */
    public ProviderEvent event(final int id) {
        return newest(events().stream().filter(event -> event.schema().descriptor().id() == id).toList(),
                "id=" + id);
    }

    /**
     * Begin to describe an event that the provider does not declare.
     *
     * @param name of the event
     * @return a builder
     */
    public SelfDescribingEvent selfDescribing(final String name) {
        return new SelfDescribingEvent(described, provider.schema(), name);
    }

    /**
     * Publish a name of a value, such as 17 = AAPL: readers show it for the fields that name this table
     * ({@link io.ringside.schema.ValueMap#published}), in events that are written from now on. The first name of a
     * value is shown in earlier events too. It belongs to this process, and is there for readers that come later. Slow:
     * waits for the control thread as registering does; what is pending then is completed later.
     *
     * @param table that a declared field names
     * @param value of such fields
     * @param name  1..255 characters, none of control, at most 255 bytes of UTF-8
     * @return false if there are too many names already, which the log says too: the value stays without it
     * @throws RingsideException if a name is not allowed, or no declared field names the table
     */
    public boolean publishName(final String table, final long value, final String name) {
        return publishNames(table, Map.of(value, name));
    }

    /**
     * Publish names of several values at once.
     *
     * @param table       that a declared field names
     * @param nameByValue as in {@link #publishName}
     * @return false if there are too many names already: some values may have theirs
     * @throws RingsideException if a name is not allowed, or no declared field names the table: none is published then
     */
    public boolean publishNames(final String table, final Map<Long, String> nameByValue) {
        provider.requireTable(table);
        if (ringside.hasDictionary(provider, table)) {
            throw RingsideException
                    .invalidArgument("names of a dictionary are its texts: table=" + table + ", provider="
                            + schema().name() + ": publish names in another table");
        }
        nameByValue.forEach((value, name) -> PublishedNames.check(Entry.ofName(table, value, name, 0)));
        return publish(() -> nameByValue
                .forEach((value, name) -> provider.names().publish(table, value, name, System.nanoTime())));
    }

    /**
     * Publish the scale of a value, such as 4 for the instrument 17. Decimals that have their scale from a field which
     * names this table ({@link io.ringside.schema.FieldSchema#withScaleFrom}) have it in events with this value that
     * are written from now on; the first scale of a value is that of earlier events too. As a name, it belongs to this
     * process, and is there for readers that come later. As slow as {@link #publishName}.
     *
     * @param table that a declared field names
     * @param value of such fields
     * @param scale digits after the decimal point, 0..18
     * @return false if there are too many names and scales already, which the log says too: the value stays without it
     * @throws RingsideException if the scale is out of range, or no declared field names the table
     */
    public boolean publishScale(final String table, final long value, final int scale) {
        provider.requireTable(table);
        PublishedNames.checkScale(table, value, scale);
        return publish(() -> provider.names().publishScale(table, value, scale, System.nanoTime()));
    }

    /**
     * The numbers of texts that repeat: an event contains the number, in a field that names the table, and readers show
     * the text. This process has one for each provider and table; typed events with {@link io.ringside.typed.Interned}
     * use it. Scales may be published for its numbers, but no other names. The first call is as slow as {@link
     * #publishName}.
     *
     * @param table that a declared field names, of at least 4 bytes
     * @return the dictionary
     * @throws RingsideException if no declared field names the table, or names were published there one by one
     */
    public TextDictionary dictionary(final String table) {
        provider.requireTable(table);
        return ringside.dictionary(provider, table);
    }

    private boolean publish(final Runnable publication) {
        boolean complete = true;
        try {
            publication.run();
        } catch (final RingsideException e) {
            ProblemLog.SHARED.tell(Kind.NAMES, e);
            complete = false;
        }
        writeNames();
        return complete;
    }

    /** Publish names that apply from their own times on: those of a process that is replayed. */
    void publish(final List<Entry> names) {
        try {
            names.forEach(provider.names()::add);
        } catch (final RingsideException e) {
            ProblemLog.SHARED.tell(Kind.NAMES, e);
        }
        writeNames();
    }

    private void writeNames() {
        if (status != Status.UNAVAILABLE) {
            ringside.run(Kind.NAMES, thread -> thread.agent().publishNames(provider));
        }
    }

    /** {@return the traits of the provider; null if it has none} */
    public @Nullable ProviderTraits traits() {
        return information.traits();
    }

    /**
     * Set the traits of the provider, once, unless its schema has some already. Then
     * sessions that have enabled its group want its events, and types of data descriptors count. Waits
     * for the control thread as registering does; what is pending then is completed later.
     *
     * @param traits of the provider
     * @return false, and nothing has changed, if it has some already or the registration is closed
     */
    public boolean traits(final ProviderTraits traits) {
        return status != Status.CLOSED && information.set(traits);
    }

    /**
     * Set whether the types of data descriptors count, such as
     * {@link io.ringside.event.DataDescriptors#EVENT_METADATA}. They do not unless this is called, or the provider has
     * traits.
     *
     * @param count whether they count; with traits they do in any case
     * @return false if the registration is closed
     */
    public boolean useDescriptorTypes(final boolean count) {
        if (status == Status.CLOSED) {
            return false;
        }
        information.useDescriptorTypes(count);
        return true;
    }

    /** Attach a session to this process: see {@link io.ringside.internal.provider.RuntimeDoor#address}. */
    Optional<WriteOptions.Target> address(final String sessionName) {
        final AtomicReference<Optional<WriteOptions.Target>> found = new AtomicReference<>(Optional.empty());
        if (status == Status.ACTIVE) {
            ringside.run(Kind.REGISTRATION, thread -> found.set(thread.agent().address(provider, sessionName)));
        }
        return Objects.requireNonNull(found.get());
    }

    /**
     * Whether a session may want an event of that level and keyword. Filters may still drop it; false is never
     * wrong.
     *
     * @param level   of the event, 0 to 255
     * @param keyword of the event
     * @return false only if no such event would be recorded
     */
    public boolean isEnabled(final int level, final long keyword) {
        return provider.state().isEnabled(level, keyword);
    }

    /**
     * Write a string: an event with a level and a keyword and nothing else, whose payload is the text as
     * UTF-16, little endian, with a terminating zero.
     *
     * @param level   0 to 255
     * @param keyword of the event
     * @param text    to write
     * @return a {@link io.ringside.write.WriteResult}
     */
    public long writeString(final int level, final long keyword, final CharSequence text) {
        return provider.state().writeString(level, keyword, text);
    }

    /**
     * Write a string.
     *
     * @param options of the write
     * @param level   0 to 255
     * @param keyword of the event
     * @param text    to write
     * @return a {@link io.ringside.write.WriteResult}
     */
    public long writeString(final WriteOptions options, final int level, final long keyword, final CharSequence text) {
        return provider.state().writeString(options, level, keyword, text);
    }

    /**
     * End the registration: its callback does not begin any more, and one that runs is waited for, unless the
     * calling thread is inside it. An interrupt ends that wait early and stays pending. Writes give
     * {@link io.ringside.write.WriteResult.Status#INVALID_HANDLE} from now on; closing again does nothing.
     */
    @Override
    public void close() {
        if (end()) {
            ringside.unregister(this);
            awaitCallback(Long.MAX_VALUE);
        }
    }

    /** Waits until a callback that was under way at the end has returned, or for that time. */
    void awaitCallback(final long timeoutNs) {
        final CallbackRunner callbacks = provider.callbacks();
        if (callbacks != null) {
            callbacks.awaitEnd(timeoutNs);
        }
    }

    /** From here on writes say that the registration has ended; false if they do already. */
    synchronized boolean end() {
        if (status == Status.CLOSED) {
            return false;
        }
        status = Status.CLOSED;
        provider.state().close();
        final CallbackRunner callbacks = provider.callbacks();
        if (callbacks != null) {
            callbacks.end();
        }
        return true;
    }

    RegisteredProvider provider() {
        return provider;
    }

    synchronized void active() {
        if (status != Status.CLOSED) {
            status = Status.ACTIVE;
            problem = null;
        }
    }

    synchronized void unavailable(final String reason) {
        if (status != Status.CLOSED) {
            problem = reason;
            status = Status.UNAVAILABLE;
        }
    }

    private ProviderEvent newest(final List<ProviderEvent> versions, final String what) {
        return versions.stream()
                .reduce((one, other) -> one.schema().descriptor().version() > other.schema().descriptor().version()
                        ? one
                        : other)
                .orElseThrow(() -> RingsideException.invalidArgument(
                        "provider declares no such event: provider=" + provider.schema().name() + ", " + what));
    }
}
