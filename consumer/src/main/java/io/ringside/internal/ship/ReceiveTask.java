package io.ringside.internal.ship;

import io.ringside.RingsideException;
import io.ringside.ship.Receiver;
import java.util.List;

/** The task of receiving recordings. Not thread-safe. */
public interface ReceiveTask extends AutoCloseable {
    /**
     * Receives the available records, up to a limit. May wait for the carrier for a limited time.
     *
     * @return number of records that were written; 0 if there were none
     * @throws RingsideException if receiving cannot continue
     */
    int doWork();

    /** Whether everything was received that the carrier had when it was last asked. */
    boolean hasCaughtUp();

    /** Returns the number of records that were skipped because they were foreign or damaged. */
    long rejected();

    /** The recordings of which something was received, in this run or before. */
    List<Receiver.Received> ledgers();

    /** Saves the positions. */
    @Override
    void close();
}
