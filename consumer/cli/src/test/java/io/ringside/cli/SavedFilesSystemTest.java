package io.ringside.cli;

import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Profiles and conditions of the user's configuration, which the environment names. */
@Tag("process")
class SavedFilesSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldFindWhatTheUserHasSavedByItsName() throws IOException {
        final Path configuration = Files.createDirectories(disk.resolve("ringside"));
        Files.writeString(configuration.resolve("night.session"), "provider.a=Orders\nprovider.a.level=4\n");
        Files.writeString(configuration.resolve("first.where"), "sequence < 3\n");
        ProgramProcess.look(folder, "start", "trading");

        assertThat(run("enable", "trading", "--profile", "night").out()).singleElement().asString()
                .startsWith("provider Orders is enabled (level 4,");

        ProgramProcess.look(folder, "emit", "--provider", "Orders", "--events", "10");
        assertThat(run("tail", "trading", "--where", "@first").out()).hasSize(3);
        assertThat(run("tail", "trading", "--where", "@frist").err().get(0)).contains("name=frist, searched=["
                + configuration.resolve("frist.where"), "saved=[first]");
    }

    private ProgramRun run(final String... args) throws IOException {
        try (ProgramProcess program = ProgramProcess.startUnder(List.of("env", "XDG_CONFIG_HOME=" + disk), folder,
                Stream.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")).toList(), args)) {
            return program.await();
        }
    }
}
