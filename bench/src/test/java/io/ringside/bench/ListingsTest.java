package io.ringside.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** That the listings beside the sources are those of the classes, whatever options these were compiled with. */
class ListingsTest {
    private static final String SUFFIX = ".events";

    @Test
    void shouldKeepTheListingOfEachProvider() throws IOException {
        final Map<String, String> compiled = listings(Path.of("target", "classes", "META-INF", "ringside"));
        assertThat(compiled).isNotEmpty().isEqualTo(listings(Path.of("src", "main", "ringside")));
    }

    private static Map<String, String> listings(final Path folder) throws IOException {
        final Map<String, String> textByName = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(SUFFIX))
                    .forEach(file -> textByName.put(file.getFileName().toString(), read(file)));
        }
        return textByName;
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
