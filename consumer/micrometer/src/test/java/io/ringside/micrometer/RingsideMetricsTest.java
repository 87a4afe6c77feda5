package io.ringside.micrometer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.ringside.control.Controller;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class RingsideMetricsTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int TOO_LARGE = 60_000;
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Counted")
            .event("happened", EventDescriptor.of(1, 4, 1), List.of()).build();

    private final Path directory;
    private final Controller controller;
    private long nowNs;

    RingsideMetricsTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        directory = folder.resolve("trace");
        controller = Controller.open(directory);
    }

    @AfterEach
    void close() {
        controller.close();
    }

    @Test
    void shouldShowTheLedgerOfASession() {
        controller.start(SessionSettings.builder("trading").lanes(2).laneBytes(64 * 1024).build());
        controller.enable("trading", SCHEMA.name());
        try (Ringside ringside = connect();
                ProviderRegistration registration = ringside.register(SCHEMA);
                RingsideMetrics metrics = metrics()) {
            write(registration, 7, 2);
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);

            final LedgerTotals totals = controller.query("trading").ledger().totals();
            assertThat(totals.wanted()).isEqualTo(9);
            assertThat(value(registry, "ringside.session.events.wanted")).isEqualTo(9);
            assertThat(value(registry, "ringside.session.events.delivered")).isZero();
            assertThat(totals.inRing()).isEqualTo(7);
            assertThat(value(registry, "ringside.session.events.in.ring")).isEqualTo(7);
            for (final LossCause cause : LossCause.values()) {
                assertThat(value(registry, "ringside.session.events.lost", "cause", cause.jsonName()))
                        .isEqualTo((double) totals.lost().of(cause)).isEqualTo(cause == LossCause.TOO_LARGE ? 2 : 0);
            }
            assertThat(value(registry, "ringside.sessions")).isEqualTo(1);
            assertThat(value(registry, "ringside.session.settled")).isEqualTo(1);
            assertThat(value(registry, "ringside.session.drains")).isZero();
            assertThat(value(registry, "ringside.scrape.problems")).isZero();
            assertThat(value(registry, "ringside.scrape.omitted.entries")).isZero();
        }
    }

    @Test
    void shouldShowWhatAProcessHasDoneInASession() {
        controller.start(SessionSettings.builder("trading").lanes(2).laneBytes(64 * 1024).build());
        controller.enable("trading", SCHEMA.name());
        try (Ringside ringside = connect();
                ProviderRegistration registration = ringside.register(SCHEMA);
                RingsideMetrics metrics = metrics().processes(Controller.thisProcess())) {
            write(registration, 7, 2);
            // Then the cycle of the control thread has ended that registered the first provider.
            ringside.register(ProviderSchema.builder("Other").build()).close();
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);
            final String pid = Long.toString(ProcessHandle.current().pid());
            assertThat(value(registry, "ringside.process.events.wanted", "pid", pid, "session", "trading"))
                    .isEqualTo(9);
            assertThat(value(registry, "ringside.process.events.lost", "pid", pid, "cause", "tooLarge")).isEqualTo(2);
            // Some are made before threads need them.
            assertThat(value(registry, "ringside.process.lanes", "pid", pid)).isBetween(1.0, 2.0);
            assertThat(value(registry, "ringside.process.unread.bytes", "pid", pid)).isPositive();
            assertThat(value(registry, "ringside.process.lane.fill.ratio", "pid", pid)).isBetween(0.0001, 0.1);
            assertThat(value(registry, "ringside.process.alive", "pid", pid)).isEqualTo(1);
            // Of a registry without a unit of its own: seconds.
            assertThat(value(registry, "ringside.agent.longest.cycle", "pid", pid)).isBetween(1e-9, 60.0);
        }
    }

    @Test
    void shouldLeaveOtherProcessesOutIfTheyAreNotWanted() {
        controller.start(SessionSettings.builder("trading").build());
        controller.enable("trading", SCHEMA.name());
        try (Ringside ringside = connect();
                ProviderRegistration registration = ringside.register(SCHEMA);
                RingsideMetrics metrics = metrics().processes(process -> false)) {
            write(registration, 7, 0);
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);
            assertThat(value(registry, "ringside.session.events.wanted")).isEqualTo(7);
            assertThat(names(registry)).noneMatch(name -> name.startsWith("ringside.process")
                    || name.startsWith("ringside.agent"));
        }
    }

    @Test
    void shouldGiveOneReadingToAllMetersForASecond() {
        controller.start(SessionSettings.builder("trading").build());
        controller.enable("trading", SCHEMA.name());
        try (Ringside ringside = connect();
                ProviderRegistration registration = ringside.register(SCHEMA);
                RingsideMetrics metrics = metrics()) {
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);
            write(registration, 5, 0);
            nowNs += TimeUnit.SECONDS.toNanos(1) - 1;
            assertThat(value(registry, "ringside.session.events.wanted")).isZero();
            nowNs++;
            assertThat(value(registry, "ringside.session.events.wanted")).isEqualTo(5);
            write(registration, 5, 0);
            metrics.refresh();
            assertThat(value(registry, "ringside.session.events.wanted")).isEqualTo(10);
        }
    }

    @Test
    void shouldAddAndRemoveMetersAsSessionsComeAndGo() {
        try (RingsideMetrics metrics = metrics()) {
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);
            assertThat(names(registry)).containsExactlyInAnyOrder("ringside.sessions", "ringside.scrape.problems",
                    "ringside.scrape.omitted.entries");
            controller.start("a");
            controller.start("b");
            nowNs += TimeUnit.SECONDS.toNanos(1);
            // Reading any meter is enough.
            assertThat(value(registry, "ringside.sessions")).isEqualTo(2);
            assertThat(sessions(registry)).containsExactly("a", "b");
            controller.stop("a");
            controller.stop("b");
            controller.start("b");
            metrics.refresh();
            assertThat(sessions(registry)).containsExactly("b");
            assertThat(registry.get("ringside.session.events.wanted").functionCounters()).hasSize(1);
        }
    }

    @Test
    void shouldRemoveItsMetersAndNoOthersWhenItIsClosed() {
        controller.start("a");
        final SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.counter("other").increment();
        final RingsideMetrics metrics = metrics();
        metrics.bindTo(registry);
        assertThat(names(registry)).hasSizeGreaterThan(10);
        metrics.close();
        metrics.close();
        assertThat(names(registry)).containsExactly("other");
        assertThatThrownBy(() -> metrics.bindTo(registry)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldBoundTheMetersAndCountWhatIsLeftOut() {
        for (int i = 0; i < 5; i++) {
            controller.start("s" + i);
        }
        try (RingsideMetrics metrics = metrics().entriesMax(2)) {
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);
            assertThat(sessions(registry)).containsExactly("s0", "s1");
            assertThat(value(registry, "ringside.scrape.omitted.entries")).isEqualTo(3);
            assertThat(value(registry, "ringside.sessions")).isEqualTo(5);
            controller.stop("s0");
            metrics.refresh();
            assertThat(sessions(registry)).containsExactly("s1", "s2");
            assertThatThrownBy(() -> metrics.entriesMax(3)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("before bindTo");
        }
    }

    @Test
    void shouldShowRawValuesOfCountersThatAreAskedFor() {
        final CounterSetSchema schema = CounterSetSchema.of("Test Service", CounterSetSchema.Kind.MULTIPLE,
                List.of(CounterSchema.of(1, "open", CounterType.LARGE_RAWCOUNT),
                        CounterSchema.of(2, "calls", CounterType.BULK_COUNT)));
        try (Ringside ringside = connect(); CounterSet set = ringside.counterSet(schema)) {
            final CounterInstance web = set.create("web", 80);
            web.counter(1).set(12);
            web.counter(2).add(100);
            try (RingsideMetrics metrics = metrics().counters("Test Service(*)\\*")) {
                final SimpleMeterRegistry registry = new SimpleMeterRegistry();
                metrics.bindTo(registry);
                assertThat(value(registry, "ringside.set.raw", "set", "Test Service", "item", "web", "item.id", "80",
                        "counter", "open")).isEqualTo(12);
                assertThat(value(registry, "ringside.set.accumulated", "counter", "calls")).isEqualTo(100);
                web.counter(2).add(11);
                metrics.refresh();
                assertThat(value(registry, "ringside.set.accumulated", "counter", "calls")).isEqualTo(111);
            }
        }
    }

    @Test
    void shouldTellProcessesApartThatHaveTheSamePid() {
        final CounterSetSchema schema = CounterSetSchema.of("Test Service", CounterSetSchema.Kind.MULTIPLE,
                List.of(CounterSchema.of(1, "open", CounterType.LARGE_RAWCOUNT)));
        // As in two containers.
        try (Ringside one = connect();
                Ringside other = connect();
                CounterSet ofOne = one.counterSet(schema);
                CounterSet ofOther = other.counterSet(schema)) {
            ofOne.create("web", 80).counter(1).set(12);
            ofOther.create("web", 80).counter(1).set(13);
            try (RingsideMetrics metrics = metrics().counters("Test Service(*)\\*")) {
                final SimpleMeterRegistry registry = new SimpleMeterRegistry();
                metrics.bindTo(registry);
                assertThat(registry.get("ringside.set.raw").gauges()).extracting(Gauge::value)
                        .containsExactlyInAnyOrder(12.0, 13.0);
            }
        }
    }

    @Test
    void shouldBeScrapedByPrometheusUnderItsConventionsAndEqualTheLedger() {
        controller.start(SessionSettings.builder("trading").lanes(2).laneBytes(64 * 1024).build());
        controller.enable("trading", SCHEMA.name());
        try (Ringside ringside = connect();
                ProviderRegistration registration = ringside.register(SCHEMA);
                RingsideMetrics metrics = metrics()) {
            write(registration, 7, 2);
            final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            metrics.bindTo(registry);
            final String pid = Long.toString(ProcessHandle.current().pid());
            assertThat(registry.scrape().lines()).contains(
                    "ringside_session_events_wanted_total{session=\"trading\"} 9.0",
                    "ringside_session_events_delivered_total{session=\"trading\"} 0.0",
                    "ringside_session_events_in_ring{session=\"trading\"} 7.0",
                    "ringside_session_events_lost_total{cause=\"tooLarge\",session=\"trading\"} 2.0",
                    "ringside_session_events_lost_total{cause=\"full\",session=\"trading\"} 0.0",
                    "ringside_session_events_filtered_total{filter=\"sample\",session=\"trading\"} 0.0",
                    "ringside_sessions 1.0", "# TYPE ringside_session_events_wanted_total counter",
                    "# HELP ringside_session_events_lost_total Events that were lost, by cause.")
                    .anyMatch(
                            line -> line.startsWith("ringside_process_events_wanted_total{pid=\"" + pid + "\",process=")
                                    && line.endsWith(",session=\"trading\"} 9.0"))
                    .anyMatch(line -> line.startsWith("ringside_agent_longest_cycle_seconds{"))
                    .anyMatch(line -> line.startsWith("ringside_process_lane_fill_ratio{"))
                    .anyMatch(line -> line.startsWith("ringside_process_unread_bytes{"));

            // What has come in the meantime is there in the next scrape, whatever the first one has read.
            controller.start("risk");
            nowNs += TimeUnit.SECONDS.toNanos(1);
            registry.scrape();
            assertThat(registry.scrape()).contains("ringside_session_events_wanted_total{session=\"risk\"} 0.0");
            controller.stop("risk");
            metrics.refresh();
            assertThat(registry.scrape()).doesNotContain("risk");
        }
    }

    private RingsideMetrics metrics() {
        return new RingsideMetrics(Controller.open(directory), () -> nowNs);
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(directory)
                .registerTimeoutNs(TIMEOUT_NS));
    }

    /** Events that are written, and then some that are too large. */
    private static void write(final ProviderRegistration registration, final int written, final int lost) {
        for (int i = 0; i < written; i++) {
            registration.event("happened").write();
        }
        for (int i = 0; i < lost; i++) {
            registration.event("happened").write(new UnsafeBuffer(new byte[TOO_LARGE]), 0, TOO_LARGE);
        }
    }

    private static double value(final MeterRegistry registry, final String name, final String... tags) {
        final Meter meter = registry.get(name).tags(tags).meter();
        return meter.measure().iterator().next().getValue();
    }

    private static List<String> names(final MeterRegistry registry) {
        return registry.getMeters().stream().map(meter -> meter.getId().getName()).distinct().toList();
    }

    private static List<String> sessions(final MeterRegistry registry) {
        return registry.getMeters().stream().filter(meter -> meter.getId().getName().endsWith("events.wanted"))
                .map(meter -> String.valueOf(meter.getId().getTag("session"))).distinct().sorted().toList();
    }
}
