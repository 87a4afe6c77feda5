package io.ringside.reader;

import io.ringside.recording.Recorder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Applications that read and record in a JVM without the flags that this needs. */
@Tag("jdk25")
@Tag("process")
class FlaglessReaderSystemTest {
    private static final String EXPORTS = "--add-exports java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String OPENS = "--add-opens java.base/java.lang.reflect=ALL-UNNAMED "
            + "--add-opens java.base/sun.nio.ch=ALL-UNNAMED";

    @TempDir
    private Path root;
    private RecordingFixture fixture;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        fixture.session.provider().writeSequence(0, 0, 3);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldSayWhichFlagIsMissingWhenAnythingIsOpened() throws IOException, InterruptedException {
        final String output = run(List.of());

        for (final String name : List.of("controller", "consumer", "reader", "recorder")) {
            assertThat(output).contains(name + ": " + expected(EXPORTS));
        }
        assertThat(root.resolve("new")).doesNotExist();
    }

    @Test
    void shouldSayWhichFlagsRecordingsNeedWhenOnlyThoseAreMissing() throws IOException, InterruptedException {
        final String output = run(List.of(EXPORTS.split(" ")));

        assertThat(output).contains("controller is open", "consumer is open", "reader: " + expected(OPENS),
                "recorder: " + expected(OPENS));
        assertThat(root.resolve("new")).doesNotExist();
    }

    @Test
    void shouldNameOnlyTheFlagThatIsMissing() throws IOException, InterruptedException {
        final List<String> flags = new ArrayList<>(List.of(EXPORTS.split(" ")));
        flags.addAll(List.of("--add-opens", "java.base/java.lang.reflect=ALL-UNNAMED"));

        assertThat(run(flags)).contains(
                "reader: " + expected("--add-opens java.base/sun.nio.ch=ALL-UNNAMED"));
    }

    private static String expected(final String flags) {
        return "io.ringside.RingsideException: JVM flag is missing: flag=" + flags
                + ": start the JVM with it";
    }

    private String run(final List<String> flags) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                FlaglessReader.class.getName(), fixture.session.directory().path().toString(),
                fixture.session.row().name(), fixture.folder.toString(), root.resolve("new").toString()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
