package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LogFixture;
import io.ringside.bridge.log.LogFixture.Logged;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogBuilder;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.filter.MarkerFilter;
import org.apache.logging.log4j.message.StringMapMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class RingsideAppenderTest {
    private static final int VERBOSE = io.ringside.event.Level.VERBOSE;
    private static final int ROUNDS_MAX = 20;
    private static final int CALLS = 5_000;
    private static final com.sun.management.ThreadMXBean THREADS = (com.sun.management.ThreadMXBean) ManagementFactory
            .getThreadMXBean();
    private static final String LOGGERS = """
            <Logger name="com.acme.quiet" level="warn"/>
            <Root level="info"><AppenderRef ref="file"/><AppenderRef ref="ringside"/></Root>
            """;

    private final Path folder;
    private final LogFixture fixture;
    private final String before = System.getProperty("ringside.dir");
    private LoggerContext context;
    private Logger engine;
    private long read;

    RingsideAppenderTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        this.folder = folder;
        fixture = new LogFixture(folder);
    }

    @BeforeEach
    void configure() throws IOException {
        System.setProperty("ringside.dir", fixture.directory().toString());
        configure(LOGGERS, "");
    }

    private void configure(final String loggers, final String filter) throws IOException {
        configure(new LoggerContext("test"), loggers, filter);
    }

    private void configure(final LoggerContext made, final String loggers, final String filter) throws IOException {
        context = made;
        context.start(configuration(loggers, filter));
        engine = context.getLogger("com.acme.Engine");
    }

    private Configuration configuration(final String loggers, final String filter) throws IOException {
        final String text = """
                <Configuration status="warn">%s
                    <Appenders>
                        <File name="file" fileName="%s" append="false">
                            <PatternLayout pattern="%%level %%logger %%marker %%msg%%n"/>
                        </File>
                        <Ringside name="ringside" keywords="com.acme"/>
                    </Appenders>
                    <Loggers>%s</Loggers>
                </Configuration>
                """.formatted(filter, folder.resolve("out.log"), loggers);
        return new XmlConfiguration(context, new ConfigurationSource(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    @AfterEach
    void close() {
        context.stop();
        fixture.close();
        if (before == null) {
            System.clearProperty("ringside.dir");
        } else {
            System.setProperty("ringside.dir", before);
        }
    }

    private String output() throws IOException {
        final String all = Files.readString(folder.resolve("out.log"));
        final String text = all.substring((int) read);
        read = all.length();
        return text;
    }

    @Test
    void shouldWriteEventsThatTheApplicationLetsThrough() {
        fixture.start();
        fixture.enable(io.ringside.event.Level.INFORMATION);

        ThreadContext.put("user", "ann");
        engine.warn(MarkerManager.getMarker("AUDIT"), "rejected {}", 7, new IllegalStateException("why"));
        ThreadContext.clearAll();
        engine.fatal(new StringMapMessage(Map.of("order", "7")));

        final List<Logged> taken = fixture.take();
        assertThat(taken).extracting(logged -> logged.event() + " " + logged.version()).containsExactly("warn 1",
                "fatal 1");
        final Logged logged = taken.get(0);
        assertThat(logged.message()).isEqualTo("rejected 7");
        assertThat(logged.marker()).isEqualTo("AUDIT");
        assertThat(logged.context()).isEqualTo(Map.of("user", "ann"));
        assertThat(logged.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(logged.thrown()).startsWith("java.lang.IllegalStateException: why\n\tat ");
        assertThat(taken.get(1).values()).isEqualTo(Map.of("order", "7"));
    }

    @Test
    void shouldWriteWhatLevelsHoldBackAndLeaveTheOutputAsItIs() throws IOException {
        final Logger other = context.getLogger("org.other");
        final Logger quiet = context.getLogger("com.acme.quiet.Part");
        logAll(engine);
        logAll(other);
        logAll(quiet);
        final String expected = output();

        fixture.start();
        fixture.enable(VERBOSE, "logger like \"com.acme.%\"");
        assertThat(engine.isDebugEnabled()).isTrue();
        assertThat(engine.isTraceEnabled()).isFalse();
        assertThat(other.isDebugEnabled()).isFalse();
        logAll(engine);
        logAll(other);
        assertThat(fixture.takeTexts()).containsExactlyElementsOf(logged("com.acme.Engine"));
        logAll(quiet);
        assertThat(fixture.takeTexts()).containsExactlyElementsOf(logged("com.acme.quiet.Part"));

        assertThat(output()).isEqualTo(expected);
        fixture.stop();

        await().until(() -> !engine.isDebugEnabled() && !context.getConfiguration().hasFilter());
        await().until(() -> context.getConfiguration().getRootLogger().getFilter() == null);
        logAll(engine);
        logAll(other);
        logAll(quiet);
        assertThat(output()).isEqualTo(expected);
        assertThat(engine.getLevel()).isEqualTo(Level.INFO);
    }

    private static List<String> logged(final String logger) {
        return List.of("warn warn 1", "info info 1 2", "debug debug", "debug debug 1", "debug debug 1 2 3",
                "debug thrown", "debug null", "debug supplied", "debug supplied 1", "debug asked", "debug built 1",
                "debug twice 1", "debug twice 2", "fatal always").stream()
                .map(text -> text.replaceFirst(" ", " " + logger + " "))
                .toList();
    }

    private static void logAll(final Logger logger) {
        logger.warn("warn {}", 1);
        logger.info("info {} {}", 1, 2);
        logger.debug("debug");
        logger.debug("debug {}", 1);
        logger.debug("debug {} {} {}", 1, 2, 3);
        logger.debug("thrown", new IllegalStateException("why"));
        logger.debug((Object) null);
        logger.debug(() -> "supplied");
        logger.debug("supplied {}", () -> 1);
        if (logger.isDebugEnabled()) {
            logger.debug("asked");
        }
        logger.atDebug().log("built {}", 1);
        if (logger.isDebugEnabled()) {
            logger.debug("twice 1");
            logger.debug("twice 2");
        }
        logger.trace("trace");
        logger.always().log("always");
    }

    @Test
    void shouldNotRecurWhenAMessageLogsWhileItIsPutTogether() throws IOException {
        fixture.start();
        fixture.enable(VERBOSE);

        engine.debug("is {}", new Object() {
            @Override
            public String toString() {
                engine.debug("asked {}", this);
                return "text";
            }
        });

        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine asked text",
                "debug com.acme.Engine asked text", "debug com.acme.Engine is text");
        assertThat(output()).isEmpty();
    }

    @Test
    void shouldLeaveAConfigurationAloneThatHasAFilter() throws IOException {
        context.stop();
        configure(LOGGERS, "<MarkerFilter marker=\"AUDIT\" onMatch=\"ACCEPT\" onMismatch=\"NEUTRAL\"/>");
        fixture.start();
        fixture.enable(VERBOSE);

        engine.debug(MarkerManager.getMarker("AUDIT"), "audited");
        engine.debug("held back");

        assertThat(output()).isEqualTo("DEBUG com.acme.Engine AUDIT audited\n");
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine audited");
    }

    @Test
    void shouldLeaveALoggerAloneThatHasAFilter() throws IOException {
        final Filter own = acceptingAudit();
        context.getConfiguration().getRootLogger().addFilter(own);
        fixture.start();
        fixture.enable(VERBOSE);

        engine.debug(MarkerManager.getMarker("AUDIT"), "audited");
        context.getLogger("com.acme.quiet").info("held back");

        assertThat(output()).isEmpty();
        assertThat(fixture.takeTexts()).containsExactly("info com.acme.quiet held back");
        assertThat(context.getConfiguration().getRootLogger().getFilter()).isSameAs(own);
    }

    @Test
    void shouldHoldBackWhenAFilterIsAddedWhileASessionIsOn() throws IOException {
        fixture.start();
        fixture.enable(VERBOSE);
        engine.debug("before");
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine before");

        context.addFilter(acceptingAudit());
        engine.debug("held back");
        engine.debug(MarkerManager.getMarker("AUDIT"), "audited");

        assertThat(output()).isEqualTo("DEBUG com.acme.Engine AUDIT audited\n");
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine audited");
        fixture.stop();
        await().until(() -> context.getConfiguration().getFilter() instanceof MarkerFilter);
    }

    private static Filter acceptingAudit() {
        final Filter own = MarkerFilter.createFilter("AUDIT", Filter.Result.ACCEPT, Filter.Result.NEUTRAL);
        own.start();
        return own;
    }

    @Test
    void shouldHoldBackByTheLevelThatLoggersHaveTaken() throws IOException {
        fixture.start();
        fixture.enable(VERBOSE);

        // Without updateLoggers, loggers keep the level that they have.
        context.getConfiguration().getRootLogger().setLevel(Level.DEBUG);
        engine.debug("held back");
        assertThat(output()).isEmpty();
        context.updateLoggers();
        engine.debug("own");

        assertThat(output()).isEqualTo("DEBUG com.acme.Engine  own\n");
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine held back",
                "debug com.acme.Engine own");
    }

    @Test
    void shouldHoldBackCallsAfterManyQuestions() throws IOException {
        fixture.start();
        fixture.enable(VERBOSE);

        final LogBuilder first = engine.atDebug();
        for (int i = 0; i < 100; i++) {
            assertThat(context.getLogger("com.acme.Other" + i).isDebugEnabled()).isTrue();
        }
        first.log("built");

        assertThat(output()).isEmpty();
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine built");
    }

    @Test
    void shouldWriteWhatAsynchronousLoggersLetThroughAndLeaveTheRestToThem() throws IOException {
        context.stop();
        configure(new AsyncLoggerContext("asynchronous"), LOGGERS, "");
        fixture.start();
        fixture.enable(VERBOSE);
        final long beginNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());

        assertThat(engine.isDebugEnabled()).isFalse();
        engine.debug("held back");
        ThreadContext.put("user", "ann");
        engine.info("order {} of {}", 7, "ann");
        ThreadContext.clearAll();
        engine.error("failed", new IllegalStateException("why"));

        final List<Logged> taken = new ArrayList<>();
        await().until(() -> taken.addAll(fixture.take()) && taken.size() >= 2);
        assertThat(taken).extracting(Logged::text).containsExactly("info com.acme.Engine order 7 of ann",
                "error com.acme.Engine failed");
        assertThat(taken).extracting(Logged::thread).containsOnly(Thread.currentThread().getName());
        assertThat(taken).allMatch(logged -> logged.timeNs() >= beginNs);
        assertThat(taken.get(0).context()).isEqualTo(Map.of("user", "ann"));
        assertThat(taken.get(1).thrown()).startsWith("java.lang.IllegalStateException: why\n\tat ");
        context.stop();
        assertThat(output()).startsWith("INFO com.acme.Engine  order 7 of ann\nERROR com.acme.Engine  failed\n");
    }

    /**
     * Messages are reused. Log4j's default clock makes a {@code java.time.Instant} for each call, unless compilers see
     * that it is not needed; the tests have another one, in {@code log4j2.component.properties}.
     */
    @Test
    void shouldAllocateNothingForACall() throws IOException {
        context.stop();
        configure("<Root level=\"info\"><AppenderRef ref=\"ringside\"/></Root>", "");
        fixture.start(16 * 1024 * 1024);
        fixture.enable(VERBOSE);
        final Logger other = context.getLogger("org.other");

        assertThat(leastBytes(other::info)).isZero();
        assertThat(other.getLevel()).isEqualTo(Level.INFO);
        assertThat(leastBytes(other::debug)).isZero();
    }

    /** A call with two parameters. */
    @FunctionalInterface
    private interface Call {
        void log(String format, Object first, Object second);
    }

    /** Of rounds until one allocates nothing, and of so many. */
    private long leastBytes(final Call call) {
        long leastBytes = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && leastBytes > 0; round++) {
            final long begin = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.log("order {} of {} matched", "ann", "ACME");
            }
            leastBytes = Math.min(leastBytes, THREADS.getCurrentThreadAllocatedBytes() - begin);
            assertThat(fixture.take()).hasSize(CALLS);
        }
        return leastBytes;
    }

    @Test
    void shouldInstallItselfInAContextForAsLongAsASessionWantsItAndLeaveItAsItWas() throws IOException {
        context.stop();
        final String loggers = """
                <Logger name="com.acme" level="warn" additivity="false"><AppenderRef ref="file"/></Logger>
                <Root level="info"><AppenderRef ref="file"/></Root>
                """;
        configure(loggers, "");
        context.getConfiguration().getAppenders().remove("ringside").stop();
        final Logger other = context.getLogger("org.other");
        try (LogProvider provider = RingsideAppender.install(context, fixture.context())) {
            assertThat(provider.isWanted()).isFalse();
            fixture.start();
            fixture.enable(VERBOSE);

            engine.debug("debug");
            engine.error("error");
            other.info("info");
            assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine debug",
                    "error com.acme.Engine error", "info org.other info");
            assertThat(output()).isEqualTo("ERROR com.acme.Engine  error\nINFO org.other  info\n");

            final Configuration another = configuration(loggers, "");
            context.setConfiguration(another);
            another.getAppenders().remove("ringside").stop();
            await().until(() -> {
                engine.debug("again");
                return fixture.takeTexts().contains("debug com.acme.Engine again");
            });
            other.info("info");
            assertThat(fixture.takeTexts()).endsWith("info org.other info");
            assertThat(output()).isEqualTo("INFO org.other  info\n");

            fixture.stop();
            await().until(() -> isAsConfigured(another));
        }
    }

    private static boolean isAsConfigured(final Configuration configuration) {
        return !configuration.hasFilter() && configuration.getLoggers().values().stream()
                .allMatch(
                        logger -> logger.getFilter() == null && logger.getAppenders().keySet().equals(Set.of("file")));
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
    void shouldLetTheApplicationStartWithKeywordsThatAreWrong() {
        final RingsideAppender wrong = RingsideAppender.newBuilder().setName("wrong").setKeywords("a,a").build();
        wrong.start();
        assertThat(wrong.isStarted()).isTrue();
        assertThat(wrong.logProvider()).isNull();
        wrong.stop();
    }

    @Test
    void shouldWriteWithoutAConfiguration() {
        final RingsideAppender alone = RingsideAppender.newBuilder().setName("alone").setProvider("Alone.Log")
                .setRingside(fixture.ringside()).build();
        alone.start();
        fixture.start();
        fixture.enable("Alone.Log", VERBOSE);
        assertThat(alone.logProvider().isWanted()).isTrue();
        alone.stop();
    }

    @Test
    void shouldKeepLevelsThatTheApplicationSetsWhileASessionIsOn() throws IOException {
        fixture.start();
        fixture.enable(LogLevel.TRACE.level());

        context.getConfiguration().addLogger(engine.getName(), new LoggerConfig(engine.getName(), Level.DEBUG, true));
        context.updateLoggers();
        engine.debug("own");
        await().until(engine::isTraceEnabled);
        engine.trace("trace");

        assertThat(output()).isEqualTo("DEBUG com.acme.Engine  own\n");
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine own", "trace com.acme.Engine trace");
        fixture.stop();
        await().until(() -> !engine.isTraceEnabled());
        assertThat(engine.getLevel()).isEqualTo(Level.DEBUG);
    }
}
