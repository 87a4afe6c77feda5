package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.etw.trace.BufferStatistics;
import io.ringside.etw.trace.LossSummary;
import io.ringside.etw.trace.Trace;
import io.ringside.etw.trace.TraceContext;
import io.ringside.etw.trace.TraceStatus;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SessionMemory;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Processing and closing traces of sessions, by a clock that goes on by a millisecond with each duty cycle. */
@Timeout(60)
class LiveTraceTest {
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long START_NS = TimeUnit.SECONDS.toNanos(10);

    @TempDir
    Path root;
    private final TraceEventList events = new TraceEventList();
    private final List<BufferStatistics> buffers = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private HandMadeSession session;
    private HandMadeProvider provider;
    private Runnable onIdle = () -> {};
    private long nowNs = START_NS;
    private int cycles;

    @BeforeEach
    void start() {
        session = HandMadeSession.start(root.resolve("trace"));
        provider = session.provider();
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    @DisplayName("R4.25 \"no consumer; 100 events; attach → exactly the 100 in order, then live ones\"")
    void shouldDeliverWhatWasWrittenBeforeAnybodyWasThere() {
        write(0, 100);
        onIdle = () -> {
            switch (events.values.size()) {
                case 100 -> write(100, 10);
                case 110 -> end();
                default -> assertThat(events.values).hasSizeLessThan(110);
            }
        };

        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(events.values).isEqualTo(LongStream.range(0, 110).boxed().toList());
        assertThat(events.textsBehindHeaders()).hasSize(110);
    }

    @Test
    @DisplayName("R4.25 \"when the backing is full events are lost (counted)\"; R6.8 and the header tells of it")
    void shouldCountWhatHadNoRoomBeforeAnybodyWasThere() {
        final int written = provider.fill(0, 0);
        provider.write(0, 50_000);
        provider.write(0, 50_001);
        onIdle = () -> {
            if (events.values.size() == written) {
                provider.writeSequence(0, 100_000, 1);
            } else if (events.values.size() > written) {
                end();
            }
        };

        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(events.texts.get(0)).startsWith("Header 0 ").contains(" logFileMode=256 ", " eventsLost=3 ",
                " loggerName=hand-made ", " buffersLost=0");
        assertThat(events.textsBehindHeaders()).hasSize(written + 2)
                .startsWith("0", "1").endsWith(String.valueOf(written - 1), "RT_LostEvent 32 events=3", "100000");
        assertThat(LossSummary.of(totals().lost()).eventsLost()).isEqualTo(3);
        assertThat(totals().lost().of(LossCause.FULL)).isEqualTo(3);
    }

    @Test
    @DisplayName("R4.52 \"one event, no more\": delivered with the next cycle, long before a timer of a second")
    void shouldDeliverOneEventPromptly() {
        final AtomicReference<String> delivered = new AtomicReference<>();
        final int quietCycles = 50;
        onIdle = () -> {
            if (cycles == quietCycles) {
                provider.at(nowNs).write(0, 4711);
            } else if (delivered.get() != null) {
                end();
            }
        };
        events.onEvent = event -> {
            if (!events.values.isEmpty()) {
                delivered.set((cycles - quietCycles) + " cycles, " + (nowNs - event.timeTicks()) + " ns");
            }
        };

        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(events.values).containsExactly(4711L);
        assertThat(delivered.get()).isEqualTo("1 cycles, " + STEP_NS + " ns");
    }

    @Test
    @DisplayName("R6.8 the first event of a session is its header too")
    void shouldDeliverTheHeaderFirst() {
        onIdle = this::end;
        events.onEvent = event -> assertThat(event.providerId()).hasToString("68fdd900-4a3e-11d1-84f4-0000f80464e3");

        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(events.texts).singleElement().asString().startsWith("Header 0 ");
        assertThat(errors).isEmpty();
    }

    @Test
    @DisplayName("R6.5 a session that is not running; R6.1 which shows when it is processed, not before")
    void shouldSayThatThereIsNoSuchSession() {
        final Trace trace = Trace.open(context().directory(session.directory().path()).session("nobody"));

        assertThat(trace.process()).isEqualTo(TraceStatus.WMI_INSTANCE_NOT_FOUND);
        assertThat(events.texts).isEmpty();
    }

    @Test
    void shouldTellWhoDrainsTheSessionAlready() {
        try (EventReader other = EventReader.open(
                new ReaderContext().directory(session.directory().path()).lockTimeoutNs(0),
                Source.session("hand-made"))) {
            assertThat(other.isDone()).isFalse();
            final Trace trace = open();
            assertThatThrownBy(trace::process).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
        }
    }

    @Test
    @DisplayName("R6.5 R6.7 what was taken is delivered, and then a failed callback or a false one ends it")
    void shouldEndByACallbackAndLoseNothing() {
        write(0, 100);
        events.onEvent = event -> {
            if (events.values.size() == 1) {
                throw new IllegalStateException("of the callback");
            }
        };
        assertThat(open().process()).isEqualTo(TraceStatus.NOACCESS);
        assertThat(errors).singleElement().asString().contains("of the callback");
        assertThat(events.values).isEqualTo(LongStream.range(0, 100).boxed().toList());

        events.onEvent = event -> {};
        write(100, 100);
        assertThat(Trace.open(
                context().directory(session.directory().path()).session("hand-made").bufferCallback(statistics -> {
                    buffers.add(statistics);
                    return false;
                })).process()).isEqualTo(TraceStatus.CANCELLED);
        assertThat(buffers).hasSize(1);

        write(200, 1);
        onIdle = this::end;
        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);
        assertThat(events.values).isEqualTo(LongStream.range(0, 201).boxed().toList());
    }

