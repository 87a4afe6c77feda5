package io.ringside.reader;

import io.ringside.etw.trace.TraceStatus;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ReadingPageTest {
    private static final Path PAGE = Path.of("docs", "reading.md");
    private static final Path EXAMPLE = Path.of("src", "test", "java", "io", "ringside", "reader",
            "RecordingPrinter.java");

    @TempDir
    Path root;

    @Test
    void shouldShowTheExampleThatIsCompiled() throws IOException {
        final String source = Files.readString(EXAMPLE);
        final String example = source.substring(source.indexOf("    static "), source.lastIndexOf('}')).indent(-4);

        assertThat(Files.readString(PAGE)).contains("```java\n" + example + "```\n");
    }

    @Test
    void shouldDoWhatThePageSays() {
        try (RecordingFixture fixture = new RecordingFixture(root)) {
            final HandMadeProvider provider = fixture.session.provider();
            final int schemaIndex = provider.register(RecordingFixture.ORDERS);
            provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 4711, 8);
            try (Recorder recorder = fixture.recorder()) {
                fixture.record(recorder);
            }
            final ByteArrayOutputStream out = new ByteArrayOutputStream();

            assertThat(RecordingPrinter.print(fixture.folder, new PrintStream(out, true, StandardCharsets.UTF_8)))
                    .isEqualTo(TraceStatus.SUCCESS);

            assertThat(out.toString(StandardCharsets.UTF_8).lines()).containsExactly("hand-made lost 0",
                    "Example-Orders/Opened at " + (HandMadeSession.START.wallNs() + provider.timeTicks()));
        }
    }
}
