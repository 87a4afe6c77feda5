package io.ringside.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SavedFileTest {
    private static final String ENDING = ".session";

    @TempDir
    private Path folder;

    @Test
    void shouldLookInTheConfigurationOfTheUser() {
        assertThat(SavedFile.folder(Map.<String, String>of()::get, "/home/ann"))
                .isEqualTo(Path.of("/home/ann/.config/ringside"));
        assertThat(SavedFile.folder(Map.of("XDG_CONFIG_HOME", "/etc/ann")::get, "/home/ann"))
                .isEqualTo(Path.of("/etc/ann/ringside"));
        assertThat(SavedFile.folder(Map.of("XDG_CONFIG_HOME", "relative")::get, "/home/ann"))
                .isEqualTo(Path.of("/home/ann/.config/ringside"));
    }

    @Test
    void shouldReadAFileByItsPathAndASavedOneByItsName() throws IOException {
        final Path saved = Files.writeString(folder.resolve("night.session"), "saved");
        final Path other = Files.writeString(folder.resolve("other"), "other");

        assertThat(SavedFile.find("night", ENDING, folder).path()).isEqualTo(saved);
        assertThat(SavedFile.find(other.toString(), ENDING, folder).text()).isEqualTo("other");
    }

    @Test
    void shouldNameThePlacesAndTheSavedFilesWhenThereIsNoSuchFile() throws IOException {
        Files.writeString(folder.resolve("night.session"), "");
        Files.writeString(folder.resolve("day.session"), "");
        Files.writeString(folder.resolve("else.where"), "");

        assertThatThrownBy(() -> SavedFile.find("nigth", ENDING, folder)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("name=nigth, searched=[" + folder.resolve("nigth.session") + ", ")
                .hasMessageEndingWith("saved=[day, night]");
        assertThatThrownBy(() -> SavedFile.find("./nigth", ENDING, folder))
                .hasMessage("no such file: path=./nigth");
    }

    @Test
    void shouldReadOnlyRegularFilesOfABoundedSize() throws IOException {
        Files.createDirectory(folder.resolve("folder"));
        Files.write(folder.resolve("large.session"), new byte[64 * 1024 + 1]);
        Files.write(folder.resolve("bytes"), new byte[]{(byte) 0xFF});

        assertThatThrownBy(() -> SavedFile.find(folder.resolve("folder").toString(), ENDING, folder))
                .hasMessageStartingWith("not a regular file of at most 65536 bytes: path=");
        assertThatThrownBy(() -> SavedFile.find("large", ENDING, folder))
                .hasMessageStartingWith("not a regular file of at most 65536 bytes: path=");
        assertThatThrownBy(() -> SavedFile.find(folder.resolve("bytes").toString(), ENDING, folder).text())
                .hasMessageStartingWith("file is not UTF-8 text: path=");
    }
}
