package io.ringside.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Each error that the sources of the processor report: that a test compiles a case of it, and that it has a remedy. */
class ErrorCasesTest {
    /** Up to the semicolon that ends the call. */
    private static final Pattern REPORT = Pattern.compile("problems\\.report(?:Name)?\\((.*?)\\);\\s*\\n",
            Pattern.DOTALL);
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    /** What is wrong, then either the values or what they are put together from. */
    private static final Pattern WHAT = Pattern.compile("([^:=]{8,}):( |$).*", Pattern.DOTALL);

    @Test
    void shouldCompileACaseOfEachError() throws IOException {
        final String tests = String.join("", literals(sources("test")).toList());
        final Set<String> whats = whats();
        assertThat(whats).hasSizeGreaterThan(40);
        assertThat(whats).allSatisfy(what -> assertThat(tests).contains(what));
    }

    @Test
    void shouldNameARemedyInEachError() throws IOException {
        assertThat(reports()).allSatisfy(report -> assertThat(
                report.contains("getMessage") || report.matches("(?s).*message\\)?") || report.contains("WRITE")
                        || literals(report).anyMatch(literal -> literal.matches("(?s).*: \\w+ .*|: .*")))
                .as(report).isTrue());
    }

    private static Set<String> whats() throws IOException {
        final Set<String> whats = new LinkedHashSet<>();
        for (final String report : reports()) {
            literals(report).map(WHAT::matcher).filter(Matcher::matches).map(matcher -> matcher.group(1).strip())
                    .forEach(whats::add);
        }
        return whats;
    }

    private static List<String> reports() throws IOException {
        return REPORT.matcher(sources("main")).results().map(result -> result.group(1)).toList();
    }

    private static Stream<String> literals(final String source) {
        // Those that are only broken into lines are one.
        final String joined = source.replaceAll("\"\\s*\\+\\s*\"", "");
        return LITERAL.matcher(joined).results().map(result -> result.group(1));
    }

    private static String sources(final String kind) throws IOException {
        final Path own = Path.of("src", kind, "java", "io", "ringside", "processor");
        final Path folder = Files.exists(own) ? own : Path.of("..", "core", "processor").resolve(own);
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().map(ErrorCasesTest::read)
                    .collect(Collectors.joining("\n"));
        }
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
