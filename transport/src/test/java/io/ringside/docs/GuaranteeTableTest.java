package io.ringside.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of CONTRIBUTING.md that names the tests of each guarantee, compared with the guarantees and the tests. */
class GuaranteeTableTest {
    private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
    private static final Path ROOT = MODULE.getParent();
    private static final Pattern GUARANTEE = Pattern.compile("(?m)^\\* \\*\\*([A-Z]\\d)\\*\\* ");
    private static final Pattern ROW = Pattern
            .compile("(?m)^\\| ([A-Z]\\d) \\| [^|]+ \\| `(\\w+)` \\| (tests|proofs) \\| \\d+ \\|$");
    private static final String PROOF = "@Tag(\"proof\")";

    @Test
    void shouldNameATestOfTheSecondCommandForEachGuarantee() throws IOException {
        final List<String> shown = rows().stream().filter(row -> row.tier().equals("tests")).map(Row::guarantee)
                .distinct().toList();
        assertThat(shown).containsExactlyInAnyOrderElementsOf(guarantees());
    }

    @Test
    void shouldNameTestsThatExistInTheTierThatItNames() throws IOException {
        for (final Row row : rows()) {
            final List<Path> files = files(row.test() + ".java");
            assertThat(files).as(row.test()).hasSize(1);
            final String source = Files.readString(files.get(0));
            final int type = source.indexOf("class " + row.test());
            assertThat(source.substring(0, type).contains(PROOF)).as(row.test()).isEqualTo(row.tier().equals("proofs"));
        }
    }

    private static List<String> guarantees() throws IOException {
        final List<String> guarantees = new ArrayList<>();
        final Matcher matcher = GUARANTEE
                .matcher(Files.readString(ROOT.resolve("transport/docs/guarantees.md")));
        while (matcher.find()) {
            guarantees.add(matcher.group(1));
        }
        assertThat(guarantees).isNotEmpty().doesNotHaveDuplicates();
        return guarantees;
    }

    private static List<Row> rows() throws IOException {
        final List<Row> rows = new ArrayList<>();
        final Matcher matcher = ROW.matcher(Files.readString(ROOT.resolve("CONTRIBUTING.md")));
        while (matcher.find()) {
            rows.add(new Row(matcher.group(1), matcher.group(2), matcher.group(3)));
        }
        return rows;
    }

    private static List<Path> files(final String name) throws IOException {
        final List<Path> files = new ArrayList<>();
        for (final String module : List.of("core", "transport", "consumer", "bench")) {
            try (Stream<Path> found = Files.find(ROOT.resolve(module), Integer.MAX_VALUE,
                    (path, attributes) -> path.endsWith(name) && path.toString().contains("/src/test/"))) {
                files.addAll(found.toList());
            }
        }
        return files;
    }

    /** One row of the table. */
    private record Row(String guarantee, String test, String tier) {}
}
