package io.ringside.internal.write;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteOptions;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A registered provider in memory, without files and control thread: its flag words, and sessions by slot. Does what
 * controller and control thread would, when it is told to. For one thread, as far as it is not the writers' own.
 */
public final class WriteFixture {
    /** Events of the provider. */
    public static final int EVENTS = 3;

    /** Index of its schema in records. */
    public static final int SCHEMA_INDEX = 5;

    /** Key of the process, for sessions that want it. */
    static final long PROCESS_KEY = 0x5EED;

    /** Id of the provider. */
    static final UUID PROVIDER_ID = new UUID(1, 2);

    private static final long FIRST_SESSION_ID = 100;
    private static final Enablement EVERYTHING = Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE);

    private final WriterThreads threads;
    private final ProviderState provider;
    private final UnsafeBuffer flagWords = new UnsafeBuffer(BufferUtil.allocateDirectAligned(EVENTS * Long.BYTES, 64));
    private final ProviderSchema schema = newSchema();
    private final List<DeclaredEvent> events;
    private final MemorySession[] sessions = new MemorySession[Long.SIZE];
    private ProviderEnablements enablements = ProviderEnablements.NONE;
    private long standing;

    /** A provider that nobody wants. */
    public WriteFixture() {
        this(new WriterThreads());
    }

    /**
     * A provider that nobody wants.
     *
     * @param threads of its runtime
     */
    WriteFixture(final WriterThreads threads) {
        this.threads = threads;
        provider = new ProviderState(threads, PROVIDER_ID);
        provider.connect(SCHEMA_INDEX);
        events = schema.events().stream().map(event -> new DeclaredEvent(provider, event)).toList();
        for (int i = 0; i < EVENTS; i++) {
            events.get(i).connect(flagWords.addressOffset() + (long) i * Long.BYTES,
                    FrameDescriptor.reference(SCHEMA_INDEX, i));
        }
    }

    /** A provider whose events sessions want, in the slots from 0, each with two lanes of the least size. */
    public static WriteFixture withSessions(final int count) {
        return new WriteFixture().startSessions(count);
    }

    /** Let sessions stand and want all events, in the slots from 0, each with two lanes of the least size. */
    WriteFixture startSessions(final int count) {
        IntStream.range(0, count).forEach(slot -> start(slot, 2, LaneGeometry.MIN_LANE_BYTES));
        want(standing);
        return this;
    }

    /**
     * Let a session stand.
     *
     * @param slot      of the session
     * @param lanes     for threads; with 0 the session was refused its memory
     * @param laneBytes of each lane
     */
    public MemorySession start(final int slot, final int lanes, final int laneBytes) {
        return start(slot, lanes, laneBytes, FIRST_SESSION_ID + slot);
    }

    /** Let a session with that id stand. */
    MemorySession start(final int slot, final int lanes, final int laneBytes, final long sessionId) {
        return start(slot, lanes, laneBytes, sessionId, SessionSettings.Overflow.DROP_NEWEST);
    }

    /** The same with another way of giving way. */
    MemorySession start(final int slot, final int lanes, final int laneBytes, final long sessionId,
            final SessionSettings.Overflow overflow) {
        final MemorySession session = new MemorySession(new WriteOptions.Target(slot, sessionId), lanes, laneBytes,
                overflow);
        sessions[slot] = session;
        threads.session(slot, session.pool());
        standing |= 1L << slot;
        enable(slot, EVERYTHING);
        return session;
    }

    /** Let a session that stands want what its settings say, of what its flag words say. */
    public void enable(final int slot, final Enablement enablement) {
        enablements = enablements.with(slot, enablement);
        stand(standing);
    }

    /** Let sessions stand here, or not, with the settings that they have, by default all. */
    void stand(final long slots) {
        ProviderEnablements all = enablements;
        for (long rest = slots & ~all.slots(); rest != 0; rest &= rest - 1) {
            all = all.with(Long.numberOfTrailingZeros(rest), EVERYTHING);
        }
        provider.interest(provider.newEnablement(slots, all, PROCESS_KEY));
    }

    /** End a session. The slot is free then. */
    public MemorySession end(final int slot) {
        final MemorySession session = sessions[slot];
        IntStream.range(0, EVENTS).forEach(index -> want(index, wanted(index) & ~(1L << slot)));
        standing &= ~(1L << slot);
        enablements = enablements.without(slot);
        stand(standing);
        threads.session(slot, null);
        for (final WritingThread writer : threads.writers()) {
            if (writer.isInside()) {
                throw new AssertionError("a session ends inside a write");
            }
            writer.removeLanes(slot);
        }
        session.heal();
        sessions[slot] = null;
        return session;
    }

    /** Take back the lanes of a thread that has ended. */
    public void reclaim(final WritingThread writer) {
        for (int slot = 0; slot < sessions.length; slot++) {
            if (sessions[slot] != null) {
                sessions[slot].reclaim(writer.removeLanes(slot));
            }
        }
        threads.remove(writer);
    }

    /** Let sessions want all events. */
    public void want(final long slots) {
        IntStream.range(0, EVENTS).forEach(index -> want(index, slots));
    }

    /** Let sessions want one event. */
    public void want(final int index, final long slots) {
        flagWords.putLongVolatile(index * Long.BYTES, slots);
    }

    /** The sessions that want an event. */
    public long wanted(final int index) {
        return flagWords.getLongVolatile(index * Long.BYTES);
    }

    /** The session in a slot. */
    public MemorySession session(final int slot) {
        return sessions[slot];
    }

    /** Handle of an event. */
    public DeclaredEvent event(final int index) {
        return events.get(index);
    }

    /** Handle of the first event. */
    public DeclaredEvent event() {
        return events.get(0);
    }

    /** What the provider declares. */
    public ProviderSchema schema() {
        return schema;
    }

    /** The registration's state. */
    public ProviderState provider() {
        return provider;
    }

    /** The writers of this runtime. */
    public WriterThreads threads() {
        return threads;
    }

    /** The calling thread's writer. */
    public WritingThread writer() {
        return threads.current();
    }

    private static ProviderSchema newSchema() {
        final ProviderSchema.Builder builder = ProviderSchema.builder("Write-Fixture").keyword("any", 1);
        for (int i = 0; i < EVENTS; i++) {
            builder.event("event-" + (char) ('a' + i), EventDescriptor.of(1 + i, Level.INFORMATION, 1),
                    FieldSchema.of("value", FieldType.INT64));
        }
        return builder.build();
    }
}
