package io.ringside.internal.ship;

import io.ringside.RingsideException;
import io.ringside.ship.Receiver;
import java.util.List;

/** Recordings that are being received. Not thread-safe. */
public interface ReceiveTask extends AutoCloseable {
    /**
     * Receive what is there, up to a bound. Waits for the carrier for a while.
     *
     * @return records that were written; 0 if there was none
     * @throws RingsideException if receiving cannot continue
     */
    int doWork();

    /** Whether everything was received that the carrier had when it was asked last. */
    boolean hasCaughtUp();

    /** Records that were none of ours, or damaged, and were left out. */
    long rejected();

    /** The recordings of which something was received, in this run or before. */
    List<Receiver.Received> ledgers();

    /** Writes down what was received. */
    @Override
    void close();
}
