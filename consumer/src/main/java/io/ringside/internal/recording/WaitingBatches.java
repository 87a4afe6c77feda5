package io.ringside.internal.recording;

/**
 * Counts, for each batch that was read, what waits of it, and says when that is nothing: batch by batch, in the order
 * in which they were read. Not thread-safe.
 */
final class WaitingBatches {
    private static final int INITIAL_COUNT = 64;

    /** By the low bits of their numbers: from the first that waits to the one that is being read. */
    private Waiting[] ring = {};
    private final RecordingHandler target;
    private int firstNumber;
    private int number;

    WaitingBatches(final RecordingHandler target) {
        this.target = target;
        grow(INITIAL_COUNT);
    }

    /** Number of the batch that is being read. */
    int number() {
        return number;
    }

    /** Whether nothing waits of any batch, nor of what was read after the last one. */
    boolean isSettled() {
        return firstNumber == number && at(number).count == 0;
    }

    /** Something of the batch that is being read waits; its number is to be given back once it has gone. */
    int add() {
        at(number).count++;
        return number;
    }

    /** Something of a batch has gone. */
    void taken(final int ofNumber) {
        if (--at(ofNumber).count == 0 && ofNumber == firstNumber) {
            tell();
        }
    }

    /** A batch was read to its end. */
    void read(final int bytes, final long events) {
        final Waiting read = at(number);
        read.bytes = bytes;
        read.events = events;
        if (number + 1 - firstNumber == ring.length) {
            grow(2 * ring.length);
        }
        number++;
        tell();
    }

    private void tell() {
        while (firstNumber != number && at(firstNumber).count == 0) {
            final Waiting first = at(firstNumber);
            firstNumber++;
            target.onBatch(first.bytes, first.events);
        }
    }

    private Waiting at(final int ofNumber) {
        return ring[ofNumber & ring.length - 1];
    }

    private void grow(final int length) {
        final Waiting[] larger = new Waiting[length];
        for (int each = firstNumber; each - firstNumber < length; each++) {
            larger[each & length - 1] = each - firstNumber < ring.length ? at(each) : new Waiting();
        }
        ring = larger;
    }

    private static final class Waiting {
        private int count;
        private int bytes;
        private long events;
    }
}
