package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.activity.ThreadActivity;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.schema.Utf;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * The current write in the general case: a payload in any form, and the items of each session's record. Each writing
 * thread has one and reuses it; an error leaves it as it is until it is filled again.
 */
final class RecordDraft {
    /** The items that a record may have, in the order in which the record contains them. */
    private static final int VIRTUAL_THREAD = 1;
    private static final int THREAD_NAME = 1 << 1;
    private static final int RELATED_ACTIVITY = 1 << 2;
    private static final int EVENT_KEY = 1 << 3;
    private static final int PROCESS_START_KEY = 1 << 4;
    private static final int RATE = 1 << 5;
    private static final int CLASSIC = 1 << 6;
    private static final int INSTANCE = 1 << 7;
    private static final int MESSAGE = 1 << 8;
    private static final int STRING = 1 << 9;
    private static final int STACK = 1 << 10;

    /** A record with a longer payload gets no name, which might make it too large for a small lane. */
    private static final int NAMED_PAYLOAD_LENGTH_MAX = 8 * 1024;

    /** Maximum payload length of any event; for a longer one only the fact that it is too long is recorded. */
    private static final long PAYLOAD_LENGTH_MAX = EventLimits.EVENT_LENGTH_MAX;
    private static final AtomicLong EVENT_KEYS = new AtomicLong(new SecureRandom().nextLong());

    private final ThreadLanes writer;
    private final PayloadBytes payloadBytes = new PayloadBytes();
    /** Created when it is first needed: without the JVM's flags there are no buffers, and no event is written. */
    private @Nullable UnsafeBuffer threadName;
    private int threadNameLength;
    private @Nullable DirectBuffer source;
    private int offset;
    private @Nullable DataDescriptors blocks;
    private @Nullable CharSequence text;
    private @Nullable ClassicRecord classic;
    private int level;
    private long keyword;
    private long payloadLength;
    private @Nullable LaneWriter claimed;

    private @Nullable WriteOptions options;
    private long virtualId;
    private int commonItems;
    private long eventKeys;
    private long eventKey;
    private long processStartKeys;
    private long processStartKey;
    private long rates;
    /** The extras of the event while {@link #rates} is not 0. */
    private @Nullable EventExtras rating;
    private long stacks;
    private byte @Nullable [] stack;
    private long activityMost;
    private long activityLeast;
    /** Whether the caller has set the time, and whether it counts from 1970 instead of in ticks of the clock. */
    private boolean hasTime;
    private boolean isEpochTime;
    private long time;
    /** Whether the record exceeds the maximum size of any record, in one session or in all. */
    private boolean overEventLimit;

    /** An empty draft of a writer. */
    RecordDraft(final ThreadLanes writer) {
        this.writer = writer;
    }

    /** Sets a payload that is one buffer, null if it is empty. */
    RecordDraft buffer(final @Nullable DirectBuffer newSource, final int newOffset, final int length) {
        return payload(newSource, newOffset, null, null, length);
    }

    /** Sets a payload of blocks, which are valid. */
    RecordDraft blocks(final DataDescriptors newBlocks) {
        return payload(null, 0, newBlocks, null, newBlocks.payloadLength());
    }

    /** Sets a string. */
    RecordDraft text(final int newLevel, final long newKeyword, final CharSequence newText) {
        level = newLevel;
        keyword = newKeyword;
        return payload(null, 0, null, newText, (newText.length() + 1L) * Character.BYTES);
    }

    /** Sets the record of a classic provider. */
    RecordDraft classic(final ClassicRecord record) {
        payload(null, 0, record.data(), null, record.payloadLength());
        classic = record;
        return this;
    }

    /** Sets a payload that lies in a lane. */
    RecordDraft claim(final ClaimedRoom claim, final LaneWriter lane) {
        payload(lane.ring(), claim.index(), null, null, claim.length());
        claimed = lane;
        return this;
    }

    /** Sets the options of the write, and the thread that writes. */
    RecordDraft with(final @Nullable WriteOptions newOptions, final long newVirtualId,
            final ThreadActivity activity) {
        options = newOptions;
        virtualId = newVirtualId;
        if (classic != null) {
            // The header of this record has no activity.
            activityMost = 0;
            activityLeast = 0;
        } else if (newOptions != null && newOptions.hasActivity()) {
            activityMost = newOptions.activityMost();
            activityLeast = newOptions.activityLeast();
        } else {
            activityMost = activity.most();
            activityLeast = activity.least();
        }
        commonItems = (newVirtualId == ThreadLanes.NOT_VIRTUAL ? 0 : virtualItems())
                | (newOptions != null && newOptions.hasRelated() ? RELATED_ACTIVITY : 0)
                | (text == null ? 0 : STRING)
                | (classic == null ? 0 : classicItems(classic));
        eventKeys = 0;
        processStartKeys = 0;
        rates = 0;
        stacks = 0;
        stack = null;
        takeTime(newOptions);
        return this;
    }