    @Test
    @DisplayName("R6.7 \"count callbacks = buffers read\": each block, or what stood in it, behind its last event")
    void shouldCallBackBehindEachBlock() {
        final int written = provider.fill(0, 0);
        final List<Integer> delivered = new ArrayList<>();
        onIdle = () -> {
            if (events.values.size() == written) {
                end();
            }
        };
        assertThat(Trace.open(
                context().directory(session.directory().path()).session("hand-made").bufferCallback(statistics -> {
                    delivered.add(events.values.size());
                    return buffers.add(statistics);
                })).process()).isEqualTo(TraceStatus.SUCCESS);

        final LaneGeometry geometry = LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES);
        final int blocks = geometry.laneBytes() / geometry.blockBytes();
        assertThat(buffers).extracting(BufferStatistics::buffersRead)
                .isEqualTo(LongStream.rangeClosed(1, blocks).boxed().toList());
        int sum = 0;
        for (int i = 0; i < blocks; i++) {
            sum += (int) buffers.get(i).events();
            assertThat(delivered.get(i)).isEqualTo(sum);
            assertThat(buffers.get(i).filledBytes()).isBetween(geometry.blockBytes() / 2, geometry.blockBytes());
        }
        assertThat(sum).isEqualTo(written);
    }

    @Test
    @DisplayName("R6.7 of lanes whose events take turns, each buffer is told of behind its own last event")
    void shouldCallBackBehindTheLastEventOfEachBufferOfSeveralLanes() {
        int written = 0;
        while (provider.write(written % 2, written)) {
            written++;
        }
        final int inLanes = written;
        final long[] told = new long[2];
        onIdle = () -> {
            if (events.values.size() == inLanes) {
                end();
            }
        };
        final TraceStatus status = Trace
                .open(context().directory(session.directory().path()).session("hand-made")
                        .bufferCallback(statistics -> {
                            final long last = events.values.get(events.values.size() - 1);
                            final int lane = (int) last % 2;
                            told[lane] += statistics.events();
                            assertThat(last).as("buffer %d ends", statistics.buffersRead())
                                    .isEqualTo(2 * (told[lane] - 1) + lane);
                            return buffers.add(statistics);
                        }))
                .process();

        assertThat(errors).isEmpty();
        assertThat(status).isEqualTo(TraceStatus.SUCCESS);
        assertThat(events.values).isEqualTo(LongStream.range(0, inLanes).boxed().toList());
        final LaneGeometry geometry = LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES);
        assertThat(buffers).hasSize(2 * (geometry.laneBytes() / geometry.blockBytes()));
        assertThat(told[0] + told[1]).isEqualTo(inLanes);
    }

    @Test
    @DisplayName("R6.9 \"close from another thread → 7007, ProcessTrace returns within seconds; second close → 6\"")
    void shouldEndBehindWhatIsQueuedWhenClosedByAnotherThread() throws InterruptedException {
        write(0, 100);
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch closed = new CountDownLatch(1);
        events.onEvent = event -> {
            begun.countDown();
            try {
                closed.await();
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        final Trace trace = open();
        final AtomicReference<TraceStatus> result = new AtomicReference<>();
        final Thread processing = new Thread(() -> result.set(trace.process()));
        processing.start();
        begun.await();

        assertThat(trace.closeTrace()).isEqualTo(TraceStatus.CTX_CLOSE_PENDING);
        assertThat(trace.closeTrace()).isEqualTo(TraceStatus.INVALID_HANDLE);
        closed.countDown();
        processing.join();

        assertThat(result.get()).isEqualTo(TraceStatus.SUCCESS);
        assertThat(events.values).isEqualTo(LongStream.range(0, 100).boxed().toList());
        assertThat(errors).isEmpty();
        assertThat(trace.closeTrace()).isEqualTo(TraceStatus.INVALID_HANDLE);
        assertThat(trace.process()).isEqualTo(TraceStatus.INVALID_HANDLE);
    }

    @Test
    @DisplayName("R6.9 \"no new events are accepted\": a writer that never stops does not keep a closed trace open")
    void shouldEndBesideAWriterThatNeverStops() {
        final Trace trace = open();
        onIdle = () -> {
            write(cycles, 1);
            if (cycles == 10) {
                assertThat(trace.closeTrace()).isEqualTo(TraceStatus.CTX_CLOSE_PENDING);
            }
            assertThat(cycles).isLessThan(20);
        };
        events.onEvent = event -> {
            // It writes on while events are handed out.
            if (!events.values.isEmpty()) {
                write(1_000 + events.values.size(), 1);
            }
        };

        assertThat(trace.process()).isEqualTo(TraceStatus.SUCCESS);
        assertThat(events.values).contains(9L, 10L);
        assertThat(totals().inRing()).isPositive();
    }

    @Test
    @DisplayName("R6.9 a trace that is not processed is closed at once, and only once")
    void shouldCloseATraceThatIsNotProcessed() {
        final Trace trace = open();

        assertThat(trace.closeTrace()).isEqualTo(TraceStatus.SUCCESS);
        assertThat(trace.closeTrace()).isEqualTo(TraceStatus.INVALID_HANDLE);
        trace.close();
        assertThat(trace.process()).isEqualTo(TraceStatus.INVALID_HANDLE);
    }

    @Test
    @DisplayName("R6.13 \"at least one 32 before the next good event; after loss ends normal flow resumes\"")
    void shouldTellOfLostEventsBeforeTheNextGoodOne() {
        final int written = provider.fill(0, 0);
        events.onEvent = event -> {
            if ("RT_LostEvent".equals(event.eventName())) {
                assertThat(event.providerId()).hasToString("6a399ae0-4bc6-4de9-870b-3657f8947e7e");
                assertThat(event.descriptor().opcode()).isEqualTo(32);
                assertThat(event.processId()).isEqualTo(ProcessHandle.current().pid());
                assertThat(event.incarnation()).isEqualTo(provider.page().identity().id());
                assertThat(event.threadId()).isEqualTo(100);
                assertThat(event.timeTicks()).isBetween(1_000L, provider.timeTicks());
            }
        };
        onIdle = () -> {
            if (events.values.size() == written) {
                provider.writeSequence(0, 100_000, 3);
            } else if (events.values.size() > written) {
                end();
            }
        };

        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(errors).isEmpty();
        assertThat(events.textsBehindHeaders()).hasSize(written + 4)
                .endsWith(String.valueOf(written - 1), "RT_LostEvent 32 events=1", "100000", "100001", "100002");
    }

    @Test
    @DisplayName("R6.13 a block that is damaged is a lost buffer, a ring that was given up a lost file")
    void shouldTellOfLostBuffersAndFiles() {
        write(0, 3);
        provider.lane(0).ring().setMemory(0, LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES).blockBytes(), (byte) 0x5A);
        final int written = provider.fill(0, 100);
        final HandMadeProvider dead = session.provider();
        dead.writeSequence(1, 500, 7);
        dead.die();
        final SessionMemory memory = new SessionMemory(session.directory(), session.participant().files(),
                (path, reason) -> errors.add(new AssertionError(reason)));
        assertThat(memory.reclaim(session.row(), 1)).isPositive();
        onIdle = this::end;

        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        final LedgerTotals totals = totals();
        final long corrupt = totals.lost().of(LossCause.CORRUPT);
        final long discarded = totals.lost().of(LossCause.DISCARDED);
        assertThat(corrupt).isPositive();
        assertThat(discarded).isEqualTo(7);
        assertThat(errors).isEmpty();
        assertThat(events.texts.get(0)).startsWith("Header 0 ").endsWith(" buffersLost=7");
        assertThat(events.texts.get(1)).isEqualTo("RT_LostFile 34 events=7");
        assertThat(events.textsBehindHeaders()).containsOnlyOnce("RT_LostBuffer 33 events=" + corrupt);
        assertThat(events.values).hasSize((int) (written + 3 - corrupt));
    }

    @Test
    void shouldEndWithAnInterruptOfTheThread() {
        write(0, 1);
        onIdle = () -> Thread.currentThread().interrupt();

        assertThat(open().process()).isEqualTo(TraceStatus.CANCELLED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(events.values).containsExactly(0L);
    }

    private TraceContext context() {
        return new TraceContext(events).errorHandler(errors::add).clock(() -> nowNs).libraryThread(Runnable::run)
                .idleStrategy(new SteppedIdle(() -> {
                    cycles++;
                    nowNs += STEP_NS;
                    onIdle.run();
                }));
    }

    private Trace open() {
        return Trace.open(context().directory(session.directory().path()).session("hand-made"));
    }

    /** Over three lanes, one after the other in time, since the last duty cycle. */
    private void write(final long firstValue, final int count) {
        for (int i = 0; i < count; i++) {
            provider.at(Math.max(nowNs - STEP_NS / 2, provider.timeTicks() + 1)).write((int) (firstValue + i) % 3,
                    firstValue + i);
        }
    }

    private void end() {
        if (session.row().isRunning()) {
            session.stop();
            provider.detach(session.row().generation());
        }
    }

    private LedgerTotals totals() {
        return new MappedLedgers(session.directory(), session.participant().files(), SinkReader.NONE,
                (path, reason) -> {}).read(session.row()).totals();
    }
}
