package io.ringside.bench.stress;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A payload whose writer stops for a while at a chosen place of one write: after the first reading of the enable mask
 * and before it is busy, or busy and in the midst of the record. Otherwise these places are too short to be met. For
 * the writing thread.
 */
final class LingeringPayload extends UnsafeBuffer {
    private final SlotRace race;

    LingeringPayload(final SlotRace race) {
        super(new byte[StressSession.PAYLOAD_LENGTH]);
        this.race = race;
    }

    /** The last thing that a write asks before it is busy. */
    @Override
    public int capacity() {
        lingerAt(Linger.BEFORE);
        return super.capacity();
    }

    /** Asked while the payload is copied beyond tail. */
    @Override
    public long addressOffset() {
        lingerAt(Linger.INSIDE);
        return super.addressOffset();
    }

    private void lingerAt(final Linger place) {
        // The superclass' constructor may ask, too.
        if (race != null) {
            race.lingerAt(place);
        }
    }

    /** The place at which a write lingers. */
    enum Linger {
        NOWHERE(0), BEFORE(1), INSIDE(2);

        private final int figure;

        Linger(final int figure) {
            this.figure = figure;
        }

        /** Its name in results. */
        int figure() {
            return figure;
        }
    }
}
