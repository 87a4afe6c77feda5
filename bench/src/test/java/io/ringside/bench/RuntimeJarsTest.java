package io.ringside.bench;

import io.ringside.event.EventDescriptor;
import io.ringside.provider.Ringside;
import io.ringside.reader.EventReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What an application gets with our modules: jars, or folders of classes where no jar has been made yet. */
@Tag("proof")
class RuntimeJarsTest {
    @ParameterizedTest
    @ValueSource(classes = {EventDescriptor.class, Ringside.class, EventReader.class})
    void shouldCarryNoAnnotationProcessor(final Class<?> type) throws IOException, URISyntaxException {
        final List<String> files = files(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        assertThat(files).contains(type.getName().replace('.', '/') + ".class")
                .doesNotContain("META-INF/services/javax.annotation.processing.Processor")
                .noneMatch(file -> file.startsWith("io/ringside/processor/"));
    }

    private static List<String> files(final Path place) throws IOException {
        if (Files.isDirectory(place)) {
            return filesBelow(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return filesBelow(jar.getPath("/"));
        }
    }

    private static List<String> filesBelow(final Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(Files::isRegularFile).map(file -> root.relativize(file).toString()).toList();
        }
    }
}
