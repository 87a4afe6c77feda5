package io.ringside.bridge.log;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.ringside.activity.TraceParent;
import io.ringside.bridge.log.LogFixture.Logged;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventNameFilter;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class LogProviderTest {
    private static final String LOGGER = "com.acme.Engine";
    private static final String NO_ACTIVITY = "null";

    private final LogFixture fixture;
    private final List<Boolean> applied = new CopyOnWriteArrayList<>();
    private final AtomicLong unwantedNs = new AtomicLong();
    private final AtomicLong releasedNs = new AtomicLong();

    LogProviderTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        fixture = new LogFixture(folder);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private LogProvider open(final LogContext context) {
        return LogProvider.open(context, new LevelControl() {
            @Override
            public void apply(final LogProvider provider) {
                applied.add(provider.isWanted());
                if (!provider.isWanted()) {
                    unwantedNs.compareAndSet(0, System.nanoTime());
                }
            }

            @Override
            public void release(final LogProvider provider) {
                releasedNs.set(System.nanoTime());
            }
        });
    }

    @Test
    void shouldWriteAllThatACallHas() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.INFORMATION);
            final Exception thrown = new IllegalStateException("no price", new RuntimeException("closed"));

            try (LogEntry entry = provider.begin(LogLevel.WARN, LOGGER)) {
                entry.message("order 7 rejected").thread("matcher").thrown(thrown).marker("AUDIT").marker("SLOW")
                        .context("user", "ann").value("order", 7).value("absent", null).write();
            }

            final Logged logged = fixture.take().get(0);
            assertThat(logged.text()).isEqualTo("warn com.acme.Engine order 7 rejected");
            assertThat(logged.thread()).isEqualTo("matcher");
            assertThat(logged.thrown()).startsWith("java.lang.IllegalStateException: no price\n\tat " + getClass()
                    .getName()).contains("\nCaused by: java.lang.RuntimeException: closed\n\t... ");
            assertThat(logged.marker()).isEqualTo("AUDIT,SLOW");
            assertThat(logged.context()).isEqualTo(Map.of("user", "ann"));
            assertThat(logged.values()).isEqualTo(Map.of("order", "7", "absent", "null"));
            assertThat(logged.cut()).isFalse();
        }
    }

    @Test
    void shouldHaveAnEventForEachLevel() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.VERBOSE);

            for (final LogLevel level : LogLevel.values()) {
                assertThat(provider.isEnabled(level, LOGGER)).isEqualTo(level != LogLevel.TRACE);
                write(provider, level, LOGGER, "x");
            }

            assertThat(fixture.take()).extracting(Logged::event).containsExactly("fatal", "error", "warn", "info",
                    "debug");
        }
    }

    @Test
    void shouldGiveLoggersTheKeywordOfTheLongestPrefix() {
        final LogContext context = fixture.context().keywords(LogKeywords.parse("com.acme, com.acme.db ,org.x"));
        try (LogProvider provider = open(context)) {
            fixture.start();
            fixture.enable(Enablement.of(Level.INFORMATION, 0x2, 0, EnableProperty.IGNORE_KEYWORD_ZERO));

            for (final String logger : List.of("com.acme.db", "com.acme.db.Pool", "com.acme.dbx", "com.acme",
                    "com.acmeX", "")) {
                write(provider, LogLevel.INFO, logger, "x");
            }

            assertThat(fixture.take()).extracting(Logged::logger).containsExactly("com.acme.db", "com.acme.db.Pool");
            assertThat(provider.wants(LogLevel.INFO, "com.acme")).isFalse();
            assertThat(provider.wants(LogLevel.INFO, "com.acme.db.Pool")).isTrue();
            assertThat(provider.registration().schema().keywords()).containsEntry("com.acme.db", 0x2L);
        }
    }

    @Test
    void shouldRejectKeywordsThatAreTooManyOrTwice() {
        assertThatThrownBy(() -> LogKeywords.parse("a,b,a")).hasMessageContaining("logger=a");
        final List<String> many = new ArrayList<>();
        for (int i = 0; i <= LogKeywords.PREFIXES_MAX; i++) {
            many.add("p" + i);
        }
        assertThatThrownBy(() -> LogKeywords.parse(String.join(",", many))).hasMessageContaining("max=16");
    }

    @Test
    void shouldWantOnlyLoggersThatAFilterMayLetPass() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.VERBOSE, "logger like \"com.acme.%\" and message contains \"late\"");

            assertThat(provider.wants(LogLevel.DEBUG, LOGGER)).isTrue();
            assertThat(provider.wants(LogLevel.TRACE, LOGGER)).isFalse();
            assertThat(provider.wants(LogLevel.DEBUG, "org.acme")).isFalse();
            assertThat(provider.leastWanted(LOGGER)).isEqualTo(LogLevel.DEBUG);
            assertThat(provider.leastWanted("org.acme")).isNull();
            // A call that the application lets through is left to the session's own filter.
            assertThat(provider.isEnabled(LogLevel.DEBUG, "org.acme")).isTrue();

            write(provider, LogLevel.DEBUG, LOGGER, "is late");
            write(provider, LogLevel.DEBUG, LOGGER, "in time");
            assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine is late");

            fixture.enable(Level.VERBOSE);
            assertThat(provider.wants(LogLevel.DEBUG, "org.acme")).isTrue();
            fixture.stop();
            await().until(() -> !provider.isWanted());
            assertThat(provider.wants(LogLevel.DEBUG, LOGGER)).isFalse();
            assertThat(provider.leastWanted(LOGGER)).isNull();
        }
    }

    @Test
    void shouldHaveLevelsAppliedWhenEnablingReturns() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.VERBOSE);
            assertThat(applied).startsWith(true);

            fixture.disable();
            await().until(() -> !provider.isWanted());
            await().until(() -> releasedNs.get() != 0);
            assertThat(applied).endsWith(false);
        }
    }

    @Test
    void shouldLeaveCallsThatAreUnderWayASecondHoweverOftenSessionsChange() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.VERBOSE);

            fixture.disable();
            await().until(() -> unwantedNs.get() != 0);
            fixture.enable(Enablement.of(Level.VERBOSE, 0, 0).withFilters(EnablementFilters.builder()
                    .eventNames(EventNameFilter.in(List.of("none"))).build()));
            assertThat(provider.isWanted()).isFalse();

            await().until(() -> releasedNs.get() != 0);
            assertThat(releasedNs.get() - unwantedNs.get()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(990));
        }
    }

    @Test
    void shouldApplyLevelsAgainAfterAnError() {
        final AtomicInteger rounds = new AtomicInteger();
        OperatorLog.redirect(line -> {
            throw new IllegalStateException("log fails too");
        });
        try (LogProvider provider = LogProvider.open(fixture.context(), ignored -> {
            rounds.incrementAndGet();
            throw new NoClassDefFoundError("x");
        })) {
            fixture.start();
            fixture.enable(Level.VERBOSE);

            await().until(() -> rounds.get() > 1);
            assertThat(provider.isWanted()).isTrue();
        } finally {
            OperatorLog.redirect(System.err::println);
        }
    }

    @Test
    void shouldApplyLevelsOfASessionThatIsThereBefore() {
        fixture.start();
        fixture.enable(Level.VERBOSE);
        try (LogProvider provider = open(fixture.context())) {
            await().until(() -> applied.contains(true));
            write(provider, LogLevel.DEBUG, LOGGER, "first");
            assertThat(fixture.takeTexts()).containsExactly("debug com.acme.Engine first");
        }
        await().until(() -> releasedNs.get() != 0);
    }

    @Test
    void shouldCloseWhileTheFrameworkKeepsLevelsFromBeingApplied() throws InterruptedException {
        final CountDownLatch lock = new CountDownLatch(1);
        final LogProvider provider = LogProvider.open(fixture.context(), ignored -> {
            try {
                lock.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        fixture.start();
        final Thread enabling = new Thread(() -> fixture.enable(Level.VERBOSE));
        enabling.start();
        await().until(provider::isWanted);

        // As a framework does that stops its appenders under its own lock.
        provider.close();
        lock.countDown();
        enabling.join(TimeUnit.SECONDS.toMillis(20));
        assertThat(enabling.isAlive()).isFalse();
    }

    @Test
    void shouldCutLongTextsAndSayThatTheyAreCut() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.INFORMATION);
            final String longText = "ä😀€x".repeat(20_000);

            try (LogEntry entry = provider.begin(LogLevel.INFO, longText)) {
                entry.message(longText).thread(longText).thrown(new RuntimeException(longText)).marker(longText);
                for (int i = 0; i < 100; i++) {
                    entry.context(longText + i, longText).value(i, longText);
                }
                assertThat(WriteResult.isOk(entry.write())).isTrue();
            }
            write(provider, LogLevel.INFO, LOGGER, "short");

            final List<Logged> taken = fixture.take();
            final Logged logged = taken.get(0);
            assertThat(logged.cut()).isTrue();
            for (final String text : List.of(logged.logger(), logged.message(), logged.thread(), logged.thrown(),
                    logged.marker())) {
                assertThat(text).endsWith("…").doesNotContain("�").doesNotContain("?");
            }
            assertThat(logged.message().length()).isBetween(8_000, 24 * 1024);
            assertThat(taken.get(1).cut()).isFalse();
        }
    }

    @Test
    void shouldCountWhatNoLaneCanHoldAsTooLarge() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start(64 * 1024);
            fixture.enable(Level.INFORMATION);

            final long result = write(provider, LogLevel.INFO, LOGGER, "x".repeat(20_000));

            assertThat(WriteResult.lost(result, LossCause.TOO_LARGE)).isEqualTo(1);
            assertThat(fixture.take()).isEmpty();
            final LedgerTotals totals = fixture.stop();
            assertThat(totals.wanted()).isEqualTo(1);
            assertThat(totals.lost().total()).isEqualTo(1);
        }
    }

    @Test
    void shouldNotWriteWhatRingsideLogsItself() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.VERBOSE);

            assertThat(provider.isEnabled(LogLevel.ERROR, "io.ringside")).isFalse();
            assertThat(provider.wants(LogLevel.ERROR, "io.ringside.bridge")).isFalse();
            assertThat(provider.isEnabled(LogLevel.ERROR, "io.ringsides")).isTrue();
        }
    }

    @Test
    void shouldWriteWhatATextLogsThatIsPutTogetherButNotWithoutEnd() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.INFORMATION);

            new Recursive(provider).log();

            assertThat(fixture.take()).extracting(logged -> logged.values().get("value")).containsExactly(
                    Recursive.class.getName(), "text", "text", "text");
        }
    }

    /** Logs while its text is asked for. */
    private record Recursive(LogProvider provider) {
        void log() {
            try (LogEntry entry = provider.begin(LogLevel.INFO, LOGGER)) {
                entry.message("x").value("value", this).write();
            }
        }

        @Override
        public String toString() {
            log();
            return "text";
        }
    }

    @Test
    void shouldWriteACallWhoseValuesHaveNoText() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.INFORMATION);

            try (LogEntry entry = provider.begin(LogLevel.INFO, null)) {
                entry.message(null).value("broken", new Object() {
                    @Override
                    public String toString() {
                        throw new IllegalStateException();
                    }
                }).write();
            }

            final Logged logged = fixture.take().get(0);
            assertThat(logged.text()).isEqualTo("info  null");
            assertThat(logged.values()).containsEntry("broken",
                    "[FAILED toString(): java.lang.IllegalStateException]");
        }
    }

    @Test
    void shouldTakeIdsOfTheContextForActivities() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.INFORMATION);

            try (LogEntry entry = provider.begin(LogLevel.INFO, LOGGER)) {
                entry.context("trace_id", "4bf92f3577b34da6a3ce929d0e0e4736").context("span_id", "00f067aa0ba902b7")
                        .write();
            }
            try (LogEntry entry = provider.begin(LogLevel.INFO, LOGGER)) {
                entry.context("traceId", "not hexadecimal").context("spanId", "00f067aa0ba902b7").write();
            }

            final List<Logged> taken = fixture.take();
            assertThat(taken.get(0).activity()).isEqualTo("4bf92f35-77b3-4da6-a3ce-929d0e0e4736");
            assertThat(taken.get(0).related()).isEqualTo("00000000-0000-0000-00f0-67aa0ba902b7");
            assertThat(taken.get(1).activity()).isEqualTo(NO_ACTIVITY);
            assertThat(taken.get(1).related()).isEqualTo("null");
        }
    }

    @Test
    void shouldTakeTheCurrentSpanOfOpenTelemetryForActivities() {
        try (LogProvider provider = open(fixture.context());
                SdkTracerProvider tracers = SdkTracerProvider.builder().build()) {
            fixture.start();
            fixture.enable(Level.INFORMATION);
            final Span span = tracers.get("acme").spanBuilder("match").startSpan();
            try (Scope scope = span.makeCurrent()) {
                assertThat(scope).isNotNull();
                write(provider, LogLevel.INFO, LOGGER, "before the application has set it up");
            }
            assertThat(fixture.take()).extracting(Logged::activity).containsExactly(NO_ACTIVITY);
            GlobalOpenTelemetry.set(OpenTelemetry.noop());

            try (Scope scope = span.makeCurrent()) {
                assertThat(scope).isNotNull();
                write(provider, LogLevel.INFO, LOGGER, "within");
                try (LogEntry entry = provider.begin(LogLevel.INFO, LOGGER)) {
                    entry.context("trace_id", "4bf92f3577b34da6a3ce929d0e0e4736").write();
                }
                try (LogEntry entry = provider.begin(LogLevel.INFO, LOGGER)) {
                    entry.timeNs(1).write();
                }
            } finally {
                span.end();
                GlobalOpenTelemetry.resetForTest();
            }
            write(provider, LogLevel.INFO, LOGGER, "after");

            final List<Logged> taken = fixture.take();
            assertThat(taken.get(0).activity().replace("-", "")).isEqualTo(span.getSpanContext().getTraceId());
            assertThat(taken.get(0).related().replace("-", "")).isEqualTo("0".repeat(16)
                    + span.getSpanContext().getSpanId());
            assertThat(taken.get(1).activity()).isEqualTo("4bf92f35-77b3-4da6-a3ce-929d0e0e4736");
            assertThat(taken).extracting(Logged::activity).element(2).isEqualTo(NO_ACTIVITY);
            assertThat(taken).extracting(Logged::activity).element(3).isEqualTo(NO_ACTIVITY);
        }
    }

    @Test
    void shouldReadTheHeaderThatOpenTelemetryWrites() {
        try (SdkTracerProvider tracers = SdkTracerProvider.builder().build()) {
            final Span span = tracers.get("acme").spanBuilder("match").startSpan();
            final Map<String, String> headers = new HashMap<>();
            W3CTraceContextPropagator.getInstance().inject(Context.root().with(span), headers,
                    (carrier, key, value) -> carrier.put(key, value));
            span.end();

            final TraceParent read = TraceParent.parse(headers.get("traceparent"));
            assertThat(String.format("%016x%016x", read.traceMost(), read.traceLeast()))
                    .isEqualTo(span.getSpanContext().getTraceId());
            assertThat(String.format("%016x", read.spanId())).isEqualTo(span.getSpanContext().getSpanId());
            assertThat(read).hasToString(headers.get("traceparent"));
        }
    }

    @Test
    void shouldWriteTheTimeOfACallThatAnotherThreadHasMade() {
        try (LogProvider provider = open(fixture.context())) {
            fixture.start();
            fixture.enable(Level.INFORMATION);
            final long timeNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - 5_000_000;

            try (LogEntry entry = provider.begin(LogLevel.INFO, LOGGER)) {
                entry.timeNs(timeNs).write();
            }

            assertThat(fixture.take()).extracting(Logged::timeNs).containsExactly(timeNs);
        }
    }

    private static long write(final LogProvider provider, final LogLevel level, final String logger,
            final String message) {
        try (LogEntry entry = provider.begin(level, logger)) {
            return entry.message(message).write();
        }
    }
}
