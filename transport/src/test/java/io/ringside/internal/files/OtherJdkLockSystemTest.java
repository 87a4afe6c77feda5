package io.ringside.internal.files;

import io.ringside.internal.machine.DescriptionLock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** JVMs of two JDKs, one of which locks open file descriptions and the other one processes, exclude each other. */
@Timeout(60)
@Tag("process")
@Tag("proof")
class OtherJdkLockSystemTest {
    private static final int FIRST_WITH_DESCRIPTIONS = 22;
    private static final Path JDKS = Path.of("/usr/lib/jvm");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;
    private Path java;

    @BeforeEach
    void findOtherJdk() throws IOException {
        final Path found = otherJdk();
        assumeTrue(found != null || "true".equals(System.getenv("CI")), "no other JDK below " + JDKS);
        java = Objects.requireNonNull(found, "no other JDK below " + JDKS);
    }

    @Test
    void shouldExcludeJvmsOfOtherJdksInBothDirections() throws Exception {
        final LockFile lock = LockFile.of(root.resolve("lock"));
        final Process process = start(root.resolve("lock").toString());
        try (BufferedReader output = process.inputReader(); Writer input = process.outputWriter()) {
            assertThat(output.readLine()).as("the other one locks the other way")
                    .isEqualTo("descriptions=" + !DescriptionLock.isAvailable());
            try (HeldLock held = lock.acquire(0)) {
                assertThat(ask(input, output, "acquire")).isEqualTo("refused");
                assertThat(ask(input, output, "asked")).isEqualTo("held");
                assertThat(held.confirm()).isFalse();
            }
            assertThat(ask(input, output, "asked")).isEqualTo("free");
            assertThat(ask(input, output, "acquire")).isEqualTo("acquired");
            assertThat(lock.tryAcquire()).isNull();
            assertThat(lock.isHeld()).isTrue();
            assertThat(ask(input, output, "confirm")).isEqualTo("held");
            assertThat(ask(input, output, "walk")).isEqualTo(DescriptionLock.isAvailable() ? "lost" : "held");
            assertThat(lock.tryAcquire()).as("confirmed again").isNull();

            process.destroyForcibly().waitFor();
            lock.acquire(0).close();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String ask(final Writer input, final BufferedReader output, final String question)
            throws IOException {
        input.write(question + "\n");
        input.flush();
        return output.readLine();
    }

    private Process start(final String file) throws IOException {
        final List<String> command = new ArrayList<>(List.of(java.toString(), "--add-exports",
                "java.base/jdk.internal.misc=ALL-UNNAMED"));
        if (!DescriptionLock.isAvailable()) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Other.class.getName(), file));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static @Nullable Path otherJdk() throws IOException {
        try (DirectoryStream<Path> jdks = Files.newDirectoryStream(JDKS)) {
            for (final Path jdk : jdks) {
                final int feature = feature(jdk.resolve("release"));
                if (feature >= 17 && feature >= FIRST_WITH_DESCRIPTIONS != DescriptionLock.isAvailable()) {
                    return jdk.resolve("bin/java");
                }
            }
        }
        return null;
    }

    private static int feature(final Path release) throws IOException {
        if (!Files.isRegularFile(release)) {
            return 0;
        }
        return Files.readAllLines(release).stream().filter(line -> line.startsWith("JAVA_VERSION="))
                .map(line -> line.replaceAll("\\D*(\\d+).*", "$1")).mapToInt(Integer::parseInt).findFirst().orElse(0);
    }

    /** Asks for, acquires and confirms a lock, as the lines of its input say. */
    static final class Other {
        private Other() {}

        public static void main(final String[] arguments) throws IOException {
            final Path file = Path.of(arguments[0]);
            final LockFile lock = LockFile.of(file);
            System.out.println("descriptions=" + DescriptionLock.isAvailable());
            HeldLock held = null;
            while (true) {
                final String line = readLine();
                switch (line) {
                    case "asked" -> System.out.println(lock.isHeld() ? "held" : "free");
                    case "acquire" -> {
                        held = lock.tryAcquire();
                        System.out.println(held == null ? "refused" : "acquired");
                    }
                    case "walk" -> {
                        Files.readAllBytes(file);
                        System.out.println(Objects.requireNonNull(held).confirm() ? "lost" : "held");
                    }
                    default -> System.out.println(Objects.requireNonNull(held).confirm() ? "lost" : "held");
                }
            }
        }

        private static String readLine() throws IOException {
            final StringBuilder line = new StringBuilder();
            for (int next = System.in.read(); next != '\n'; next = System.in.read()) {
                if (next < 0) {
                    System.exit(0);
                }
                line.append((char) next);
            }
            return line.toString();
        }
    }
}
