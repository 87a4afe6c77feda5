package io.ringside.etw.classic;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.VirtualThreads;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
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
        fixture.start(A, SessionSettings.SequenceKind.LOCAL);
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
        assertThat(statuses).containsOnly(ClassicStatus.OK);
        assertThatNothingIsMissing();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    @DisplayName("R5.15 messages of many virtual threads have every number once, or are counted as lost")
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
        assertThat(statuses).hasSize(2 * THREADS * EVENTS);
        final Set<Integer> numbers = new HashSet<>();
        final List<String> taken = fixture.take(A, view -> {
            final int at = view.payloadOffset();
            if (!ClassicView.of(view).isMessage()) {
                return ClassicFixture.text(view);
            }
            assertThat(numbers.add(view.buffer().getInt(at))).as("number %s comes again", view.buffer().getInt(at))
                    .isTrue();
            return "message " + view.buffer().getByte(at + Integer.BYTES);
        });
        // Virtual threads may come upon more carriers than there are lanes.
        final long lost = statuses.stream().filter(ClassicStatus.OUT_OF_MEMORY::equals).count();
        assertThat(statuses.stream().filter(ClassicStatus.OK::equals).count()).isEqualTo(statuses.size() - lost)
                .isEqualTo(taken.size());
        assertThat(fixture.controller.query(A).ledger().totals().lost().total()).isEqualTo(lost);
        assertThat(numbers).allMatch(number -> number >= 1 && number <= THREADS * EVENTS);
        for (int i = 0; i < THREADS && lost == 0; i++) {
            assertThat(taken).filteredOn(("thread " + i)::equals).hasSize(EVENTS);
            assertThat(taken).filteredOn(("message " + i)::equals).hasSize(EVENTS);
        }
    }

    private static Thread platformThread(final Runnable task) {
        final Thread thread = new Thread(task);
        thread.start();
        return thread;
    }
}
