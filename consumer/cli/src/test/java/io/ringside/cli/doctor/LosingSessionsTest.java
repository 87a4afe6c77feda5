package io.ringside.cli.doctor;

import io.ringside.cli.ProgramRun;
import io.ringside.control.Controller;
import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LosingSessionsTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private final AtomicLong nowNs = new AtomicLong();

    @Test
    void shouldTellHowManyEventsASessionLosesInASecond() {
        run("start", "trading", "--lanes", "1", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        emit();
        try (Controller controller = Controller.open(folder.resolve("trace"))) {
            final long before = lost(controller);
            final List<String> problems = new LosingSessions(controller, nowNs::get, () -> {
                emit();
                nowNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
            }).problems(controller.sessions());

            assertThat(problems).singleElement().asString().contains(
                    "lostPerSecond=" + Math.round((lost(controller) - before) / 2.0), "nobody drains it");
        }
    }

    @Test
    void shouldNotWaitWhereNothingIsWrittenAndNothingLost() {
        run("start", "trading");
        try (Controller controller = Controller.open(folder.resolve("trace"))) {
            assertThat(new LosingSessions(controller, nowNs::get, () -> {
                throw new AssertionError("no reason to wait");
            }).problems(controller.sessions())).isEmpty();
        }
    }

    private static long lost(final Controller controller) {
        return controller.query("trading").ledger().totals().lost().total();
    }

    private void emit() {
        run("emit", "--provider", "Orders", "--events", "10000");
    }

    private void run(final String... args) {
        ProgramRun.of(folder.resolve("trace"), args);
    }
}
