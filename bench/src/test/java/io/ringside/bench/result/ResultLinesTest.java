package io.ringside.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResultLinesTest {
    @TempDir
    Path folder;

    @Test
    void shouldReadWhatWasAppendedWhenSeveralHarnessesWriteIntoOneFile() throws IOException {
        final Path file = folder.resolve("figures.jsonl");
        final Observation figure = Observation.of("table", "Ringside", Map.of("b", "2", "a", "1"), 1, "ns", 12.5);
        final Observation target = Observation.of(HarnessTarget.THROUGHPUT_AERON, "somewhere", 2, 3.5);

        ResultLines.append(file, List.of(figure));
        ResultLines.append(file, List.of(target));

        assertThat(ResultLines.read(file)).containsExactly(figure, target);
        assertThat(target.target()).isEqualTo(HarnessTarget.THROUGHPUT_AERON.label() + ", somewhere");
        assertThat(target.atLeast()).isEqualTo(3.0);
    }

    @Test
    void shouldTakeTheHarnessForTheTitleWhenAScriptGivesNone() throws IOException {
        final Path file = Files.writeString(folder.resolve("figures.jsonl"),
                "{\"harness\":\"growth\",\"name\":\"Ringside\",\"params\":{\"sessions\":\"8\"},\"jdk\":\"native\","
                        + "\"round\":1,\"unit\":\"ns\",\"value\":12.5,\"target\":\"a row\",\"atMost\":6}\n\n");

        assertThat(ResultLines.read(file)).containsExactly(new Observation("growth", "growth", "Ringside",
                Map.of("sessions", "8"), Observation.NATIVE, 1, "ns", 12.5, "a row", 6.0, null));
    }

    @Test
    void shouldTellTheLineWhenItIsNone() throws IOException {
        final Path file = Files.writeString(folder.resolve("figures.jsonl"), "\n{\"harness\":\"growth\"}\n");

        assertThatThrownBy(() -> ResultLines.read(file)).isInstanceOf(IOException.class)
                .hasMessageContaining("line=2").hasMessageContaining("member=name");
    }
}
