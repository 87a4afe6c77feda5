package io.ringside.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LogoutRemovalTest {
    private static final Path DIRECTORY = Path.of("/dev/shm/ringside-alice");
    private static final int ALICE = 1_000;

    @TempDir
    private Path root;

    @BeforeEach
    void boot() throws IOException {
        Files.createDirectories(root.resolve("run/systemd/system"));
    }

    @Test
    void shouldWarnOfTheDefaultSettingWithTheRemedies() {
        assertThat(warning(DIRECTORY, ALICE)).contains("owner=alice", "RemoveIPC=no", "loginctl enable-linger alice");
    }

    @Test
    void shouldNotWarnWhereNothingIsRemoved() throws IOException {
        assertThat(warning(Path.of("/run/ringside"), ALICE)).as("not in /dev/shm").isNull();
        assertThat(warning(DIRECTORY, 0)).as("root").isNull();
        assertThat(warning(DIRECTORY, 999)).as("a system user").isNull();
        Files.createDirectories(root.resolve("var/lib/systemd/linger")).resolve("alice").toFile().createNewFile();
        assertThat(warning(DIRECTORY, ALICE)).as("a user who stays").isNull();
    }

    @Test
    void shouldNotWarnWithoutSystemd() throws IOException {
        Files.delete(root.resolve("run/systemd/system"));
        assertThat(warning(DIRECTORY, ALICE)).isNull();
    }

    @Test
    void shouldFollowTheOrderOfTheConfiguration() throws IOException {
        write("etc/systemd/logind.conf", "[Login]\n#RemoveIPC=yes\nRemoveIPC = no\n");
        assertThat(warning(DIRECTORY, ALICE)).isNull();
        write("usr/lib/systemd/logind.conf.d/20-vendor.conf", "RemoveIPC=yes\n");
        assertThat(warning(DIRECTORY, ALICE)).isNotNull();
        write("etc/systemd/logind.conf.d/20-vendor.conf", "");
        assertThat(warning(DIRECTORY, ALICE)).as("a file that hides the vendor's").isNull();
    }

    private void write(final String name, final String text) throws IOException {
        final Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String warning(final Path directory, final int uid) {
        return new LogoutRemoval(root).warning(directory, uid, "alice");
    }
}
