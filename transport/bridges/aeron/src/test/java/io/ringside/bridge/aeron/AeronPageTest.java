package io.ringside.bridge.aeron;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The page's example of Aeron compiles. */
class AeronPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "frameworks.md");
    private static final Pattern JAVA = Pattern.compile("(?ms)^```java\n(AeronBridge.*?)^```");
    private static final String FRAME = """
            import io.aeron.Aeron;
            import io.ringside.bridge.aeron.AeronBridge;
            import io.ringside.provider.Ringside;
            import java.nio.file.Path;

            class Shown {
                static void show(Ringside ringside, Aeron aeron) {
                    %s
                }
            }
            """;

    @Test
    void shouldShowCodeThatCompiles(@TempDir final Path folder) throws IOException {
        final String blocks = JAVA.matcher(Files.readString(PAGE)).results().map(MatchResult::group)
                .map(block -> block.replace("```java", "{").replace("```", "}")).collect(Collectors.joining("\n"));
        assertThat(blocks).isNotEmpty();
        final Path source = Files.writeString(folder.resolve("Shown.java"), FRAME.formatted(blocks));

        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        assertThat(ToolProvider.getSystemJavaCompiler().run(InputStream.nullInputStream(), errors, errors, "-proc:none",
                "-d", folder.toString(), "-cp", System.getProperty("java.class.path"), source.toString()))
                .as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }
}
