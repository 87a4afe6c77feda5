package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.schema.EventSchema;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The handle of a declared event: the address of its enable mask, and the sessions in this process that want the event.
 * Thread-safe; the control thread connects it and changes the sessions.
 */
public final class DeclaredEvent extends ProviderEvent {
    private static final VarHandle FLAG_ADDRESS;
    private static final VarHandle INTEREST;
    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            FLAG_ADDRESS = lookup.findVarHandle(DeclaredEvent.class, "flagAddress", long.class);
            INTEREST = lookup.findVarHandle(DeclaredEvent.class, "interest", EventEnablement.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Value of {@link #idleResult} while a session wants the event; never a {@link WriteResult}. */
    private static final long WANTED = -1;

    private final ProviderState provider;
    private final WriterThreads threads;
    /**
     * Read and written without ordering: a thread compares itself with the final {@code thread} of the writer found
     * here; if they are equal, it created the writer itself. Cleared with each change of the sessions that want the
     * event, so that it does not keep an ended thread for long.
     */
    private @Nullable WritingThread nearWriter;
    private final EventSchema schema;
    private long reference;
    /**
     * {@link #WANTED}, or the result of writing an event that is not wanted, which is all that such a write reads. It
     * is stored here, next to the address, because reading it from the provider would cost another load.
     */
    private volatile long idleResult = WriteResult.NOT_WANTED;
    /**
     * Address of the mapped enable mask; 0 before the registration is complete and after it has ended. Accessed through
     * its var handle only, and only inside a write: outside, the mask may be unmapped.
     */
    @SuppressWarnings("UnusedVariable")
    private long flagAddress;
    /** The sessions that want the event in this process. Accessed through its var handle only. */
    @SuppressWarnings("UnusedVariable")
    private EventEnablement interest = EventEnablement.NONE;
    /**
     * A handle without an enable mask: no session wants the event yet.
     *
     * @param provider shared by the events of the registration
     * @param schema   of the event
     */
    public DeclaredEvent(final ProviderState provider, final EventSchema schema) {
        this.provider = provider;
        this.threads = provider.threads();
        this.schema = schema;
        provider.add(this);
    }

    @Override
    public EventSchema schema() {
        return schema;
    }

    /**
     * Connect the handle with its enable mask. Called by the control thread only, which keeps the mask mapped until all
     * writes that may have found the address here have ended.
     *
     * @param flagAddress address of the mapped enable mask
     * @param reference   reference of the event in records of this process
     */
    public void connect(final long flagAddress, final long reference) {
        this.reference = reference;
        FLAG_ADDRESS.setRelease(this, flagAddress);
    }

    /** Forget the enable mask. Called by the control thread only; a write in progress still needs the reference. */
    public void disconnect() {
        FLAG_ADDRESS.setRelease(this, 0L);
    }

    @Override
    public boolean isEnabled() {
        return idleResult < 0; // Only WANTED is negative, so the sign is enough.
    }

    /** Returns the slots of sessions that want the event and are attached in this process. Only inside a write. */
    long wanted() {
        final long here = interest().slots;
        return here == 0 ? 0 : here & flagWord();
    }

    /**
     * Returns the slots of all sessions that want the event, in this process or not. Only inside a write of the event's
     * runtime: the mask may be unmapped at any other time.
     */
    long flagWord() {
        final long address = (long) FLAG_ADDRESS.getOpaque(this);
        return address == 0 ? 0 : UnsafeApi.getLongVolatile(null, address);
    }

    EventEnablement interest() {
        return (EventEnablement) INTEREST.getAcquire(this);
    }

    /** Called by the provider's state. A writer that has read the enable mask is inside a write, or sees this. */
    void interest(final EventEnablement next) {
        nearWriter = null;
        INTEREST.setVolatile(this, next);
        // Stored last: a thread that sees that the event is wanted also sees which sessions want it.
        idleResult = next.slots == 0 ? WriteResult.NOT_WANTED : WANTED;
    }

    /** Ends the registration: no session wants the event, and a writer that has seen this finds the reason. */
    void end() {
        idleResult = WriteResult.INVALID_HANDLE;
        nearWriter = null;
        INTEREST.setVolatile(this, EventEnablement.NONE);
    }

    long reference() {
        return reference;
    }

    /** Returns the result of a write that has found no session wanting the event, even if this field still differs. */
    public long unwantedResult() {
        final long result = idleResult;
        return result == WANTED ? WriteResult.NOT_WANTED : result;
    }

    boolean usesDescriptorTypes() {
        return provider.usesDescriptorTypes();
    }

    /** Counts the event as lost, without a lane, for the sessions that want it; allocates nothing. */
    long lose() {
        threads.beginLoss();
        try {
            final long wanted = wanted();
            return wanted == 0 ? unwantedResult() : threads.lose(wanted);
        } finally {
            threads.endLoss();
        }
    }

    /**
     * Returns the writer of the calling thread, or of its carrier. The writer of the first platform thread that writes
     * the event is found in a field, which saves the loads of a search.
     */
    WritingThread writer() {
        final WritingThread near = nearWriter;
        return near != null && near.thread == Thread.currentThread() ? near : search(near);
    }

    private WritingThread search(final @Nullable WritingThread near) {
        final WritingThread found = threads.current();
        if ((near == null || near.isForgotten()) && threads.mayKeep(found)) {
            nearWriter = found;
        }
        return found;
    }

    @Override
    public long write() {
        final long idle = idleResult;
        return idle == WANTED ? writer().writePiece(this, NoPayload.BUFFER, 0, 0) : idle;
    }

    @Override
    public long write(final @Nullable DirectBuffer source, final int offset, final int length) {
        final long idle = idleResult;
        return idle == WANTED ? writer().write(this, source, offset, length) : idle;
    }

    @Override
    public long write(final DataDescriptors blocks) {
        final long idle = idleResult;
        return idle == WANTED ? writer().write(this, blocks) : idle;
    }

    @Override
    public long write(final WriteOptions options) {
        return write(options, NoPayload.BUFFER, 0, 0);
    }

    @Override
    public long write(final WriteOptions options, final @Nullable DirectBuffer source, final int offset,
            final int length) {
        final long idle = idleResult;
        return idle == WANTED ? writer().write(this, options, source, offset, length) : idle;
    }

    @Override
    public long write(final WriteOptions options, final DataDescriptors blocks) {
        final long idle = idleResult;
        return idle == WANTED ? writer().write(this, options, blocks) : idle;
    }

    /** Count the event as lost by an error, after its {@link TypedDraft} has found a changed payload. */
    long loseChanged() {
        final long idle = idleResult;
        return idle == WANTED ? writer().loseChanged(this) : idle;
    }

    @Override
    public boolean tryClaim(final EventClaim claim, final int length) {
        if (claim == null) {
            return false;
        }
        final ClaimedRoom room = (ClaimedRoom) claim;
        final long idle = idleResult;
        if (idle != WANTED) {
            return room.refuse(idle);
        }
        room.abort();
        return writer().claim(this, room, length);
    }

    /** Created with the first event without a payload, because a JVM that cannot trace has no buffers. */
    private static final class NoPayload {
        static final UnsafeBuffer BUFFER = new UnsafeBuffer(new byte[0]);
    }
}
