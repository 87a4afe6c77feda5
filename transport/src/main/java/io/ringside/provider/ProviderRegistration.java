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
 * A registered provider, which supplies the handles of its events. Thread-safe. It ends with the process, or when it is
 * closed.
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
        /** Not complete yet: events are not wanted. It will complete without further action. */
        PENDING,
        /** Complete: every event that a session wants is recorded. */
        ACTIVE,
        /**
         * Not possible now, for the reason in {@link ProviderRegistration#problem}: events are not wanted. If the cause
         * may be temporary, such as a full disk or a trace directory that cannot be opened, the runtime tries again
         * with growing intervals of up to 10 s, and the registration becomes {@link #ACTIVE}.
         */
        UNAVAILABLE,
        /** Closed: writes return {@link io.ringside.write.WriteResult.Status#INVALID_HANDLE}. */
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

    /** {@return the declared schema of the provider} */
    public ProviderSchema schema() {
        return provider.schema();
    }

    /** {@return whether events can be recorded} */
    public Status status() {
        return status;
    }

    /** {@return the problem and its remedy, if the status is {@link Status#UNAVAILABLE}} */
    public @Nullable String problem() {
        return problem;
    }

    /**
     * Find the reason why an event cannot be wanted although the provider is registered.
     *
     * @param event of this registration
     * @return the reason; null if the event can be wanted
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
     * Find the handle of an event.
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
     * Find the handle of an event.
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
     * Publish a name of a value, such as 17 = AAPL. Readers show it for the fields that refer to this table ({@link
     * io.ringside.schema.ValueMap#published}), in events that are written from now on. The first name of a value is
     * shown in earlier events too. Names belong to this process, and are available to later readers as well. Slow:
     * waits for the control thread like a registration; a step still pending after the wait is completed later.
     *
     * @param table table to which a declared field refers
     * @param value value of such fields
     * @param name  1..255 characters without control characters, at most 255 bytes of UTF-8
     * @return false if there are too many names already, which is logged too; the name is not published then
     * @throws RingsideException if a name is not allowed, or no declared field refers to the table
     */
    public boolean publishName(final String table, final long value, final String name) {
        return publishNames(table, Map.of(value, name));
    }

    /**
     * Publish names of several values at once.
     *
     * @param table       table to which a declared field refers
     * @param nameByValue names by their values, as in {@link #publishName}
     * @return false if there are too many names already; some of the names may be published then
     * @throws RingsideException if a name is not allowed, or no declared field refers to the table; none is published
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
     * Publish the scale of a value, such as 4 for the instrument 17. It applies to decimals whose scale depends on a
     * field that refers to this table ({@link io.ringside.schema.FieldSchema#withScaleFrom}), in events with this value
     * that are written from now on. The first scale of a value applies to earlier events too. Scales belong to this
     * process, and are available to later readers. As slow as {@link #publishName}.
     *
     * @param table table to which a declared field refers
     * @param value value of such fields
     * @param scale number of digits after the decimal point, 0..18
     * @return false if there are too many names and scales already, which is logged too; the scale is not published
     *         then
     * @throws RingsideException if the scale is out of range, or no declared field refers to the table
     */
    public boolean publishScale(final String table, final long value, final int scale) {
        provider.requireTable(table);
        PublishedNames.checkScale(table, value, scale);
        return publish(() -> provider.names().publishScale(table, value, scale, System.nanoTime()));
    }

    /**
     * Return a dictionary of repeated texts: an event contains the number of a text, in a field that refers to the
     * table, and readers show the text. This process has one dictionary for each provider and table; typed events with
     * {@link io.ringside.typed.Interned} use it. Scales may be published for its numbers, but no other names. The first
     * call is as slow as {@link #publishName}.
     *
     * @param table table to which a declared field of at least 4 bytes refers
     * @return the dictionary
     * @throws RingsideException if no declared field refers to the table, or names were published for it individually
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

    /** Publish names of a replayed process, each valid from its own time on. */
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
     * Set the traits of the provider, once, unless its schema has some already. Afterwards sessions that have enabled
     * its group want its events, and types of data descriptors are in effect. Waits for the control thread like a
     * registration; a step still pending after the wait is completed later.
     *
     * @param traits of the provider
     * @return false, without any change, if the provider has traits already or the registration is closed
     */
    public boolean traits(final ProviderTraits traits) {
        return status != Status.CLOSED && information.set(traits);
    }

    /**
     * Set whether the types of data descriptors are in effect, such as {@link
     * io.ringside.event.DataDescriptors#EVENT_METADATA}. They are not unless this is called, or the provider has
     * traits.
     *
     * @param count whether they are in effect; with traits they are in any case
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
     * Check whether a session may want an event of a level and keyword. A filter may still drop the event; false is
     * definite.
     *
     * @param level   of the event, 0 to 255
     * @param keyword of the event
     * @return false only if no such event would be recorded
     */
    public boolean isEnabled(final int level, final long keyword) {
        return provider.state().isEnabled(level, keyword);
    }

    /**
     * Write a string: an event with only a level and a keyword, whose payload is the text as UTF-16, little endian,
     * with a terminating zero.
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
     * End the registration. Its callback is not called any more, and a call in progress is awaited, unless the calling
     * thread is inside it. An interrupt ends that wait early and stays pending. Writes return {@link
     * io.ringside.write.WriteResult.Status#INVALID_HANDLE} from now on. Closing is idempotent.
     */
    @Override
    public void close() {
        if (end()) {
            ringside.unregister(this);
            awaitCallback(Long.MAX_VALUE);
        }
    }

    /** Waits until a callback that was in progress at the end has returned, at most for the given time. */
    void awaitCallback(final long timeoutNs) {
        final CallbackRunner callbacks = provider.callbacks();
        if (callbacks != null) {
            callbacks.awaitEnd(timeoutNs);
        }
    }

    /** Makes writes report that the registration has ended; returns false if they already do. */
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
