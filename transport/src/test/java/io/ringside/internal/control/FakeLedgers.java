package io.ringside.internal.control;

import io.ringside.internal.drain.SessionLedgers;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Ledgers without lanes: a number of events in the ring that a drain may hold, and that can be discarded. */
final class FakeLedgers implements SessionLedgers {
    private long wanted;
    private long delivered;
    private long discarded;
    private String drain;
    private @Nullable String sink;
    private Runnable onRead = () -> {};
    private boolean settled = true;
    private boolean finalReading;

    /** So many events more are in the ring. */
    void write(final long events) {
        wanted += events;
    }

    /** Do something with each reading. */
    void onRead(final Runnable action) {
        onRead = action;
    }

    /** A ledger cannot be read any more. */
    void damage() {
        settled = false;
    }

    /** As far as ledgers tell, no number changes any more. */
    void finish() {
        finalReading = true;
    }

    /** A drain takes the session. */
    void drainBy(final String name) {
        drain = name;
    }

    /** The drain takes what is there, and leaves. */
    void drainAll() {
        delivered = wanted - discarded;
        drain = null;
    }

    @Override
    public LedgerTotals.Reading read(final SessionRow session) {
        onRead.run();
        final long inRing = wanted - delivered - discarded;
        return new LedgerTotals.Reading(new LedgerTotals(wanted, delivered, 0, inRing, 0,
                LossCounts.NONE.plus(LossCause.DISCARDED, discarded)), settled, finalReading, 1,
                settled ? List.of() : List.of("ledger 17: damaged"));
    }

    @Override
    public boolean drained(final SessionRow session) {
        return drain == null && wanted == delivered + discarded;
    }

    @Override
    public void discardRest(final SessionRow session) {
        if (drain == null) {
            discarded = wanted - delivered;
        }
    }

    @Override
    public @Nullable String drainHolder(final SessionRow session) {
        return drain;
    }

    @Override
    public @Nullable String sink(final SessionRow session) {
        return sink;
    }

    void recordTo(final String folder) {
        sink = folder;
    }

    @Override
    public OptionalLong rolled(final SessionRow session) {
        return OptionalLong.empty();
    }
}
