package io.ringside.internal.registry;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.layout.ProcessPageDescriptor;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_CAUSE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_GENERATION_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_SESSION_ID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_STATUS_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_TEXT_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_TEXT_LENGTH_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.ACK_TEXT_OFFSET;

/** The words of a slot's acknowledgement: the generation is 0 while the others change, and stored last. Stateless. */
final class AckFields {
    private static final int READS = 64;
    private static final long CHANGING = 0;

    private AckFields() {}

    static void store(final AtomicBuffer page, final int slot, final Acknowledgement acknowledgement) {
        final int offset = ProcessPageDescriptor.ackOffset(slot);
        page.putLongRelease(offset + ACK_GENERATION_OFFSET, CHANGING);
        VarHandle.releaseFence();
        page.putLong(offset + ACK_SESSION_ID_OFFSET, acknowledgement.sessionId());
        page.putInt(offset + ACK_STATUS_OFFSET, acknowledgement.status().code());
        page.putInt(offset + ACK_CAUSE_OFFSET, acknowledgement.cause().code());
        page.putInt(offset + ACK_TEXT_LENGTH_OFFSET,
                ShortText.put(page, offset + ACK_TEXT_OFFSET, ACK_TEXT_LENGTH, acknowledgement.text()));
        if (KillPoint.ARMED) {
            KillPoint.ACK_STORED.reached();
        }
        page.putLongRelease(offset + ACK_GENERATION_OFFSET, acknowledgement.generation());
        if (KillPoint.ARMED) {
            KillPoint.ACK_PUBLISHED.reached();
        }
    }

    /** Copies an acknowledgement; {@link Acknowledgement#NONE} while it changes, or if it cannot be one. */
    static Acknowledgement load(final AtomicBuffer page, final int slot) {
        final int offset = ProcessPageDescriptor.ackOffset(slot);
        for (int i = 0; i < READS; i++) {
            final long generation = page.getLongAcquire(offset + ACK_GENERATION_OFFSET);
            final long sessionId = page.getLong(offset + ACK_SESSION_ID_OFFSET);
            final AckStatus status = AckStatus.ofCode(page.getInt(offset + ACK_STATUS_OFFSET));
            final AckCause cause = AckCause.ofCode(page.getInt(offset + ACK_CAUSE_OFFSET));
            final String text = ShortText.get(page, offset + ACK_TEXT_OFFSET, ACK_TEXT_LENGTH,
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
}
