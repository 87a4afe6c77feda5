package io.ringside.internal.write;

import io.ringside.event.Level;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state shared by the events of one registration: the sessions that want them, set by the control thread, and
 * whether the registration has ended; also writes strings, which belong to no event. Thread-safe; writers take no lock.
 */
public final class ProviderState {
    /** Reference before the registration is complete, when a reader could not find a string's provider. */
    static final long NULL_REFERENCE = 0;

    private final WriterThreads threads;
    private final RateGates gates;
    /** Guards itself and the sessions that want each event. */
    private final List<DeclaredEvent> events = new ArrayList<>();
    private volatile ProviderEnablement interest = ProviderEnablement.NONE;
    /** The previous demands, while the events are changed one by one; otherwise equal in effect to the current ones. */
    private volatile ProviderEnablement former = ProviderEnablement.NONE;
    private volatile long stringReference = NULL_REFERENCE;
    private volatile boolean closed;
    private volatile boolean usesDescriptorTypes;

    /**
     * State of a registration that is not wanted by any session.
     *
     * @param threads    writing threads of the registration's runtime
     * @param providerId id of the provider
     */
    public ProviderState(final WriterThreads threads, final UUID providerId) {
        this.threads = threads;
        this.gates = new RateGates(threads, providerId);
    }

    /**
     * Set the demands of the sessions, for current and future events. Called by the control thread only.
     *
     * @param next new demands; the previous ones are no longer in effect when this returns
     */
    public void interest(final ProviderEnablement next) {
        synchronized (events) {
            if (!closed) {
                former = interest;
                interest = next;
                events.forEach(event -> event.interest(next.of(event.schema(), threads)));
                former = ProviderEnablement.NONE;
            }
        }
    }

    /** Returns the current demands of the sessions. */
    public ProviderEnablement interest() {
        return interest;
    }

    /**
     * Set whether blocks of metadata are excluded from payloads.
     *
     * @param use false by default
     */
    public void useDescriptorTypes(final boolean use) {
        usesDescriptorTypes = use;
    }

    boolean usesDescriptorTypes() {
        return usesDescriptorTypes;
    }

    /** End the registration: no event is recorded any more, and writes report this. */
    public void close() {
        synchronized (events) {
            closed = true;
            interest = ProviderEnablement.NONE;
            former = ProviderEnablement.NONE;
            events.forEach(DeclaredEvent::end);
        }
    }

    /**
     * Make strings known to readers. Called by the control thread only.
     *
     * @param schemaIndex index of a schema of the provider in the process page
     */
    public void connect(final int schemaIndex) {
        stringReference = FrameDescriptor.reference(schemaIndex, FrameDescriptor.STRING_EVENT_INDEX);
    }

    /** Returns the index of the provider's schema in the process page, once it is known. */
    public int schemaIndex() {
        return FrameDescriptor.schemaIndex(stringReference);
    }

    /**
     * Returns whether a session may want an event of a level and keyword. A filter may still drop it; false is
     * definite.
     *
     * @param level   of the event, 0 to 255
     * @param keyword of the event
     * @return false only if no such event would be recorded
     */
    public boolean isEnabled(final int level, final long keyword) {
        return interest.accepting(level, keyword) != 0 || former.accepting(level, keyword) != 0;
    }

    /**
     * Write a string: an event with only a level and a keyword, whose payload is the text as UTF-16, little endian,
     * with a terminating zero.
     *
     * @param level   0 to 255
     * @param keyword of the event
     * @param text    to write
     * @return a {@link WriteResult}
     */
    public long writeString(final int level, final long keyword, final CharSequence text) {
        return interest.accepting(level, keyword) == 0
                ? idleResult(level)
                : writeChecked(null, level, keyword, text);
    }

    /**
     * Write a string.
     *
     * @param options of the write
     * @param level   0 to 255
     * @param keyword of the event
     * @param text    to write
     * @return a {@link WriteResult}
     */
    public long writeString(final WriteOptions options, final int level, final long keyword, final CharSequence text) {
        if (interest.accepting(level, keyword) == 0) {
            return idleResult(level);
        }
        return options == null || !options.isValid()
                ? WriteResult.INVALID_PARAMETER
                : writeChecked(options, level, keyword, text);
    }

    /**
     * Returns the demands of the sessions for given enablements. Called by the control thread only.
     *
     * @param slots           of the sessions that are attached here and have not filtered this process out
     * @param enablements     of the provider, by slot
     * @param processStartKey key of this process, for sessions that want it
     */
    public ProviderEnablement newEnablement(final long slots, final ProviderEnablements enablements,
            final long processStartKey) {
        return new ProviderEnablement(slots, enablements, processStartKey, gates);
    }

    /** Returns the writing threads of the runtime. */
    WriterThreads threads() {
        return threads;
    }

    /** Add an event, for which this sets the sessions that want it from then on. */
    void add(final DeclaredEvent event) {
        synchronized (events) {
            events.add(event);
            if (closed) {
                event.end();
            } else {
                event.interest(interest.of(event.schema(), threads));
            }
        }
    }

    /** Returns the reference of strings in records of this process, or {@link #NULL_REFERENCE}. */
    long stringReference() {
        return stringReference;
    }

    long idleResult() {
        return closed ? WriteResult.INVALID_HANDLE : WriteResult.NOT_WANTED;
    }

    /** Returns the result for an unwanted string. An invalid level, which no session accepts, is reported as such. */
    private long idleResult(final int level) {
        return level < 0 || level > Level.MAX ? WriteResult.INVALID_PARAMETER : idleResult();
    }

    private long writeChecked(final @Nullable WriteOptions options, final int level, final long keyword,
            final CharSequence text) {
        return level < 0 || level > Level.MAX || text == null
                ? WriteResult.INVALID_PARAMETER
                : threads.current().writeString(this, options, level, keyword, text);
    }
}
