package io.ringside.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page that says which program reads what: the tests of its cells exist, and each is in a cell. */
class ProgramsPageTest {
    private static final Path PAGE = Path.of("docs", "programs.md");
    private static final List<Path> SOURCES = List.of(Path.of("src", "test"), Path.of("..", "sql", "src", "test"));
    private static final Path TESTS = Path.of("src", "test", "resources", "io", "ringside", "export", "programs.tsv");
    private static final Pattern NAMED = Pattern.compile("(?m)^(\\w\\d+)\t(\\w+)\t(\\w+)$");
    private static final Pattern CELL = Pattern.compile("(?<=[|,] )\\w\\d+(?=,| \\|)");

    @Test
    void shouldNameTestsThatExistInEachOfItsCells() throws IOException {
        final String page = Files.readString(PAGE);
        final TreeMap<String, MatchResult> named = NAMED.matcher(Files.readString(TESTS)).results()
                .collect(Collectors.toMap(row -> row.group(1), row -> row, (one, other) -> one, TreeMap::new));
        final Set<String> inCells = CELL.matcher(page).results()
                .map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
        assertThat(named.keySet()).isEqualTo(inCells).isNotEmpty();
        for (final MatchResult test : named.values()) {
            assertThat(source(test.group(2))).as(test.group())
                    .containsPattern("(@Test|@EnumSource\\(.*\\))\\s+void " + test.group(3) + "\\(");
        }
    }

    @Test
    void shouldHaveAColumnForEachFormat() throws IOException {
        // A collector is no program that reads a file.
        assertThat(Files.readAllLines(PAGE)).contains(Stream.of(ExportFormat.values())
                .filter(format -> format != ExportFormat.OTLP)
                .map(format -> format.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" | ", "| | ", " |")));
    }

    private static String source(final String test) throws IOException {
        for (final Path folder : SOURCES) {
            try (Stream<Path> files = Files.walk(folder)) {
                final Path found = files.filter(file -> file.endsWith(test + ".java")).findAny().orElse(null);
                if (found != null) {
                    return Files.readString(found);
                }
            }
        }
        throw new AssertionError("test is missing: " + test);
    }
}
