package io.ringside.bridge.netty;

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

/** The page's example of Netty compiles. */
class NettyPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "frameworks.md");
    private static final Pattern JAVA = Pattern.compile("(?ms)^```java\n(NettyBridge.*?)^```");
    private static final String FRAME = """
            import io.netty.buffer.PooledByteBufAllocator;
            import io.netty.channel.EventLoopGroup;
            import io.ringside.bridge.netty.NettyBridge;
            import io.ringside.provider.Ringside;

            class Shown {
                static void show(Ringside ringside, EventLoopGroup workers) {
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
