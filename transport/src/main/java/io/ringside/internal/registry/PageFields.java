package io.ringside.internal.registry;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.internal.registry.ProcessIdentity.Host;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_CAUSE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_GENERATION_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_SESSION_ID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_STATUS_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_TEXT_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_TEXT_LENGTH_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_TEXT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.BOOTTIME_SHIFT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.BOOT_LEAST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.BOOT_MOST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.COMMAND_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.COMMAND_LENGTH_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.COMMAND_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.INCARNATION_LEAST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.INCARNATION_MOST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_NOT_ATTACHED_REPORTED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_NO_LANE_REPORTED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_SESSION_ID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.MONOTONIC_SHIFT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PAIR_MONOTONIC_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PAIR_WALL_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PID_NAMESPACE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.START_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLIES;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_FIRST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_LAST_TIME_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NO_LANE_OFFSET;

/** The fields of a process page: its process stores them, and other processes copy and check them. Stateless. */
final class PageFields {
    private static final int READS = 64;
    private static final long CHANGING = 0;
    /**
     * Maximum of a single count: the sum of all tallies and both counts cannot overflow, whatever the page contains.
     */
    private static final long COUNT_MAX = Long.MAX_VALUE / (2 * TALLIES);
    private static final int CONTINUATION_MASK = 0xC0;
    private static final int CONTINUATION = 0x80;

    private PageFields() {}

    /** Stores the identity of the process, which does not change after the page has been published. */
    static void putIdentity(final MutableDirectBuffer page, final ProcessIdentity identity) {
        final Host host = identity.host();
        page.putLong(INCARNATION_MOST_OFFSET, identity.incarnation().most());
        page.putLong(INCARNATION_LEAST_OFFSET, identity.incarnation().least());
        page.putLong(PID_OFFSET, identity.pid());
        page.putLong(START_TIME_OFFSET, identity.startTimeNs());
        page.putLong(BOOT_MOST_OFFSET, host.bootId().getMostSignificantBits());
        page.putLong(BOOT_LEAST_OFFSET, host.bootId().getLeastSignificantBits());
        page.putLong(PID_NAMESPACE_OFFSET, host.pidNamespace());
        page.putLong(MONOTONIC_SHIFT_OFFSET, host.monotonicShiftNs());
        page.putLong(BOOTTIME_SHIFT_OFFSET, host.boottimeShiftNs());
        page.putLong(PAIR_WALL_OFFSET, identity.clocks().wallNs());
        page.putLong(PAIR_MONOTONIC_OFFSET, identity.clocks().monotonicNs());
        page.putInt(COMMAND_LENGTH_OFFSET, putText(page, COMMAND_OFFSET, COMMAND_LENGTH, identity.command()));
    }

    static ProcessIdentity identity(final DirectBuffer page) {
        final Host host = new Host(new UUID(page.getLong(BOOT_MOST_OFFSET), page.getLong(BOOT_LEAST_OFFSET)),
                page.getLong(PID_NAMESPACE_OFFSET), page.getLong(MONOTONIC_SHIFT_OFFSET),
                page.getLong(BOOTTIME_SHIFT_OFFSET));
        return new ProcessIdentity(
                new Incarnation(page.getLong(INCARNATION_MOST_OFFSET), page.getLong(INCARNATION_LEAST_OFFSET)),
                page.getLong(PID_OFFSET), page.getLong(START_TIME_OFFSET), host,
                new ClockPair(page.getLong(PAIR_WALL_OFFSET), page.getLong(PAIR_MONOTONIC_OFFSET)),
                text(page, COMMAND_OFFSET, COMMAND_LENGTH, page.getInt(COMMAND_LENGTH_OFFSET)));
    }

    /** Stores a slot's acknowledgement: the generation is 0 while the other fields change, and is stored last. */
    static void putAcknowledgement(final AtomicBuffer page, final int slot, final Acknowledgement acknowledgement) {
        final int offset = ProcessPageDescriptor.ackOffset(slot);
        page.putLongRelease(offset + ACK_GENERATION_OFFSET, CHANGING);
        VarHandle.releaseFence();
        page.putLong(offset + ACK_SESSION_ID_OFFSET, acknowledgement.sessionId());
        page.putInt(offset + ACK_STATUS_OFFSET, acknowledgement.status().code());
        page.putInt(offset + ACK_CAUSE_OFFSET, acknowledgement.cause().code());
        page.putInt(offset + ACK_TEXT_LENGTH_OFFSET,
                putText(page, offset + ACK_TEXT_OFFSET, ACK_TEXT_LENGTH, acknowledgement.text()));
        if (KillPoint.ARMED) {
            KillPoint.ACK_STORED.reached();
        }
        page.putLongRelease(offset + ACK_GENERATION_OFFSET, acknowledgement.generation());
        if (KillPoint.ARMED) {
            KillPoint.ACK_PUBLISHED.reached();
        }
    }

