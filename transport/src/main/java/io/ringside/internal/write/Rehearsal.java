package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.RateFilter;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.generated.TypedWrite;
import java.lang.ref.Reference;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes one event each way into memory that is then forgotten, before any thread of the application writes its first.
 * <p>
 * A class that is initialised for the first time where the stack overflows stays unusable for the life of the JVM: a
 * recursion of the application that writes events would otherwise turn all later writes into errors.
 */
final class Rehearsal {
    private static final LanelessCounter UNCOUNTED = new LanelessCounter() {
        @Override
        public void addNoLane(final int slot, final long timeNs) {}

        @Override
        public void addNotAttached(final int slot, final long timeNs) {}
    };
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("rehearsal")
            .event("written", EventDescriptor.of(1, 0, 0), FieldSchema.of("value", FieldType.INT64)).build();
    private static final EnablementFilters FILTERS = EnablementFilters.builder().payload("value >= 0").build();
    private static final EnablementFilters RATE = EnablementFilters.builder()
            .rate(RateFilter.sample(2, "value").withLimit(RateFilter.LIMIT_MAX)).build();
    private static final long SESSION_ID = 1;
    /** Long enough for what long texts are put by, and not all of it ASCII. */
    private static final String TEXT = "rehearsal ".repeat(8) + '\u20ac';
    private static volatile boolean done;

    private Rehearsal() {}

    /** Only for the control thread: what follows uses its stack. */
    static void once() {
        if (!done) {
            // First, since a rehearsal lets a session stand as well.
            done = true;
            try {
                rehearse();
            } catch (final Throwable e) {
                // The application's first event lacks the same thing, and is counted as lost: the session may exist.
            }
        }
    }

    private static void rehearse() {
        rehearse(new WriterThreads());
        if (Carriers.exist()) {
            // This rehearses the path of virtual threads, on a thread that is not its writer's.
            final Thread carrier = new Thread(() -> {});
            rehearse(new WriterThreads(new ThreadLocal<>(), () -> carrier, new ClaimScratch()));
        }
    }

    /**
     * Rehearse on the calling thread, which keeps nothing of it.
     *
     * @param threads known to nobody else
     */
    static void rehearse(final WriterThreads threads) {
        final LaneGeometry geometry = LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES);
        final SessionLanes lanes = new SessionLanes(0, SESSION_ID, 1, false, UNCOUNTED)
                .sequence(SessionSettings.SequenceKind.GLOBAL);
        lanes.add(new LaneWriter(memory(geometry.laneBytes()), memory(LedgerDescriptor.LANE_LENGTH), geometry,
                new Checkpoint()));
        threads.session(0, lanes);
        final ProviderState provider = new ProviderState(threads, SCHEMA.id());
        final DeclaredEvent event = new DeclaredEvent(provider, SCHEMA.events().get(0));
        final UnsafeBuffer flags = memory(Long.BYTES);
        flags.putLong(0, 1);
        event.connect(flags.addressOffset(), 0);
        try {
            want(provider, EnableProperty.NONE, EnablementFilters.NONE);
            write(provider, event, flags);
            want(provider, EnableProperty.STACK_TRACE | EnableProperty.EVENT_KEY | EnableProperty.PROCESS_START_KEY
                    | EnableProperty.EXCLUDE_INPRIVATE, FILTERS);
            write(provider, event, flags);
            want(provider, EnableProperty.NONE, RATE);
            write(provider, event, flags);
            writeTyped(event);
            writeClassic(threads);
        } finally {
            // The event knows their address only.
            Reference.reachabilityFence(flags);
            threads.forgetCurrent();
            TypedDraft.forgetFirst();
        }
    }

    private static void want(final ProviderState provider, final int properties, final EnablementFilters filters) {
        provider.interest(provider.newInterest(1, ProviderEnablements.NONE.with(0,
                Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE, properties, filters)), 0));
    }

    private static void write(final ProviderState provider, final DeclaredEvent event, final UnsafeBuffer payload) {
        final WriteOptions options = new WriteOptions().exclude(new WriteOptions.Target(0, Long.MAX_VALUE)).related(1,
                1);
        event.write(payload, 0, Long.BYTES);
        event.write(options, payload, 0, Long.BYTES);
        final DataDescriptors blocks = new DataDescriptors().add(payload, 0, Long.BYTES);
        event.write(blocks);
        while (blocks.payloadLength() < PayloadCopy.FEW) {
            blocks.add(payload, 0, Long.BYTES);
        }
        event.write(blocks);
        provider.writeString(0, 0, "");
        final EventClaim claim = EventClaim.create();
        event.tryClaim(claim, Long.BYTES);
        // Without a second lane this one is lost.
        event.write();
        event.lose();
        claim.commit(options);
    }

    private static void writeTyped(final DeclaredEvent event) {
        final TypedWrite fixed = TypedWrite.of(event);
        fixed.begin(Long.BYTES);
        fixed.commit();
        final TypedWrite text = TypedWrite.of(event);
        try {
            text.tryRoom(PayloadWriter.stringLengthMax(TEXT));
            text.payload(0).putString(TEXT);
            text.commit();
        } finally {
            text.end();
        }
        final TypedWrite array = TypedWrite.of(event);
        array.begin(Short.BYTES);
        array.commit(new byte[PayloadCopy.FEW]);
    }

    private static void writeClassic(final WriterThreads threads) {
        final ClassicPort port = new ClassicPort(threads);
        port.connect(0, List.of(), List.of());
        final WriteOptions.Target session = new WriteOptions.Target(0, SESSION_ID);
        port.write(new ClassicRecord().event(0, 0, 0).instance(1, 0, 0, 0), session);
        port.write(new ClassicRecord().message(0, 0, 0, 0, ClassicRecord.SEQUENCE | ClassicRecord.GUID
                | ClassicRecord.TIMESTAMP | ClassicRecord.SYSTEM_INFO, new DataDescriptors()), session);
    }

    private static UnsafeBuffer memory(final int length) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, Long.BYTES));
    }
}
