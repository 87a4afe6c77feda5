package io.ringside.internal.javaagent;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The agent's jar, as it is built. */
@Tag("process")
class AgentJarSystemTest {
    private static final int JAVA_EIGHT = 52;

    @Test
    void shouldShowApplicationsNothingButItsEntry() throws IOException {
        try (JarFile jar = new JarFile(jar().toFile())) {
            final List<String> classes = jar.stream().map(JarEntry::getName)
                    .filter(name -> !name.startsWith("runtime/") && !name.endsWith("/")).toList();
            assertThat(classes).filteredOn(name -> !name.startsWith("META-INF/")).isNotEmpty()
                    .allMatch(name -> name.startsWith("io/ringside/internal/javaagent/"));
            assertThat(classes).noneMatch(name -> name.startsWith("META-INF/services"))
                    .contains("META-INF/LICENSE", "META-INF/NOTICE");
        }
    }

    @Test
    void shouldBringRingsideAndAgronaAndNothingElse() throws IOException {
        try (JarFile jar = new JarFile(jar().toFile())) {
            assertThat(jar.stream().map(JarEntry::getName)
                    .filter(name -> name.startsWith("runtime/") && name.endsWith(".class")))
                    .contains("runtime/io/ringside/internal/jvm/AgentRuntime.class",
                            "runtime/io/ringside/provider/Ringside.class", "runtime/org/agrona/UnsafeApi.class",
                            "runtime/io/ringside/bridge/logback/RingsideAppender.class",
                            "runtime/io/ringside/bridge/log4j/RingsideAppender.class")
                    .allMatch(name -> name.matches("runtime/(io/ringside|org/agrona)/.*"));
        }
    }

    @Test
    void shouldHaveAnEntryThatAnOldJvmCanLoad() throws IOException {
        try (JarFile jar = new JarFile(jar().toFile());
                DataInputStream in = new DataInputStream(jar.getInputStream(
                        jar.getEntry("io/ringside/internal/javaagent/RingsideAgent.class")))) {
            in.skipNBytes(Integer.BYTES + Short.BYTES);
            assertThat(in.readUnsignedShort()).isEqualTo(JAVA_EIGHT);
            assertThat(jar.getManifest().getMainAttributes().getValue("Premain-Class"))
                    .isEqualTo(RingsideAgent.class.getName())
                    .isEqualTo(jar.getManifest().getMainAttributes().getValue("Agent-Class"));
        }
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("ringside-agent-[0-9.]+(-SNAPSHOT)?.jar"))
                    .findFirst().orElseThrow();
        }
    }
}
