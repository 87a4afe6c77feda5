package io.ringside.internal.recording;

import org.jspecify.annotations.Nullable;

/**
 * Counts, for each excerpt that was read, the batches that wait, and says when these are none: excerpt by excerpt, in
 * the order in which they were read. Not thread-safe.
 */
final class WaitingExcerpts {
    private static final int INITIAL_COUNT = 64;

    /** Ring indexed by the low bits of their numbers: from the first that waits to the one that is being read. */
    private Waiting[] ring = {};
    private final RecordingHandler target;
    private int firstNumber;
    private int number;

    WaitingExcerpts(final RecordingHandler target) {
        this.target = target;
        grow(INITIAL_COUNT);
    }

    /** Whether nothing waits of any excerpt, nor of what was read after the last one. */
    boolean isSettled() {
        return firstNumber == number && at(number).count == 0;
    }

    /** A batch of the excerpt that is being read waits; its number is to be given back once it has gone. */
    int add() {
        at(number).count++;
        return number;
    }

    /** A batch of an excerpt has gone. */
    void taken(final int ofNumber) {
        if (--at(ofNumber).count == 0 && ofNumber == firstNumber) {
            tell();
        }
    }

    /** An excerpt was read to its end. */
    void read(final int bytes, final long events, final @Nullable ExcerptPlace place) {
        final Waiting read = at(number);
        read.bytes = bytes;
        read.events = events;
        read.hasPlace = place != null;
        if (place != null) {
            read.place.set(place);
        }
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
            target.onExcerpt(first.bytes, first.events, first.hasPlace ? first.place : null);
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
        private final ExcerptPlace place = new ExcerptPlace();
        private boolean hasPlace;
    }
}
