package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.Level;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What a write costs its thread beyond its own instructions, whatever way it is written and whatever it comes to: no
 * page fault and no system call, from the first event of a lane on.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("process")
@Tag("proof")
class WriterCostSystemTest {
    /** What the JVM and the kernel do for themselves, now and then, is excluded by measuring again. */
    private static final int ATTEMPTS = 5;
    private static final int LANES = 64;
    private static final int CALLS_SHOWN = 5;
    /**
     * Leaves a thread alone that writes: collects no garbage, stops no threads, makes no files of its own, and compiles
     * a method once, soon, and before it goes on. The second compiler would compile again what it has compiled, by the
     * frequency of branches: whoever writes then waits in the system, for the JVM's sake.
     */
    private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=0.2",
            "-Xbatch", "-XX:+UseSerialGC", "-Xms192m", "-Xmx192m", "-Xmn128m", "-XX:+AlwaysPreTouch",
            "-XX:-UsePerfData", "-XX:+UnlockDiagnosticVMOptions", "-XX:GuaranteedSafepointInterval=0");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @BeforeAll
    static void requireLog() {
        final boolean available = SystemCallLog.isAvailable();
        assertThat(available || System.getenv("CI") == null)
                .as("strace runs: without it nobody sees system calls; install it, and permit ptrace").isTrue();
        assumeThat(available).as("strace is not there, or may not trace: system calls stay unseen").isTrue();
    }

    @Test
    @Tag("jdk25")
    @DisplayName("R2.21 a write makes no page fault and no system call, from the first event of a lane on")
    void shouldNeitherFaultNorCallTheSystemFromTheFirstEventOfALaneOn() throws IOException, InterruptedException {
        List<String> costs = List.of("nothing was measured");
        for (int attempt = 0; attempt < ATTEMPTS && !costs.isEmpty(); attempt++) {
            final SystemCallLog log = new SystemCallLog(folder.resolve("calls-" + attempt));
            final List<MeasuredWindow> windows = runProcess(directory.resolve(Integer.toString(attempt)), log);
            assertThat(windows).hasSize(CostWriter.Way.values().length * WriterCostMain.THREADS
                    * (CostKind.values().length - 1 + WriterCostMain.STEADY_WINDOWS));
            assertThat(windows).allSatisfy(WriterCostSystemTest::checkIsComplete);
            costs = windows.stream().map(window -> cost(window, log)).flatMap(Optional::stream).toList();
            System.out.println("WriterCostSystemTest: attempt=" + attempt + ", windows=" + windows.size()
                    + ", written=" + windows.stream().mapToLong(window -> window.of("written")).sum()
                    + ", lost=" + windows.stream().mapToLong(window -> window.of("lost")).sum()
                    + ", costs=" + costs);
        }
        assertThat(costs).as("page faults and system calls of writing threads").isEmpty();
    }

    private List<MeasuredWindow> runProcess(final Path place, final SystemCallLog log)
            throws IOException, InterruptedException {
        final List<MeasuredWindow> windows = new ArrayList<>();
        try (Stage stage = new Stage(place, folder)) {
            start(stage, "drained");
            start(stage, "full");
            enable(stage, "drained", CostEvents.PROVIDER, CostEvents.DRAINED);
            enable(stage, "full", CostEvents.PROVIDER, CostEvents.FULL);
            final Thread drain = drain(stage, "drained");
            try (ChildJvm child = ChildJvm.startUnder(log.command(), OPTIONS, WriterCostMain.class,
                    stage.directory().toString())) {
                readWindows(child, "later", windows);
                start(stage, "later");
                enable(stage, "later", CostEvents.PROVIDER, CostEvents.LATER);
                enable(stage, "later", CostEvents.LATER_PROVIDER, CostEvents.LATER);
                child.writeLine("go");
                readWindows(child, "done", windows);
                child.writeLine("close");
                assertThat(child.await()).as("exit of the process").isZero();
            }
            stage.controller().stop("drained", Stage.TIMEOUT);
            drain.join();
        }
        return windows;
    }

    private static void readWindows(final ChildJvm child, final String last, final List<MeasuredWindow> windows)
            throws IOException {
        String line = child.readLine();
        while (line != null && !line.equals(last)) {
            windows.add(MeasuredWindow.parse(line));
            line = child.readLine();
        }
        assertThat(line).as("last line of the process").isEqualTo(last);
    }

    /** Whether so much has been written that each page of the lane was. */
    private static void checkIsComplete(final MeasuredWindow window) {
        final CostKind kind = window.kind();
        final long laneBytes = CostEvents.LANE_BYTES;
        switch (kind) {
            case FIRST_LAP -> assertThat(payloadBytes(window)).isGreaterThanOrEqualTo(laneBytes);
            case STEADY -> assertThat(payloadBytes(window)).isGreaterThanOrEqualTo(3 * laneBytes);
            // The rest is headers.
            case LATER_LAP -> assertThat(payloadBytes(window)).isBetween(laneBytes / 2, laneBytes);
            case FULL, TOO_LARGE -> assertThat(window.of("written")).isZero();
        }
        if (kind.losses() < Integer.MAX_VALUE) {
            assertThat(window.of("lost")).isEqualTo(kind.losses());
        }
    }

    private static long payloadBytes(final MeasuredWindow window) {
        return window.of("written") * CostEvents.PAYLOAD_LENGTH;
    }

    /** What the thread has done in the window besides writing, if anything. */
    private static Optional<String> cost(final MeasuredWindow window, final SystemCallLog log) {
        final List<String> calls = log.of(window.of("thread"), window.of("window"));
        if (window.of("faults") == 0 && calls.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(window + " calls=" + calls.size() + " " + calls.stream().limit(CALLS_SHOWN).toList());
    }

    private static void start(final Stage stage, final String name) {
        stage.controller().start(SessionSettings.builder(name).lanes(LANES).laneBytes(CostEvents.LANE_BYTES).build());
    }

    private static void enable(final Stage stage, final String name, final String provider, final long keyword) {
        final Outcome.Answers result = stage.controller().enable(name,
                EnableRequest.of(provider, Enablement.of(Level.VERBOSE, keyword, 0)), Stage.TIMEOUT);
        assertThat(result.timedOut()).isEmpty();
        assertThat(result.refused()).isEmpty();
    }

    private static Thread drain(final Stage stage, final String name) {
        final EventReader consumer = EventReader.open(new ReaderContext().directory(stage.traceDirectory().path()),
                Source.session(name));
        final Thread thread = new Thread(() -> {
            while (!consumer.isDone()) {
                if (consumer.poll(event -> {}) == 0) {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(50));
                }
            }
            consumer.close();
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
