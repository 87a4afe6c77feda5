package io.ringside.bench.growth;

import io.ringside.bench.fixture.CountingSink;
import io.ringside.bench.fixture.Timing;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Event that several sessions want. Not thread-safe. */
final class ManySessions implements AutoCloseable {
    private static final int PAYLOAD_BYTES = 32;
    private static final int BATCH_EVENTS = 192;
    private static final int BATCHES = 3_000;

    private final TracedFolder folder = new TracedFolder();
    private final List<SessionDrain> drains = new ArrayList<>();
    private final CountingSink counter = new CountingSink();
    private final TracedProcess process;

    ManySessions(final int sessions) throws Exception {
        for (int i = 0; i < sessions; i++) {
            final String name = "growth-" + i;
            final long id = folder.start(name);
            folder.enable(name, TracedProcess.PROVIDER, 255, false);
            drains.add(folder.drain(id));
        }
        process = TracedProcess.connect(folder.path());
        drains.forEach(drain -> {
            drain.scanSoon();
            drain.poll(counter, Integer.MAX_VALUE);
        });
    }

    /** Returns the cost of an event for the writing thread, in nanoseconds. */
    double eventNs() throws Exception {
        process.takeLanes();
        final ProviderEvent event = process.event();
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
        return Timing.bestNs(BATCHES, BATCH_EVENTS, batch -> write(event, payload), batch -> drain());
    }

    private void write(final ProviderEvent event, final UnsafeBuffer payload) {
        long written = 0;
        for (int i = 0; i < BATCH_EVENTS; i++) {
            written += WriteResult.written(event.write(payload, 0, PAYLOAD_BYTES));
        }
        require("written", written);
    }

    private void drain() {
        for (final SessionDrain drain : drains) {
            while (!drain.isEmpty()) {
                drain.poll(counter, Integer.MAX_VALUE);
            }
        }
        require("taken", counter.take());
    }

    private void require(final String what, final long events) {
        if (events != (long) BATCH_EVENTS * drains.size()) {
            throw new IllegalStateException("not all events of a batch were " + what + ": events=" + events
                    + ", sessions=" + drains.size());
        }
    }

    @Override
    public void close() {
        process.close();
        drains.forEach(SessionDrain::close);
        folder.close();
    }
}
