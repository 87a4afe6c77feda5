package io.ringside.internal.control;

import io.ringside.control.EnableRequest;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A limit of the length of files stands for a disk that is full. */
@Timeout(60)
@Tag("process")
class FullDiskSystemTest {
    private static final int OPERATIONS = 6;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    @Test
    void shouldChangeNothingWhenNothingCanBeWritten() throws IOException {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        try (Participant participant = Participant.join(directory);
                FakeProcess process = new FakeProcess(directory, ControlVictim.SCHEMA)) {
            final DirectoryController controller = new DirectoryController(
                    new ControllerContext(new Registry(participant), new FakeLedgers()));
            controller.start(SessionSettings.builder("night").build());
            controller.enable("night", EnableRequest.of("Orders", Enablement.of(4, 0x1, 0)), Duration.ZERO);
            final Map<String, String> before = contents(directory);

            final List<String> said = new ArrayList<>();
            try (ChildJvm victim = ChildJvm.startUnder(List.of("prlimit", "--fsize=64"), List.of("-XX:-UsePerfData"),
                    FullDiskVictim.class, directory.toString())) {
                for (int i = 0; i < OPERATIONS; i++) {
                    said.add(victim.readLine());
                }
                assertThat(victim.await()).isZero();
            }

            assertThat(said).hasSize(OPERATIONS).containsOnly("NO_SPACE");
            assertThat(contents(directory)).isEqualTo(before);
            assertThat(process.words().eventWordVolatile(0)).isOne();
            assertThat(process.words().eventWordVolatile(1)).isZero();
            controller.start(SessionSettings.builder("another").build());
        }
    }

    /** Names and texts of all files but the control page, which may have used up an id. */
    private static Map<String, String> contents(final TraceDirectory directory) throws IOException {
        final Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory.path())) {
            for (final Path path : paths.filter(path -> !path.equals(directory.controlPage())).toList()) {
                contents.put(path.toString(), Files.isRegularFile(path) ? Long.toString(Files.size(path)) : "");
                if (path.startsWith(directory.rows()) && Files.isRegularFile(path)) {
                    contents.put(path.toString(), Files.readString(path));
                }
            }
        }
        return contents;
    }
}
