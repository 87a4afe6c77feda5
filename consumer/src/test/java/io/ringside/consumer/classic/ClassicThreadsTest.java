package io.ringside.consumer.classic;

import io.ringside.event.MessageFlags;
import io.ringside.session.SequenceKind;
import io.ringside.transport.classic.ClassicEvent;
import io.ringside.transport.classic.ClassicMessage;
import io.ringside.transport.classic.ClassicProvider;
import io.ringside.transport.classic.ClassicRegistration;
import io.ringside.transport.classic.ClassicSession;
import io.ringside.transport.classic.ClassicStatus;
import io.ringside.transport.directory.SharedMemoryFactory;
import io.ringside.transport.fault.VirtualThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Many threads that write to one classic session, each with headers and messages of its own. */
@Tag("jdk25")
@Timeout(60)
class ClassicThreadsTest {
    private static final String A = "a";
    /** No more than there are lanes at first. */
    private static final int THREADS = 4;
    private static final int EVENTS = 250;

    private final Requests requests = new Requests(0);
    private final Queue<ClassicStatus> statuses = new ConcurrentLinkedQueue<>();
    private ClassicFixture fixture;
    private ClassicSession session;

    /** Starts a thread. */
    private interface Starter {
        Thread start(Runnable task);
    }

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.start(A, SequenceKind.LOCAL);
        ClassicRegistration.register(fixture.ringside,
                ClassicProvider.of("Test-Classic", ClassicFixture.CONTROL_ID), requests, null);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 1, 0);
        session = requests.current();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.15 messages of many threads have every number once")
    void shouldNumberMessagesOfManyThreads() throws InterruptedException {
        writeBy(ClassicThreadsTest::platformThread);
        assertThatNothingIsMissing();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    @DisplayName("R5.15 messages of many virtual threads have every number once")
    void shouldNumberMessagesOfManyVirtualThreads() throws InterruptedException {
        writeBy(VirtualThreads::start);
        assertThatNothingIsMissing();
    }

    private void writeBy(final Starter starter) throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final byte thread = (byte) i;
            threads.add(starter.start(() -> write(thread)));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
    }

    private void write(final byte thread) {
        final ClassicEvent event = ClassicFixture.event("thread " + thread);
        final ClassicMessage message = new ClassicMessage().flags(MessageFlags.SEQUENCE)
                .argument(new byte[]{thread}, 0, 1);
        for (int i = 0; i < EVENTS; i++) {
            statuses.add(session.write(event));
            statuses.add(session.write(message));
            LockSupport.parkNanos(1);
        }
    }

    private void assertThatNothingIsMissing() {
        assertThat(statuses).hasSize(2 * THREADS * EVENTS).containsOnly(ClassicStatus.OK);
        final List<List<Integer>> numbers = new ArrayList<>();
        IntStream.range(0, THREADS).forEach(i -> numbers.add(new ArrayList<>()));
        final List<String> texts = fixture.take(A, view -> {
            if (!view.classic().isMessage()) {
                return ClassicFixture.text(view);
            }
            final int at = view.payloadOffset();
            numbers.get(view.buffer().getByte(at + Integer.BYTES)).add(view.buffer().getInt(at));
            return "";
        });
        for (int i = 0; i < THREADS; i++) {
            final String text = "thread " + i;
            assertThat(texts).filteredOn(text::equals).hasSize(EVENTS);
            assertThat(numbers.get(i)).hasSize(EVENTS);
        }
        assertThat(numbers.stream().flatMap(List::stream).sorted())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, THREADS * EVENTS).boxed().toList());
        assertThat(fixture.controller.query(A).ledger().totals().lost().total()).isZero();
    }

    private static Thread platformThread(final Runnable task) {
        final Thread thread = new Thread(task);
        thread.start();
        return thread;
    }
}