    /** Copies an acknowledgement; returns {@link Acknowledgement#NONE} while it changes, or if it is invalid. */
    static Acknowledgement acknowledgement(final AtomicBuffer page, final int slot) {
        final int offset = ProcessPageDescriptor.ackOffset(slot);
        for (int i = 0; i < READS; i++) {
            final long generation = page.getLongAcquire(offset + ACK_GENERATION_OFFSET);
            final long sessionId = page.getLong(offset + ACK_SESSION_ID_OFFSET);
            final AckStatus status = AckStatus.ofCode(page.getInt(offset + ACK_STATUS_OFFSET));
            final AckCause cause = AckCause.ofCode(page.getInt(offset + ACK_CAUSE_OFFSET));
            final String text = text(page, offset + ACK_TEXT_OFFSET, ACK_TEXT_LENGTH,
                    page.getInt(offset + ACK_TEXT_LENGTH_OFFSET));
            VarHandle.acquireFence();
            if (generation == page.getLongVolatile(offset + ACK_GENERATION_OFFSET)) {
                return generation <= CHANGING || sessionId <= 0 || status == null
                        ? Acknowledgement.NONE
                        : new Acknowledgement(sessionId, generation, status, cause, text);
            }
        }
        return Acknowledgement.NONE;
    }

    /** Reads a slot's losses without a lane: the sums over its tallies, with the earliest and latest time. */
    static LanelessLosses losses(final AtomicBuffer page, final int slot, final long sessionId) {
        final int offset = ProcessPageDescriptor.lossOffset(slot);
        if (page.getLongAcquire(offset + LOSS_SESSION_ID_OFFSET) != sessionId) {
            return LanelessLosses.none(sessionId);
        }
        final LanelessLosses losses = sum(page, slot, sessionId);
        VarHandle.acquireFence();
        // The session id differs if another session took over the slot meanwhile; this session has ended then.
        return page.getLongVolatile(offset + LOSS_SESSION_ID_OFFSET) == sessionId
                ? losses
                : LanelessLosses.none(sessionId);
    }

    private static LanelessLosses sum(final AtomicBuffer page, final int slot, final long sessionId) {
        long noLane = 0;
        long notAttached = 0;
        long firstTime = Long.MAX_VALUE;
        long lastTime = Long.MIN_VALUE;
        for (int tally = 0; tally < TALLIES; tally++) {
            final int offset = ProcessPageDescriptor.tallyOffset(slot, tally);
            final long noLaneHere = count(page, offset + TALLY_NO_LANE_OFFSET, COUNT_MAX);
            final long notAttachedHere = count(page, offset + TALLY_NOT_ATTACHED_OFFSET, COUNT_MAX);
            if (noLaneHere + notAttachedHere > 0) {
                noLane += noLaneHere;
                notAttached += notAttachedHere;
                firstTime = Math.min(firstTime, page.getLongAcquire(offset + TALLY_FIRST_TIME_OFFSET));
                lastTime = Math.max(lastTime, page.getLongAcquire(offset + TALLY_LAST_TIME_OFFSET));
            }
        }
        if (noLane + notAttached == 0) {
            return LanelessLosses.none(sessionId);
        }
        final int offset = ProcessPageDescriptor.lossOffset(slot);
        return new LanelessLosses(sessionId, noLane, notAttached, firstTime, lastTime,
                count(page, offset + LOSS_NO_LANE_REPORTED_OFFSET, noLane),
                count(page, offset + LOSS_NOT_ATTACHED_REPORTED_OFFSET, notAttached));
    }

    private static long count(final AtomicBuffer page, final int offset, final long max) {
        return Math.max(0, Math.min(page.getLongAcquire(offset), max));
    }

    /** Stores as much of a text as fits, truncated between characters, and returns the number of bytes. */
    private static int putText(final MutableDirectBuffer buffer, final int offset, final int maxLength,
            final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, maxLength);
        while (length < bytes.length && length > 0 && (bytes[length] & CONTINUATION_MASK) == CONTINUATION) {
            length--;
        }
        buffer.putBytes(offset, bytes, 0, length);
        return length;
    }

    /** Copies a text of any claimed length. Invalid bytes become replacement characters and question marks. */
    private static String text(final DirectBuffer buffer, final int offset, final int maxLength, final int length) {
        final byte[] bytes = new byte[Math.max(0, Math.min(length, maxLength))];
        buffer.getBytes(offset, bytes);
        return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
