package io.ringside.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The program is a client: its byte code names no internal classes. The {@code doctor}, which examines the files of a
 * directory, and the {@code demo} are exempt.
 */
class ProgramInternalsTest {
    private static final String INTERNAL = "io/ringside/internal/";

    @Test
    void shouldUseTheExportedApiOnly() throws IOException, URISyntaxException {
        assertThat(classesWithInternals()).isEmpty();
    }

    private static Iterable<String> classesWithInternals() throws IOException, URISyntaxException {
        final Path program = Path.of(RingsideMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> all = Files.walk(program)) {
            return all.filter(file -> file.toString().endsWith(".class") && namesInternals(file))
                    .map(file -> program.relativize(file).toString().replaceFirst("^io/ringside/cli/", "")
                            .replaceFirst("(\\$.*)?\\.class$", ""))
                    .filter(name -> !name.startsWith("doctor/") && !name.startsWith("emit/Demo"))
                    .collect(toCollection(TreeSet::new));
        }
    }

    /** Constants are UTF-8, and these characters are the same in Latin-1, in which each byte is a character. */
    private static boolean namesInternals(final Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(INTERNAL);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