    /** Returns the items of a virtual thread: its id, because the lane's owner is the carrier, and its name. */
    private int virtualItems() {
        threadNameLength = 0;
        if (payloadLength <= NAMED_PAYLOAD_LENGTH_MAX) {
            UnsafeBuffer name = threadName;
            if (name == null) {
                name = new UnsafeBuffer(new byte[LedgerDescriptor.THREAD_NAME_LENGTH_MAX]);
                threadName = name;
            }
            threadNameLength = Utf.encodeWhatFits(Thread.currentThread().getName(), name, 0, name.capacity());
        }
        return threadNameLength == 0 ? VIRTUAL_THREAD : VIRTUAL_THREAD | THREAD_NAME;
    }

    /** Takes the time from the event itself if it has one, else from the options of the write. */
    private void takeTime(final @Nullable WriteOptions given) {
        final DataDescriptors list = blocks;
        isEpochTime = false;
        hasTime = true;
        if (classic != null && classic.hasTime()) {
            time = classic.time();
        } else if (list != null && list.hasTime()) {
            time = list.timeTicks();
        } else if (given != null && (given.hasTimeTicks() || given.hasTimeNs())) {
            isEpochTime = given.hasTimeNs();
            time = given.time();
        } else {
            hasTime = false;
        }
    }

    /**
     * Writes the event in the draft: filters are applied first, then all attempts are counted, then each clock is read
     * once, then each lane receives the record or counts a loss. Only inside the guard.
     *
     * @param wanted slots of the sessions that want the event
     * @param extras extras that the sessions want, null for none
     * @return a {@link WriteResult}
     */
    long write(final long reference, final long wanted, final @Nullable EventExtras extras) {
        long accepted = accepted(wanted, extras, writer.threads);
        if (extras != null) {
            if ((accepted & extras.rated) != 0) {
                accepted = withinRates(accepted, extras);
            }
            extend(accepted, extras);
        }
        final int count = writer.attempt(accepted, claimed);
        overEventLimit = bodyLength(commonItems) > WritingThread.MAX_BODY_LENGTH;
        long result = writer.unplaced;
        if (count > 0) {
            if (needsClock()) {
                writer.readClocks();
                if (classic != null) {
                    classic.stamp(writer.now(writer.attempted[0]));
                }
            }
            for (int i = 0; i < count; i++) {
                result += writeIn(writer.attempted[i], writer.attemptedSlots[i], reference);
            }
        }
        final boolean isOver = overEventLimit && result != WriteResult.NOT_WANTED;
        clear();
        return isOver ? result | ResultBits.OVER_EVENT_LIMIT : result;
    }

    /**
     * Returns the sessions, out of those that accept an event, whose rate filters let it pass; the ledgers of the
     * others count it. If such a session has no lane to count it in, the event is lost like any other.
     */
    private long withinRates(final long accepted, final EventExtras extras) {
        long within = accepted;
        for (long rest = accepted & extras.rated; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final LaneWriter lane = claimed != null && writer.owns(slot, claimed)
                    ? claimed
                    : writer.lane(slot, claimed);
            if (lane != null) {
                final RateGate.Answer answer = ask(extras.gate(slot), writer.threadId);
                if (answer != RateGate.Answer.PASSED) {
                    within &= ~(1L << slot);
                    lane.skip(answer == RateGate.Answer.OVER_LIMIT);
                }
            }
        }
        return within;
    }

    private long writeIn(final LaneWriter lane, final long slotBit, final long reference) {
        final int items = items(slotBit);
        final int bodyLength = bodyLength(items);
        final boolean inPlace = lane == claimed && items == 0;
        final int index = inPlace ? offset - RECORD_HEADER_LENGTH : lane.reserve(bodyLength);
        if (index < 0) {
            overEventLimit |= bodyLength > WritingThread.MAX_BODY_LENGTH;
            return ThreadLanes.loseIn(lane, index, needsClock() ? writer.now(lane) : lane.nanoTime());
        }
        if (!inPlace) {
            put(lane, index, items, slotBit);
        }
        final long timeTicks = hasTime
                ? givenTicks(lane, writer.threads.session(Long.numberOfTrailingZeros(slotBit)))
                : writer.now(lane);
        lane.publish(index, items == 0 ? reference : reference | FrameDescriptor.EXTENDED, bodyLength, timeTicks,
                activityMost, activityLeast);
        return ResultBits.WRITTEN;
    }

