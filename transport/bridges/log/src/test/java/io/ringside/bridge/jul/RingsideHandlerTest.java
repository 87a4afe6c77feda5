package io.ringside.bridge.jul;

import io.ringside.bridge.log.LogFixture;
import io.ringside.bridge.log.LogFixture.Logged;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static java.util.logging.Level.ALL;
import static java.util.logging.Level.FINE;
import static java.util.logging.Level.FINER;
import static java.util.logging.Level.INFO;
import static java.util.logging.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class RingsideHandlerTest {
    private static final String ACME = "com.acme";
    private static final String ENGINE = "com.acme.Engine";

    private final LogFixture fixture;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Logger root = Logger.getLogger("");
    private final List<Handler> before = new ArrayList<>();
    /** Held, as the log manager does not. */
    private final List<Logger> loggers = new ArrayList<>();
    private RingsideHandler handler;
    private StreamHandler output;

    RingsideHandlerTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        fixture = new LogFixture(folder);
    }

    @BeforeEach
    void install() {
        before.addAll(Arrays.asList(root.getHandlers()));
        before.forEach(root::removeHandler);
        output = new StreamHandler(bytes, new Formatter() {
            @Override
            public String format(final LogRecord record) {
                return record.getLevel() + " " + record.getLoggerName() + " " + formatMessage(record) + "\n";
            }
        });
        output.setLevel(ALL);
        root.addHandler(output);
        handler = RingsideHandler.install(fixture.context());
    }

    @AfterEach
    void close() {
        handler.close();
        root.removeHandler(output);
        before.forEach(root::addHandler);
        // Filters stay for a moment, and the next test has loggers of the same names.
        await().until(() -> loggers.stream().allMatch(logger -> logger.getFilter() == null));
        loggers.forEach(logger -> logger.setLevel(null));
        fixture.close();
    }

    private Logger logger(final String name) {
        final Logger logger = Logger.getLogger(name);
        loggers.add(logger);
        return logger;
    }

    private String output() {
        output.flush();
        final String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void shouldWriteRecordsThatTheApplicationLetsThrough() {
        final Logger logger = logger(ENGINE);
        fixture.start();
        fixture.enable(Level.INFORMATION);

        logger.log(WARNING, "order {0} of {1}", new Object[]{7, "ann"});
        logger.log(WARNING, "failed", new IllegalStateException("why"));
        logger.fine("not wanted");

        final List<Logged> taken = fixture.take();
        assertThat(taken).extracting(Logged::text).containsExactly("warn com.acme.Engine order 7 of ann",
                "warn com.acme.Engine failed");
        assertThat(taken.get(0).thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(taken.get(1).thrown()).startsWith("java.lang.IllegalStateException: why\n\tat ");
        assertThat(output()).isEqualTo("WARNING com.acme.Engine order 7 of ann\nWARNING com.acme.Engine failed\n");
    }

    @Test
    void shouldNotRecurWhenAParameterLogsWhileItsTextIsPutTogether() {
        final Logger logger = logger(ENGINE);
        fixture.start();
        fixture.enable(Level.VERBOSE);

        logger.log(FINE, "is {0}", new Object() {
            @Override
            public String toString() {
                logger.log(FINE, "asked {0}", this);
                return "text";
            }
        });

        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine asked {0}",
                "debug com.acme.Engine asked text", "debug com.acme.Engine asked text",
                "debug com.acme.Engine is text");
        assertThat(output()).isEmpty();
    }

    @Test
    void shouldLowerLevelsForAsLongAsASessionWantsItAndLeaveTheOutputAsItIs() {
        final Logger acme = logger(ACME);
        final Logger engine = logger(ENGINE);
        final Logger other = logger("org.other");
        acme.setLevel(WARNING);
        logAll(acme, engine, other);
        final String expected = output();

        fixture.start();
        fixture.enable(Level.VERBOSE, "logger like \"com.acme%\"");
        assertThat(engine.isLoggable(FINE)).isTrue();
        assertThat(engine.isLoggable(FINER)).isFalse();
        assertThat(other.isLoggable(FINE)).isFalse();
        logAll(acme, engine, other);

        assertThat(output()).isEqualTo(expected);
        assertThat(fixture.takeTexts()).containsExactly("warn com.acme warning", "info com.acme info",
                "debug com.acme fine", "warn com.acme.Engine warning", "info com.acme.Engine info",
                "debug com.acme.Engine fine");
        fixture.stop();

        await().until(() -> WARNING.equals(acme.getLevel()) && engine.getLevel() == null && other.getLevel() == null);
        await().until(() -> acme.getFilter() == null && engine.getFilter() == null && output.getFilter() == null);
        logAll(acme, engine, other);
        assertThat(output()).isEqualTo(expected);
    }

    @Test
    void shouldWriteRecordsOfLoggersThatDoNotUseTheHandlersOfTheirParents() {
        final Logger acme = logger(ACME);
        final Logger engine = logger(ENGINE);
        acme.setUseParentHandlers(false);
        engine.setFilter(record -> !record.getMessage().startsWith("secret"));
        final RingsideHandler own = new RingsideHandler(fixture.context());
        try {
            fixture.start();
            fixture.enable(Level.VERBOSE);
            engine.warning("one");
            engine.warning("secret");
            engine.fine("two");
            acme.addHandler(own);
            engine.warning("three, once");

            assertThat(fixture.takeTexts()).filteredOn(text -> !text.endsWith("two")).containsExactly(
                    "warn com.acme.Engine one", "warn com.acme.Engine three, once");
            assertThat(output()).isEmpty();
            fixture.stop();
        } finally {
            acme.removeHandler(own);
            own.close();
            acme.setUseParentHandlers(true);
            engine.setFilter(null);
        }
    }

    @Test
    void shouldWriteRecordsOfALoggerThatLeavesTheHandlersOfItsParentsAndLowersItsLevelWhileASessionIsOn() {
        final Logger acme = logger(ACME);
        final Logger engine = logger(ENGINE);
        fixture.start();
        fixture.enable(Level.VERBOSE);
        engine.warning("before");
        acme.setUseParentHandlers(false);
        try {
            engine.warning("meanwhile");
            engine.setLevel(FINE);
            engine.fine("lowered");
        } finally {
            acme.setUseParentHandlers(true);
        }
        engine.warning("after");

        assertThat(fixture.takeTexts()).containsExactly("warn com.acme.Engine before",
                "warn com.acme.Engine meanwhile", "debug com.acme.Engine lowered", "warn com.acme.Engine after");
        assertThat(output()).isEqualTo("WARNING com.acme.Engine before\nWARNING com.acme.Engine after\n");
        fixture.stop();
    }

    private static void logAll(final Logger... all) {
        for (final Logger logger : all) {
            logger.warning("warning");
            logger.info("info");
            logger.fine("fine");
            logger.finer("finer");
        }
    }

    @Test
    void shouldHoldBackALoggerThatIsCreatedWhileASessionIsOn() {
        logger(ACME);
        fixture.start();
        fixture.enable(Level.VERBOSE);

        final Logger created = logger("com.acme.Created" + System.nanoTime());
        created.fine("fine");
        created.info("info");

        assertThat(output()).isEqualTo("INFO " + created.getName() + " info\n");
        assertThat(fixture.takeTexts()).containsExactly("debug " + created.getName() + " fine",
                "info " + created.getName() + " info");
        fixture.stop();
    }

    @Test
    void shouldKeepLevelsAndFiltersThatTheApplicationSetsWhileASessionIsOn() {
        final Logger acme = logger(ACME);
        final Logger engine = logger(ENGINE);
        final Filter own = record -> !record.getMessage().startsWith("secret");
        engine.setFilter(own);
        fixture.start();
        fixture.enable(Level.VERBOSE);

        acme.setLevel(WARNING);
        engine.setLevel(FINER);
        engine.finer("finer");
        engine.finer("secret");
        await().until(() -> acme.isLoggable(FINE));
        acme.info("info");
        assertThat(output()).isEqualTo("FINER com.acme.Engine finer\n");
        fixture.stop();

        await().until(() -> WARNING.equals(acme.getLevel()));
        await().until(() -> engine.getFilter() == own);
        assertThat(engine.getLevel()).isEqualTo(FINER);
        engine.setFilter(null);
    }

    @Test
    void shouldLeaveALoggerAloneThatTheApplicationHasGivenAnotherFilter() {
        final Logger engine = logger(ENGINE);
        fixture.start();
        fixture.enable(Level.VERBOSE);
        final Filter own = record -> true;

        engine.setFilter(own);
        await().until(() -> engine.getLevel() == null);
        engine.fine("fine");

        assertThat(output()).isEmpty();
        fixture.stop();
        await().until(() -> output.getFilter() == null);
        assertThat(engine.getFilter()).isSameAs(own);
        engine.setFilter(null);
    }

    @Test
    void shouldWriteWhatIsLoggedBySystemLoggers() {
        final System.Logger logger = System.getLogger(ENGINE);
        loggers.add(LogManager.getLogManager().getLogger(ENGINE));
        fixture.start();
        fixture.enable(Level.VERBOSE);

        logger.log(System.Logger.Level.DEBUG, "order {0}", 7);
        logger.log(System.Logger.Level.ERROR, "closed");

        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine order 7",
                "error com.acme.Engine closed");
        assertThat(output()).isEqualTo("SEVERE com.acme.Engine closed\n");
        fixture.stop();
    }

    @Test
    void shouldLeaveNothingBehindWhenAConfigurationIsReadAndABridgeComesAgain() throws IOException {
        final Logger engine = logger(ENGINE);
        fixture.start();
        fixture.enable(Level.VERBOSE);
        assertThat(engine.isLoggable(FINE)).isTrue();

        // As an agent does: reading removes the levels and closes the handlers.
        root.removeHandler(output);
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(
                "com.acme.Engine.level=FINER".getBytes(StandardCharsets.ISO_8859_1)));
        root.addHandler(output);
        handler.close();
        handler = RingsideHandler.install(fixture.context());
        await().until(() -> handler.provider().isWanted());
        engine.finer("own");
        assertThat(output()).isEqualTo("FINER com.acme.Engine own\n");
        fixture.stop();

        await().until(() -> engine.getFilter() == null && output.getFilter() == null);
        assertThat(engine.getLevel()).isEqualTo(FINER);
        engine.finer("after");
        assertThat(output()).isEqualTo("FINER com.acme.Engine after\n");
        root.removeHandler(output);
        LogManager.getLogManager().readConfiguration();
    }

    @Test
    void shouldLetTwoBridgesLowerTheSameLogger() {
        final Logger engine = logger(ENGINE);
        final RingsideHandler other = RingsideHandler.install(fixture.context().provider("Other.Log"));
        fixture.start();
        fixture.enable(Level.VERBOSE);
        fixture.enable("Other.Log", LogLevel.TRACE.level());
        assertThat(engine.isLoggable(FINER)).isTrue();

        other.close();
        await().until(() -> !engine.isLoggable(FINER));
        engine.fine("fine");

        assertThat(output()).isEmpty();
        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine fine");
        fixture.stop();
        await().until(() -> engine.getLevel() == null && engine.getFilter() == null);
    }

    /** As the agent that is attached again while the filters of the one before are still there. */
    @Test
    void shouldLeaveNoFilterBehindWhenAnotherBridgeHasPutItsOwnInFrontMeanwhile() {
        final Logger engine = logger(ENGINE);
        final Filter own = record -> true;
        engine.setFilter(own);
        output.setFilter(own);
        fixture.start();
        final Filter ofFirst;
        try (LogProvider second = LogProvider.open(fixture.context().provider("Second"), new JulLevels())) {
            try (LogProvider first = LogProvider.open(fixture.context().provider("First"), new JulLevels())) {
                fixture.enable("First", Level.VERBOSE);
                await().until(() -> engine.getFilter() != own && first.isWanted());
                ofFirst = engine.getFilter();
                fixture.enable("Second", Level.VERBOSE);
                await().until(() -> engine.getFilter() != ofFirst && second.isWanted());
            }
            await().until(() -> ((Supplier<?>) ofFirst).get() == own);
        }
        await().until(() -> engine.getFilter() == own && output.getFilter() == own);
        engine.setFilter(null);
    }

    @Test
    void shouldNotWriteWhatTheFilterOfTheApplicationRejects() {
        final Logger engine = logger(ENGINE);
        final Filter own = record -> !record.getMessage().startsWith("secret");
        engine.setFilter(own);
        fixture.start();
        fixture.enable(Level.VERBOSE);

        engine.fine("secret");
        engine.fine("fine");

        assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine fine");
        fixture.stop();
        await().until(() -> engine.getFilter() == own);
        engine.setFilter(null);
    }

    @Test
    void shouldLetPassWhatAFilterOfTheApplicationStillAsksItFor() {
        final Logger engine = logger(ENGINE);
        fixture.start();
        fixture.enable(Level.VERBOSE);
        final Filter ours = engine.getFilter();

        engine.setFilter(record -> ours.isLoggable(record));
        fixture.stop();
        await().until(() -> output.getFilter() == null);
        engine.info("info");

        assertThat(output()).isEqualTo("INFO com.acme.Engine info\n");
        engine.setFilter(null);
    }

    @Test
    void shouldNotLowerTheRootLogger() {
        fixture.start();
        fixture.enable(Level.VERBOSE);

        final Logger anonymous = Logger.getAnonymousLogger();
        anonymous.fine("fine");
        root.fine("fine");
        anonymous.setLevel(FINE);
        anonymous.fine("wanted");

        assertThat(root.getLevel()).isEqualTo(INFO);
        assertThat(output()).isEqualTo("FINE null wanted\n");
        assertThat(fixture.takeTexts()).containsExactly("debug  wanted");
        fixture.stop();
    }
}
