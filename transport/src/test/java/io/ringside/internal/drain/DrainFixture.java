package io.ringside.internal.drain;

import io.ringside.session.LedgerTotals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.agrona.concurrent.NanoClock;

/** Drains and books of a hand-made session, with a clock that stands still and a library thread that never waits. */
final class DrainFixture implements AutoCloseable {
    static final long SCAN_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    final HandMadeSession session;
    final List<String> errors = new ArrayList<>();
    final MappedLedgers books;
    private long nowNs = Long.MAX_VALUE - SCAN_INTERVAL_NS / 2;
    private final NanoClock clock = () -> nowNs;

    DrainFixture(final HandMadeSession session) {
        this.session = session;
        this.books = new MappedLedgers(session.directory(), session.participant().files(), SinkReader.NONE,
                this::onError);
    }

    static DrainFixture start(final Path folder) {
        return new DrainFixture(HandMadeSession.start(folder.resolve("trace")));
    }

    static List<Long> upTo(final int count) {
        return LongStream.range(0, count).boxed().toList();
    }

    DrainContext context() {
        return new DrainContext(session.participant()).clock(clock).scanIntervalNs(SCAN_INTERVAL_NS).lockTimeoutNs(0)
                .libraryThread(Runnable::run).errorHandler(this::onError);
    }

    SessionDrain drain() {
        return SessionDrain.open(context(), session.row().id());
    }

    /** Let it be time for a look into the folder, and for one into the pages. */
    void passTime(final SessionDrain drain) {
        nowNs += SCAN_INTERVAL_NS;
        drain.scanSoon();
    }

    void passScanInterval() {
        nowNs += SCAN_INTERVAL_NS;
    }

    /** Poll with looks until nothing more comes. */
    void drainAll(final SessionDrain drain, final DrainSink sink) {
        int quiet = 0;
        while (quiet < 3) {
            passTime(drain);
            quiet = drain.poll(sink, Integer.MAX_VALUE) == 0 ? quiet + 1 : 0;
        }
    }

    LedgerTotals.Reading reading() {
        return books.read(session.row());
    }

    LedgerTotals totals() {
        return reading().totals();
    }

    private void onError(final Path path, final String reason) {
        errors.add(path.getFileName() + ": " + reason);
    }

    @Override
    public void close() {
        session.close();
    }
}
