package io.ringside.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.lane.LaneWriter;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of one platform thread, and of the virtual threads that it carries. A loop that keeps its thread's
 * writer in a local saves the search that {@link ProviderEvent#write} does; on any other thread a call finds that
 * thread's own writer, and on a virtual thread, which may have another carrier with every call, the carrier's.
 * <p>
 * All methods return a {@link WriteResult} and none throws by itself. What a payload's buffer throws, and a stack that
 * overflows, passes through: the sessions that the event had not reached count it as an error with their next event. A
 * buffer must not write events: its thread's lanes are in use, and what it writes is counted as lost without a lane.
 * Nor should it park: a virtual thread that does so takes its carrier's lanes with it until it is done, and the carrier
 * takes others.
 */
public final class ThreadWriter extends ClaimOpener {
    /** The virtual thread that has entered last; written by virtual threads only, outside all writes. */
    private long occupantId = NOT_VIRTUAL;
    /** Whether the carrier has another writer, and only the occupant may still be inside of this one. */
    private volatile boolean replaced;

    ThreadWriter(final WriterThreads threads, final Thread thread) {
        super(threads, thread);
        this.direct = thread;
    }

    /**
     * Write an event without payload.
     *
     * @param event to write
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        return event.isEnabled() ? writeChecked(event, null, null, null, 0, 0) : event.idleResult();
    }

    /**
     * Write an event.
     *
     * @param event  to write
     * @param source of the payload
     * @param offset of its first byte
     * @param length in bytes
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event, final DirectBuffer source, final int offset, final int length) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (!event.isEnabled()) {
            return event.idleResult();
        }
        return PayloadCopy.isInside(source, offset, length)
                ? writePiece(event, source, offset, length)
                : WriteResult.INVALID_PARAMETER;
    }

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks (R1.18, R1.19).
     *
     * @param event  to write
     * @param blocks of the payload
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event, final DataDescriptors blocks) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (!event.isEnabled()) {
            return event.idleResult();
        }
        if (blocks == null || !blocks.isValid()) {
            return WriteResult.INVALID_PARAMETER;
        }
        final int length = length(event, blocks);
        return blocks.isFew()
                ? writePiece(event, blocks.piece(), blocks.pieceOffset(), length)
                : writeChecked(event, null, null, blocks, 0, length);
    }

    /**
     * Write an event without payload.
     *
     * @param event   to write
     * @param options of the write
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event, final WriteOptions options) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (!event.isEnabled()) {
            return event.idleResult();
        }
        return isValid(options) ? writeChecked(event, options, null, null, 0, 0) : WriteResult.INVALID_PARAMETER;
    }

    /**
     * Write an event.
     *
     * @param event   to write
     * @param options of the write
     * @param source  of the payload
     * @param offset  of its first byte
     * @param length  in bytes
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event, final WriteOptions options, final DirectBuffer source,
            final int offset,
            final int length) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (!event.isEnabled()) {
            return event.idleResult();
        }
        if (!isValid(options) || !PayloadCopy.isInside(source, offset, length)) {
            return WriteResult.INVALID_PARAMETER;
        }
        return writeChecked(event, options, source, null, offset, length);
    }

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks (R1.18, R1.19).
     *
     * @param event   to write
     * @param options of the write
     * @param blocks  of the payload
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event, final WriteOptions options, final DataDescriptors blocks) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (!event.isEnabled()) {
            return event.idleResult();
        }
        if (!isValid(options) || blocks == null || !blocks.isValid()) {
            return WriteResult.INVALID_PARAMETER;
        }
        return writeChecked(event, options, null, blocks, 0, length(event, blocks));
    }

    /**
     * Begin to write an event in place. Writes of this thread go on while the claim is open, into other lanes. A
     * virtual thread's claim is filled outside the lanes, so that it may park; the event then finds its room, or does
     * not, with the commit.
     *
     * @param event  to write
     * @param claim  receives the room; an open one is aborted first
     * @param length of the payload in bytes
     * @return true if the claim is open and must be committed or aborted; else {@link EventClaim#result} says why
     */
    public boolean tryClaim(final ProviderEvent event, final EventClaim claim, final int length) {
        if (claim == null) {
            return false;
        }
        claim.abort();
        if (event == null) {
            return claim.refuse(WriteResult.INVALID_PARAMETER);
        }
        if (!event.isEnabled()) {
            return claim.refuse(event.idleResult());
        }
        if (length < 0) {
            return claim.refuse(WriteResult.INVALID_PARAMETER);
        }
        final Thread caller = Thread.currentThread();
        if (claim.isOpen()) {
            return claim.refuse(WriteResult.INVALID_HANDLE);
        }
        if (thread == caller && refuses(event)) {
            return claim.refuse(event.refuse(threads));
        }
        if (direct == caller) {
            return claimInPlace(event, claim, length);
        }
        final ThreadWriter writer = writerWithRoom(event, caller);
        if (writer == null) {
            return claim.refuse(event.refuse(threads));
        }
        return writer.thread == caller
                ? writer.claimInPlace(event, claim, length)
                : writer.claimScratch(event, claim, length, caller.getId());
    }

    /** The same with a claim that is closed, on this writer's own thread. */
    boolean tryClaimOwn(final ProviderEvent event, final EventClaim claim, final int length) {
        return isFor(event) ? claimInPlace(event, claim, length) : tryClaim(event, claim, length);
    }

    /** Whether the calling thread may write the event here without a look at its lanes' room. */
    boolean isFor(final ProviderEvent event) {
        return direct == Thread.currentThread() && !refuses(event);
    }

    /** Write the string of a provider of this runtime. */
    long writeString(final ProviderState provider, final @Nullable WriteOptions options, final int level,
            final long keyword, final CharSequence text) {
        final Thread caller = Thread.currentThread();
        final ThreadWriter found = thread == caller
                ? isInside() ? null : this
                : threads.current().admit(caller);
        final ThreadWriter writer = found == null || found.direct == found.thread
                ? found
                : RoomWait.await(found, caller, null, provider, level, keyword, null);
        if (writer == null) {
            final long wanted = provider.interest().acceptingStrings(level, keyword);
            return wanted == 0 ? provider.idleResult() : threads.loseNested(wanted);
        }
        return writer.writeStringInside(provider, options, level, keyword, text, writer.virtualId(caller));
    }

    /** Before a claim is closed: the other sessions that want its event may have their writers wait. */
    void awaitRoom(final ProviderEvent event, final LaneWriter claimed) {
        if (direct != thread) {
            RoomWait.await(this, thread, event, null, 0, 0, claimed);
        }
    }

    long commit(final EventClaim claim, final @Nullable WriteOptions options, final ProviderEvent event,
            final LaneWriter claimed) {
        try {
            enter();
            final long result = writeClaim(event, options, claim, claimed);
            settleClaim();
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /** Whether the calling thread may close claims of this writer: it is its own thread, and outside all writes. */
    boolean mayCloseClaims() {
        if (thread != Thread.currentThread() || isInside()) {
            return false;
        }
        settleClaim();
        return true;
    }

    /** Whether the calling thread is inside a write through this writer, in a buffer of its own. */
    boolean isInsideOf(final Thread caller) {
        return isInside() && (thread == caller || occupantId == caller.getId());
    }

    /**
     * Take a lane in every session that stands, as the first event in each would.
     *
     * @return false if a session had no lane left
     */
    public boolean takeLanes() {
        final Thread caller = Thread.currentThread();
        final ThreadWriter writer = thread == caller ? this : threads.current().admit(caller);
        return writer != null && !writer.isInside() && writer.takeLanesInside();
    }

    /** Whether the thread is outside all writes, or has ended. For the control thread, behind its barrier. */
    public boolean isQuiet() {
        return !isInside() || !isAlive();
    }

    /** Whether its thread lives, or a virtual thread has not come out: else its lanes may go to others. */
    public boolean isAlive() {
        // In this order: after the first nobody enters any more.
        return (!replaced && thread.isAlive()) || (carries() && isInside());
    }

    /** Whether virtual threads have written through it. */
    boolean carries() {
        return occupantId != NOT_VIRTUAL;
    }

    /** From now on the carrier uses another writer. */
    void leaveToOccupant() {
        replaced = true;
    }

    /** Whether the event belongs to another runtime, or a payload's buffer tries to write one. */
    private boolean refuses(final ProviderEvent event) {
        return isInside() || !event.isOf(threads);
    }

    /**
     * Let the caller in, of which this is the writer, or its carrier's. A virtual thread keeps its carrier until the
     * end of the write: it leaves it only where it parks, and no write does. What a payload's buffer does is not ours:
     * should it park, the others that come to this carrier find the writer occupied, and two threads never share a
     * lane.
     *
     * @return null if the caller itself is inside, in a buffer of its own
     */
    @Nullable
    ThreadWriter admit(final Thread caller) {
        final long id = caller.getId();
        if (isInside()) {
            return thread == caller || occupantId == id ? null : threads.replace(this).admit(caller);
        }
        if (thread != caller) {
            occupantId = id;
        }
        return this;
    }

    /**
     * The writer of a caller, be it this one or not, after it has waited for room where sessions want that.
     *
     * @return null if the event is refused
     */
    private @Nullable ThreadWriter writerWithRoom(final ProviderEvent event, final Thread caller) {
        final boolean refused = thread == caller ? refuses(event) : !event.isOf(threads);
        final ThreadWriter writer = refused ? null : thread == caller ? this : ofCaller().admit(caller);
        return writer == null || writer.direct == writer.thread
                ? writer
                : RoomWait.await(writer, caller, event, null, 0, 0, null);
    }

    /** The writer of whatever thread runs: mostly this one has just been found. */
    private ThreadWriter ofCaller() {
        return !replaced && Carriers.current() == thread ? this : threads.current();
    }

    private static boolean isValid(final WriteOptions options) {
        return options != null && options.isValid();
    }

    /**
     * Length of a payload, from here on without what is metadata if the provider says so (R1.17). Of more bytes than
     * any event may have it is enough to know that.
     */
    private static int length(final ProviderEvent event, final DataDescriptors blocks) {
        blocks.useTypes(event.usesDescriptorTypes());
        return (int) Math.min(blocks.payloadLength(), MAX_BODY_LENGTH + 1);
    }

    long writeChecked(final ProviderEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length) {
        final Thread caller = Thread.currentThread();
        final boolean isPlain = blocks == null && (options == null || options.isTicksOnly());
        if (isPlain ? isDirect(caller, event, length) : direct == caller) {
            return refuses(event)
                    ? event.refuse(threads)
                    : writeInside(event, options, source, blocks, offset, length, NOT_VIRTUAL);
        }
        final ThreadWriter writer = writerWithRoom(event, caller);
        return writer == null
                ? event.refuse(threads)
                : writer.writeInside(event, options, source, blocks, offset, length, writer.virtualId(caller));
    }

    private long writePiece(final ProviderEvent event, final DirectBuffer source, final int offset, final int length) {
        return PayloadCopy.isFew(source, length) && isDirect(Thread.currentThread(), event, length) && !isInside()
                ? writeFew(event, source, offset, length)
                : writeChecked(event, null, source, null, offset, length);
    }

    /** The commonest write, without what only others need: its figures decide how fast tracing is. */
    private long writeFew(final ProviderEvent event, final DirectBuffer source, final int offset, final int length) {
        try {
            enter();
            final long result = writeFewBytes(event, source, offset, length);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private long writeInside(final ProviderEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length, final long virtualId) {
        try {
            enter();
            final long result = writePayload(event, options, source, blocks, offset, length, virtualId);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private long writeStringInside(final ProviderState provider, final @Nullable WriteOptions options, final int level,
            final long keyword, final CharSequence text, final long virtualId) {
        try {
            enter();
            final long result = writeString(provider, options, level, keyword, text, virtualId);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private boolean takeLanesInside() {
        boolean complete = true;
        try {
            enter();
            for (int slot = 0; slot < EventLimits.SESSIONS_MAX; slot++) {
                complete &= lane(slot, null) != null || threads.session(slot) == null;
            }
            exit();
            return complete;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private boolean claimInPlace(final ProviderEvent event, final EventClaim claim, final int length) {
        settleClaim();
        try {
            enter();
            final boolean isOpen = openClaim(this, event, claim, length);
            exit();
            return isOpen;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }
}