    /** Returns the sessions, out of those that want the event, whose filters accept it. No attempt is counted. */
    private long accepted(final long wanted, final @Nullable EventExtras extras, final WriterThreads threads) {
        final WriteOptions given = options;
        long accepted = given == null ? wanted : included(given, wanted, threads);
        if (extras != null) {
            if (given != null && (given.flags() & WriteOptions.IN_PRIVATE) != 0) {
                accepted &= ~extras.notPrivate;
            }
            if (extras.isConditioned(accepted)) {
                accepted = extras.accepted(accepted, payloadBytes());
                payloadBytes.reset();
            }
        }
        return accepted;
    }

    private RateGate.Answer ask(final RateGate gate, final long threadId) {
        if (!gate.looksAtPayload()) {
            return gate.ask(payloadBytes, threadId);
        }
        final RateGate.Answer answer = gate.ask(payloadBytes(), threadId);
        payloadBytes.reset();
        return answer;
    }

    /**
     * Returns the sessions, out of those that want the event, that are not excluded. A session that is being detached
     * from this process cannot be distinguished from the excluded one any more, and is left out as well.
     */
    private static long included(final WriteOptions options, final long wanted, final WriterThreads threads) {
        long included = wanted;
        for (long rest = wanted & options.excludedSlots(); rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final SessionLanes session = threads.session(slot);
            if (session == null || options.excludes(slot, session.sessionId())) {
                included &= ~(1L << slot);
            }
        }
        return included;
    }

    /** Returns whether a clock has to be read for the event. */
    private boolean needsClock() {
        return !hasTime || classic != null;
    }

    /**
     * Returns the time of the event in a session, if the caller has set it.
     *
     * @param lane    lane of the session
     * @param session session, null if it is being detached
     */
    private long givenTicks(final LaneWriter lane, final @Nullable SessionLanes session) {
        if (!isEpochTime) {
            return time;
        }
        return session == null ? lane.nanoTime() : session.timeTicks(time);
    }

    /** Returns the length of the items and the payload; too long for any event if the payload is. */
    int bodyLength(final int items) {
        return (int) Math.min(payloadLength, PAYLOAD_LENGTH_MAX) + itemsLength(items);
    }

    /** Write the part of a session's record that follows its header. */
    private void put(final LaneWriter lane, final int index, final int items, final long slotBit) {
        final UnsafeBuffer ring = lane.ring();
        final int begin = index + RECORD_HEADER_LENGTH;
        final int payload = begin + itemsLength(items);
        // Copied first: the items may overwrite the place of a claim's payload.
        putPayload(ring, payload);
        if (lane == claimed) {
            offset = payload;
        }
        if (items != 0) {
            putItems(ring, begin, items, slotBit);
        }
    }

    /** Drop all references to the caller's objects. */
    private void clear() {
        source = null;
        blocks = null;
        text = null;
        classic = null;
        claimed = null;
        options = null;
        rating = null;
        stack = null;
    }

    private RecordDraft payload(final @Nullable DirectBuffer newSource, final int newOffset,
            final @Nullable DataDescriptors newBlocks, final @Nullable CharSequence newText, final long length) {
        source = newSource;
        offset = newOffset;
        blocks = newBlocks;
        text = newText;
        classic = null;
        payloadLength = length;
        claimed = null;
        return this;
    }

    private PayloadBytes payloadBytes() {
        final DirectBuffer buffer = source;
        final DataDescriptors list = blocks;
        if (buffer != null) {
            return payloadBytes.wrap(buffer, offset, (int) payloadLength);
        }
        return list == null ? payloadBytes.reset() : payloadBytes.wrap(list);
    }

    /**
     * Prepare the items that sessions want of the event.
     *
     * @param accepted slots of the sessions that accept it
     * @param extras   extras that the sessions want
     */
    private void extend(final long accepted, final EventExtras extras) {
        rates = accepted & extras.rated;
        if (rates != 0) {
            rating = extras;
        }
        eventKeys = extras.eventKeys;
        processStartKeys = extras.processStartKeys;
        processStartKey = extras.processStartKey;
        if ((accepted & eventKeys) != 0) {
            eventKey = EVENT_KEYS.getAndIncrement();
        }
        final long stackSlots = accepted & (text == null ? extras.stacks : extras.stringStacks(level, keyword));
        if (stackSlots != 0) {
            stack = StackText.capture();
            stacks = stack == null ? 0 : stackSlots;
        }
    }

    private static int classicItems(final ClassicRecord record) {
        return record.isMessage() ? MESSAGE : record.isInstance() ? CLASSIC | INSTANCE : CLASSIC;
    }

