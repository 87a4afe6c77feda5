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
 * An event as ETW's EVENT_RECORD has it. Flyweight: wrap it around each event that a handler receives. Valid as long
 * as the event, for one thread.
 */
public final class EventRecord {
    /** Receives the extended items of an event, one by one. Called by the reader's thread. */
    @FunctionalInterface
    public interface ItemVisitor {
        /**
         * An item.
         *
         * @param type   number of its type in ETW
         * @param buffer that holds it, during the call only
         * @param offset of its first byte
         * @param length in bytes
         */
        void onItem(int type, DirectBuffer buffer, int offset, int length);
    }

    private static final int PROPERTY_MASK = 0xFFFF;

    private final boolean rawTimestamps;
    private final @Nullable Object userContext;
    /** Image of an item that ETW hands out in other bytes than are stored. */
    private final UnsafeBuffer itemImage = new UnsafeBuffer(new byte[EtwItemTypes.IMAGE_LENGTH]);
    private @Nullable EventView event;
    private @Nullable DescribingItems describing;

    /** A record without a user context, whose time is a FILETIME. */
    public EventRecord() {
        this(false, null);
    }

    /**
     * A record of the events of a trace.
     *
     * @param context of the trace, whose user context and kind of times are those of its records
     */
    public EventRecord(final TraceContext context) {
        this(context.rawTimestamps(), context.userContext());
    }

    private EventRecord(final boolean rawTimestamps, final @Nullable Object userContext) {
        this.rawTimestamps = rawTimestamps;
        this.userContext = userContext;
    }

    /**
     * Begins with an event.
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
     * @throws IllegalStateException if this was never wrapped
     */
    public EventView event() {
        final EventView known = event;
        if (known == null) {
            throw new IllegalStateException("record has no event: wrap it first");
        }
        return known;
    }

    /** {@return what {@link TraceContext#userContext} was given; null if nothing was} */
    public @Nullable Object userContext() {
        return userContext;
    }

    /**
     * {@return the time in 100 ns units since 1601; with {@link TraceContext#rawTimestamps}, in the session's ticks}
     */
    public long timestamp() {
        return rawTimestamps ? event().timeTicks() : Filetime.fromEpochNs(event().timeNs());
    }

    /** {@return {@link HeaderFlags}: 64-bit pointers, no processor times, and what the record has} */
    public int headerFlags() {
        final ClassicItems classic = ClassicItems.of(event());
        return HeaderFlags.ALWAYS
                | (event().isString() ? HeaderFlags.STRING_ONLY : 0)
                | (classic != null && classic.isEvent() ? HeaderFlags.CLASSIC_HEADER : 0)
                | (classic != null && classic.isMessage() ? HeaderFlags.TRACE_MESSAGE : 0)
                | (hasExtendedItems() ? HeaderFlags.EXTENDED_INFO : 0);
    }

    /** {@return properties of the header: none, unless the event was made by a relogger that gave it some} */
    public int eventProperty() {
        final int item = ExtendedItems.find(event().buffer(), event().recordOffset(), itemsLength(),
                ExtendedItemDescriptor.TYPE_EVENT_PROPERTY);
        return item == ExtendedItems.NULL_OFFSET
                ? EventProperty.NONE
                : event().buffer().getInt(item + ExtendedItemDescriptor.EVENT_PROPERTY_VALUE_OFFSET) & PROPERTY_MASK;
    }

    /**
     * Hands the items that ETW's record has too to a visitor, with ETW's bytes: those of the record in their order,
     * then what is stored once for all events, the schema of one that describes itself and the traits of its provider.
     * Others, of whatever release, are passed over.
     *
     * @param visitor to hand them to
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
