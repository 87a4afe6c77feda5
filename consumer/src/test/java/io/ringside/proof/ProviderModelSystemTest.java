package io.ringside.proof;

import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Providers are registered and enabled at random, with all kinds of filters, in two processes and three sessions that
 * end and come again: each event lands in the sessions that a plain model says, and in no other.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("process")
@Tag("proof")
class ProviderModelSystemTest {
    private static final int SEQUENCES = Rounds.of(150, 10_000);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    @DisplayName("R3.12 R4.34 R4.40 events land in exactly the sessions whose level, keywords and filters accept it")
    void shouldRecordEachEventInExactlyTheSessionsThatWantIt() {
        final Random random = Rounds.random(getClass());
        try (Stage stage = new Stage(directory, folder);
                ModelWriter here = new ModelWriter(stage.directory())) {
            final Child child = stage.add(Child.start(List.of(), ModelWriterMain.class, stage.directory().toString()));
            final ProviderModel model = new ProviderModel(stage, random,
                    List.of(ModelProcess.here(here), ModelProcess.of(child)));
            for (int sequence = 0; sequence < SEQUENCES; sequence++) {
                model.runSequence(sequence);
            }
            model.end();
            System.out.println("ProviderModelSystemTest: " + model.figures());

            assertThat(model.figures().of("steps")).isGreaterThan(SEQUENCES);
            assertThat(model.figures().of("landed")).isGreaterThan(SEQUENCES);
            assertThat(model.figures().of("unwanted")).isGreaterThan(SEQUENCES);
            assertThat(stage.complaints()).isEmpty();
        }
    }
}
