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
 * The state that the events of one registration share: who wants them, set by the control thread, and whether the
 * registration has ended; and its strings, which belong to no event. Thread-safe; no writer takes the lock.
 */
public final class ProviderState {
    /** Before the registration is complete: no reader would know what a string is of. */
    static final long NULL_REFERENCE = 0;

    private final WriterThreads threads;
    private final RateGates gates;
    /** It guards itself and the sessions that want each event. */
    private final List<DeclaredEvent> events = new ArrayList<>();
    private volatile ProviderInterest interest = ProviderInterest.NONE;
    /** While the sessions that want events change one by one: that before, else the same as that in nothing. */
    private volatile ProviderInterest former = ProviderInterest.NONE;
    private volatile long stringReference = NULL_REFERENCE;
    private volatile boolean closed;
    private volatile boolean usesDescriptorTypes;

    /**
     * State of a registration that no session has attached.
     *
     * @param threads    of the runtime that the registration belongs to
     * @param providerId of the provider
     */
    public ProviderState(final WriterThreads threads, final UUID providerId) {
        this.threads = threads;
        this.gates = new RateGates(threads, providerId);
    }

    /**
     * Let sessions want the events, those that are added later too. Only for the control thread.
     *
     * @param next who wants what from now on; nothing of what was wanted before is left when this returns
     */
    public void interest(final ProviderInterest next) {
        synchronized (events) {
            if (!closed) {
                former = interest;
                interest = next;
                events.forEach(event -> event.interest(next.of(event.schema(), threads)));
                former = ProviderInterest.NONE;
            }
        }
    }

    /** Returns the demands of the sessions as they are now. */
    public ProviderInterest interest() {
        return interest;
    }

    /**
     * Whether blocks of metadata are none of a payload.
     *
     * @param use default false
     */
    public void useDescriptorTypes(final boolean use) {
        usesDescriptorTypes = use;
    }

    boolean usesDescriptorTypes() {
        return usesDescriptorTypes;
    }

    /** The registration has ended: from here on nothing is recorded, and writes say so. */
    public void close() {
        synchronized (events) {
            closed = true;
            interest = ProviderInterest.NONE;
            former = ProviderInterest.NONE;
            events.forEach(DeclaredEvent::end);
        }
    }

    /**
     * Make strings known to readers. Only for the control thread.
     *
     * @param schemaIndex of a schema of the provider in the process page
     */
    public void connect(final int schemaIndex) {
        stringReference = FrameDescriptor.reference(schemaIndex, FrameDescriptor.STRING_EVENT_INDEX);
    }

    /** Index of the provider's schema in the process page, once it is known. */
    public int schemaIndex() {
        return FrameDescriptor.schemaIndex(stringReference);
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
        return interest.accepting(level, keyword) != 0 || former.accepting(level, keyword) != 0;
    }

    /**
     * Write a string: an event with a level and a keyword and nothing else, whose payload is the text as
     * UTF-16, little endian, with a terminating zero.
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
     * Returns the demands of the sessions under some enablements. Only for the control thread.
     *
     * @param slots           of the sessions that are attached here and have not filtered this process out
     * @param enablements     of the provider, by slot
     * @param processStartKey key of this process, for sessions that want it
     */
    public ProviderInterest newInterest(final long slots, final ProviderEnablements enablements,
            final long processStartKey) {
        return new ProviderInterest(slots, enablements, processStartKey, gates);
    }

    /** The writers of the runtime. */
    WriterThreads threads() {
        return threads;
    }

    /** Add an event, for which this sets the sessions that want it from now on. */
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

    /** Reference of strings in records of this process, or {@link #NULL_REFERENCE}. */
    long stringReference() {
        return stringReference;
    }

    long idleResult() {
        return closed ? WriteResult.INVALID_HANDLE : WriteResult.NOT_WANTED;
    }

    /** No session accepts a level that there is not, so that is distinguished from an event that nobody wants. */
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
