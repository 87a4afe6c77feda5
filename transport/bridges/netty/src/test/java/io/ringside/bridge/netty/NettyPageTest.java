package io.ringside.bridge.netty;

import io.ringside.docs.PageExamples;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's example of Netty compiles. */
class NettyPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "frameworks.md");
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
        PageExamples.compile(PAGE, "NettyBridge", FRAME, folder);
    }
}
