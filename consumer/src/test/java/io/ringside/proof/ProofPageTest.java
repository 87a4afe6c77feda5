package io.ringside.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page that tells how to run the proofs knows all of them. */
class ProofPageTest {
    private static final Path PAGE = Path.of("docs", "proof.md");
    private static final Path TESTS = Path.of("src", "test", "java", "io", "ringside", "proof");
    private static final String SUFFIX = "SystemTest.java";

    @Test
    void shouldNameEveryProofOnItsPage() throws IOException {
        final List<String> tests;
        try (Stream<Path> files = Files.list(TESTS)) {
            tests = files.map(file -> String.valueOf(file.getFileName())).filter(name -> name.endsWith(SUFFIX))
                    .map(name -> "| " + name.substring(0, name.length() - ".java".length()) + " |").toList();
        }
        assertThat(tests).hasSizeGreaterThan(5);
        assertThat(Files.readString(PAGE)).contains(tests);
    }
}
