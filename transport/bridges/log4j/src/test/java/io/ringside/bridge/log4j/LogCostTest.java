package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LogFixture;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Costs of a call on the thread that makes it, each beside that of Log4j itself in the same run, in turn. By hand, on a
 * machine that does nothing else: {@code -Dtest=LogCostTest -Dringside.costs=true}.
 */
@EnabledIfSystemProperty(named = "ringside.costs", matches = "true")
@Timeout(300)
class LogCostTest {
    private static final int ROUNDS = 40;
    private static final int DISABLED_CALLS = 5_000_000;
    /** Fewer than the queue of the asynchronous appender holds: its caller never waits. */
    private static final int ENABLED_CALLS = 10_000;
    private static final String FILE = """
            <File name="file" fileName="%s" immediateFlush="false">
                <PatternLayout pattern="%%d %%p %%c %%t %%m%%n"/>
            </File>
            """;

    static {
        // As applications have it; other tests have one that allocates nothing.
        System.setProperty("log4j2.clock", "SystemClock");
    }

    private final Path folder;
    private final LogFixture fixture;
    private final String before = System.getProperty("ringside.dir");

    LogCostTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        this.folder = folder;
        fixture = new LogFixture(folder);
        System.setProperty("ringside.dir", fixture.directory().toString());
    }

    @AfterEach
    void close() {
        fixture.close();
        if (before == null) {
            System.clearProperty("ringside.dir");
        } else {
            System.setProperty("ringside.dir", before);
        }
    }

    private LoggerContext context(final String appenders, final String refs) throws IOException {
        final LoggerContext context = new LoggerContext("costs");
        final String text = "<Configuration status=\"warn\"><Appenders>" + appenders + "</Appenders><Loggers><Root"
                + " level=\"info\">" + refs + "</Root></Loggers></Configuration>";
        context.start(new XmlConfiguration(context, new ConfigurationSource(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))));
        return context;
    }

    private String file(final String name) {
        return FILE.formatted(folder.resolve(name));
    }

    @Test
    void shouldCostADisabledCallNoMoreThanTheLoggerItself() throws IOException {
        try (LoggerContext plain = context(file("plain.log"), "<AppenderRef ref=\"file\"/>");
                LoggerContext bridged = context(file("bridged.log") + "<Ringside name=\"ringside\"/>",
                        "<AppenderRef ref=\"file\"/><AppenderRef ref=\"ringside\"/>")) {
            final Logger plainLogger = plain.getLogger("com.acme.Engine");
            final Logger bridgedLogger = bridged.getLogger("com.acme.Engine");
            final double[] own = new double[ROUNDS];
            final double[] ours = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                own[i] = disabled(plainLogger);
                ours[i] = disabled(bridgedLogger);
            }
            final double ratio = median(ours) / median(own);
            System.out.printf("disabled: own=%.2f ns, bridged=%.2f ns, ratio=%.2f%n", median(own), median(ours), ratio);
            assertThat(ratio).isLessThan(1.1);
        }
    }

    @Test
    void shouldCostAnEnabledCallHalfOfAnAsynchronousFile() throws IOException, InterruptedException {
        final String async = "<Async name=\"async\" bufferSize=\"16384\"><AppenderRef ref=\"file\"/></Async>";
        try (LoggerContext plain = context(file("plain.log") + async, "<AppenderRef ref=\"async\"/>");
                LoggerContext bridged = context("<Ringside name=\"ringside\"/>", "<AppenderRef ref=\"ringside\"/>")) {
            fixture.start(16 * 1024 * 1024);
            fixture.enable(Level.INFORMATION);
            final Logger plainLogger = plain.getLogger("com.acme.Engine");
            final Logger bridgedLogger = bridged.getLogger("com.acme.Engine");
            final AsyncAppender queue = plain.getConfiguration().getAppender("async");
            final double[] own = new double[ROUNDS];
            final double[] ours = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                own[i] = enabled(plainLogger);
                while (queue.getQueueRemainingCapacity() < queue.getQueueCapacity()) {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
                ours[i] = enabled(bridgedLogger);
                assertThat(fixture.take()).hasSize(ENABLED_CALLS);
            }
            final double ratio = median(ours) / median(own);
            System.out.printf("enabled: asynchronous file=%.0f ns, bridged=%.0f ns, ratio=%.2f%n", median(own),
                    median(ours), ratio);
            assertThat(ratio).isLessThan(0.5);
        }
    }

    private static double disabled(final Logger logger) {
        final long begin = System.nanoTime();
        for (int i = 0; i < DISABLED_CALLS; i++) {
            logger.debug("order {} of {}", "ann", "ACME");
        }
        return (double) (System.nanoTime() - begin) / DISABLED_CALLS;
    }

    private static double enabled(final Logger logger) {
        final long begin = System.nanoTime();
        for (int i = 0; i < ENABLED_CALLS; i++) {
            logger.info("order {} of {} matched", "ann", "ACME");
        }
        return (double) (System.nanoTime() - begin) / ENABLED_CALLS;
    }

    /** Of the second half: the first warms up. */
    private static double median(final double[] figures) {
        final double[] warm = Arrays.copyOfRange(figures, figures.length / 2, figures.length);
        Arrays.sort(warm);
        return warm[warm.length / 2];
    }
}
