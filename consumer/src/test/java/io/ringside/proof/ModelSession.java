package io.ringside.proof;

import io.ringside.control.Outcome;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.schema.TextFields;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.schema.EventSchema;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteOptions;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;

/** A running session of the model: what its providers are asked for, what is to come out of it, and what does. */
final class ModelSession {
    private static final int LANES = 2;
    private static final int LANE_BYTES = 1 << 20;

    private final Stage stage;
    private final WriteOptions.Target identity;
    private final String name;
    private final EventReader consumer;
    private final Map<Integer, ModelWish> wishes = new TreeMap<>();
    /** By number of the event. */
    private final Map<Long, String> expected = new TreeMap<>();
    private final Map<Long, String> seen = new TreeMap<>();
    private final TextFields fields = new TextFields();
    private long wanted;

    ModelSession(final Stage stage, final String name) {
        this.stage = stage;
        this.name = name;
        final SessionRow row = stage.controller()
                .start(SessionSettings.builder(name).lanes(LANES).laneBytes(LANE_BYTES).build());
        identity = new WriteOptions.Target(row.slot(), row.id());
        consumer = EventReader.open(new ReaderContext().directory(stage.traceDirectory().path()).merged(false)
                .libraryThread(Runnable::run).errorHandler(problem -> {
                    throw new AssertionError(problem);
                }), Source.session(name));
    }

    String name() {
        return name;
    }

    WriteOptions.Target identity() {
        return identity;
    }

    /** Of each provider that is enabled. */
    Map<Integer, ModelWish> wishes() {
        return wishes;
    }

    /** Whether a write is to land here; if so, it is waited for. */
    boolean wants(final ModelProcess process, final ModelWrite write) {
        final ModelWish wish = wishes.get(ModelWriter.provider(write.registration()));
        if (wish == null || write.excluded().contains(identity) || !wish.wants(process, write)) {
            return false;
        }
        wanted++;
        expected.put(write.number(), ModelEvent.PROVIDERS.get(ModelWriter.provider(write.registration())) + '/'
                + write.content() + " pid=" + process.pid() + wish.items(write));
        return true;
    }

    /** Take everything, and compare it with what was to come. */
    void verify(final Supplier<String> history) {
        do {
            consumer.scanSoon();
        } while (consumer.poll(this::onEvent) > 0 || !consumer.isEmpty());
        assertThat(seen).as(() -> "events of " + this + history.get()).isEqualTo(expected);
        assertThat(consumer.totals().lostEvents() + consumer.totals().handlerErrors()).as(() -> "losses of " + this)
                .isZero();
        seen.clear();
        expected.clear();
    }

    /** After {@link #verify}: the ledger says the same. */
    void verifyLedger() {
        verify(stage.controller().query(name).ledger());
    }

    /** After {@link #verify}: end it. */
    void stop() {
        consumer.close();
        final Outcome.Stopped result = stage.controller().stop(name, Stage.TIMEOUT);
        assertThat(result.isComplete()).as("end of %s: %s", this, result).isTrue();
        verify(result.ledger());
    }

    @Override
    public String toString() {
        return name + " slot " + identity.slot() + " id " + identity.sessionId() + ' ' + wishes;
    }

    private void verify(final LedgerTotals.Reading reading) {
        final LedgerNumbers ledger = LedgerNumbers.of(reading);
        assertThat(ledger.settled()).as("ledger of %s: %s", this, ledger).isTrue();
        assertThat(ledger.wanted()).as("ledger of %s: %s", this, ledger).isEqualTo(wanted)
                .isEqualTo(ledger.delivered());
        assertThat(ledger.lostTotal() + ledger.inRing() + ledger.inFlight() + ledger.overwritten())
                .as("ledger of %s: %s", this, ledger).isZero();
    }

    private void onEvent(final EventView event) {
        final String name = event.isString() ? "" : event.eventName();
        final StringBuilder text = new StringBuilder(event.providerName()).append('/').append(name)
                .append('#').append(event.descriptor().id()).append('.').append(event.descriptor().version())
                .append(" level=").append(event.descriptor().level())
                .append(" keyword=").append(event.descriptor().keyword());
        final EventSchema schema = event.schema();
        if (schema != null && event.payloadLength() > 0) {
            fields.append(text.append(' '), schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        } else if (event.isString()) {
            text.append(" '").append(event.string()).append('\'');
        }
        text.append(" pid=").append(event.processId()).append(event.stack().isEmpty() ? "" : " stack")
                .append(event.eventKey() != null ? " eventKey" : "")
                .append(event.processStartKey() != null ? " startKey" : "");
        if (event.activityMost() != ModelWriter.ACTIVITY_MOST) {
            text.append(" activity=").append(event.activityId());
        }
        seen.merge(event.activityLeast(), text.toString(), (first, second) -> first + ", and again " + second);
    }
}
