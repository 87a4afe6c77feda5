package io.ringside.bridge.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.DuplicateMessageFilter;
import ch.qos.logback.classic.turbo.MarkerFilter;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import io.ringside.bridge.log.LogFixture;
import io.ringside.bridge.log.LogFixture.Logged;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.slf4j.spi.LoggingEventBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class RingsideAppenderTest {
    private static final int VERBOSE = io.ringside.event.Level.VERBOSE;
    private static final int TRACE = LogLevel.TRACE.level();

    private final LogFixture fixture;
    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger engine = context.getLogger("com.acme.Engine");
    private final OutputStreamAppender<ILoggingEvent> output = new OutputStreamAppender<>();
    private final RingsideAppender appender = new RingsideAppender();

    RingsideAppenderTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        fixture = new LogFixture(folder);
    }

    @BeforeEach
    void configure() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        final PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%level %logger %marker %msg%n");
        encoder.start();
        output.setContext(context);
        output.setEncoder(encoder);
        output.setOutputStream(bytes);
        output.start();
        appender.setContext(context);
        appender.setRingside(fixture.ringside());
        appender.start();
        root.setLevel(Level.INFO);
        root.addAppender(output);
        root.addAppender(appender);
    }

    @AfterEach
    void close() {
        context.stop();
        fixture.close();
    }

    private String output() {
        final String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void shouldWriteEventsThatTheApplicationLetsThrough() {
        fixture.start();
        fixture.enable(io.ringside.event.Level.INFORMATION);

        MDC.setContextMap(Map.of());
        context.getMDCAdapter().put("user", "ann");
        engine.atWarn().addMarker(MarkerFactory.getMarker("AUDIT")).addKeyValue("order", 7)
                .setCause(new IllegalStateException("why")).log("rejected {}", 7);
        context.getMDCAdapter().remove("user");

        final List<Logged> taken = fixture.take();
        assertThat(taken).extracting(Logged::text).containsExactly("warn com.acme.Engine rejected 7");
        final Logged logged = taken.get(0);
        assertThat(logged.marker()).isEqualTo("AUDIT");
        assertThat(logged.values()).isEqualTo(Map.of("order", "7"));
        assertThat(logged.context()).isEqualTo(Map.of("user", "ann"));
        assertThat(logged.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(logged.thrown()).startsWith("java.lang.IllegalStateException: why\n\tat ");
    }

    @Test
    void shouldWriteWhatLevelsHoldBackAndLeaveTheOutputAsItIs() {
        final Logger other = context.getLogger("org.other");
        logAll(engine);
        logAll(other);
        final String expected = output();

        fixture.start();
        fixture.enable(VERBOSE, "logger like \"com.acme.%\"");
        assertThat(engine.isDebugEnabled()).isTrue();
        assertThat(engine.isTraceEnabled()).isFalse();
        assertThat(other.isDebugEnabled()).isFalse();
        logAll(engine);
        logAll(other);

        assertThat(output()).isEqualTo(expected);
        assertThat(fixture.takeTexts()).containsExactly("warn com.acme.Engine warn 1",
                "info com.acme.Engine info 1 2", "debug com.acme.Engine debug", "debug com.acme.Engine debug 1",
                "debug com.acme.Engine debug 1 2", "debug com.acme.Engine debug 1 2 3",
                "debug com.acme.Engine thrown", "debug com.acme.Engine null", "debug com.acme.Engine asked",
                "debug com.acme.Engine built 1");
        fixture.stop();

        await().until(() -> !engine.isDebugEnabled() && context.getTurboFilterList().isEmpty());
        logAll(engine);
        logAll(other);
        assertThat(output()).isEqualTo(expected);
        assertThat(engine.getLevel()).isNull();
    }

    private static void logAll(final Logger logger) {
        logger.warn("warn {}", 1);
        logger.info("info {} {}", 1, 2);
        logger.debug("debug");
        logger.debug("debug {}", 1);
        logger.debug("debug {} {}", 1, 2);
        logger.debug("debug {} {} {}", 1, 2, 3);
        logger.debug("thrown", new IllegalStateException("why"));
        logger.debug(null);
        if (logger.isDebugEnabled()) {
            logger.debug("asked");
        }
        logger.atDebug().addKeyValue("order", 7).log("built {}", 1);
        logger.trace("trace");
    }

    @Test
    void shouldWriteAllThatAHeldBackCallHas() {
        fixture.start();
        fixture.enable(TRACE);

        context.getMDCAdapter().put("user", "ann");
        engine.debug(MarkerFactory.getMarker("AUDIT"), "order {}", 7, new IllegalStateException("why"));
        engine.atTrace().addKeyValue("order", 7).log("built");
        context.getMDCAdapter().remove("user");

        final List<Logged> taken = fixture.take();
        assertThat(taken).extracting(Logged::text).containsExactly("debug com.acme.Engine order 7",
                "trace com.acme.Engine built");
        assertThat(taken.get(0).marker()).isEqualTo("AUDIT");
        assertThat(taken.get(0).thrown()).startsWith("java.lang.IllegalStateException: why");
        assertThat(taken.get(0).context()).isEqualTo(Map.of("user", "ann"));
        assertThat(taken.get(1).values()).isEqualTo(Map.of("order", "7"));
        assertThat(output()).isEmpty();
    }

    @Test
    void shouldNotLetBuildersThroughToAnAppenderWithFiltersOfItsOwn() {
        final ThresholdFilter filter = new ThresholdFilter();
        filter.setLevel("TRACE");
        filter.start();
        output.addFilter(filter);
        fixture.start();
        fixture.enable(VERBOSE);

        engine.atDebug().log("built");
        engine.debug("plain");

        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine plain");
        assertThat(output()).isEmpty();
    }

    @Test
    void shouldLeaveToTheApplicationWhatItsOwnTurboFiltersDecide() {
        context.addTurboFilter(acceptingAudit());
        final DuplicateMessageFilter duplicates = new DuplicateMessageFilter();
        duplicates.setAllowedRepetitions(0);
        duplicates.start();
        context.addTurboFilter(duplicates);
        fixture.start();
        fixture.enable(VERBOSE);

        engine.debug(MarkerFactory.getMarker("AUDIT"), "audited");
        engine.debug("once");
        engine.debug("once");
        engine.atDebug().log("built");

        assertThat(output()).isEqualTo("DEBUG com.acme.Engine AUDIT audited\n");
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine audited",
                "debug com.acme.Engine once");
    }

    @Test
    void shouldKeepLevelsThatTheApplicationSetsWhileASessionIsOn() {
        fixture.start();
        fixture.enable(VERBOSE);

        engine.setLevel(Level.DEBUG);
        engine.debug("own");

        assertThat(output()).isEqualTo("DEBUG com.acme.Engine  own\n");
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine own");
        fixture.stop();
        await().until(() -> context.getTurboFilterList().isEmpty());
        assertThat(engine.getLevel()).isEqualTo(Level.DEBUG);
    }

    @Test
    void shouldNotRecurWhenAMessageLogsWhileItIsPutTogether() {
        fixture.start();
        fixture.enable(VERBOSE);

        engine.debug("is {}", new Object() {
            @Override
            public String toString() {
                engine.debug("asked {}", this);
                return "text";
            }
        });

        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine asked {}",
                "debug com.acme.Engine asked text", "debug com.acme.Engine asked text",
                "debug com.acme.Engine is text");
    }

    @Test
    void shouldHoldBackBuildersThatAreUsedInAnotherOrder() {
        final Logger other = context.getLogger("org.other");
        fixture.start();
        fixture.enable(TRACE);

        final LoggingEventBuilder first = engine.atDebug();
        final LoggingEventBuilder second = other.atDebug();
        final LoggingEventBuilder third = engine.atTrace();
        first.log("first");
        third.log("third");
        second.log("second");

        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine first", "trace com.acme.Engine third",
                "debug org.other second");
        assertThat(output()).isEmpty();
    }

    @Test
    void shouldNotTakeForItsOwnWhatATurboFilterOfTheApplicationLetsThrough() {
        fixture.start();
        fixture.enable(VERBOSE);
        engine.atDebug().log("built");
        assertThat(output()).isEmpty();

        context.addTurboFilter(acceptingAudit());
        engine.debug(MarkerFactory.getMarker("AUDIT"), "during");
        assertThat(output()).isEqualTo("DEBUG com.acme.Engine AUDIT during\n");
        context.getTurboFilterList().removeIf(MarkerFilter.class::isInstance);
        engine.atDebug().log("built");
        fixture.stop();
        await().until(() -> context.getTurboFilterList().isEmpty());
        context.addTurboFilter(acceptingAudit());
        engine.debug(MarkerFactory.getMarker("AUDIT"), "after");

        assertThat(output()).isEqualTo("DEBUG com.acme.Engine AUDIT after\n");
    }

    private static MarkerFilter acceptingAudit() {
        final MarkerFilter accepting = new MarkerFilter();
        accepting.setMarker("AUDIT");
        accepting.setOnMatch("ACCEPT");
        accepting.start();
        return accepting;
    }

    @Test
    void shouldGuardAppendersAgainAfterARestart() {
        fixture.start();
        fixture.enable(VERBOSE);
        engine.atDebug().log("built");
        assertThat(fixture.takeTexts()).hasSize(1);

        appender.stop();
        appender.start();

        await().until(() -> {
            engine.atDebug().log("built again");
            return !fixture.takeTexts().isEmpty();
        });
        assertThat(output()).isEmpty();
    }

    @Test
    void shouldInstallItselfInAContextForAsLongAsASessionWantsItAndLeaveItAsItWas() {
        root.detachAppender(appender);
        appender.stop();
        final Logger acme = context.getLogger("com.acme");
        acme.setAdditive(false);
        acme.addAppender(output);
        final Logger other = context.getLogger("org.other");
        try (LogProvider provider = RingsideAppender.install(context, fixture.context())) {
            assertThat(provider.isWanted()).isFalse();
            fixture.start();
            fixture.enable(VERBOSE);

            engine.debug("debug");
            engine.atDebug().log("built");
            engine.error("error");
            other.info("info");
            assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine debug",
                    "debug com.acme.Engine built", "error com.acme.Engine error", "info org.other info");
            assertThat(output()).isEqualTo("ERROR com.acme.Engine  error\nINFO org.other  info\n");

            // What an application does that reads another configuration.
            context.reset();
            output.setOutputStream(bytes);
            output.start();
            root.setLevel(Level.INFO);
            root.addAppender(output);
            await().until(() -> {
                engine.debug("again");
                return fixture.takeTexts().contains("debug com.acme.Engine again");
            });
            other.info("info");
            assertThat(fixture.takeTexts()).endsWith("info org.other info");
            assertThat(output()).isEqualTo("INFO org.other  info\n");

            fixture.stop();
            await().until(() -> context.getTurboFilterList().isEmpty());
            await().untilAsserted(
                    () -> assertThat(root.iteratorForAppenders()).toIterable().containsExactly(output));
            assertThat(output.getCopyOfAttachedFiltersList()).isEmpty();
            assertThat(root.getLevel()).isEqualTo(Level.INFO);
        }
    }

    @Test
    void shouldNotInstallItselfBesideABridgeOfTheApplication() {
        try (LogProvider provider = RingsideAppender.install(context, fixture.context())) {
            fixture.start();
            fixture.enable(VERBOSE);
            await().until(provider::isWanted);

            engine.info("once");

            assertThat(fixture.takeTexts()).containsExactly("info com.acme.Engine once");
        }
    }

    @Test
    void shouldStartWithoutKeywordsThatAreWrong() {
        appender.stop();
        appender.setKeywords("a,a");
        appender.start();
        assertThat(appender.isStarted()).isTrue();
    }

    @Test
    void shouldBeConfiguredByAFile() throws JoranException {
        final String before = System.setProperty("ringside.dir", fixture.directory().toString());
        final LoggerContext configured = new LoggerContext();
        try {
            final JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(configured);
            configurator.doConfigure(new ByteArrayInputStream("""
                    <configuration>
                        <appender name="ringside" class="io.ringside.bridge.logback.RingsideAppender">
                            <keywords>com.acme</keywords>
                        </appender>
                        <root level="info"><appender-ref ref="ringside"/></root>
                    </configuration>
                    """.getBytes(StandardCharsets.UTF_8)));
            fixture.start();
            fixture.enable(VERBOSE);

            configured.getLogger("com.acme.Engine").debug("from a file");

            assertThat(fixture.take()).extracting(logged -> logged.text() + " " + logged.version())
                    .containsExactly("debug com.acme.Engine from a file 1");
        } finally {
            configured.stop();
            if (before == null) {
                System.clearProperty("ringside.dir");
            } else {
                System.setProperty("ringside.dir", before);
            }
        }
    }
}
