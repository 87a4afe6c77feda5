package io.ringside.bench.stress;

import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.Losses;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.internal.write.LanelessCounter;
import io.ringside.internal.write.ProviderEnablement;
import io.ringside.internal.write.ProviderState;
import io.ringside.internal.write.SessionLanes;
import io.ringside.internal.write.WriterThreads;
import io.ringside.session.Enablement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.bench.stress.LaneMemory.GEOMETRY;
import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * Session with one lane in this process, and the events that its drain received in one race, whose payload is a token
 * and its complement. Its lane is reused from race to race. Used by one thread at a time, except the lane's writer.
 */
final class StressSession implements Batch.Receiver {
    /** Length of an event's payload in bytes. */
    static final int PAYLOAD_LENGTH = 2 * Long.BYTES;

    /** Id of the events' provider. */
    static final UUID PROVIDER_ID = new UUID(1, 2);

    private static final int ALIGNMENT = 64;
    private static final Enablement EVERYTHING = Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE);
    private static final Map<Long, ProviderEnablement> INTERESTS = new ConcurrentHashMap<>();

    private final LaneMemory memory = LaneMemories.next();
    private final LaneLedger books = new LaneLedger(memory.otherEntry());
    private final LaneWriter lane;
    private final LaneReader reader;
    private final Losses losses = new Losses();
    private final Batch gap = new Batch();
    private long attemptsBefore;
    private long tokens;
    private long ownerThreadId;
    private int faults;
    private long finalAttempts;
    private long finalTail;

    StressSession() {
        final Checkpoint start = new Checkpoint();
        books.initialise(start);
        lane = new LaneWriter(memory.ring(), memory.entry(), GEOMETRY, start);
        reader = new LaneReader(books, memory.otherRing(), GEOMETRY,
                new UnsafeBuffer(BufferUtil.allocateDirectAligned(GEOMETRY.blockBytes(), ALIGNMENT)));
    }

    /** Returns an enablement of everything by the sessions in some slots. */
    static ProviderEnablement interest(final long slots) {
        return INTERESTS.computeIfAbsent(slots, wanted -> {
            ProviderEnablements enablements = ProviderEnablements.NONE;
            for (long rest = wanted; rest != 0; rest &= rest - 1) {
                enablements = enablements.with(Long.numberOfTrailingZeros(rest), EVERYTHING);
            }
            return new ProviderState(new WriterThreads(), PROVIDER_ID).newEnablement(wanted, enablements, 0);
        });
    }

    /** Begin a race: the lane is empty, and no thread owns it. */
    void begin() {
        attemptsBefore = books.attemptsAcquire();
        tokens = 0;
        ownerThreadId = 0;
        faults = 0;
    }

    /** Returns a pool with only this lane. */
    SessionLanes pool(final int slot, final LanelessCounter laneless) {
        final SessionLanes pool = new SessionLanes(slot, 1, 1, false, laneless);
        pool.add(lane);
        return pool;
    }

    LaneWriter lane() {
        return lane;
    }

    LaneMemory memory() {
        return memory;
    }

    static void fill(final MutableDirectBuffer payload, final int token) {
        payload.putLong(0, token);
        payload.putLong(Long.BYTES, ~(long) token);
    }

    /** Makes the final reading of the ledger, after which no attempt may be added. */
    void readFinal() {
        finalAttempts = books.attemptsAcquire();
        finalTail = books.tailAcquire();
    }

    /** {@return whether the ledger has not changed since the final reading} */
    boolean isFinal() {
        return finalAttempts == books.attemptsAcquire() && finalTail == books.tailAcquire();
    }

    /** Take all events. */
    void drain() {
        while (reader.hasFrames()) {
            final Batch taken = reader.take(Integer.MAX_VALUE);
            if (taken != null) {
                taken.deliver(this);
            }
        }
        if (reader.stageLosses(gap) && reader.takeStaged()) {
            gap.deliverAll(this);
        }
    }

    @Override
    public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
        int next = begin;
        while (next < end) {
            final int length = FrameDescriptor.length(batch.bytes().getLong(next));
            event(batch.bytes(), next, length);
            next = piece.next(next, length);
        }
        ownerThreadId = piece.ownerThreadId();
    }

    private void event(final DirectBuffer buffer, final int offset, final int length) {
        final int payload = offset + RECORD_HEADER_LENGTH;
        final long token = buffer.getLong(payload);
        if (length != RECORD_HEADER_LENGTH + PAYLOAD_LENGTH || buffer.getLong(payload + Long.BYTES) != ~token
                || token < 0 || token >= Long.SIZE || (tokens & 1L << token) != 0) {
            faults |= Fault.EVENT;
        } else {
            tokens |= 1L << token;
        }
    }

    @Override
    public void onGap(final LaneGap lost, final long owner) {
        faults |= Fault.GAP;
    }

    /** Returns the events of the race, as a bit for each token. */
    long tokens() {
        return tokens;
    }

    /** Returns the thread that wrote the last event of the race; 0 if there was none. */
    long ownerThreadId() {
        return ownerThreadId;
    }

    /** Returns the faults of the lane after it has been drained and is idle: each attempt must have been an event. */
    int faults() {
        final boolean agree = !reader.isBroken() && books.loadLosses(losses) && losses.total() == 0
                && books.attemptsAcquire() == reader.checkpoint().nextNumber
                && books.attemptsAcquire() - attemptsBefore == Long.bitCount(tokens);
        return faults | (agree ? 0 : Fault.BOOKS);
    }
}
