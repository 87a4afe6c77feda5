package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Threads of a process whose heap is full write for the first time: they get no error, and each event counts. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("process")
@Tag("jdk25")
class FullHeapSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:TieredStopAtLevel=1", "-Xint"})
    void shouldCountEachFirstEventOfThreadsWithoutMemoryAndThrowNothing(final String compiler) {
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = stage.start(
                    SessionSettings.builder("full").lanes(4).laneBytes(64 * 1024).build(), Level.VERBOSE, 0);
            stage.controller().enable(session.name(),
                    EnableRequest.of(FullHeapMain.PROVIDER, Enablement.of(Level.VERBOSE, 0, 0)), Duration.ZERO);
            final Child writer = stage.add(Child.start(List.of("-Xmx12m", compiler), FullHeapMain.class,
                    stage.directory().toString()));
            writer.await("ready");
            writer.say("go");
            final Figures done = Figures.parse(writer.await("done"));
            writer.say("close");
            writer.awaitEnd();

            final Evidence evidence = stage.stop(session);
            assertThat(done.of("hit")).as("threads with an error").isZero();
            assertThat(evidence.ledger().wanted()).isEqualTo(done.of("attempts"));
            assertThat(evidence.ledger().lostTotal()).isEqualTo(done.of("attempts"));
        }
    }
}
