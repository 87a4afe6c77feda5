package io.ringside.etw.trace;

import io.ringside.internal.event.EventProperty;
import io.ringside.internal.event.Filetime;
import io.ringside.internal.lane.ExtendedItems;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.reader.ClassicItems;
import io.ringside.reader.EventView;
import io.ringside.schema.ProviderSchema;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Event in the form of ETW's EVENT_RECORD. Flyweight: wrap it around each event that a handler receives. Valid as long
 * as the event. Used by one thread at a time.
 */
public final class EventRecord {
    /** Visitor of an event's extended items. Called by the reader's thread. */
    @FunctionalInterface
    public interface ItemVisitor {
        /**
         * Called for each item.
         *
         * @param type   number of its type in ETW
         * @param buffer that holds the item, valid during the call only
         * @param offset of its first byte
         * @param length in bytes
         */
        void onItem(int type, DirectBuffer buffer, int offset, int length);
    }

    private static final int PROPERTY_MASK = 0xFFFF;

    private final boolean rawTimestamps;
    private final @Nullable Object userContext;
    /** Image of an item in ETW's form, which differs from the stored bytes. */
    private final UnsafeBuffer itemImage = new UnsafeBuffer(new byte[EtwItemTypes.IMAGE_LENGTH]);
    private @Nullable EventView event;
    private @Nullable DescribingItems describing;

    /** Creates a record without a user context, whose times are FILETIMEs. */
    public EventRecord() {
        this(false, null);
    }

    /**
     * Creates a record for the events of a trace.
     *
     * @param context of the trace, with the user context and the kind of times
     */
    public EventRecord(final TraceContext context) {
        this(context.rawTimestamps(), context.userContext());
    }

    private EventRecord(final boolean rawTimestamps, final @Nullable Object userContext) {
        this.rawTimestamps = rawTimestamps;
        this.userContext = userContext;
    }

    /**
     * Wrap an event.
     *
     * @param newEvent of a reader or a trace
     * @return this
     */
    public EventRecord wrap(final EventView newEvent) {
        event = newEvent;
        return this;
    }

    /**
     * {@return the event}
     *
     * @throws IllegalStateException if no event was wrapped
     */
    public EventView event() {
        final EventView known = event;
        if (known == null) {
            throw new IllegalStateException("record has no event: wrap it first");
        }
        return known;
    }

    /** {@return the object set by {@link TraceContext#userContext}; null if none was set} */
    public @Nullable Object userContext() {
        return userContext;
    }

    /**
     * {@return the time in 100 ns units since 1601; with {@link TraceContext#rawTimestamps}, in the session's ticks}
     */
    public long timestamp() {
        return rawTimestamps ? event().timeTicks() : Filetime.fromEpochNs(event().timeNs());
    }

    /** {@return {@link HeaderFlags}: 64-bit pointers, no processor times, and the record's own flags} */
    public int headerFlags() {
        final ClassicItems classic = ClassicItems.of(event());
        return HeaderFlags.ALWAYS
                | (event().isString() ? HeaderFlags.STRING_ONLY : 0)
                | (classic != null && classic.isEvent() ? HeaderFlags.CLASSIC_HEADER : 0)
                | (classic != null && classic.isMessage() ? HeaderFlags.TRACE_MESSAGE : 0)
                | (hasExtendedItems() ? HeaderFlags.EXTENDED_INFO : 0);
    }

    /** {@return properties of the header: none, unless a relogger made the event with properties} */
    public int eventProperty() {
        final int item = ExtendedItems.find(event().buffer(), event().recordOffset(), itemsLength(),
                ExtendedItemDescriptor.TYPE_EVENT_PROPERTY);
        return item == ExtendedItems.NULL_OFFSET
                ? EventProperty.NONE
                : event().buffer().getInt(item + ExtendedItemDescriptor.EVENT_PROPERTY_VALUE_OFFSET) & PROPERTY_MASK;
    }

    /**
     * Passes the extended items that ETW has to a visitor, with ETW's bytes: first the record's items in their order,
     * then the items that are stored once for all events: the schema of a self-describing event and the traits of its
     * provider. Other items, of any release, are skipped.
     *
     * @param visitor receives the items
     */
    public void readExtendedItems(final ItemVisitor visitor) {
        EtwItemTypes.read(event().buffer(), itemsOffset(), itemsLength(), itemImage, visitor);
        final DescribingItems known = describingItems();
        if (known != null) {
            known.read(event().schema(), visitor);
        }
    }

    private boolean hasExtendedItems() {
        if (EtwItemTypes.areIn(event().buffer(), itemsOffset(), itemsLength())) {
            return true;
        }
        final DescribingItems known = describingItems();
        return known != null && known.has(event().schema());
    }

    private @Nullable DescribingItems describingItems() {
        final ProviderSchema provider = event().providerSchema();
        if (provider == null) {
            return null;
        }
        DescribingItems known = describing;
        if (known == null || !known.isOf(provider)) {
            known = new DescribingItems(provider);
            describing = known;
        }
        return known;
    }

    private int itemsOffset() {
        return event().recordOffset() + FrameDescriptor.RECORD_HEADER_LENGTH;
    }

    private int itemsLength() {
        return event().payloadOffset() - itemsOffset();
    }
}
