package io.ringside.bridge.log;

import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.filter.EnablementFilters;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

import static org.assertj.core.api.Assertions.assertThat;

/** A session of a bridge's provider in a trace directory of its own, and what it has recorded. */
public final class LogFixture implements AutoCloseable {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String SESSION = "logs";

    private final Path directory;
    private final Controller controller;
    private Ringside ringside;
    private EventReader reader;

    /** One event. */
    public record Logged(String event, int version, String logger, String message, String thread, String thrown,
            String marker, Map<String, String> context, Map<String, String> values, boolean cut, String activity,
            String related, long timeNs) {
        /** What most tests ask for. */
        public String text() {
            return event + " " + logger + " " + message;
        }
    }

    public LogFixture(final Path folder) {
        directory = folder.resolve("trace");
        controller = Controller.open(directory);
    }

    public Path directory() {
        return directory;
    }

    /** Runtime of the application, connected at the first call. */
    public Ringside ringside() {
        if (ringside == null) {
            ringside = Ringside.connect(new RingsideContext().directory(directory).registerTimeoutNs(TIMEOUT_NS));
        }
        return ringside;
    }

    public LogContext context() {
        return new LogContext().ringside(ringside());
    }

    public void start() {
        start(512 * 1024);
    }

    public void start(final int laneBytes) {
        controller.start(SessionSettings.builder(SESSION).lanes(8).laneBytes(laneBytes).build());
    }

    /** Enable the provider, and wait until its callback has returned. */
    public void enable(final int level, final String... filters) {
        final EnablementFilters.Builder builder = EnablementFilters.builder();
        for (final String filter : filters) {
            builder.payload(filter);
        }
        enable(Enablement.of(level, 0, 0).withFilters(builder.build()));
    }

    public void enable(final Enablement enablement) {
        enable(LogProvider.NAME, enablement);
    }

    /** Enable a provider of another name. */
    public void enable(final String provider, final int level) {
        enable(provider, Enablement.of(level, 0, 0));
    }

    private void enable(final String provider, final Enablement enablement) {
        controller.enable(SESSION, EnableRequest.of(provider, enablement), TIMEOUT).requireComplete();
        if (reader == null) {
            reader = EventReader.open(new ReaderContext().directory(directory).merged(false).scanIntervalNs(1),
                    Source.session(SESSION));
        }
    }

    public void disable() {
        controller.disable(SESSION, LogProvider.NAME);
    }

    /** End the session, as a controller of another process may that knows nothing of this one. */
    public LedgerTotals stop() {
        reader.close();
        reader = null;
        try (Controller other = Controller.open(directory)) {
            final LedgerTotals totals = other.stop(SESSION, TIMEOUT).ledger().totals();
            assertThat(totals.imbalance()).isZero();
            return totals;
        }
    }

    /** Everything that was written up to now. */
    public List<Logged> take() {
        final List<Logged> taken = new ArrayList<>();
        int work;
        do {
            work = reader.poll(event -> taken.add(logged(event)));
        } while (work > 0 || !reader.isEmpty());
        return taken;
    }

    public List<String> takeTexts() {
        return take().stream().map(Logged::text).toList();
    }

    private static Logged logged(final EventView event) {
        final Payload payload = new Payload(event.buffer(), event.payloadOffset());
        final Logged logged = new Logged(event.eventName(), event.descriptor().version(), payload.text(),
                payload.text(), payload.text(), payload.text(), payload.text(), payload.pairs(), payload.pairs(),
                payload.truth(), String.valueOf(event.activityId()), String.valueOf(event.relatedActivityId()),
                event.timeNs());
        assertThat(payload.offset).isEqualTo(event.payloadOffset() + event.payloadLength());
        return logged;
    }

    private static final class Payload {
        private final DirectBuffer buffer;
        private int offset;

        Payload(final DirectBuffer buffer, final int offset) {
            this.buffer = buffer;
            this.offset = offset;
        }

        int number() {
            final int number = buffer.getShort(offset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
            offset += Short.BYTES;
            return number;
        }

        String text() {
            final byte[] bytes = new byte[number()];
            buffer.getBytes(offset, bytes);
            offset += bytes.length;
            return new String(bytes, StandardCharsets.UTF_8);
        }

        Map<String, String> pairs() {
            final Map<String, String> pairs = new LinkedHashMap<>();
            for (int count = number(); count > 0; count--) {
                pairs.put(text(), text());
            }
            return pairs;
        }

        boolean truth() {
            return buffer.getByte(offset++) != 0;
        }
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
        if (ringside != null) {
            ringside.close();
        }
        controller.close();
    }
}