    /** Returns the items of a session's record. */
    int items(final long slotBit) {
        return commonItems
                | ((eventKeys & slotBit) == 0 ? 0 : EVENT_KEY)
                | ((processStartKeys & slotBit) == 0 ? 0 : PROCESS_START_KEY)
                | ((rates & slotBit) == 0 ? 0 : RATE)
                | ((stacks & slotBit) == 0 ? 0 : STACK);
    }

    private int itemsLength(final int items) {
        int length = 0;
        for (int rest = items; rest != 0; rest &= rest - 1) {
            length += itemLength(rest & -rest);
        }
        return length;
    }

    private int itemLength(final int item) {
        return switch (item) {
            case VIRTUAL_THREAD -> ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH;
            case THREAD_NAME -> ExtendedItemDescriptor.threadNameLength(threadNameLength);
            case RELATED_ACTIVITY -> ExtendedItemDescriptor.RELATED_ACTIVITY_LENGTH;
            case EVENT_KEY -> ExtendedItemDescriptor.EVENT_KEY_LENGTH;
            case PROCESS_START_KEY -> ExtendedItemDescriptor.PROCESS_START_KEY_LENGTH;
            case RATE -> ExtendedItemDescriptor.RATE_LENGTH;
            case CLASSIC -> ExtendedItemDescriptor.CLASSIC_LENGTH;
            case INSTANCE -> ExtendedItemDescriptor.INSTANCE_LENGTH;
            case MESSAGE -> ExtendedItemDescriptor.MESSAGE_LENGTH;
            case STRING -> ExtendedItemDescriptor.STRING_LENGTH;
            default -> ExtendedItemDescriptor.stackLength(Objects.requireNonNull(stack));
        };
    }

    private void putPayload(final UnsafeBuffer ring, final int index) {
        final DirectBuffer buffer = source;
        final DataDescriptors list = blocks;
        final CharSequence string = text;
        final ClassicRecord record = classic;
        if (buffer != null) {
            ring.putBytes(index, buffer, offset, (int) payloadLength);
        } else if (record != null) {
            record.copyTo(ring, index);
        } else if (list != null) {
            list.copyTo(ring, index);
        } else if (string != null) {
            putText(ring, index, string);
        }
    }

    private void putText(final UnsafeBuffer ring, final int index, final CharSequence string) {
        final int end = index + (int) payloadLength - Character.BYTES;
        for (int at = index, i = 0; at < end; at += Character.BYTES, i++) {
            ring.putShort(at, (short) string.charAt(i));
        }
        ring.putShort(end, (short) 0);
    }

    private void putItems(final UnsafeBuffer ring, final int begin, final int items, final long slotBit) {
        int at = begin;
        for (int rest = items; rest != 0; rest &= rest - 1) {
            final int item = rest & -rest;
            putItem(ring, at, item, slotBit, rest != item);
            at += itemLength(item);
        }
    }

    private void putItem(final UnsafeBuffer ring, final int at, final int item, final long slotBit,
            final boolean followed) {
        switch (item) {
            case VIRTUAL_THREAD -> ExtendedItemDescriptor.putVirtualThread(ring, at, virtualId, followed);
            case THREAD_NAME -> ExtendedItemDescriptor.putThreadName(ring, at, Objects.requireNonNull(threadName),
                    threadNameLength, followed);
            case RELATED_ACTIVITY -> {
                final WriteOptions given = Objects.requireNonNull(options);
                ExtendedItemDescriptor.putRelatedActivity(ring, at, given.relatedMost(), given.relatedLeast(),
                        followed);
            }
            case EVENT_KEY -> ExtendedItemDescriptor.putEventKey(ring, at, eventKey, followed);
            case PROCESS_START_KEY -> ExtendedItemDescriptor.putProcessStartKey(ring, at, processStartKey, followed);
            case RATE -> {
                final RateGate gate = Objects.requireNonNull(rating).gate(Long.numberOfTrailingZeros(slotBit));
                ExtendedItemDescriptor.putRate(ring, at, gate.sampleOneIn(), gate.takeOverLimit(writer.threadId),
                        followed);
            }
            case CLASSIC -> Objects.requireNonNull(classic).putEvent(ring, at);
            case INSTANCE -> Objects.requireNonNull(classic).putInstance(ring, at);
            case MESSAGE -> Objects.requireNonNull(classic).putMessage(ring, at);
            case STRING -> ExtendedItemDescriptor.putString(ring, at, level, keyword, followed);
            default -> ExtendedItemDescriptor.putStack(ring, at, Objects.requireNonNull(stack));
        }
    }
}
