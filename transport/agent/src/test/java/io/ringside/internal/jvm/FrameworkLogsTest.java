package io.ringside.internal.jvm;

import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogFixture;
import io.ringside.bridge.log.LogProvider;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.jvm.LoggingApplication.Framework;
import io.ringside.internal.machine.OperatorLog;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("jdk25")
@Isolated("It redirects lines for the operator.")
@Timeout(120)
class FrameworkLogsTest {
    private static final int COLLECTIONS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Path folder;
    private final LogFixture fixture;
    private final AtomicLong nowNs = new AtomicLong();
    private final AtomicInteger searches = new AtomicInteger();
    private final List<Class<?>> classes = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final FrameworkLogs logs;

    FrameworkLogsTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        this.folder = folder;
        fixture = new LogFixture(folder);
        OperatorLog.redirect(lines::add);
        logs = new FrameworkLogs(fixture.ringside(), instrumentation(), nowNs::get);
        fixture.start();
    }

    @AfterEach
    void close() {
        logs.close();
        fixture.close();
        OperatorLog.redirect(line -> System.getLogger("io.ringside").log(System.Logger.Level.WARNING, line));
    }

    /** Of a JVM whose classes are those of the test. */
    private Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(Instrumentation.class.getClassLoader(),
                new Class<?>[]{Instrumentation.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("getAllLoadedClasses");
                    searches.incrementAndGet();
                    return classes.toArray(Class<?>[]::new);
                });
    }

    private LoggingApplication application(final Framework framework) throws ClassNotFoundException {
        final LoggingApplication application = new LoggingApplication(framework, folder.resolve("application"));
        classes.add(application.contextType());
        return application;
    }

    /** Until a call below the level of its logger is an event. */
    private void awaitBridged(final LoggingApplication application) {
        final AtomicInteger number = new AtomicInteger();
        await().atMost(PATIENCE).until(() -> {
            final String text = "order " + number.incrementAndGet();
            application.log("debug", text);
            return fixture.takeTexts().contains("debug com.acme.Engine " + text);
        });
    }

    private static void requireCollected(final WeakReference<?> reference) {
        for (int i = 0; i < COLLECTIONS && reference.get() != null; i++) {
            System.gc();
        }
        assertThat(reference.get()).isNull();
    }

    /** This thread, which has logged, goes on. */
    @ParameterizedTest
    @EnumSource(Framework.class)
    void shouldNotKeepAnApplicationThatIsUndeployedWhileASessionWantsItsCalls(final Framework framework)
            throws IOException, ReflectiveOperationException {
        final WeakReference<ClassLoader> undeployed = deployAndUndeploy(framework);
        requireCollected(undeployed);
        awaitBridged(deployed(framework));
    }

    private WeakReference<ClassLoader> deployAndUndeploy(final Framework framework)
            throws IOException, ReflectiveOperationException {
        final LoggingApplication application = deployed(framework);
        fixture.enable(Level.VERBOSE);
        awaitBridged(application);
        classes.clear();
        application.close();
        return new WeakReference<>(application);
    }

    private LoggingApplication deployed(final Framework framework) throws ReflectiveOperationException {
        final LoggingApplication application = application(framework);
        application.log("info", "deployed");
        nowNs.addAndGet(FrameworkLogs.INTERVAL_MAX_NS);
        return application;
    }

    @ParameterizedTest
    @EnumSource(Framework.class)
    void shouldLeaveNothingOfItselfInAnApplicationThatGoesOn(final Framework framework)
            throws ReflectiveOperationException {
        final LoggingApplication application = deployed(framework);
        fixture.enable(Level.VERBOSE);
        awaitBridged(application);
        final WeakReference<ClassLoader> bridge = new WeakReference<>(
                application.filter().getClass().getClassLoader());
        assertThat(bridge.get()).isInstanceOf(BridgeLoader.class);

        logs.close();
        await().atMost(PATIENCE).untilAsserted(() -> {
            // Logback keeps what a logger has had until that is asked again.
            application.log("info", "undisturbed");
            requireCollected(bridge);
        });
    }

    @ParameterizedTest
    @EnumSource(Framework.class)
    void shouldLeaveAFrameworkAloneThatTheApplicationHasNotInitializedYet(final Framework framework)
            throws ReflectiveOperationException {
        final LoggingApplication application = application(framework);
        fixture.enable(Level.VERBOSE);
        final int before = searches.get();
        nowNs.addAndGet(FrameworkLogs.INTERVAL_MAX_NS);
        await().atMost(PATIENCE).until(() -> searches.get() > before);

        assertThat(UnsafeApi.shouldBeInitialized(application.factory())).isTrue();
        assertThat(UnsafeApi.shouldBeInitialized(application.contextType())).isTrue();
        application.log("info", "own");
        awaitBridged(application);
        assertThat(lines).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Framework.class)
    void shouldTellOnceThatAFrameworkCannotBeBridgedAndTryAgain(final Framework framework)
            throws ReflectiveOperationException {
        final LoggingApplication application = application(framework);
        application.log("info", "own");
        final String needed = framework == Framework.LOGBACK
                ? "ch.qos.logback.core.UnsynchronizedAppenderBase"
                : "org.apache.logging.log4j.core.appender.AbstractAppender";
        application.breaks(needed);
        fixture.enable(Level.VERBOSE);
        await().atMost(PATIENCE).until(() -> !lines.isEmpty());
        // Twice.
        for (int i = 0; i < 2; i++) {
            final int before = searches.get();
            nowNs.addAndGet(FrameworkLogs.INTERVAL_MAX_NS);
            await().atMost(PATIENCE).until(() -> searches.get() > before);
        }
        assertThat(lines).singleElement().asString().contains("logs of a framework are unavailable: framework=",
                needed.replace('.', '/'));

        application.breaks("");
        nowNs.addAndGet(FrameworkLogs.INTERVAL_MAX_NS);
        awaitBridged(application);
    }

    @Test
    void shouldAskForClassesLessAndLessOftenWhileThereIsNothingNew() {
        try (LogProvider provider = LogProvider.open(new LogContext().ringside(fixture.ringside())
                .provider("Other.Log"), nothing -> {})) {
            fixture.enable("Other.Log", Level.VERBOSE);
            await().atMost(PATIENCE).until(provider::isWanted);
            final int before = searches.get();
            logs.apply(provider);
            assertThat(searches).hasValue(before + 1);
            for (int second = 0; second < TimeUnit.MINUTES.toSeconds(15); second++) {
                nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
                logs.apply(provider);
            }
            // At 5, 15, 35 and 75 s, and then each 80 s.
            assertThat(searches.get() - before).isBetween(10, 16);
        }
    }
}
