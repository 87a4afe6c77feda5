package io.ringside.proof;

import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A provider that was enabled before its process began records the first event that the process writes. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("process")
class ColdStartSystemTest {
    private static final int PROCESSES = Rounds.of(5, 100);
    /** Of registering. */
    private static final long DEFAULT_TIMEOUT_US = TimeUnit.SECONDS.toMicros(1);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    @Tag("jdk25")
    @DisplayName("R3.22 The write behind register is recorded, from a static initialiser of a cold JVM")
    void shouldRecordTheFirstWriteOfEveryProcessWhenItsProviderWasEnabledBefore() throws IOException {
        final List<Figures> first = new ArrayList<>();
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = stage.start(SessionSettings.builder("cold").lanes(4).laneBytes(64 * 1024)
                    .build(), Level.VERBOSE, 0);
            final Path journal = session.newJournal();
            final Child drain = stage.add(Child.start(List.of(), DrainMain.class, stage.directory().toString(),
                    session.name(), Integer.toString(session.level()), journal.toString()));
            drain.await("draining");
            for (int process = 0; process < PROCESSES; process++) {
                final Child child = stage.add(Child.start(List.of(
                        "-D" + ColdStartMain.DIRECTORY_PROPERTY + "=" + stage.directory(),
                        "-D" + ColdStartMain.PROCESS_PROPERTY + "=" + process), ColdStartMain.class));
                first.add(Figures.parse(child.await("first")));
                child.say("close");
                child.awaitEnd();
            }
            stage.stop(session);
            drain.await("ended");
            System.out.println("ColdStartSystemTest: processes=" + PROCESSES + " connect: " + spread(first, "connectUs")
                    + " register: " + spread(first, "registerUs") + " pending by default: "
                    + first.stream().filter(figures -> figures.of("registerUs") > DEFAULT_TIMEOUT_US).count());

            assertThat(first).allSatisfy(figures -> {
                assertThat(figures.of("active")).as("active: %s", figures).isEqualTo(1);
                assertThat(figures.of("written")).as("sessions written to: %s", figures).isEqualTo(1);
            });
            assertThat(processesIn(Journal.open(journal)))
                    .containsExactlyElementsOf(IntStream.range(0, PROCESSES).boxed().toList());
            assertThat(stage.complaints()).isEmpty();
        }
    }

    private static Set<Integer> processesIn(final Journal journal) {
        final Set<Integer> processes = new TreeSet<>();
        for (int entry = 0; entry < journal.size(); entry++) {
            assertThat(journal.kind(entry)).isEqualTo(Journal.Kind.RUN);
            processes.add(journal.process(entry));
        }
        return processes;
    }

    private static String spread(final List<Figures> first, final String name) {
        final long[] sorted = first.stream().mapToLong(figures -> figures.of(name)).sorted().toArray();
        return "least=" + sorted[0] + " half=" + sorted[sorted.length / 2] + " nine tenths="
                + sorted[sorted.length * 9 / 10] + " most=" + sorted[sorted.length - 1] + " us";
    }
}
