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
 * Writes one event in each way, into memory that is then dropped, before any thread of the application writes an event.
 * <p>
 * A class whose first initialisation meets a stack overflow stays unusable for the life of the JVM: a recursion in the
 * application that writes events would otherwise turn all later writes into errors.
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
    /** A text that is long enough for the code that copies long texts, and not entirely ASCII. */
    private static final String TEXT = "rehearsal ".repeat(8) + '\u20ac';
    private static volatile boolean done;

    private Rehearsal() {}

    /** Called by the control thread only, because the rehearsal needs room on the stack. */
    static void once() {
        if (!done) {
            // Set first, because the rehearsal attaches a session too.
            done = true;
            try {
                rehearse();
            } catch (final Throwable e) {
                // An event of the application will meet the same problem and be counted as lost; the session can exist.
            }
        }
    }

    private static void rehearse() {
        rehearse(new WriterThreads());
        if (Carriers.exist()) {
            // Rehearses the path of virtual threads, on a thread to which the writer does not belong.
            final Thread carrier = new Thread(() -> {});
            rehearse(new WriterThreads(new ThreadLocal<>(), () -> carrier, new ClaimScratch()));
        }
    }

    /**
     * Rehearse on the calling thread, which keeps no reference to it.
     *
     * @param threads writing threads that nothing else uses
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
            // The event refers to the mask by its address only.
            Reference.reachabilityFence(flags);
            threads.forgetCurrent();
            TypedDraft.forgetFirst();
        }
    }

    private static void want(final ProviderState provider, final int properties, final EnablementFilters filters) {
        provider.interest(provider.newEnablement(1, ProviderEnablements.NONE.with(0,
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
        // There is no second lane, so this event is lost.
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
