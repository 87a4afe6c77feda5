package io.ringside.consumer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of a recording, for tests that look into them, damage or remove them. */
public final class DataFiles {
    private DataFiles() {}

    /** Those with excerpts, the oldest first. */
    public static List<Path> of(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
        }
    }
}
