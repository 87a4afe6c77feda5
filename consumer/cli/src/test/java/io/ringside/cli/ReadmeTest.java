package io.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The README is short, and its figures are those of the last run of the benches. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path RESULTS = ROOT.resolve("bench/docs/results.md");
    private static final int LINES_MAX = 150;
    private static final Pattern FIGURE = Pattern
            .compile("[\\d.,]+ / [\\d.,]+ ns|\\d+ of \\d+ targets|(?<=rounds: )[\\d.]+|[\\d.]+(?= ns of it)");

    @Test
    void shouldShowFiguresOfTheResults() throws IOException {
        final String results = Files.readString(RESULTS).replace("measured targets", "targets");

        final List<String> figures = FIGURE.matcher(Files.readString(README)).results().map(found -> found.group())
                .toList();
        assertThat(figures).hasSize(7).allSatisfy(figure -> assertThat(results).contains(figure));
    }

    @Test
    void shouldBeShort() throws IOException {
        assertThat(Files.readAllLines(README)).hasSizeLessThanOrEqualTo(LINES_MAX);
    }
}
