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
 * An event, with its header and the fields of its payload. Flyweight: valid only during the handler's call, in the
 * reader's thread; copy the values to be kept.
 *
 * <pre>{@code
 * reader.poll(event -> {
 *     if ("accepted".equals(event.eventName())) {
 *         accept(event.getLong("orderId"), event.getInt("size"), event.getText("symbol"));
 *     }
 * });
 * }</pre>
 * The getters find fields by name, or by a path such as {@code legs[0].price}, and cache a {@link FieldReader} per
 * name, whose documentation has the rules and errors. Loops in which nanoseconds matter use a FieldReader of their own.
 * {@link #readFields} visits all fields, and generated receivers of typed events need no names.
 * <p>
 * An event whose schema cannot be found, or is damaged, is delivered anyway: {@link #schema} is then null, the
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
    /** Name of the owner, if it is stored with these records; otherwise the process may provide it. */
    private @Nullable String ownerName;
    private int lane;
    private boolean late;
    /** Flags, schema and event of the previous record, if it had a schema and no items; otherwise none. */
    private long plainReference = NULL_REFERENCE;
    private int stringItem;

    EventView(final SessionFacts session, final ProcessEvents process) {
        this.session = session;
        this.process = process;
    }

    /** Begins with the next records and their owner. */
    EventView begin(final int ofLane, final DirectBuffer records, final long owner) {
        lane = ofLane;
        if (buffer != records) {
            // Skipped if the buffer is the same, as it mostly is, because storing a reference costs a barrier.
            buffer = records;
        }
        ownerThreadId = owner;
        ownerName(null);
        return this;
    }

    EventView ownerName(final @Nullable String name) {
        if (!Objects.equals(ownerName, name)) {
            // Skipped for the same reason as above.
            ownerName = name;
        }
        return this;
    }

    /** Moves to the next event. */
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
            // The event is of the same kind as the previous one, and has only a payload.
            threadId = owner;
        }
        return this;
    }

    /** Returns whether the names of values may have changed since the previous event. */
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
     * {@return the id of the provider; null if the process page cannot be read} A classic event has the id of its
     * class, a message its own id; these are allocated in each call.
     */
    @Override
    public @Nullable UUID providerId() {
        if (classic.isThere()) {
            return classic.id();
        }
        final ProviderEvents known = provider;
        return known == null ? null : known.id();
    }

    /** {@return the name of the provider; its id as text if the schema is unknown, zeros if the id is unknown too} */
    public String providerName() {
        final ProviderSchema known = providerSchema();
        return known == null ? Objects.requireNonNullElse(providerId(), UNKNOWN_PROVIDER).toString() : known.name();
    }

    /** {@return the provider's declarations, or the published schema of a classic event's class; null if unknown} */
    public @Nullable ProviderSchema providerSchema() {
        final ProviderEvents known = provider;
        return known == null || (classic.isThere() && !classic.isOf(known.id())) ? null : known.schema();
    }

    /** {@return the declaration of the event; null if unknown} */
    @Override
    public @Nullable EventSchema schema() {
        return schema;
    }

    /** {@return the name of the event; null if its schema is unknown, or it is a string event} */
    public @Nullable String eventName() {
        final EventSchema known = schema;
        return known == null ? null : known.name();
    }

    /** {@return the index of the event among those of its provider, as in its record; known without a schema} */
    public int eventIndex() {
        return eventIndex;
    }

    /**
     * {@return the id, version, channel, level, opcode, task and keyword; all zeros if the schema is unknown; all zeros
     * except level and keyword for a string event} A classic event has its type as opcode, its level, and the low 8
     * bits of its version; a message has its number as id. The descriptors of these three kinds are allocated in each
     * call.
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

    /** {@return whether this is a string event, which is written with a level and a keyword only and has no schema} */
    public boolean isString() {
        return stringItem != ExtendedItems.NULL_OFFSET;
    }

    /** {@return the text of a string event; null for other events} Allocates. */
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

    /** {@return the name of the host that sent the recording; null if it was recorded locally} */
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

    /** {@return Java's id of the writing thread, platform or virtual} */
    public long threadId() {
        return threadId;
    }

    /**
     * {@return the name of the writing thread, as of the beginning of the event's block or later; null if it has none}
     * At most 104 bytes of a name in UTF-8 are recorded. Names of virtual threads are not recorded with payloads above
     * 8 KiB. A name is allocated when it first occurs.
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

    /** {@return whether a virtual thread wrote the event} */
    public boolean isVirtualThread() {
        return threadId != ownerThreadId;
    }

    /**
     * {@return Java's id of the platform thread that owned the lane: the writing thread, or the carrier of the virtual
     * thread}
     */
    public long ownerThreadId() {
        return ownerThreadId;
    }

    /**
     * {@return the index of the event's lane} Events are ordered within a lane, which this index and {@link
     * #incarnation} identify.
     */
    public int lane() {
        return lane;
    }

    /**
     * {@return whether a younger event was delivered before this one: the consumer stopped waiting for its lane, or
     * found the lane too late, or the timestamp was not read from the session's clock} Always false if the consumer
     * does not merge.
     */
    public boolean isLate() {
        return late;
    }

    /** {@return the time of the event, in nanoseconds since 1970} */
    @Override
    public long timeNs() {
        return process.toEpochNs(timeTicks());
    }

    /** {@return the time of the event, in ticks of the session's clock} */
    public long timeTicks() {
        return buffer.getLong(recordOffset + FrameDescriptor.TIME_OFFSET);
    }

    /** {@return the most significant half of the activity id; 0 if there is no activity} */
    @Override
    public long activityMost() {
        return buffer.getLong(recordOffset + FrameDescriptor.ACTIVITY_MOST_OFFSET);
    }

    /** {@return the least significant half of the activity id; 0 if there is no activity} */
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

    /** {@return the id of the activity that this event transfers from; null if there is none} Allocates. */
    @Override
    public @Nullable UUID relatedActivityId() {
        final int item = item(ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY);
        return item == ExtendedItems.NULL_OFFSET
                ? null
                : new UUID(buffer.getLong(item + ExtendedItemDescriptor.RELATED_ACTIVITY_MOST_OFFSET),
                        buffer.getLong(item + ExtendedItemDescriptor.RELATED_ACTIVITY_LEAST_OFFSET));
    }

    /** {@return the key that identifies the event; null if the session did not request it} */
    public @Nullable Long eventKey() {
        return key(ExtendedItemDescriptor.TYPE_EVENT_KEY, ExtendedItemDescriptor.EVENT_KEY_VALUE_OFFSET);
    }

    /** {@return the key that identifies the writing process; null if the session did not request it} */
    public @Nullable Long processStartKey() {
        return key(ExtendedItemDescriptor.TYPE_PROCESS_START_KEY,
                ExtendedItemDescriptor.PROCESS_START_KEY_VALUE_OFFSET);
    }

    /**
     * {@return the sampling weight, the number of events that this one represents: 1 unless the session samples events}
     * It includes events that a rate limit left out since the previous record of this event. Sums over events, each
     * multiplied by its weight, estimate the sums over all events.
     */
    public long weight() {
        if (itemsLength == 0) {
            return 1;
        }
        final int item = item(ExtendedItemDescriptor.TYPE_RATE);
        return item == ExtendedItems.NULL_OFFSET ? 1 : ExtendedItemDescriptor.weight(buffer, item);
    }

    /**
     * {@return the stack of the writing thread, innermost frame first, each as {@code class.method(file:line)}; empty
     * if the session did not request it} Allocates.
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

    /** {@return the buffer with the payload at {@link #payloadOffset}} It must not be kept or modified. */
    @Override
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * {@return the offset in {@link #buffer} of the record's first byte} Header, optional items and payload follow one
     * another there, in the layout of a record in a lane.
     */
    public int recordOffset() {
        return recordOffset;
    }

    /** {@return the offset of the payload's first byte in {@link #buffer}} */
    @Override
    public int payloadOffset() {
        return recordOffset + FrameDescriptor.RECORD_HEADER_LENGTH + itemsLength;
    }

    /** {@return the length of the payload in bytes} */
    @Override
    public int payloadLength() {
        return recordLength - FrameDescriptor.RECORD_HEADER_LENGTH - itemsLength;
    }

    /**
     * Pass the payload's fields to a visitor.
     *
     * @param visitor receives the fields
     * @return false if the schema is unknown, so that only bytes are available
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
     * Returns whether the event has a field.
     *
     * @param name name of the field, or its path
     * @return whether the event has it, as {@link FieldReader#isIn}; false if the schema is unknown
     */
    public boolean hasField(final String name) {
        return fields().named(name).isIn(this);
    }

    /**
     * Reads an integer, a timestamp in nanoseconds since 1970, or a FILETIME. Does not allocate.
     *
     * @param name name of the field, or its path
     * @return the exact number
     * @throws RingsideException as {@link FieldReader#getLong}: there is no such field, it has another type, is a
     *                           decimal, or at least 2<sup>63</sup>, the schema is unknown, or the payload is damaged
     */
    public long getLong(final String name) {
        return fields().named(name).getLong(this);
    }

    /**
     * Reads a signed integer of at most 32 bits, or an unsigned one of at most 16 bits. Does not allocate.
     *
     * @param name name of the field, or its path
     * @return the exact number
     * @throws RingsideException as {@link FieldReader#getInt}
     */
    public int getInt(final String name) {
        return fields().named(name).getInt(this);
    }

    /**
     * Reads a number as a double: rounded if it is a decimal, or an integer above 2<sup>53</sup>. Does not allocate.
     *
     * @param name name of the field, or its path
     * @return the number
     * @throws RingsideException as {@link FieldReader#getDouble}
     */
    public double getDouble(final String name) {
        return fields().named(name).getDouble(this);
    }

    /**
     * Reads a boolean. Does not allocate.
     *
     * @param name name of the field, or its path
     * @return the value
     * @throws RingsideException as {@link FieldReader#getBoolean}
     */
    public boolean getBoolean(final String name) {
        return fields().named(name).getBoolean(this);
    }

    /**
     * Reads an integer or a decimal of any size.
     *
     * @param name name of the field, or its path
     * @return the exact number
     * @throws RingsideException as {@link FieldReader#getDecimal}
     */
    public BigDecimal getDecimal(final String name) {
        return fields().named(name).getDecimal(this);
    }

    /**
     * Reads a value of any type as text; a number with a name as this name.
     *
     * @param name name of the field, or its path
     * @return the text, as {@code ringside tail} prints it without quotes and units
     * @throws RingsideException as {@link FieldReader#getText}
     */
    public String getText(final String name) {
        return fields().named(name).getText(this);
    }

    /**
     * Reads a UUID.
     *
     * @param name name of the field, or its path
     * @return the value
     * @throws RingsideException as {@link FieldReader#getUuid}
     */
    public UUID getUuid(final String name) {
        return fields().named(name).getUuid(this);
    }

    /**
     * Reads a timestamp or a FILETIME.
     *
     * @param name name of the field, or its path
     * @return the exact time
     * @throws RingsideException as {@link FieldReader#getInstant}
     */
    public Instant getInstant(final String name) {
        return fields().named(name).getInstant(this);
    }

    /**
     * Reads bytes, or an internet address.
     *
     * @param name name of the field, or its path
     * @return a copy of the bytes
     * @throws RingsideException as {@link FieldReader#getBytes}
     */
    public byte[] getBytes(final String name) {
        return fields().named(name).getBytes(this);
    }

    /**
     * {@return the fields as text, such as {@code orderId=94 size=100 shares side=BUY}} Unreadable bytes of a damaged
     * payload, and all bytes if the schema is unknown, are shown as {@code $unread=0x…}.
     */
    public String fieldsAsText() {
        return fields().asText(this);
    }

    /**
     * {@return the fields as a JSON object, as in {@code ringside tail --json}} Unreadable bytes of a damaged payload,
     * and all bytes if the schema is unknown, are in the member {@code $unread}, in hex.
     */
    public String fieldsAsJson() {
        return fields().asJson(this);
    }

    /**
     * Reads all top-level fields as text, including those of an SBE message, as {@code ringside tail} prints them.
     *
     * @param withUnits whether numbers are shown with their units, multiplied by the units' factors
     * @return the texts by field name, in the order of the fields; empty if the schema is unknown
     */
    public Map<String, String> fieldTexts(final boolean withUnits) {
        return EventFields.texts(this, withUnits);
    }

    /** {@return the event as a JSON object on one line, as {@code ringside tail --json} prints it} */
    public String toJson() {
        return fields().jsonLine(this);
    }

    /**
     * {@return the event as {@code ringside tail} prints it, with the time in the system's time zone} It is one line,
     * unless the event has a stack.
     */
    @Override
    public String toString() {
        return recordLength == 0 ? "EventView{no event yet}" : fields().line(this);
    }

    /** Returns the payload for reading one field, valid until the next call. */
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
