package io.ringside.reader;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.lane.ExtendedItems;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.reader.ClassicItems;
import io.ringside.internal.schema.WideText;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.ProcessInfo;
import io.ringside.typed.TypedReceiver;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An event, with what its header says and the fields of its payload. It is valid during the handler's call only, for
 * the reader's thread: copy what is to be kept.
 *
 * <pre>{@code
 * reader.poll(event -> {
 *     if ("accepted".equals(event.eventName())) {
 *         accept(event.getLong("orderId"), event.getInt("size"), event.getText("symbol"));
 *     }
 * });
 * }</pre>
 * The getters of fields find them by name, or by a path such as {@code legs[0].price}, and a {@link FieldReader} per
 * name is kept for them; its documentation has their rules and errors. Loops that count nanoseconds keep a FieldReader
 * of their own. {@link #readFields} visits all fields, and generated receivers of typed events need no names.
 * <p>
 * An event whose schema cannot be found, or is damaged, is delivered all the same: {@link #schema} is then null, the
 * descriptor all zeros, and the payload raw bytes.
 */
public final class EventView implements TypedReceiver.Event {
    private static final long NULL_REFERENCE = -1;
    private static final UUID UNKNOWN_PROVIDER = new UUID(0, 0);
    private static final EventDescriptor UNKNOWN_DESCRIPTOR = EventDescriptor.of(0, 0, 0, 0, 0, 0, 0);

    private final SessionFacts session;
    private final ProcessEvents process;
    private final ClassicItems classic = new ClassicItems();
    private @Nullable ProviderEvents provider;
    private @Nullable EventSchema schema;
    private DirectBuffer buffer = new UnsafeBuffer(0, 0);
    private int recordOffset;
    private int recordLength;
    private int eventIndex;
    private int itemsLength;
    private long threadId;
    private long ownerThreadId;
    /** Name of the owner, if that is known of these very records; else its process may know it. */
    private @Nullable String ownerName;
    private int lane;
    private boolean late;
    /** Flags, schema and event of the record before, if those were found, and it had no items; else none. */
    private long plainReference = NULL_REFERENCE;
    private int stringItem;

    EventView(final SessionFacts session, final ProcessEvents process) {
        this.session = session;
        this.process = process;
    }

    /** Begins with the records that come next, and their owner. */
    EventView begin(final int ofLane, final DirectBuffer records, final long owner) {
        lane = ofLane;
        if (buffer != records) {
            // A store of a reference costs a barrier, and mostly it is the same.
            buffer = records;
        }
        ownerThreadId = owner;
        ownerName(null);
        return this;
    }

    EventView ownerName(final @Nullable String name) {
        if (!Objects.equals(ownerName, name)) {
            // The store is avoided for the same reason as above.
            ownerName = name;
        }
        return this;
    }

    /** The next event. */
    EventView record(final int offset, final int length) {
        recordOffset = offset;
        recordLength = length;
        final long owner = ownerThreadId;
        final long word = buffer.getLong(offset + FrameDescriptor.WORD_OFFSET);
        final long reference = word >>> Integer.SIZE;
        if (reference != plainReference) {
            plainReference = NULL_REFERENCE;
            find(word, owner);
            if (schema != null && itemsLength == 0 && !hasNames()) {
                plainReference = reference;
            }
        } else {
            // The event is of the same kind as the one before, and has nothing but its payload.
            threadId = owner;
        }
        return this;
    }

    /** Whether the names of values may be others in the next event. */
    private boolean hasNames() {
        final ProviderEvents known = provider;
        return known != null && known.names() != null;
    }

    private void find(final long word, final long owner) {
        itemsLength = ExtendedItems.length(buffer, recordOffset, recordLength);
        final int item = item(ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD);
        threadId = item == ExtendedItems.NULL_OFFSET
                ? owner
                : buffer.getLong(item + ExtendedItemDescriptor.VIRTUAL_THREAD_ID_OFFSET);
        eventIndex = FrameDescriptor.eventIndex(word);
        final ProviderEvents found = process.provider(FrameDescriptor.schemaIndex(word));
        provider = found;
        if (found != null) {
            found.showNames(timeTicks());
        }
        final ProviderSchema known = found == null ? null : found.schema();
        stringItem = item(ExtendedItemDescriptor.TYPE_STRING);
        if (eventIndex == FrameDescriptor.CLASSIC_EVENT_INDEX) {
            classic.wrap(buffer, recordOffset, itemsLength);
            schema = found == null || !classic.isOf(found.id())
                    ? null
                    : found.classicEvent(classic.type(), classic.version());
        } else {
            classic.clear();
            schema = known == null ? null : known.eventAt(eventIndex);
        }
    }

    void late(final boolean isLate) {
        late = isLate;
    }

    /**
     * Id of the provider; null if the process page cannot be read. A classic event has that of its class, a message its
     * own, which are made with each call.
     */
    @Override
    public @Nullable UUID providerId() {
        if (classic.isThere()) {
            return classic.id();
        }
        final ProviderEvents known = provider;
        return known == null ? null : known.id();
    }

    /** {@return the name of the provider; its id as text if the schema is unknown, zeros if the id is, too} */
    public String providerName() {
        final ProviderSchema known = providerSchema();
        return known == null ? Objects.requireNonNullElse(providerId(), UNKNOWN_PROVIDER).toString() : known.name();
    }

    /**
     * {@return everything that the provider declares, or what is published of a classic event's class; null if unknown}
     */
    public @Nullable ProviderSchema providerSchema() {
        final ProviderEvents known = provider;
        return known == null || (classic.isThere() && !classic.isOf(known.id())) ? null : known.schema();
    }

    /** The declaration of the event; null if unknown. */
    @Override
    public @Nullable EventSchema schema() {
        return schema;
    }

    /** {@return the name of the event; null if its schema is unknown, or it is a string} */
    public @Nullable String eventName() {
        final EventSchema known = schema;
        return known == null ? null : known.name();
    }

    /** {@return the place of the event among those of its provider, as its record says; known without a schema} */
    public int eventIndex() {
        return eventIndex;
    }

    /**
     * {@return the id, version, channel, level, opcode, task and keyword; all zeros if the schema is unknown, and all
     * but level and keyword for a string} A classic event has its type as opcode, its level, and of its version the low
     * 8 bits; a message has its number as id. The descriptors of these three are made with each call.
     */
    public EventDescriptor descriptor() {
        if (classic.isThere()) {
            return classic.descriptor();
        }
        final EventSchema known = schema;
        if (known != null) {
            return known.descriptor();
        }
        return isString() ? stringDescriptor() : UNKNOWN_DESCRIPTOR;
    }

    /** {@return whether the event is a string, written with a level and a keyword only: it has no schema} */
    public boolean isString() {
        return stringItem != ExtendedItems.NULL_OFFSET;
    }

    /** {@return the text of a string; null if the event is none} Allocates. */
    public @Nullable String string() {
        if (!isString()) {
            return null;
        }
        return WideText.of(buffer, payloadOffset(), Math.max(payloadLength() - Character.BYTES, 0));
    }

    /** {@return the id of the writing process in its own pid namespace; null if its page cannot be read} */
    public @Nullable Long processId() {
        return process.processId();
    }

    /** {@return the name of the host from which the recording was received; null if it was recorded here} */
    public @Nullable String host() {
        return session.host();
    }

    /** {@return the process that wrote the event; null if its page cannot be read} */
    public @Nullable ProcessInfo process() {
        return process.identity();
    }

    /**
     * {@return {@link ProcessInfo#id Id of the run} of the process that wrote the event, known even if {@link #process}
     * is not} Allocates.
     */
    public UUID incarnation() {
        return new UUID(process.incarnation().most(), process.incarnation().least());
    }

    /** {@return Java's id of the thread that wrote, be it a platform thread or a virtual one} */
    public long threadId() {
        return threadId;
    }

    /**
     * {@return the name of the thread that wrote, as it was when the event's block of its lane began or later; null if
     * it has none} At most 104 bytes of UTF-8 of a name are recorded. Those of virtual threads are not recorded with
     * payloads above 8 KiB. A name is allocated when it is first seen.
     */
    public @Nullable String threadName() {
        if (!isVirtualThread()) {
            final String known = ownerName;
            return known == null ? process.threadName(ownerThreadId) : known;
        }
        final int item = item(ExtendedItemDescriptor.TYPE_THREAD_NAME);
        return item == ExtendedItems.NULL_OFFSET
                ? null
                : process.virtualThreadName(threadId, buffer, item + ExtendedItemDescriptor.HEADER_LENGTH,
                        ExtendedItemDescriptor.length(buffer.getLong(item)) - ExtendedItemDescriptor.HEADER_LENGTH);
    }

    /** {@return whether a virtual thread wrote} */
    public boolean isVirtualThread() {
        return threadId != ownerThreadId;
    }

    /**
     * {@return Java's id of the platform thread that owned the lane: the one that wrote, or the carrier of a virtual
     * thread}
     */
    public long ownerThreadId() {
        return ownerThreadId;
    }

    /**
     * {@return the index of the lane that held the event: events are ordered within a lane, which this and {@link
     * #incarnation} identify}
     */
    public int lane() {
        return lane;
    }

    /**
     * {@return whether a younger event was delivered before this one: its lane had been waited for as long as the
     * consumer does, or was found later, or its time was not read from the session's clock} Never so if the consumer
     * does not merge.
     */
    public boolean isLate() {
        return late;
    }

    /** Time of the event in nanoseconds since 1970. */
    @Override
    public long timeNs() {
        return process.toEpochNs(timeTicks());
    }

    /** {@return the time of the event in ticks of the session's clock} */
    public long timeTicks() {
        return buffer.getLong(recordOffset + FrameDescriptor.TIME_OFFSET);
    }

    /** Most significant half of the activity id, 0 if there is no activity. */
    @Override
    public long activityMost() {
        return buffer.getLong(recordOffset + FrameDescriptor.ACTIVITY_MOST_OFFSET);
    }

    /** Least significant half of the activity id, 0 if there is no activity. */
    @Override
    public long activityLeast() {
        return buffer.getLong(recordOffset + FrameDescriptor.ACTIVITY_LEAST_OFFSET);
    }

    /** {@return the id of the activity; null if there is none} Allocates. */
    public @Nullable UUID activityId() {
        return hasActivity() ? new UUID(activityMost(), activityLeast()) : null;
    }

    /** {@return whether the event belongs to an activity} */
    public boolean hasActivity() {
        return (activityMost() | activityLeast()) != 0;
    }

    /** Id of the activity from which the event transfers; null if there is none. Allocates. */
    @Override
    public @Nullable UUID relatedActivityId() {
        final int item = item(ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY);
        return item == ExtendedItems.NULL_OFFSET
                ? null
                : new UUID(buffer.getLong(item + ExtendedItemDescriptor.RELATED_ACTIVITY_MOST_OFFSET),
                        buffer.getLong(item + ExtendedItemDescriptor.RELATED_ACTIVITY_LEAST_OFFSET));
    }

    /** {@return the key that identifies the event; null if the session did not ask for it} */
    public @Nullable Long eventKey() {
        return key(ExtendedItemDescriptor.TYPE_EVENT_KEY, ExtendedItemDescriptor.EVENT_KEY_VALUE_OFFSET);
    }

    /** {@return the key that identifies the writing process; null if the session did not ask for it} */
    public @Nullable Long processStartKey() {
        return key(ExtendedItemDescriptor.TYPE_PROCESS_START_KEY,
                ExtendedItemDescriptor.PROCESS_START_KEY_VALUE_OFFSET);
    }

    /**
     * {@return for how many events this one stands: 1 unless the session records a share of them only} So many events
     * were in the place of one that is in the sample; what a limit left out since the last record of the event is in
     * it, too. Sums over events, each times its weight, estimate those of all events.
     */
    public long weight() {
        if (itemsLength == 0) {
            return 1;
        }
        final int item = item(ExtendedItemDescriptor.TYPE_RATE);
        return item == ExtendedItems.NULL_OFFSET ? 1 : ExtendedItemDescriptor.weight(buffer, item);
    }

    /**
     * {@return the stack of the writing thread, innermost frame first, each as {@code class.method(file:line)};
     * empty if the session did not ask for it} Allocates.
     */
    public List<String> stack() {
        final int item = item(ExtendedItemDescriptor.TYPE_STACK);
        if (item == ExtendedItems.NULL_OFFSET) {
            return List.of();
        }
        final int length = ExtendedItemDescriptor.length(buffer.getLong(item)) - ExtendedItemDescriptor.HEADER_LENGTH;
        return buffer.getStringWithoutLengthUtf8(item + ExtendedItemDescriptor.HEADER_LENGTH, length).lines().toList();
    }

    /** {@return the id of the session} */
    public long sessionId() {
        return session.id();
    }

    /** Buffer with the payload at {@link #payloadOffset}; not to be kept or changed. */
    @Override
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * {@return the offset in {@link #buffer} of the record's first byte} Its header, the items that not every event has
     * and the payload follow one another there, in the layout of a record in a lane.
     */
    public int recordOffset() {
        return recordOffset;
    }

    /** Offset of the payload's first byte in {@link #buffer}. */
    @Override
    public int payloadOffset() {
        return recordOffset + FrameDescriptor.RECORD_HEADER_LENGTH + itemsLength;
    }

    /** Length of the payload in bytes. */
    @Override
    public int payloadLength() {
        return recordLength - FrameDescriptor.RECORD_HEADER_LENGTH - itemsLength;
    }

    /**
     * Hand the payload's fields to a visitor.
     *
     * @param visitor to hand them to
     * @return false if the schema is unknown, so that there are bytes only
     */
    public boolean readFields(final FieldVisitor visitor) {
        final EventSchema known = schema;
        if (known == null) {
            return false;
        }
        fields().payloadReader.read(known, buffer, payloadOffset(), payloadLength(), visitor);
        return true;
    }

    /**
     * Asks for a field.
     *
     * @param name of the field, or its path
     * @return whether the event has it, as {@link FieldReader#isIn}; false if the schema is unknown
     */
    public boolean hasField(final String name) {
        return fields().named(name).isIn(this);
    }

    /**
     * Reads a whole number, a timestamp in nanoseconds since 1970, or a FILETIME. Allocates nothing.
     *
     * @param name of the field, or its path
     * @return the number, exactly
     * @throws RingsideException as {@link FieldReader#getLong}: there is no such field, it is of another type, a
     *                           decimal, or 2<sup>63</sup> or more, the schema is unknown, or the payload is damaged
     */
    public long getLong(final String name) {
        return fields().named(name).getLong(this);
    }

    /**
     * Reads a whole number of at most 32 bits with a sign, or 16 bits without one. Allocates nothing.
     *
     * @param name of the field, or its path
     * @return the number, exactly
     * @throws RingsideException as {@link FieldReader#getInt}
     */
    public int getInt(final String name) {
        return fields().named(name).getInt(this);
    }

    /**
     * Reads a number as a double: rounded, if it is a decimal or a whole number above 2<sup>53</sup>. Allocates
     * nothing.
     *
     * @param name of the field, or its path
     * @return the number
     * @throws RingsideException as {@link FieldReader#getDouble}
     */
    public double getDouble(final String name) {
        return fields().named(name).getDouble(this);
    }

    /**
     * Reads a truth value. Allocates nothing.
     *
     * @param name of the field, or its path
     * @return the value
     * @throws RingsideException as {@link FieldReader#getBoolean}
     */
    public boolean getBoolean(final String name) {
        return fields().named(name).getBoolean(this);
    }

    /**
     * Reads a whole number or a decimal, whatever its size.
     *
     * @param name of the field, or its path
     * @return the number, exactly
     * @throws RingsideException as {@link FieldReader#getDecimal}
     */
    public BigDecimal getDecimal(final String name) {
        return fields().named(name).getDecimal(this);
    }

    /**
     * Reads a value of any type as text; a number that has a name as this name.
     *
     * @param name of the field, or its path
     * @return the text, as {@code ringside tail} prints it without quotes and units
     * @throws RingsideException as {@link FieldReader#getText}
     */
    public String getText(final String name) {
        return fields().named(name).getText(this);
    }

    /**
     * Reads a UUID.
     *
     * @param name of the field, or its path
     * @return the value
     * @throws RingsideException as {@link FieldReader#getUuid}
     */
    public UUID getUuid(final String name) {
        return fields().named(name).getUuid(this);
    }

    /**
     * Reads a timestamp or a FILETIME.
     *
     * @param name of the field, or its path
     * @return the time, exactly
     * @throws RingsideException as {@link FieldReader#getInstant}
     */
    public Instant getInstant(final String name) {
        return fields().named(name).getInstant(this);
    }

    /**
     * Reads bytes, or an internet address.
     *
     * @param name of the field, or its path
     * @return a copy of them
     * @throws RingsideException as {@link FieldReader#getBytes}
     */
    public byte[] getBytes(final String name) {
        return fields().named(name).getBytes(this);
    }

    /**
     * {@return the fields as text, such as {@code orderId=94 size=100 shares side=BUY}} Bytes of a payload that is
     * damaged, and all bytes if the schema is unknown, are {@code $unread=0x…}.
     */
    public String fieldsAsText() {
        return fields().asText(this);
    }

    /**
     * {@return the fields as a JSON object, as {@code ringside tail --json} has them} Bytes of a payload that is
     * damaged, and all bytes if the schema is unknown, are the member {@code $unread}, in hex.
     */
    public String fieldsAsJson() {
        return fields().asJson(this);
    }

    /**
     * Reads all outermost fields as text, those of an SBE message too, as {@code ringside tail} prints them.
     *
     * @param withUnits whether numbers have their units, and are multiplied by factors of these
     * @return the texts by the names of the fields, in their order; empty if the schema is unknown
     */
    public Map<String, String> fieldTexts(final boolean withUnits) {
        return EventFields.texts(this, withUnits);
    }

    /** {@return the event as a JSON object, one line, as {@code ringside tail --json} prints it} */
    public String toJson() {
        return fields().jsonLine(this);
    }

    /**
     * The event as {@code ringside tail} prints it, with the time in the system's time zone. It is one line, unless it
     * has a stack.
     */
    @Override
    public String toString() {
        return recordLength == 0 ? "EventView{no event yet}" : fields().line(this);
    }

    /** The payload for one field, until the next call. */
    PayloadBytes payload() {
        return fields().payload(this);
    }

    EventFields fields() {
        return session.fields();
    }

    private int item(final int type) {
        return ExtendedItems.find(buffer, recordOffset, itemsLength, type);
    }

    private @Nullable Long key(final int type, final int valueOffset) {
        final int item = item(type);
        return item == ExtendedItems.NULL_OFFSET ? null : buffer.getLong(item + valueOffset);
    }

    private EventDescriptor stringDescriptor() {
        return EventDescriptor.of(0, buffer.getInt(stringItem + ExtendedItemDescriptor.STRING_LEVEL_OFFSET) & Level.MAX,
                buffer.getLong(stringItem + ExtendedItemDescriptor.STRING_KEYWORD_OFFSET));
    }
}
