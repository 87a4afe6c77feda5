package io.ringside.write;

import io.ringside.event.DataDescriptors;
import io.ringside.schema.EventSchema;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;

/**
 * One declared event of one registration: test whether anybody wants it, and write it from any thread. Thread-safe.
 * <p>
 * The write methods find the calling thread's {@link ThreadWriter}, or its carrier's if it is a virtual thread; a loop
 * that holds its own saves that search. All of them return a {@link WriteResult}. None throws; after the registration
 * has been closed they return {@link WriteStatus#INVALID_HANDLE} (R2.5).
 */
public final class ProviderEvent {
    private static final VarHandle FLAG_ADDRESS;
    private static final VarHandle INTEREST;
    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            FLAG_ADDRESS = lookup.findVarHandle(ProviderEvent.class, "flagAddress", long.class);
            INTEREST = lookup.findVarHandle(ProviderEvent.class, "interest", EventInterest.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ProviderState provider;
    private final WriterThreads threads;
    private final EventSchema schema;
    private long reference;
    /**
     * Slots of the sessions that want the event in this process, a copy of the interest's: all that a write reads of an
     * event that nobody wants.
     */
    private volatile long slots;
    /**
     * Where the flag word is mapped; 0 before the registration is complete and after it has ended. By its handle only,
     * and only inside a write: nothing else keeps the word mapped.
     */
    @SuppressWarnings("UnusedVariable")
    private long flagAddress;
    /** Who wants the event in this process. Through its handle only. */
    @SuppressWarnings("UnusedVariable")
    private EventInterest interest = EventInterest.NONE;
    /**
     * Here, beside the address, and not with the provider: that would be another load of each disabled write. Stored by
     * who ends the registration, under the provider's lock, before the interest in nothing.
     */
    private volatile long idleResult = WriteResult.NOT_WANTED;

    /**
     * A handle without a flag word: nobody wants the event yet.
     *
     * @param provider shared by the events of the registration
     * @param schema   of the event
     */
    public ProviderEvent(final ProviderState provider, final EventSchema schema) {
        this.provider = provider;
        this.threads = provider.threads();
        this.schema = schema;
        provider.add(this);
    }

    /** Description of the event. */
    public EventSchema schema() {
        return schema;
    }

    /**
     * Connect the handle with its flag word. Only for the control thread, which keeps the word mapped until every write
     * is over that may have found it here.
     *
     * @param flagAddress of the mapped word
     * @param reference   of the event in records of this process
     */
    public void connect(final long flagAddress, final long reference) {
        this.reference = reference;
        FLAG_ADDRESS.setRelease(this, flagAddress);
    }

    /** Forget the flag word. Only for the control thread; a write that is under way still needs the reference. */
    public void disconnect() {
        FLAG_ADDRESS.setRelease(this, 0L);
    }

    /**
     * Whether a session wants the event, as far as the process has followed: one volatile read (R2.22). A later filter
     * may still drop it; false is never wrong.
     *
     * @return true if a write would be an attempt
     */
    public boolean isEnabled() {
        return slots != 0;
    }

    /** Slots of the sessions that want the event and stand in this process. Only inside a write. */
    long wanted() {
        final long here = interest().slots;
        return here == 0 ? 0 : here & flagWord();
    }

    /**
     * Slots of the sessions that want the event, wherever they stand. Only inside a write of the event's runtime: the
     * word may be unmapped at any other time.
     */
    long flagWord() {
        final long address = (long) FLAG_ADDRESS.getOpaque(this);
        return address == 0 ? 0 : UnsafeApi.getLongVolatile(null, address);
    }

    EventInterest interest() {
        return (EventInterest) INTEREST.getAcquire(this);
    }

    /** Set by the provider's state: whoever has seen the flag word is inside, or sees this. */
    void interest(final EventInterest next) {
        INTEREST.setVolatile(this, next);
        // After it: a thread that sees the slots sees the interest, too.
        slots = next.slots;
    }

    /** The registration has ended: nobody wants the event, and whoever has seen that finds the reason. */
    void end() {
        idleResult = WriteResult.INVALID_HANDLE;
        interest(EventInterest.NONE);
    }

    long reference() {
        return reference;
    }

    /** What a write comes to while nobody wants the event: {@link WriteResult#NOT_WANTED}, or that it has ended. */
    public long idleResult() {
        return idleResult;
    }

    boolean usesDescriptorTypes() {
        return provider.usesDescriptorTypes();
    }

    /** Whether the handle belongs to a runtime's threads. */
    boolean isOf(final WriterThreads others) {
        return threads == others;
    }

    /**
     * What becomes of the event where it may not be written.
     *
     * @param writing whose thread is inside of another write, unless the handle belongs to another runtime: so the flag
     *                word is mapped
     * @return a {@link WriteResult}: it is lost for those who want it
     */
    long refuse(final WriterThreads writing) {
        if (threads != writing) {
            return WriteResult.INVALID_HANDLE;
        }
        final long wanted = wanted();
        return wanted == 0 ? idleResult() : threads.loseNested(wanted);
    }

    /**
     * Write an event without payload.
     *
     * @return a {@link WriteResult}
     */
    public long write() {
        return isEnabled() ? threads.current().write(this) : idleResult();
    }

    /**
     * Write an event.
     *
     * @param source of the payload
     * @param offset of its first byte
     * @param length in bytes
     * @return a {@link WriteResult}
     */
    public long write(final DirectBuffer source, final int offset, final int length) {
        return isEnabled() ? threads.current().write(this, source, offset, length) : idleResult();
    }

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks (R1.18, R1.19).
     *
     * @param blocks of the payload
     * @return a {@link WriteResult}
     */
    public long write(final DataDescriptors blocks) {
        return isEnabled() ? threads.current().write(this, blocks) : idleResult();
    }

    /**
     * Write an event without payload.
     *
     * @param options of the write
     * @return a {@link WriteResult}
     */
    public long write(final WriteOptions options) {
        return isEnabled() ? threads.current().write(this, options) : idleResult();
    }

    /**
     * Write an event.
     *
     * @param options of the write
     * @param source  of the payload
     * @param offset  of its first byte
     * @param length  in bytes
     * @return a {@link WriteResult}
     */
    public long write(final WriteOptions options, final DirectBuffer source, final int offset, final int length) {
        return isEnabled() ? threads.current().write(this, options, source, offset, length) : idleResult();
    }

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks (R1.18, R1.19).
     *
     * @param options of the write
     * @param blocks  of the payload
     * @return a {@link WriteResult}
     */
    public long write(final WriteOptions options, final DataDescriptors blocks) {
        return isEnabled() ? threads.current().write(this, options, blocks) : idleResult();
    }

    /** Where the calling thread lays out a short payload of the event; for generated classes. */
    public ShortPayload shortPayload() {
        return ShortPayload.of(threads.current());
    }

    /** A write of the event by the calling thread, which must end it; for generated classes. */
    public TypedWrite beginTyped() {
        return TypedWrite.begin(threads.current());
    }

    /** Count the event as lost by an error, by which {@link TypedWrite} has found its payload changed. */
    long loseChanged() {
        if (!isEnabled()) {
            return idleResult();
        }
        final ThreadWriter writer = threads.current().admit(Thread.currentThread());
        return writer == null ? refuse(threads) : writer.loseChanged(this);
    }

    /**
     * Begin to write an event in place.
     *
     * @param claim  receives the room; an open one is aborted first
     * @param length of the payload in bytes
     * @return true if the claim is open and must be committed or aborted; else {@link EventClaim#result} says why
     */
    public boolean tryClaim(final EventClaim claim, final int length) {
        if (claim == null) {
            return false;
        }
        if (isEnabled()) {
            return threads.current().tryClaim(this, claim, length);
        }
        return claim.refuse(idleResult());
    }
}
