package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

import static org.assertj.core.api.Assertions.assertThat;

/** A provider with its runtime, a controller, and sessions whose events are taken by consumers. For one thread. */
final class TracedProvider implements AutoCloseable {
    static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    static final int LANE_BYTES = 1 << 20;
    static final ProviderSchema SCHEMA = newSchema();

    final DirectoryController controller;
    final ProviderRegistration registration;
    final TraceDirectory directory;
    private final Participant participant;
    private final Ringside ringside;
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);

    TracedProvider(final Path root) {
        directory = TraceDirectory.open(root.resolve("trace"));
        participant = Participant.join(directory);
        controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {
                    throw new AssertionError(file + ": " + problem);
                })));
        ringside = connect();
        registration = ringside.register(SCHEMA);
    }

    TraceDirectory directory() {
        return directory;
    }

    /** Another runtime of this process. */
    Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(directory.path()).registerTimeoutNs(TIMEOUT_NS));
    }

    SessionRow start(final String name) {
        return controller.start(SessionSettings.builder(name).lanes(8).laneBytes(LANE_BYTES).build());
    }

    void enable(final String session, final Enablement enablement) {
        enable(session, EnableRequest.of(SCHEMA.name(), enablement));
    }

    void enable(final String session, final EnableRequest request) {
        final Outcome.Answers result = controller.enable(session, request, TIMEOUT);
        assertThat(result.timedOut()).isEmpty();
        assertThat(result.refused()).isEmpty();
    }

    /** Write an event by its id, with a number. */
    long write(final int id, final long number) {
        payload.putLong(0, number);
        return registration.event(id).write(payload, 0, Long.BYTES);
    }

    /** What a session has, as far as a look at each event tells. */
    <T> List<T> take(final String session, final Function<EventView, T> look) {
        return take(session, look, 0);
    }

    /** The same of a session that has lost so many. */
    <T> List<T> take(final String session, final Function<EventView, T> look, final long lost) {
        final List<T> taken = new ArrayList<>();
        try (EventReader consumer = EventReader
                .open(new ReaderContext().directory(directory.path()).merged(false).errorHandler(problem -> {
                    throw new AssertionError(problem);
                }), Source.session(session))) {
            do {
                consumer.scanSoon();
            } while (consumer.poll(event -> taken.add(look.apply(event))) > 0 || !consumer.hasCaughtUp());
            assertThat(consumer.totals().handlerErrors()).isZero();
            assertThat(consumer.totals().lostEvents()).isEqualTo(lost);
        }
        return taken;
    }

    /** Ids of the events that a session has. */
    List<Integer> takeIds(final String session) {
        return take(session, event -> event.descriptor().id());
    }

    /** Numbers of the events that a session has. */
    List<Long> takeNumbers(final String session) {
        return take(session, event -> event.buffer().getLong(event.payloadOffset()));
    }

    @Override
    public void close() {
        ringside.close();
        participant.close();
    }

    /** Events 1 to 6, of which number 5 is verbose. */
    private static ProviderSchema newSchema() {
        final var schema = ProviderSchema.builder("Example-Traced").keyword("any", 1);
        for (int id = 1; id <= 6; id++) {
            schema.event("event-" + id, EventDescriptor.of(id, id == 5 ? Level.VERBOSE : Level.WARNING, 1),
                    FieldSchema.of("number", FieldType.INT64));
        }
        return schema.build();
    }
}
