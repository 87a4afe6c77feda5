package io.ringside.etw.classic;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A classic provider in a JVM of its own, where tracing may be impossible. */
@Tag("jdk25")
@Tag("process")
class InertClassicSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldRunOnWithAStatusWhenTheJvmFlagIsMissing() throws IOException, InterruptedException {
        assertThat(run(folder.resolve("trace"), List.of())).contains("registered=1450 written=INVALID_HANDLE",
                "tracing is off: ", "--add-exports java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    @Test
    void shouldRunOnWithAStatusWhenTheDirectoryCannotBeUsed() throws IOException, InterruptedException {
        final Path file = Files.writeString(folder.resolve("file"), "not a directory");
        assertThat(run(file, flags())).contains("registered=1450 written=INVALID_HANDLE", "tracing is off: ",
                file.toString());
        assertThat(file).hasContent("not a directory");
    }

    @Test
    void shouldBeRegisteredWhenTheJvmHasTheFlag() throws IOException, InterruptedException {
        assertThat(run(folder.resolve("trace"), flags())).contains("registered=0 written=INVALID_HANDLE")
                .doesNotContain("tracing is off: ");
    }

    private static List<String> flags() {
        return List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+"));
    }

    private static String run(final Path directory, final List<String> flags) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Application.class.getName(),
                directory.toString()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(text).isZero();
            return text;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Registers a classic provider, and writes to the session of nobody. */
    static final class Application {
        /** A JVM that has just started on a busy machine may need longer than the default. */
        private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

        private Application() {}

        public static void main(final String[] args) {
            try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0]))
                    .registerTimeoutNs(REGISTER_TIMEOUT_NS));
                    ClassicRegistration classic = ClassicRegistration.register(ringside,
                            ClassicProvider.of("Test.Classic"), (request, context) -> 0, null)) {
                System.out.println("registered=" + classic.status() + " written="
                        + ClassicSession.INVALID.write(new ClassicEvent().size(ClassicHeaderLayout.LENGTH)
                                .flags(ClassicFlags.TRACED_GUID).classId(new UUID(1, 2))));
            }
        }
    }
}
