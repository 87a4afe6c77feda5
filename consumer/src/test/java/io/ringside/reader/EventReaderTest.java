package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.schema.TextFields;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventReaderTest {
    private static final EventDescriptor OPENED = EventDescriptor.of(7, 2, 16, 4, 300, 11, 0x5);
    private static final ProviderSchema ORDERS = ProviderSchema.builder("Example-Orders")
            .event("Opened", OPENED, FieldSchema.of("order", FieldType.INT64))
            .event("Closed", EventDescriptor.of(8, 4, 0x1), FieldSchema.of("order", FieldType.INT64))
            .build();

    @TempDir
    Path folder;
    private final List<Throwable> errors = new ArrayList<>();
    private final Recorder recorder = new Recorder();
    private HandMadeSession session;
    private long nowNs;

    @BeforeEach
    void start() {
        session = HandMadeSession.start(folder.resolve("trace"));
    }

    @AfterEach
    void close() {
        session.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHaveEndedFromTheBeginningWhenThereAreNoSources(final boolean merged) {
        try (EventReader reader = EventReader.open(context().merged(merged))) {
            assertThat(reader.isDone()).isTrue();
            assertThat(reader.poll(recorder)).isZero();
            reader.deliverRest(recorder);
            assertThat(reader.totals().events() + reader.totals().gaps()).isZero();
            assertThat(reader.holdsBack()).isFalse();
            assertThat(reader.hasCaughtUp()).isTrue();
        }
    }

    @Test
    @DisplayName("R1.10 R1.14 should tell every fact of an event")
    void shouldTellEveryFactOfAnEvent() {
        final HandMadeProvider provider = session.provider();
        final int schemaIndex = provider.register(ORDERS);
        provider.write(2, FrameDescriptor.reference(schemaIndex, 0), 4711, 24);
        recorder.onEvent = event -> {
            assertThat(event.providerId()).isEqualTo(ORDERS.id());
            assertThat(event.providerName()).isEqualTo("Example-Orders");
            assertThat(event.providerSchema()).isEqualTo(ORDERS);
            assertThat(event.schema()).isEqualTo(ORDERS.eventAt(0));
            assertThat(event.eventName()).isEqualTo("Opened");
            assertThat(event.eventIndex()).isZero();
            assertThat(event.descriptor()).isEqualTo(OPENED);
            assertThat(event.processId()).isEqualTo(ProcessHandle.current().pid());
            assertThat(event.process()).isEqualTo(provider.page().identity());
            assertThat(event.incarnation()).isEqualTo(provider.page().identity().id());
            assertThat(event.threadId()).isEqualTo(102);
            assertThat(event.lane()).isEqualTo(2);
            assertThat(event.timeTicks()).isEqualTo(provider.timeTicks());
            assertThat(event.timeNs()).isEqualTo(HandMadeSession.START.wallNs() + provider.timeTicks());
            assertThat(event.activityId()).isEqualTo(new UUID(4711, ~4711L));
            assertThat(event.sessionId()).isEqualTo(session.row().id());
            assertThat(event.payloadLength()).isEqualTo(24);
            assertThat(event.buffer().getLong(event.payloadOffset())).isEqualTo(4711);
            final TextFields fields = new TextFields();
            final StringBuilder text = new StringBuilder();
            fields.append(text, event.schema(), event.buffer(), event.payloadOffset(), 8);
            assertThat(text).hasToString("order=4711");
        };

        try (EventReader consumer = EventReader.open(context(), Source.session("hand-made"))) {
            run(consumer);
            assertThat(consumer.totals().events()).isEqualTo(1);
        }

        assertThat(errors).isEmpty();
    }

    @Test
    void shouldReadTheFieldsOfAnEvent() {
        final HandMadeProvider provider = session.provider();
        provider.write(0, FrameDescriptor.reference(provider.register(ORDERS), 1), 99, 8);
        final List<Long> fields = new ArrayList<>();
        recorder.onEvent = event -> assertThat(event.readFields(new FieldVisitor() {
            @Override
            public void onLong(final FieldSchema field, final long value) {
                fields.add(value);
            }
        })).isTrue();

        runToTheEndOfWhatWaits();

        assertThat(errors).isEmpty();
        assertThat(fields).containsExactly(99L);
    }

    @Test
    @DisplayName("R6.15 without a schema the answer is 1168, and the raw bytes are available")
    void shouldDeliverTheBytesOfEventsWhoseSchemaIsUnknown() throws IOException {
        final HandMadeProvider provider = session.provider();
        final int schemaIndex = provider.register(ORDERS);
        Files.writeString(session.directory().schema(ORDERS.id(), ORDERS.contentHash()), "scribble");
        provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 1, 40);
        provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 2, 40);
        provider.write(0, FrameDescriptor.reference(4000, 9), 3, 40);
        final List<String> seen = new ArrayList<>();
        recorder.onEvent = event -> {
            assertThat(event.schema()).isNull();
            assertThat(event.payloadLength()).isEqualTo(40);
            assertThat(event.eventName()).isNull();
            assertThat(event.descriptor().keyword()).isZero();
            assertThat(event.readFields(new TextFields())).isFalse();
            seen.add(event.providerName() + " " + event.eventIndex() + " "
                    + event.buffer().getLong(event.payloadOffset()));
        };

        runToTheEndOfWhatWaits();

        assertThat(seen).containsExactly(ORDERS.id() + " 0 1", ORDERS.id() + " 0 2",
                new UUID(0, 0) + " 9 3");
        assertThat(errors).singleElement().isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldFindASchemaThatIsRegisteredWhileItReads() {
        final HandMadeProvider provider = session.provider();
        provider.write(0, 1);
        recorder.onEvent = event -> recorder.names.add(event.eventName());
        try (EventReader consumer = open()) {
            run(consumer);
            provider.write(0, FrameDescriptor.reference(provider.register(ORDERS), 1), 2, 8);
            run(consumer);
        }

        assertThat(recorder.names).containsExactly(null, "Closed");
    }

    @Test
    void shouldDeliverEventsOfAProcessWithoutAPage() throws IOException {
        final HandMadeProvider provider = session.provider();
        Files.delete(session.directory().processPage(provider.incarnation()));
        provider.write(0, 1);
        recorder.onEvent = event -> {
            assertThat(event.processId()).isNull();
            assertThat(event.process()).isNull();
            assertThat(event.timeNs()).isEqualTo(HandMadeSession.START.wallNs() + provider.timeTicks());
        };

        runToTheEndOfWhatWaits();

        assertThat(recorder.events).isEqualTo(1);
        assertThat(errors).isEmpty();
    }

    @Test
    void shouldPutGapsWhereTheLossesWere() {
        final HandMadeProvider provider = session.provider();
        final int written = provider.fill(0, 0);
        final long lossTicks = provider.timeTicks();
        provider.page().addNoLane(session.row().slot(), 77);

        try (EventReader consumer = open()) {
            run(consumer);
            assertThat(consumer.totals().events()).isEqualTo(written);
            assertThat(consumer.totals().gaps()).isEqualTo(2);
            assertThat(consumer.totals().lostEvents()).isEqualTo(2);
        }

        final long wallNs = HandMadeSession.START.wallNs();
        assertThat(recorder.gaps).containsExactlyInAnyOrder(
                "full=1 total=1 lane=0 thread=100 pid=" + ProcessHandle.current().pid() + " from="
                        + (wallNs + lossTicks)
                        + " to=" + (wallNs + lossTicks),
                "noLane=1 total=1 lane=null thread=null pid=" + ProcessHandle.current().pid() + " from=" + (wallNs + 77)
                        + " to=" + (wallNs + 77));
    }

    @Test
    void shouldGiveAGapWithoutTimesThatOfTheEventBeforeIt() {
        final HandMadeProvider provider = session.provider();
        provider.write(0, 1);
        final long lastTicks = provider.timeTicks();
        provider.attempt(0);
        provider.die();

        runToTheEndOfWhatWaits();

        assertThat(recorder.gaps).singleElement().asString().startsWith("abandoned=1 total=1 lane=0")
                .endsWith(" from=" + (HandMadeSession.START.wallNs() + lastTicks) + " to="
                        + (HandMadeSession.START.wallNs() + lastTicks));
    }

    @Test
    void shouldCountAndTellWhatTheHandlerThrowsAndGoOn() {
        final HandMadeProvider provider = session.provider();
        provider.write(0, 1);
        provider.write(0, 2);
        provider.page().addNoLane(session.row().slot(), 77);
        recorder.onEvent = event -> {
            throw new IllegalStateException("of the handler");
        };
        recorder.onGap = gap -> {
            throw new AssertionError("of the handler");
        };
        try (EventReader consumer = open()) {
            run(consumer);

            assertThat(consumer.totals().handlerErrors()).isEqualTo(3);
            assertThat(consumer.totals().events()).isEqualTo(2);
        }
        assertThat(errors).hasSize(3).allSatisfy(error -> assertThat(error).hasMessage("of the handler"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldThrowWhatTheHandlerThrowsAndDeliverTheRestWithTheNextPolls(final boolean merged) {
        final HandMadeProvider provider = session.provider();
        for (int i = 0; i < 6; i++) {
            provider.write(i % 2, i);
        }
        provider.page().addNoLane(session.row().slot(), 77);
        recorder.onEvent = event -> {
            throw new IllegalStateException("of the handler");
        };
        recorder.onGap = gap -> {
            throw new IllegalStateException("of the handler");
        };
        int thrown = 0;
        try (EventReader reader = EventReader.open(withoutErrorHandler().merged(merged), Source.session("hand-made"))) {
            for (int i = 0; i < 12; i++) {
                nowNs += TimeUnit.SECONDS.toNanos(1);
                try {
                    reader.poll(recorder);
                } catch (final IllegalStateException e) {
                    assertThat(e).hasMessage("of the handler");
                    thrown++;
                }
            }
            assertThat(reader.isEmpty()).isTrue();
            assertThat(reader.totals().events()).isEqualTo(6);
            assertThat(reader.totals().lostEvents()).isEqualTo(1);
            assertThat(reader.totals().handlerErrors()).isZero();
        }
        assertThat(thrown).isEqualTo(7);
        assertThat(recorder.events).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDeliverNoMoreThanTheLimitOfWhatAHandlerHasLeft(final boolean merged) {
        for (int i = 0; i < 6; i++) {
            session.provider().write(0, i);
        }
        recorder.onEvent = event -> {
            throw new IllegalStateException("of the handler");
        };
        try (EventReader reader = EventReader.open(withoutErrorHandler().merged(merged), Source.session("hand-made"))) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            assertThatThrownBy(() -> reader.poll(recorder)).hasMessage("of the handler");
            recorder.onEvent = event -> {};
            assertThat(reader.poll(recorder, 2)).isEqualTo(2);
            assertThat(reader.poll(recorder, 2)).isEqualTo(2);
            assertThat(reader.poll(recorder)).isEqualTo(1);
        }
        assertThat(recorder.events).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReportAtItsEndWhatAHandlerThatThrewHasLeft(final boolean merged) {
        for (int i = 0; i < 6; i++) {
            session.provider().write(0, i);
        }
        recorder.onEvent = event -> {
            throw new AgentTerminationException();
        };
        try (EventReader reader = EventReader.open(context().merged(merged), Source.session("hand-made"))) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            assertThatThrownBy(() -> reader.poll(recorder)).isInstanceOf(AgentTerminationException.class);
        }
        assertThat(errors).singleElement().satisfies(error -> assertThat(error).hasMessage("reader was closed after "
                + "its handler had thrown: discardedEvents=5: they count as delivered: poll again before closing"));
    }

    @Test
    void shouldLetTheHandlerEndTheAgent() {
        session.provider().write(0, 1);
        recorder.onEvent = event -> {
            throw new AgentTerminationException();
        };
        try (EventReader consumer = open()) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            assertThatThrownBy(() -> consumer.poll(recorder)).isInstanceOf(AgentTerminationException.class);
        }
        assertThat(errors).isEmpty();
    }

    @Test
    void shouldTakeNoMoreThanTheLimitInAll() {
        final HandMadeProvider provider = session.provider();
        for (int i = 0; i < 10; i++) {
            provider.write(i % 3, i);
        }
        try (EventReader consumer = EventReader.open(context().eventLimit(7).eventsPerCycle(2),
                Source.session("hand-made"))) {
            for (int i = 0; i < 10; i++) {
                nowNs += TimeUnit.SECONDS.toNanos(1);
                assertThat(consumer.poll(recorder)).isLessThanOrEqualTo(2);
            }
            assertThat(consumer.isDone()).isTrue();
            assertThat(consumer.isEmpty()).isFalse();
        }
        assertThat(recorder.events).isEqualTo(7);

        try (EventReader consumer = open()) {
            run(consumer);
        }
        assertThat(recorder.events).isEqualTo(10);
    }

    @Test
    void shouldReadWhatIsThereThenStopAndContinueWithTheNextCall() {
        final HandMadeProvider provider = session.provider();
        for (int i = 0; i < 10; i++) {
            provider.write(i % 3, i);
        }
        try (EventReader consumer = EventReader.open(context().eventsPerCycle(2), Source.session("hand-made"))) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            assertThat(consumer.readAvailable(recorder, () -> true)).as("one poll").isEqualTo(2);
            assertThat(consumer.readAvailable(recorder)).isEqualTo(8);
            assertThat(consumer.readAvailable(recorder)).isZero();
            provider.write(1, 10);
            nowNs += TimeUnit.SECONDS.toNanos(1);
            assertThat(consumer.readAvailable(recorder)).isEqualTo(1);

            assertThat(consumer.isDone()).isFalse();
            assertThat(consumer.totals()).isEqualTo(new EventReader.Totals(11, 0, 0, 0, 0, 0, 0L, 0, 0, 0, 0, true));
        }
        assertThat(recorder.events).isEqualTo(11);
    }

    @Test
    @DisplayName("R6.10 should deliver what was written before the stop, and then end")
    void shouldDeliverWhatWasWrittenBeforeTheStopAndThenEnd() {
        final HandMadeProvider provider = session.provider();
        provider.write(0, 1);
        try (EventReader consumer = open()) {
            session.stop();
            provider.write(0, 2);
            provider.detach(session.row().generation());
            run(consumer);

            assertThat(consumer.isDone()).isTrue();
        }
        assertThat(recorder.events).isEqualTo(2);
    }

    @Test
    void shouldFindTheSessionWhateverTheLetterCase() {
        session.provider().write(0, 1);
        try (EventReader consumer = EventReader.open(context(), Source.session("HAND-Made"))) {
            run(consumer);
        }
        assertThat(recorder.events).isOne();
    }

    @Test
    void shouldReadAsAnAgentThatClosesItsReader() throws Exception {
        session.provider().write(0, 1);
        final Agent agent = EventReader.open(context(), Source.session("hand-made")).agent(recorder);
        assertThat(agent.roleName()).isEqualTo("ringside-reader");
        for (int i = 0; i < 3; i++) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            agent.doWork();
        }
        assertThat(recorder.events).isOne();
        agent.onClose();
        try (EventReader next = open()) {
            assertThat(next.totals().events()).isZero();
        }
    }

    @Test
    void shouldRefuseASessionThatDoesNotExistOrHasADrain() {
        assertThatThrownBy(() -> EventReader.open(context(), Source.session("other")))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("name=other");
        try (EventReader consumer = open()) {
            assertThatThrownBy(() -> open()).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
            assertThat(consumer.isDone()).isFalse();
        }
    }

    private EventReader open() {
        return EventReader.open(context(), Source.session("hand-made"));
    }

    private ReaderContext context() {
        return withoutErrorHandler().errorHandler(errors::add);
    }

    private ReaderContext withoutErrorHandler() {
        return new ReaderContext().directory(session.directory().path()).clock(() -> nowNs)
                .libraryThread(Runnable::run).lockTimeoutNs(0);
    }

    private void runToTheEndOfWhatWaits() {
        try (EventReader consumer = open()) {
            run(consumer);
        }
    }

    private void run(final EventReader consumer) {
        int quiet = 0;
        while (quiet < 3) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            quiet = consumer.poll(recorder) == 0 ? quiet + 1 : 0;
        }
    }

    private static final class Recorder implements EventHandler {
        final List<String> gaps = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        Consumer<EventView> onEvent = event -> {};
        Consumer<GapView> onGap = gap -> {};
        int events;

        @Override
        public void onEvent(final EventView event) {
            events++;
            onEvent.accept(event);
        }

        @Override
        public void onGap(final GapView gap) {
            final StringBuilder text = new StringBuilder();
            for (final LossCause cause : LossCause.values()) {
                text.append(gap.count(cause) == 0 ? "" : cause.jsonName() + '=' + gap.count(cause) + ' ');
            }
            gaps.add(text + "total=" + gap.total() + " lane=" + gap.lane() + " thread=" + gap.threadId() + " pid="
                    + gap.processId() + " from=" + gap.fromTimeNs() + " to=" + gap.toTimeNs());
            onGap.accept(gap);
        }
    }
}
