package io.ringside.consumer.recording;

import java.util.Objects;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts, for each batch that was read, what waits of it, and tells when that is nothing: batch by batch, in the order
 * in which they were read. Not thread-safe.
 */
final class WaitingBatches {
    private final Int2ObjectHashMap<Waiting> byNumber = new Int2ObjectHashMap<>();
    private final RecordingHandler target;
    private Waiting reading = new Waiting();
    private int firstNumber;
    private int number;

    WaitingBatches(final RecordingHandler target) {
        this.target = target;
        byNumber.put(number, reading);
    }

    /** Something of the batch that is being read waits; its number is to be given back once it has gone. */
    int add() {
        reading.count++;
        return number;
    }

    /** Something of a batch has gone. */
    void taken(final int ofNumber) {
        Objects.requireNonNull(byNumber.get(ofNumber)).count--;
        tell();
    }

    /** A batch was read to its end. */
    void read(final int bytes, final long events) {
        reading.bytes = bytes;
        reading.events = events;
        reading = new Waiting();
        number++;
        byNumber.put(number, reading);
        tell();
    }

    private void tell() {
        Waiting first = firstRead();
        while (first != null && first.count == 0) {
            byNumber.remove(firstNumber);
            firstNumber++;
            target.onBatch(first.bytes, first.events);
            first = firstRead();
        }
    }

    private @Nullable Waiting firstRead() {
        return firstNumber == number ? null : byNumber.get(firstNumber);
    }

    private static final class Waiting {
        private int count;
        private int bytes;
        private long events;
    }
}
