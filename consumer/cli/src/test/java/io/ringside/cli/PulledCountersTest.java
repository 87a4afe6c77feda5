package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ringside counters} where a process has to be asked. */
@Timeout(60)
class PulledCountersTest {
    private static final CounterSetSchema POOLS = CounterSetSchema.of("Pool", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "free", CounterType.LARGE_RAWCOUNT).withDescription("Not taken.")));

    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger collected = new AtomicInteger();
    private Path directory;
    private Participant participant;
    private ProcessCounters counters;
    private volatile int hangsAt = Integer.MAX_VALUE;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        directory = folder.resolve("trace");
        final TraceDirectory opened = TraceDirectory.open(directory);
        participant = Participant.join(opened);
        counters = ProcessCounters.in(opened, participant.files());
        counters.open(POOLS, request -> {
            if (request.type() == CounterRequest.Type.COLLECT_DATA && collected.incrementAndGet() >= hangsAt) {
                try {
                    released.await();
                } catch (final InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            request.buffer().add("small", 7, 42);
            return CounterCallback.SUCCESS;
        }, null, (name, problem) -> {});
        counters.open(POOLS).create("pushed", 80).counter("free").set(3);
    }

    @AfterEach
    void close() {
        released.countDown();
        CloseHelper.closeAll(counters, participant);
    }

    @Test
    void shouldListAndPrintWhatIsPulledBesideWhatIsPushed() {
        assertThat(run("counters", "list", "--timeout", "20s").out()).hasSize(3)
                .anyMatch(line -> line.matches("Pool +small +7 +free +large_rawcount +\\d+ +Not taken."))
                .anyMatch(line -> line.matches("Pool +pushed +80 +free +large_rawcount +\\d+ +Not taken."));

        final ProgramRun run = run("counters", "query", "Pool(*)\\*", "--timeout", "20s");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).hasSize(3)
                .anyMatch(line -> line.matches("Pool +small +7 +free +42 +- +42 +valid_data"))
                .anyMatch(line -> line.matches("Pool +pushed +80 +free +3 +- +3 +valid_data"));
    }

    @Test
    void shouldSayThatAProcessDoesNotAnswer() {
        hangsAt = 1;

        final ProgramRun run = run("counters", "query", "Pool(*)\\*", "--timeout", "2s");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(3)
                .anyMatch(line -> line.matches("Pool +small +7 +free +- +- +0 +no_answer"))
                .anyMatch(line -> line.matches("Pool +pushed +80 +free +3 +- +3 +valid_data"));
        assertThat(run.err()).anyMatch(line -> line.contains("counterSet=Pool") && line.contains("TIMED_OUT"));
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(directory, args);
    }
}
