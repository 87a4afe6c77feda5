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
 * The handle of a declared event: where its enable mask is mapped, and who wants it in this process. Thread-safe; the
 * control thread connects it and changes which sessions want it.
 */
public final class DeclaredEvent extends ProviderEvent {
    private static final VarHandle FLAG_ADDRESS;
    private static final VarHandle INTEREST;
    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            FLAG_ADDRESS = lookup.findVarHandle(DeclaredEvent.class, "flagAddress", long.class);
            INTEREST = lookup.findVarHandle(DeclaredEvent.class, "interest", EventInterest.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Value of {@link #idleResult} while a session wants the event; no {@link WriteResult}. */
    private static final long WANTED = -1;

    private final ProviderState provider;
    private final WriterThreads threads;
    /**
     * Read and written without order: a thread that finds a writer here compares itself with the writer's, which is
     * final, and has then made it itself. Forgotten with each change of the sessions that want it, so that it keeps no
     * ended thread for long.
     */
    private @Nullable WritingThread nearWriter;
    private final EventSchema schema;
    private long reference;
    /**
     * {@link #WANTED}, or the result of a write of an event that nobody wants: all that such a write reads. Here,
     * beside the address, and not with the provider: that would be another load.
     */
    private volatile long idleResult = WriteResult.NOT_WANTED;
    /**
     * Address of the mapped enable mask; 0 before the registration is complete and after it has ended. It is used by
     * its handle only, and only inside a write: nothing else keeps the word mapped.
     */
    @SuppressWarnings("UnusedVariable")
    private long flagAddress;
    /** The sessions that want the event in this process. Through its handle only. */
    @SuppressWarnings("UnusedVariable")
    private EventInterest interest = EventInterest.NONE;
    /**
     * A handle without an enable mask: nobody wants the event yet.
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
     * Connect the handle with its enable mask. Only for the control thread, which keeps the word mapped until every
     * write is over that may have found it here.
     *
     * @param flagAddress of the mapped word
     * @param reference   of the event in records of this process
     */
    public void connect(final long flagAddress, final long reference) {
        this.reference = reference;
        FLAG_ADDRESS.setRelease(this, flagAddress);
    }

    /** Forget the enable mask. Only for the control thread; a write that is under way still needs the reference. */
    public void disconnect() {
        FLAG_ADDRESS.setRelease(this, 0L);
    }

    @Override
    public boolean isEnabled() {
        return idleResult < 0; // WANTED alone is negative: the sign is the answer, without a comparison.
    }

    /** Slots of the sessions that want the event and are in this process. Only inside a write. */
    long wanted() {
        final long here = interest().slots;
        return here == 0 ? 0 : here & flagWord();
    }

    /**
     * Slots of the sessions that want the event, wherever they exist. Only inside a write of the event's runtime: the
     * word may be unmapped at any other time.
     */
    long flagWord() {
        final long address = (long) FLAG_ADDRESS.getOpaque(this);
        return address == 0 ? 0 : UnsafeApi.getLongVolatile(null, address);
    }

    EventInterest interest() {
        return (EventInterest) INTEREST.getAcquire(this);
    }

    /** Set by the provider's state: a writer that has seen the enable mask is inside, or sees this. */
    void interest(final EventInterest next) {
        nearWriter = null;
        INTEREST.setVolatile(this, next);
        // After it: a thread that sees that the event is wanted sees which sessions want it, too.
        idleResult = next.slots == 0 ? WriteResult.NOT_WANTED : WANTED;
    }

    /** The registration has ended: nobody wants the event, and a writer that has seen that finds the reason. */
    void end() {
        idleResult = WriteResult.INVALID_HANDLE;
        nearWriter = null;
        INTEREST.setVolatile(this, EventInterest.NONE);
    }

    long reference() {
        return reference;
    }

    /** Returns the result of a write that has found nobody who wants the event, although this may not say so yet. */
    public long unwantedResult() {
        final long result = idleResult;
        return result == WANTED ? WriteResult.NOT_WANTED : result;
    }

    boolean usesDescriptorTypes() {
        return provider.usesDescriptorTypes();
    }

    /** Counts the event as lost for those who want it, without a lane; allocates nothing. */
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
     * The writer of the calling thread, or of its carrier. That of the first platform thread that writes the event is
     * found here, without the search, whose loads an event would have to wait for.
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

    /** Count the event as lost by an error, whose {@link TypedDraft} has found its payload changed. */
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

    /** Made with the first event that has no payload: a JVM that cannot trace has no buffers. */
    private static final class NoPayload {
        static final UnsafeBuffer BUFFER = new UnsafeBuffer(new byte[0]);
    }
}
