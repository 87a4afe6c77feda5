package io.ringside.etw.classic;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;

/** A trace directory with a controller and a runtime, and sessions whose events are taken by consumers. */
final class ClassicFixture implements AutoCloseable {
    static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    static final UUID CLASS_ID = UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10");
    static final UUID CONTROL_ID = UUID.fromString("a1a2a3a4-a5a6-a7a8-a9aa-abacadaeafb0");
    static final int LANE_BYTES = 256 * 1024;

    final TraceDirectory directory;
    final DirectoryController controller;
    final Ringside ringside;
    private final Participant participant;

    ClassicFixture(final Path root) {
        directory = TraceDirectory.open(root.resolve("trace"));
        participant = Participant.join(directory);
        controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {
                    throw new AssertionError(file + ": " + problem);
                })));
        ringside = Ringside.connect(
                new RingsideContext().directory(directory.path()).registerTimeoutNs(TIMEOUT_NS));
    }

    SessionRow start(final String name) {
        return start(name, SessionSettings.SequenceKind.NONE);
    }

    SessionRow start(final String name, final SessionSettings.SequenceKind sequence) {
        return controller
                .start(SessionSettings.builder(name).lanes(8).laneBytes(LANE_BYTES).sequence(sequence).build());
    }

    /** A flight recorder: it is never full. */
    SessionRow startRecorder(final String name, final SessionSettings.SequenceKind sequence) {
        return controller.start(SessionSettings.builder(name).lanes(8).laneBytes(LANE_BYTES).sequence(sequence)
                .overflow(SessionSettings.Overflow.DROP_OLDEST).build());
    }

    void enable(final String session, final UUID providerId, final int level, final long flags) {
        enable(session, EnableRequest.of(providerId, Enablement.of(level, flags, 0)));
    }

    void enable(final String session, final EnableRequest request) {
        final Outcome.Answers result = controller.enable(session, request, TIMEOUT);
        assertThat(result.timedOut()).isEmpty();
        assertThat(result.refused()).isEmpty();
    }

    void disable(final String session, final UUID providerId) {
        assertThat(controller.disable(session, providerId, TIMEOUT).timedOut()).isEmpty();
    }

    void stop(final String session) {
        assertThat(controller.stop(session, TIMEOUT).timedOut()).isEmpty();
    }

    /** Stop it where its drain is the one that asks, which is not to be waited for. */
    void stopFromItsDrain(final String session) {
        controller.stop(session, Duration.ZERO);
    }

    /** What a session has, as far as a look at each event tells. */
    <T> List<T> take(final String session, final Function<EventView, T> look) {
        final List<T> taken = new ArrayList<>();
        try (EventReader consumer = EventReader
                .open(new ReaderContext().directory(directory.path()).merged(false).errorHandler(problem -> {
                    throw new AssertionError(problem);
                }), Source.session(session))) {
            do {
                consumer.scanSoon();
            } while (consumer.poll(event -> taken.add(look.apply(event))) > 0 || !consumer.hasCaughtUp());
            assertThat(consumer.totals().handlerErrors()).isZero();
        }
        return taken;
    }

    /** Payloads that a session has, as text. */
    List<String> takeTexts(final String session) {
        return take(session, ClassicFixture::text);
    }

    static String text(final EventView event) {
        return new String(payload(event), StandardCharsets.UTF_8);
    }

    static String hex(final EventView event) {
        return HexFormat.of().formatHex(payload(event));
    }

    private static byte[] payload(final EventView event) {
        final byte[] bytes = new byte[event.payloadLength()];
        event.buffer().getBytes(event.payloadOffset(), bytes);
        return bytes;
    }

    /** An event of one field. */
    static ClassicEvent event(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final ClassicEvent event = new ClassicEvent();
        return event.size(event.sizeOf(1)).flags(ClassicFlags.TRACED_GUID | ClassicFlags.USE_MOF_POINTER)
                .classId(CLASS_ID).type(1).field(0, bytes, 0, bytes.length);
    }

    @Override
    public void close() {
        ringside.close();
        participant.close();
    }
}
