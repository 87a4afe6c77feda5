package io.ringside.bench.stress;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Payload whose writer pauses at a chosen place of one write: before it is busy, but after it has read the enable mask;
 * or while it is busy, in the middle of the record. Without pauses, races rarely hit these short periods. Used by the
 * writing thread.
 */
final class LingeringPayload extends UnsafeBuffer {
    private final SlotRace race;

    LingeringPayload(final SlotRace race) {
        super(new byte[StressSession.PAYLOAD_LENGTH]);
        this.race = race;
    }

    /** Pauses at the last call of a write before it is busy. */
    @Override
    public int capacity() {
        lingerAt(Linger.BEFORE);
        return super.capacity();
    }

    /** Pauses during the copy of the payload, before tail is stored. */
    @Override
    public long addressOffset() {
        lingerAt(Linger.INSIDE);
        return super.addressOffset();
    }

    private void lingerAt(final Linger place) {
        // The superclass' constructor may call this too.
        if (race != null) {
            race.lingerAt(place);
        }
    }

    /** Place at which a write pauses. */
    enum Linger {
        NOWHERE(0), BEFORE(1), INSIDE(2);

        private final int figure;

        Linger(final int figure) {
            this.figure = figure;
        }

        /** Returns its number in results. */
        int figure() {
            return figure;
        }
    }
}
