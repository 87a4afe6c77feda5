package io.ringside.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The listings of a module's providers, by the names of their files; for tests that run in its folder. Stateless. */
public final class Listings {
    private static final String SUFFIX = ".events";

    private Listings() {}

    /** As the classes have them, whatever options these were compiled with. */
    public static Map<String, String> compiled() {
        return in(Path.of("target", "classes", "META-INF", "ringside"));
    }

    /** As they are kept with the sources. */
    public static Map<String, String> committed() {
        return in(Path.of("src", "main", "ringside"));
    }

    private static Map<String, String> in(final Path folder) {
        final Map<String, String> textByName = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file : files.filter(file -> file.toString().endsWith(SUFFIX)).toList()) {
                textByName.put(file.getFileName().toString(), Files.readString(file));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return textByName;
    }
}
