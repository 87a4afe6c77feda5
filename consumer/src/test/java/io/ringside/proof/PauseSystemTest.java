package io.ringside.proof;

import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A stopped process is alive: nothing is taken away from it, however long it takes, and it goes on where it was. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("process")
class PauseSystemTest {
    private static final int PAUSES = Rounds.of(3, 20);
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(Integer.getInteger("ringside.pauseSeconds", 2));
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String OTHER = "other";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    void shouldGoOnWithItsLanesWhenAProcessWasStoppedInBetween() {
        try (KillStage stage = new KillStage(directory, folder)) {
            final ProviderProcess victim = startVictim(stage);
            for (int round = 0; round < PAUSES; round++) {
                pause(stage, victim, round == 0 ? PAUSE_NS : SHORT_NS);
            }
            victim.child().say("stop");
            victim.child().await("ready");
            victim.awaitDone();
            assertThat(stage.end()).isEmpty();
        }
    }

    @Tag("proof")
    @Test
    void shouldKeepASessionThatAStoppedProcessCannotLetGo() {
        try (KillStage stage = new KillStage(directory, folder)) {
            final ProviderProcess victim = startVictim(stage);
            final Controller controller = stage.stage().controller();
            // Wants nothing that is written, and has lanes all the same.
            controller.start(SessionSettings.builder(OTHER).lanes(4).build());
            final Outcome.Answers enabled = controller.enable(OTHER, Stage.request(Level.CRITICAL), Stage.TIMEOUT);
            assertThat(enabled.timedOut()).isEmpty();
            victim.child().signal("STOP");

            final Outcome.Stopped unfinished = controller.stop(OTHER, SHORT);
            assertThat(unfinished.isComplete()).isFalse();
            // Its neighbour may be too late as well.
            assertThat(unfinished.timedOut()).anySatisfy(late -> assertThat(late.toString())
                    .contains("pid=" + victim.child().pid()));
            assertThat(controller.enable(stage.session().name(), Stage.request(Level.VERBOSE), SHORT).timedOut())
                    .anySatisfy(late -> assertThat(late.toString()).contains("pid=" + victim.child().pid()));
            assertThat(controller.sessions()).hasSize(2);

            victim.child().signal("CONT");
            assertThat(controller.stop(OTHER, Stage.TIMEOUT).isComplete()).isTrue();
            assertThat(controller.sessions()).hasSize(1);
            victim.kill();
            stage.awaitDrained();
            assertThat(stage.end()).isEmpty();
            assertThat(stage.leftovers()).isEmpty();
        }
    }

    private static ProviderProcess startVictim(final KillStage stage) {
        final ProviderProcess victim = stage.newVictim(List.of());
        KillStage.eventually().until(() -> victim.hasTruth() && victim.truth().returned() > 1_000);
        return victim;
    }

    private static boolean isStopped(final long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.allMatch(PauseSystemTest::isThreadStopped);
        }
    }

    private static boolean isThreadStopped(final Path thread) {
        try {
            final String stat = Files.readString(thread.resolve("stat"));
            // State is the first field behind the name, which stands in parentheses.
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (final IOException ended) {
            return false;
        }
    }

    private static void pause(final KillStage stage, final ProviderProcess victim, final long pauseNs) {
        victim.child().signal("STOP");
        // The signal has been sent: its threads stop one after the other.
        KillStage.eventually().until(() -> isStopped(victim.child().pid()));
        final long returned = victim.truth().returned();
        final int leftovers = stage.leftovers().size();
        final long beginNs = System.nanoTime();
        final long taken = stage.neighbour().truth().returned();
        KillStage.eventually().atMost(Duration.ofNanos(pauseNs).plusMinutes(1)).until(() -> {
            stage.checkLedger();
            assertThat(stage.leftovers()).hasSize(leftovers);
            return System.nanoTime() - beginNs > pauseNs;
        });
        assertThat(victim.truth().returned()).isEqualTo(returned);
        assertThat(stage.neighbour().truth().returned()).isGreaterThan(taken);
        victim.child().signal("CONT");
        KillStage.eventually().until(() -> victim.truth().returned() > returned + 1_000);
    }
}
