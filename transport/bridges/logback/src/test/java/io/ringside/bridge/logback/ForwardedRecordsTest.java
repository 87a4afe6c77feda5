package io.ringside.bridge.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.ringside.bridge.jul.RingsideHandler;
import io.ringside.bridge.log.LogFixture;
import io.ringside.bridge.log.LogProvider;
import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Records of {@code java.util.logging} that the application hands over to Logback. */
@Timeout(60)
class ForwardedRecordsTest {
    private static final int VERBOSE = io.ringside.event.Level.VERBOSE;

    private final LogFixture fixture;
    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger all = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger logback = context.getLogger("com.acme");
    private final java.util.logging.Logger root = java.util.logging.Logger.getLogger("");
    private final java.util.logging.Logger engine = java.util.logging.Logger.getLogger("com.acme.Engine");
    private final List<Handler> before = new ArrayList<>(Arrays.asList(root.getHandlers()));

    ForwardedRecordsTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        fixture = new LogFixture(folder);
        before.forEach(root::removeHandler);
        logback.setLevel(Level.INFO);
    }

    @AfterEach
    void close() {
        for (final Handler each : root.getHandlers()) {
            root.removeHandler(each);
        }
        before.forEach(root::addHandler);
        engine.setUseParentHandlers(true);
        logback.setLevel(null);
        // It is taken away a moment after its session.
        await().until(() -> all.getAppender("io.ringside.installed") == null);
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeWrittenOnceWhenBothFrameworksHaveABridge(final boolean handsOverFirst) {
        if (handsOverFirst) {
            SLF4JBridgeHandler.install();
        }
        final RingsideHandler handler = RingsideHandler.install(fixture.context());
        if (!handsOverFirst) {
            SLF4JBridgeHandler.install();
        }
        try (LogProvider provider = RingsideAppender.install(context, fixture.context())) {
            fixture.start();
            fixture.enable(VERBOSE);
            assertThat(provider.isWanted()).isTrue();

            engine.warning("both");
            engine.fine("below the level of java.util.logging");
            logback.setLevel(Level.ERROR);
            engine.info("below the level of Logback");

            assertThat(fixture.takeTexts()).containsExactly("warn com.acme.Engine both",
                    "debug com.acme.Engine below the level of java.util.logging",
                    "info com.acme.Engine below the level of Logback");
        } finally {
            handler.close();
        }
    }

    @Test
    void shouldBeWrittenByTheirOwnBridgeWhenNoOtherGetsThem() {
        SLF4JBridgeHandler.install();
        final RingsideHandler handler = RingsideHandler.install(fixture.context());
        try {
            fixture.start();
            fixture.enable(VERBOSE);
            engine.warning("no other bridge");
            assertThat(fixture.takeTexts()).containsExactly("warn com.acme.Engine no other bridge");
            try (LogProvider provider = RingsideAppender.install(context, fixture.context().provider("Other"))) {
                engine.warning("of another name");
                assertThat(provider.name()).isEqualTo("Other");
            }
            try (LogProvider provider = RingsideAppender.install(context, fixture.context())) {
                engine.setUseParentHandlers(false);
                engine.addHandler(handler);
                engine.warning("not handed over");
                assertThat(provider.isClosed()).isFalse();
            }
            engine.removeHandler(handler);
            assertThat(fixture.takeTexts()).containsExactly("warn com.acme.Engine of another name",
                    "warn com.acme.Engine not handed over");
        } finally {
            handler.close();
        }
    }

    @Test
    void shouldBeWrittenOnceWhenTheForwarderHasALevelThatItDoesNotApply() {
        final SLF4JBridgeHandler forwarder = new SLF4JBridgeHandler();
        forwarder.setLevel(java.util.logging.Level.SEVERE);
        root.addHandler(forwarder);
        final RingsideHandler handler = RingsideHandler.install(fixture.context());
        try (LogProvider provider = RingsideAppender.install(context, fixture.context())) {
            fixture.start();
            fixture.enable(VERBOSE);
            engine.warning("below the level");
            engine.severe("above the level");
            assertThat(provider.isInPlace()).isTrue();
            assertThat(fixture.takeTexts()).containsExactly("warn com.acme.Engine below the level",
                    "error com.acme.Engine above the level");
        } finally {
            handler.close();
        }
    }

    @Test
    void shouldBeWrittenByTheirOwnBridgeWhenTheOtherOneCannotBeInPlace() {
        SLF4JBridgeHandler.install();
        final RingsideHandler handler = RingsideHandler.install(fixture.context());
        final RingsideAppender inTheWay = new RingsideAppender();
        all.addAppender(inTheWay);
        try (LogProvider provider = RingsideAppender.install(context, fixture.context())) {
            fixture.start();
            fixture.enable(VERBOSE);
            engine.warning("once");
            assertThat(fixture.takeTexts()).containsExactly("warn com.acme.Engine once");
            assertThat(provider.isInPlace()).isFalse();
        } finally {
            all.detachAppender(inTheWay);
            handler.close();
        }
    }
}
