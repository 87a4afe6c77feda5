package io.ringside.internal.counter;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RemainingFilesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldFailForFilesOfTheSetAndTellOfOthersOnce() throws IOException {
        final List<String> log = new ArrayList<>();
        final RemainingFiles files = new RemainingFiles(line -> {
            log.add(line);
            throw new IllegalStateException("of the application");
        });
        // A folder that is not empty stands where the file was.
        final Path first = Files.createDirectory(folder.resolve("first"));
        final Path inside = Files.createFile(first.resolve("file"));
        final Path second = Files.createFile(folder.resolve("second"));

        assertThatThrownBy(() -> files.remove(List.of(first, second))).isInstanceOf(RingsideException.class)
                .hasMessageContaining(first.toString());
        assertThat(second).doesNotExist();
        assertThat(log).isEmpty();

        for (int i = 0; i < 3; i++) {
            final Path other = Files.createFile(folder.resolve("other"));
            files.remove(List.of(other));
            assertThat(other).doesNotExist();
        }
        assertThat(log).singleElement().asString().contains(first.toString());

        Files.delete(inside);
        files.remove(List.of());
        assertThat(first).doesNotExist();
    }
}
