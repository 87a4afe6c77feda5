package io.ringside.reader;

import com.sun.management.ThreadMXBean;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.recording.Recorder;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a recorder allocates between two scans of the session's folder: nothing. Up to JDK 24 each question whether a
 * mapped file was cut is an object: that is counted per cycle and per batch, never per event.
 */
@Tag("jdk25")
class RecorderAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CYCLES = 2_000;
    private static final int ATTEMPTS = 40;
    private static final int PAYLOAD_BYTES = 64;
    /** The clock stands still: a batch is written when half of the lane waits, after four cycles. */
    private static final int MANY_EVENTS = 100;
    private static final int QUESTION_BYTES = Runtime.version().feature() < 25 ? 16 : 0;
    /** After a lane's words were read, and at the end. */
    private static final int QUESTIONS_PER_CYCLE = 2;
    /** Before and after it is appended, for the bounds of all lanes, and before the ledger is updated. */
    private static final int QUESTIONS_PER_BATCH = 4;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldNotAllocateInACycleThatFindsNothing() {
        try (Recorder recorder = recorder()) {
            assertThat(leastBytesBeyondQuestions(recorder, 0)).isZero();
        }
    }

    @Test
    void shouldNotAllocateForEventsThatAreStaged() {
        try (Recorder recorder = recorder()) {
            assertThat(leastBytesBeyondQuestions(recorder, 1)).isZero();
        }
    }

    @Test
    void shouldNotAllocateForBatchesThatAreWritten() {
        try (Recorder recorder = recorder()) {
            assertThat(leastBytesBeyondQuestions(recorder, MANY_EVENTS)).isZero();

            assertThat(recorder.excerpts()).isGreaterThan(CYCLES / 4);
            assertThat(recorder.lostEvents()).isZero();
        }
    }

    /** Chronicle maps the file block by block, with some objects for each: one is enough for the whole test. */
    private Recorder recorder() {
        return Recorder.open(fixture.context().blockBytes(1 << 28));
    }

    /** What the JVM allocates for itself, now and then, is excluded by measuring again. */
    private long leastBytesBeyondQuestions(final Recorder recorder, final int events) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && least > 0; i++) {
            long bytes = 0;
            final long excerpts = recorder.excerpts();
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                for (int event = 0; event < events; event++) {
                    assertThat(provider.write(0, event, PAYLOAD_BYTES)).isTrue();
                }
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                recorder.doWork();
                bytes += THREADS.getCurrentThreadAllocatedBytes() - before;
            }
            final long batches = recorder.excerpts() - excerpts;
            final long questions = CYCLES * (events > 0 ? QUESTIONS_PER_CYCLE : 1) + batches * QUESTIONS_PER_BATCH;
            least = Math.min(least, bytes - QUESTION_BYTES * questions);
        }
        return least;
    }
}
