package io.ringside.cli.emit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DemoDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRemoveItselfButFollowNoLinksWhenItIsTemporary() throws IOException {
        final Path kept = Files.writeString(folder.resolve("kept"), "kept");
        final Path path = Files.createDirectories(folder.resolve("demo/v1/rows"));
        Files.writeString(path.resolve("row"), "row");
        Files.createSymbolicLink(path.resolve("link"), kept);
        Files.createSymbolicLink(path.resolve("folder"), folder);
        new DemoDirectory(folder.resolve("demo"), true).close();
        assertThat(folder.resolve("demo")).doesNotExist();
        assertThat(kept).hasContent("kept");
    }

    @Test
    void shouldStayWhenTheUserNamedIt() throws IOException {
        try (DemoDirectory directory = DemoDirectory.prepare(Files.createDirectory(folder.resolve("named")))) {
            assertThat(directory.path()).isEqualTo(folder.resolve("named"));
        }
        assertThat(folder.resolve("named")).isDirectory();
    }

    @Test
    void shouldBePrivateWhenItIsMade() throws IOException {
        final Path path;
        try (DemoDirectory directory = DemoDirectory.prepare(null)) {
            path = directory.path();
            assertThat(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)).hasSize(3);
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldKeepTheDirectoryInTheCommandsToTryNextWhenOneWasNamed() {
        assertThat(DemoCommand.program("/opt/ringside.jar", null)).isEqualTo("java -jar /opt/ringside.jar");
        assertThat(DemoCommand.program("/opt/ringside.jar", Path.of("/my traces")))
                .isEqualTo("java -jar /opt/ringside.jar --dir '/my traces'");
    }
}
