package io.ringside.serve;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.ringside.control.Controller;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.serve.ServeContext.Latency;
import io.ringside.session.SessionInfo;
import io.ringside.timeline.Timelines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;

/**
 * Measures latencies in all sessions of a directory while they go on, and shows them as native and as classic
 * histograms, by name and session. It peeks and takes nothing. Events that it did not see are counted. Memory is
 * bounded: open begins by {@link #OPEN_MAX}, the rest by the number of sessions. Thread-safe.
 */
final class LatencyMetrics implements AutoCloseable {
    private static final String NAME = "ringside_latency";
    private static final String LATENCY = "latency";
    private static final String SESSION = "session";
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Seconds, from a microsecond to ten seconds. */
    private static final double[] CLASSIC_BOUNDS = {1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3,
        2.5e-3, 5e-3, 1e-2, 2.5e-2, 5e-2, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
    /** Buckets are 9 percent wide, and wider if there are more of them than these. */
    private static final int NATIVE_SCHEMA = 3;
    private static final int NATIVE_BUCKETS_MAX = 160;

    private final Histogram histogram = Histogram.builder().name(NAME + "_seconds")
            .help("Time between two events with the same key.").labelNames(LATENCY, SESSION)
            .classicUpperBounds(CLASSIC_BOUNDS).nativeInitialSchema(NATIVE_SCHEMA)
            .nativeMaxNumberOfBuckets(NATIVE_BUCKETS_MAX).withoutExemplars().build();

    /** Begins of one latency in one session that may wait for their ends. */
    static final int OPEN_MAX = 100_000;

    /** A session that has ended is shown a little longer: a scrape is to have its last latencies, too. */
    private static final long SHOWN_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long SCAN_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int EVENTS_PER_CYCLE = 4096;

    private final Controller controller;
    private final List<Latency> latencies;
    private final Thread thread;
    /** Guarded by this, as is all that follows. */
    private final Map<Long, Watched> watched = new LinkedHashMap<>();
    /** Ids of sessions of which something cannot be read, or not any more. */
    private final Set<Long> unread = new HashSet<>();
    private long nextScanNs = System.nanoTime();
    private volatile boolean closed;

    /** A session that is read, or that has ended a while ago. */
    private static final class Watched implements EventHandler {
        private final String session;
        private final EventReader reader;
        private final List<Timelines> timelines;
        private final List<Timelines.Pairs> pairs;
        private boolean hasEnded;
        private long endedNs;
        private long unseen;

        private Watched(final String session, final EventReader reader, final List<Timelines> timelines,
                final List<Timelines.Pairs> pairs) {
            this.session = session;
            this.reader = reader;
            this.timelines = timelines;
            this.pairs = pairs;
        }

        @Override
        public void onEvent(final EventView event) {
            for (final Timelines each : timelines) {
                each.onEvent(event);
            }
        }

        @Override
        public void onGap(final GapView gap) {
            for (final Timelines each : timelines) {
                each.onGap(gap);
            }
        }

        private long unseen() {
            return hasEnded ? unseen : reader.totals().behindEvents();
        }

        private void end() {
            if (!hasEnded) {
                hasEnded = true;
                endedNs = System.nanoTime();
                unseen = reader.totals().behindEvents();
                CloseHelper.quietClose(reader);
            }
        }
    }

    /**
     * A measurement that has not begun.
     *
     * @param controller of the directory, not closed by this
     * @param latencies  with different names
     */
    LatencyMetrics(final Controller controller, final List<Latency> latencies) {
        this.controller = controller;
        this.latencies = List.copyOf(latencies);
        this.thread = new Thread(this::run, "ringside-serve-latency");
        thread.setDaemon(true);
    }

    /** Measure from now on, on a thread of its own. */
    void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            if (doWork() == 0) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    /** Reads some events of each session; 0 if there are none. */
    synchronized int doWork() {
        if (closed) {
            return 0;
        }
        if (System.nanoTime() - nextScanNs >= 0) {
            nextScanNs = System.nanoTime() + SCAN_NS;
            scan();
        }
        int work = 0;
        for (final Map.Entry<Long, Watched> entry : watched.entrySet()) {
            if (!entry.getValue().hasEnded) {
                work += poll(entry.getKey(), entry.getValue());
            }
        }
        return work;
    }

    private int poll(final long id, final Watched each) {
        try {
            final int work = each.reader.poll(each);
            if (each.reader.isDone()) {
                each.end();
            }
            return work;
        } catch (final RuntimeException | InternalError e) {
            // Read anew, it would be counted twice: its figures stay where they are. The others go on.
            unread.add(id);
            each.end();
            return 0;
        }
    }

    /** New sessions are read from what they hold; those that have gone are forgotten. */
    private void scan() {
        final Map<Long, String> running = new LinkedHashMap<>();
        try {
            controller.sessions().forEach(session -> add(running, session));
        } catch (final RuntimeException | InternalError e) {
            // Until they can be listed again, those that are known are read.
            return;
        }
        unread.retainAll(running.keySet());
        watched.entrySet().removeIf(entry -> {
            final Watched each = entry.getValue();
            final boolean isGone = each.hasEnded && !running.containsKey(entry.getKey())
                    && (System.nanoTime() - each.endedNs > SHOWN_NS || running.containsValue(each.session));
            if (isGone) {
                latencies.forEach(latency -> histogram.remove(latency.name(), each.session));
            }
            return isGone;
        });
        running.forEach((id, name) -> {
            // One of the same name is read until its end first.
            if (!watched.containsKey(id) && watched.values().stream().noneMatch(each -> each.session.equals(name))) {
                open(id, name);
            }
        });
    }

    private static void add(final Map<Long, String> running, final SessionInfo session) {
        running.put(session.id(), session.name());
    }

    private void open(final long id, final String name) {
        unread.remove(id);
        try {
            // A file that cannot be read is passed by, and its latencies are missing.
            final EventReader reader = EventReader.open(new ReaderContext().directory(controller.directory())
                    .eventsPerCycle(EVENTS_PER_CYCLE).errorHandler(failure -> unread.add(id)),
                    Source.peek(controller.directory(), name));
            final List<Timelines> timelines = new ArrayList<>();
            final List<Timelines.Pairs> pairs = new ArrayList<>();
            for (final Latency latency : latencies) {
                final Timelines finder = Timelines.ofPairs(latency.key(), OPEN_MAX);
                final var shown = histogram.labelValues(latency.name(), name);
                timelines.add(finder);
                pairs.add(finder.between(latency.from(), latency.to(),
                        pair -> shown.observe(pair.durationNs() / NS_PER_SECOND)));
            }
            watched.put(id, new Watched(name, reader, timelines, pairs));
        } catch (final RuntimeException | InternalError e) {
            unread.add(id);
        }
    }

    /** Stop measuring. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            CloseHelper.closeAll(watched.values().stream().filter(each -> !each.hasEnded)
                    .map(each -> (AutoCloseable) each::end).toList());
        }
    }

    synchronized List<MetricSnapshot> collect() {
        final CounterSnapshot.Builder unpaired = CounterSnapshot.builder().name(NAME + "_unpaired_events")
                .help("Events of a latency that are in no pair, by the reason.");
        final CounterSnapshot.Builder unseen = CounterSnapshot.builder().name(NAME + "_unseen_events")
                .help("Events of a session that were replaced before they were read.");
        final GaugeSnapshot.Builder open = GaugeSnapshot.builder().name(NAME + "_open_events")
                .help("First events of a latency that wait for their second one; the oldest gives way to new ones.");
        for (final Watched each : watched.values()) {
            unseen.dataPoint(CounterDataPointSnapshot.builder().value((double) each.unseen())
                    .labels(Labels.of(SESSION, each.session)).build());
            for (int i = 0; i < latencies.size(); i++) {
                final Timelines.Pairs pairs = each.pairs.get(i);
                final Labels labels = Labels.of(LATENCY, latencies.get(i).name(), SESSION, each.session);
                unpaired.dataPoint(unpaired(labels, "no end", pairs.withoutEnd() - pairs.open()))
                        .dataPoint(unpaired(labels, "no begin", pairs.withoutBegin()))
                        .dataPoint(unpaired(labels, "no key", pairs.withoutKey()));
                open.dataPoint(GaugeDataPointSnapshot.builder().value((double) pairs.open()).labels(labels).build());
            }
        }
        return List.of(histogram.collect(), unpaired.build(), unseen.build(), open.build(),
                GaugeSnapshot.builder().name(NAME + "_unread_sessions")
                        .help("Sessions of which something cannot be read, so that latencies are missing.")
                        .dataPoint(GaugeDataPointSnapshot.builder().value(unread.size()).build()).build());
    }

    private static CounterDataPointSnapshot unpaired(final Labels labels, final String reason, final long count) {
        return CounterDataPointSnapshot.builder().value((double) count)
                .labels(labels.merge(Labels.of("reason", reason))).build();
    }
}
