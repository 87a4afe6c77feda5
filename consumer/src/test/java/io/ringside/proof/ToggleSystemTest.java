package io.ringside.proof;

import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two controllers enable and disable while threads of two processes write, and end sessions and start others in their
 * slots: once a change is acknowledged, the next write obeys it, and no event lands in a session that does not want it.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("process")
@Tag("proof")
class ToggleSystemTest {
    private static final int CONTROLLERS = 2;
    private static final int PROCESSES = 2;
    private static final int THREADS = 3;
    private static final int TOGGLES = Rounds.of(200, 10_000);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    @DisplayName("R4.32 An acknowledged enable or disable is obeyed by the next write of every thread of every process")
    void shouldObeyEveryAcknowledgedChangeWithTheNextWrite() {
        try (Stage stage = new Stage(directory, folder)) {
            final String board = stage.newFile("board").toString();
            final String trace = stage.directory().toString();
            final List<Child> writers = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                writers.add(stage.add(Child.start(List.of(), ToggleWriterMain.class, trace, board,
                        Integer.toString(THREADS))));
            }
            writers.forEach(writer -> writer.await("writing"));
            final List<Child> controllers = new ArrayList<>();
            for (int i = 0; i < CONTROLLERS; i++) {
                controllers.add(stage.add(Child.start(List.of(), ToggleMain.class, trace, board, Integer.toString(i),
                        Integer.toString(TOGGLES / CONTROLLERS))));
            }
            final Figures ledgers = new Figures();
            controllers.forEach(controller -> ledgers.add(Figures.parse(controller.await("toggled", 500))));
            final Figures truth = new Figures();
            for (final Child writer : writers) {
                writer.say("stop");
                truth.add(Figures.parse(writer.await("wrote")));
            }
            System.out.println("ToggleSystemTest: truth: " + truth + "; ledgers: " + ledgers);

            assertThat(truth.of("violations")).isZero();
            assertThat(truth.of("decidedOn")).isGreaterThan(TOGGLES);
            assertThat(truth.of("decidedOff")).isGreaterThan(TOGGLES);
            assertThat(ledgers.of("toggles")).isEqualTo(TOGGLES);
            assertThat(ledgers.of("foreign")).isZero();
            assertThat(ledgers.of("wanted")).isEqualTo(truth.of("wanted"));
            assertThat(ledgers.of("delivered")).isEqualTo(truth.of("written")).isEqualTo(ledgers.of("events"));
            assertThat(ledgers.of("lost")).isEqualTo(truth.of("wanted") - truth.of("written"));
            assertThat(ledgers.of("other")).isZero();
            assertThat(stage.complaints()).isEmpty();
        }
    }
}
