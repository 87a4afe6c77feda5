package io.ringside.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PlaceChecksTest {
    @TempDir
    private Path folder;

    @Test
    void shouldNameAMountWhoseFilesTakeHugePages() throws IOException {
        final Path mounts = Files.writeString(folder.resolve("mountinfo"), """
                22 1 254:0 / / rw,relatime - ext4 /dev/root rw
                31 22 0:26 / /dev/shm rw,nosuid - tmpfs tmpfs rw,huge=always,inode64
                32 31 0:27 / /dev/shm/small rw,nosuid - tmpfs tmpfs rw,huge=within_size
                """);

        assertThat(PlaceChecks.hugePages(Path.of("/dev/shm/ringside-a"), mounts)).contains("mount=/dev/shm,",
                "huge=always");
        assertThat(PlaceChecks.hugePages(Path.of("/dev/shm/small/ringside-a"), mounts)).isNull();
        assertThat(PlaceChecks.hugePages(Path.of("/var/tmp/ringside-a"), mounts)).isNull();
        assertThat(PlaceChecks.hugePages(Path.of("/dev/shm"), folder.resolve("none"))).isNull();
    }
}
