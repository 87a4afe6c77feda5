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
 * The write under way, where it is more than one buffer into one lane: a payload in whatever form, and the items that
 * each session's record gets. One for each writing thread, reused; an error leaves it as it is, to be filled again.
 */
final class RecordDraft {
    /** The items that a record may have, in the order in which they lie in it. */
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

    /** A record with a longer payload gets no name: it must not be too large for a small lane for its sake. */
    private static final int NAMED_PAYLOAD_LENGTH_MAX = 8 * 1024;

    /** Longest payload of any event; of a longer one only the fact that it is too long is recorded. */
    private static final long PAYLOAD_LENGTH_MAX = EventLimits.EVENT_LENGTH_MAX;
    private static final AtomicLong EVENT_KEYS = new AtomicLong(new SecureRandom().nextLong());

    private final ThreadLanes writer;
    private final PayloadBytes payloadBytes = new PayloadBytes();
    /** Made when it is first needed: without the JVM's flags there are no buffers, and no event is written. */
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
    /** The extras of the event, while {@link #rates} is not 0. */
    private @Nullable EventExtras rating;
    private long stacks;
    private byte @Nullable [] stack;
    private long activityMost;
    private long activityLeast;
    /** Whether the caller has given the time, and whether it counts from 1970 instead of in ticks of the clock. */
    private boolean hasTime;
    private boolean isEpochTime;
    private long time;
    /** Whether the record is larger than any may be, in a session or in all. */
    private boolean overEventLimit;

    /** A draft of nothing, of a writer. */
    RecordDraft(final ThreadLanes writer) {
        this.writer = writer;
    }

    /** A payload in one piece, null if it is empty. */
    RecordDraft buffer(final @Nullable DirectBuffer newSource, final int newOffset, final int length) {
        return payload(newSource, newOffset, null, null, length);
    }

    /** A payload in blocks, which are valid. */
    RecordDraft blocks(final DataDescriptors newBlocks) {
        return payload(null, 0, newBlocks, null, newBlocks.payloadLength());
    }

    /** A text. */
    RecordDraft text(final int newLevel, final long newKeyword, final CharSequence newText) {
        level = newLevel;
        keyword = newKeyword;
        return payload(null, 0, null, newText, (newText.length() + 1L) * Character.BYTES);
    }

    /** Sets the record that a classic provider writes. */
    RecordDraft classic(final ClassicRecord record) {
        payload(null, 0, record.data(), null, record.payloadLength());
        classic = record;
        return this;
    }

    /** A payload that lies in a lane. */
    RecordDraft claim(final ClaimedRoom claim, final LaneWriter lane) {
        payload(lane.ring(), claim.index(), null, null, claim.length());
        claimed = lane;
        return this;
    }

    /** The options that come with the payload, and who writes. */
    RecordDraft with(final @Nullable WriteOptions newOptions, final long newVirtualId,
            final ThreadActivity activity) {
        options = newOptions;
        virtualId = newVirtualId;
        if (classic != null) {
            // Its header has none.
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

    /** A virtual thread's record has its id, as the lane's owner is the carrier, and its name. */
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

    /** Takes the time from the event itself if it has one, else from the options of its write. */
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
     * Writes the event, which was filled: filters are asked first, then all attempts are counted, then each clock is
     * read once, then each lane gets record or loss. Only inside the guard.
     *
     * @param wanted slots of the sessions that want it
     * @param extras they want, null for none
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
     * Returns those sessions, of the ones that take an event, whose rates leave it in; the ledgers of the others count
     * it. A session that has no lane to count it in loses it as any other event.
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

    /** Returns those sessions, of the ones that want the event, that take this one: before any attempt. */
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
     * Returns those sessions, of the ones that want the event, that are not excluded. A session that is about to leave
     * this process can no longer be distinguished from the excluded one, and is left out as well.
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

    /** Whether a clock has to be read for the event. */
    private boolean needsClock() {
        return !hasTime || classic != null;
    }

    /**
     * Time of the event in a session, if the caller has given it.
     *
     * @param lane    of the session
     * @param session null if it is on its way out
     */
    private long givenTicks(final LaneWriter lane, final @Nullable SessionLanes session) {
        if (!isEpochTime) {
            return time;
        }
        return session == null ? lane.nanoTime() : session.timeTicks(time);
    }

    /** Items and payload of a record together; for what is too long for any event, something that is so too. */
    int bodyLength(final int items) {
        return (int) Math.min(payloadLength, PAYLOAD_LENGTH_MAX) + itemsLength(items);
    }

    /** Write what follows the header of a session's record. */
    private void put(final LaneWriter lane, final int index, final int items, final long slotBit) {
        final UnsafeBuffer ring = lane.ring();
        final int begin = index + RECORD_HEADER_LENGTH;
        final int payload = begin + itemsLength(items);
        // First: the items may come to lie where that of a claim lay.
        putPayload(ring, payload);
        if (lane == claimed) {
            offset = payload;
        }
        if (items != 0) {
            putItems(ring, begin, items, slotBit);
        }
    }

    /** Let go of what is the caller's. */
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
     * @param accepted slots of the sessions that take it
     * @param extras   what they want
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

    /** The items that a session's record gets. */
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
