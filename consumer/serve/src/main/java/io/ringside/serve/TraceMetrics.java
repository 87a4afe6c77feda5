package io.ringside.serve;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ringside.RingsideException;
import io.ringside.control.ProviderInfo;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SessionParts;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.recording.DiskSpace;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.serve.MetricFamilies.Part;
import io.ringside.serve.MetricFamilies.Reason;
import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.ProcessInfo;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads everything that a trace directory counts, from what is in shared memory anyway: no process is asked, but those
 * whose counters have callbacks. For one thread.
 */
final class TraceMetrics implements AutoCloseable {
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final String STALLED = DiskSpace.Wait.STALLED + ":";

    private final DirectoryController controller;
    private final Registry registry;
    private final MappedLedgers books;
    private final CounterMetrics counters;
    private final int limit;
    private final long shiftNs;
    /** Largest share of a lane that was seen unread, by session and process. */
    private final Map<String, Double> fillMax = new HashMap<>();
    /** The largest that was seen of what only grows: in the scrape before, and in this one. */
    private Map<String, Long> grown = Map.of();
    private Map<String, Long> grownNow = new HashMap<>();

    /**
     * Metrics of a directory.
     *
     * @param controller of the directory, not closed by this
     * @param limit      most series of a scrape
     * @param timeoutNs  longest wait for processes whose counters have callbacks
     */
    TraceMetrics(final DirectoryController controller, final int limit, final long timeoutNs) {
        this.controller = controller;
        this.registry = controller.registry();
        // The readings report what cannot be read, too, so nothing is reported here.
        this.books = MappedLedgers.open(registry.directory(), registry.participant().files(), (path, reason) -> {});
        this.counters = new CounterMetrics(registry.directory().path(), timeoutNs);
        this.limit = limit;
        this.shiftNs = ProcessIdentity.ofThisProcess(Incarnation.random()).host().monotonicShiftNs();
    }

    /** Reads everything once. */
    MetricSnapshots read() {
        final long startNs = System.nanoTime();
        final MetricFamilies families = new MetricFamilies(limit);
        final List<String> problems = new ArrayList<>();
        final Map<Incarnation, ProcessEntry> processes = new LinkedHashMap<>();
        registry.processes().processes(problems::add)
                .forEach(process -> processes.put(process.identity().incarnation(), process));
        final Map<SessionRow, SessionParts> sessions = new LinkedHashMap<>();
        for (final SessionRow session : controller.rows()) {
            try {
                final SessionParts parts = books.readParts(session);
                problems.addAll(parts.ledger().problems());
                addSession(families, session, parts, processes);
                sessions.put(session, parts);
            } catch (final RingsideException e) {
                // It has ended, or it loses its own rows.
                if (registry.rows().session(session.id()).isPresent()) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            }
        }
        processes.values().forEach(process -> addProcess(families, process));
        addLanes(families, sessions, processes);
        try {
            addProviders(families, sessions.keySet());
        } catch (final RingsideException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        // The values of sessions that could not be read now are compared once they can be read again.
        final Set<String> unread = controller.rows().stream()
                .filter(session -> {
                    final SessionParts parts = sessions.get(session);
                    return parts == null || !parts.whole();
                }).map(session -> Long.toString(session.id())).collect(Collectors.toSet());
        grown.forEach((key, value) -> {
            if (unread.contains(key.substring(0, key.indexOf(' ')))) {
                grownNow.putIfAbsent(key, value);
            }
        });
        grown = grownNow;
        grownNow = new HashMap<>();
        counters.addTo(families, problems);
        families.gauge(Part.SESSIONS, "ringside_scrape_problems",
                "Files and providers that could not be read in this scrape; ringside doctor names them.",
                problems.size());
        families.gauge(Part.SESSIONS, "ringside_scrape_duration_seconds", "How long this scrape took to read.",
                (System.nanoTime() - startNs) / NS_PER_SECOND);
        return families.toSnapshots();
    }

    private void addSession(final MetricFamilies families, final SessionRow session, final SessionParts parts,
            final Map<Incarnation, ProcessEntry> processes) {
        final String name = session.name();
        families.info(Part.SESSIONS, "ringside_session", "Sessions of the trace directory.", "session", name, "id",
                Long.toString(session.id()), "state", session.state().name().toLowerCase(Locale.ROOT),
                "overflow", session.settings().asText().getOrDefault("overflow", ""),
                "clock", session.settings().asText().getOrDefault("clock", ""));
        families.gauge(Part.SESSIONS, "ringside_session_start_time_seconds",
                "When the session was started, in seconds since 1970.", session.startTimeNs() / NS_PER_SECOND,
                "session", name);
        addTotals(families, Part.SESSIONS, "ringside_session_events", parts.ledger().totals(), parts.whole(),
                Long.toString(session.id()), "session", name);
        families.gauge(Part.SESSIONS, "ringside_session_settled",
                "Whether the numbers of this scrape are of one moment, so that they balance.",
                parts.ledger().settled() ? 1 : 0, "session", name);
        addDrain(families, session);
        long unread = 0;
        double oldestNs = Double.NaN;
        for (final Map.Entry<Incarnation, SessionParts.Part> part : parts.byProcess().entrySet()) {
            unread += part.getValue().unreadBytes();
            if (part.getValue().oldestTicks() != Long.MAX_VALUE) {
                oldestNs = Math.max(Double.isNaN(oldestNs) ? 0 : oldestNs,
                        ageNs(part.getValue().oldestTicks(), processes.get(part.getKey())));
            }
        }
        families.gauge(Part.SESSIONS, "ringside_session_unread_bytes",
                "Bytes of rings that the session's drain has yet to take; in overwrite mode, that it holds.", unread,
                "session", name);
        if (!Double.isNaN(oldestNs) || parts.ledger().totals().inRing() == 0) {
            families.gauge(Part.SESSIONS, "ringside_session_oldest_event_age_seconds",
                    "Age of the oldest event in the rings; 0 if there is none.",
                    Double.isNaN(oldestNs) ? 0.0 : oldestNs / NS_PER_SECOND, "session", name);
        }
    }

    /** Clocks of processes may differ by what their time namespaces add. */
    private double ageNs(final long ticks, final @Nullable ProcessEntry process) {
        final long writerShiftNs = process == null ? shiftNs : process.identity().host().monotonicShiftNs();
        return (double) Math.max(0, System.nanoTime() - shiftNs - (ticks - writerShiftNs));
    }

    private void addDrain(final MetricFamilies families, final SessionRow session) {
        final String name = session.name();
        final String holder = books.drainHolder(session);
        families.gauge(Part.SESSIONS, "ringside_session_drains",
                "Processes that take the session's events: 0 or 1.", holder == null ? 0 : 1, "session", name);
        families.gauge(Part.SESSIONS, "ringside_session_drain_stalled",
                "Whether the session's drain waits for room on its disk.",
                holder != null && holder.startsWith(STALLED) ? 1 : 0, "session", name);
        final String sink = books.sink(session);
        families.gauge(Part.SESSIONS, "ringside_session_recorders",
                "Processes that record the session's events: 0 or 1.", sink == null ? 0 : 1, "session", name);
        if (sink != null) {
            try {
                final FileStore disk = Files.getFileStore(Path.of(sink));
                families.gauge(Part.SESSIONS, "ringside_recording_disk_free_bytes",
                        "Bytes that the recorder's user may still use of its disk.", disk.getUsableSpace(),
                        "session", name);
                families.gauge(Part.SESSIONS, "ringside_recording_disk_size_bytes", "Bytes of the recorder's disk.",
                        disk.getTotalSpace(), "session", name);
            } catch (final IOException | InvalidPathException e) {
                // The folder is of another mount namespace, or was removed: what it has is not known here.
                return;
            }
        }
    }

    /**
     * Adds a ledger.
     *
     * @param whole whether nothing of it is missing
     * @param key   of whom it is, unlike the labels also where a session has the name of an older one
     */
    private void addTotals(final MetricFamilies families, final Part part, final String prefix,
            final LedgerTotals totals, final boolean whole, final String key, final String... labels) {
        final Growth growth = new Growth(families, part, whole, key);
        growth.add(prefix + "_wanted", "Events that sessions wanted, after their filters.", totals.wanted(), labels);
        growth.add(prefix + "_delivered", "Events that drains have taken.", totals.delivered(), labels);
        growth.add(prefix + "_overwritten", "Events that newer ones replaced in overwrite mode.",
                totals.overwritten(), labels);
        families.gauge(part, prefix + "_in_ring", "Events that were written and not yet taken.", totals.inRing(),
                labels);
        families.gauge(part, prefix + "_in_flight", "Events that are being written.", totals.inFlight(), labels);
        for (final LossCause cause : LossCause.values()) {
            growth.add(prefix + "_lost", "Events that were lost, by cause.", totals.lost().of(cause),
                    with(labels, "cause", cause.jsonName()));
        }
        final String filtered = "Events that rate filters have left out: not wanted, not lost.";
        growth.add(prefix + "_filtered", filtered, totals.sampledOut(), with(labels, "filter", "sample"));
        growth.add(prefix + "_filtered", filtered, totals.overLimit(), with(labels, "filter", "limit"));
    }

    /**
     * Counters of one ledger. Beside a busy writer a reading may lack what an earlier one had; Prometheus would take a
     * counter that goes down for one that began again, and count everything twice.
     */
    private final class Growth {
        private final MetricFamilies families;
        private final Part part;
        private final boolean whole;
        private final String key;

        private Growth(final MetricFamilies families, final Part part, final boolean whole, final String key) {
            this.families = families;
            this.part = part;
            this.whole = whole;
            this.key = key;
        }

        private void add(final String name, final String help, final long value, final String... labels) {
            if (whole) {
                final String id = key + ' ' + name + ' ' + labels[labels.length - 1];
                final long most = value < 0 ? value : Math.max(value, grown.getOrDefault(id, 0L));
                grownNow.put(id, Math.max(0, most));
                families.counter(part, name, help, most, labels);
            } else {
                families.omit(part, Reason.UNREAD);
            }
        }
    }

    private static void addProcess(final MetricFamilies families, final ProcessEntry process) {
        final String[] labels = labels(process.identity());
        families.info(Part.PROCESSES, "ringside_process", "Processes with providers.",
                with(labels, "command", process.identity().command()));
        families.gauge(Part.PROCESSES, "ringside_process_alive", "Whether the process lives.",
                process.alive() ? 1 : 0, labels);
        if (process.identity().startTimeNs() != 0) {
            families.gauge(Part.PROCESSES, "ringside_process_start_time_seconds",
                    "When the process was started, in seconds since 1970.",
                    process.identity().startTimeNs() / NS_PER_SECOND, labels);
        }
        families.gauge(Part.PROCESSES, "ringside_agent_longest_cycle_seconds",
                "Longest cycle of the control thread until now.",
                process.status().longestCycleNs() / NS_PER_SECOND, labels);
        families.counter(Part.PROCESSES, "ringside_agent_errors", "Cycles of the control thread that failed.",
                process.status().errorCount(), labels);
    }

    private void addLanes(final MetricFamilies families, final Map<SessionRow, SessionParts> sessions,
            final Map<Incarnation, ProcessEntry> processes) {
        final Set<String> seen = new HashSet<>();
        sessions.forEach((session, parts) -> parts.byProcess().forEach((incarnation, part) -> {
            final ProcessEntry process = processes.get(incarnation);
            final String[] own = process == null
                    ? new String[]{"process", incarnation.toString(), "pid", ""}
                    : labels(process.identity());
            final String[] labels = with(own, "session", session.name());
            final String key = session.id() + " " + incarnation;
            addTotals(families, Part.LANES, "ringside_process_events", part.totals(), part.whole(), key, labels);
            families.gauge(Part.LANES, "ringside_process_lanes", "Lanes that the process has made for the session.",
                    part.lanes(), labels);
            families.gauge(Part.LANES, "ringside_process_lanes_in_use", "Lanes that have an owner.",
                    part.lanesInUse(), labels);
            families.gauge(Part.LANES, "ringside_process_unread_bytes",
                    "Bytes of the process's rings that are yet to be taken.", part.unreadBytes(), labels);
            families.gauge(Part.LANES, "ringside_process_lane_fill_ratio",
                    "Share of the fullest lane that is yet to be taken, 0 to 1.", part.laneFill(), labels);
            seen.add(key);
            // An event that was lost to a full lane has seen it full.
            final double fill = part.totals().lost().of(LossCause.FULL) > 0 ? 1 : part.laneFill();
            families.gauge(Part.LANES, "ringside_process_lane_fill_max_ratio",
                    "Largest share of a lane that was yet to be taken: at a scrape, or when an event found no room.",
                    fillMax.merge(key, fill, Math::max), labels);
        }));
        fillMax.keySet().retainAll(seen);
    }

    private void addProviders(final MetricFamilies families, final Set<SessionRow> sessions) {
        final Map<Long, String> names = new HashMap<>();
        sessions.forEach(session -> names.put(session.id(), session.name()));
        for (final ProviderInfo provider : controller.providers()) {
            final String[] labels = {"provider", provider.name(), "provider_id", provider.id().toString()};
            families.gauge(Part.PROVIDERS, "ringside_provider_registrations",
                    "Open registrations of the provider in all processes.", provider.registrations(), labels);
            for (final ProcessInfo process : provider.processes()) {
                families.info(Part.PROVIDERS, "ringside_provider_process", "Processes that have registered a provider.",
                        with(labels, labels(process)));
            }
            for (final EnablementInfo enabled : provider.enabledBy()) {
                final String session = names.get(enabled.sessionId());
                if (session != null) {
                    families.info(Part.PROVIDERS, "ringside_provider_enabled", "Providers that sessions have enabled.",
                            with(labels, "session", session, "level",
                                    Integer.toString(enabled.enablement().requestedLevel()),
                                    "any", hex(enabled.enablement().requestedMatchAny()),
                                    "all", hex(enabled.enablement().requestedMatchAll())));
                }
            }
        }
    }

    private static String hex(final long mask) {
        return "0x" + Long.toHexString(mask);
    }

    private static String[] labels(final ProcessInfo process) {
        return new String[]{"process", process(process.id()), "pid", Long.toString(process.pid())};
    }

    /** Returns the label that distinguishes processes, as their pids do not; empty for none. */
    static String process(final @Nullable UUID id) {
        return id == null
                ? ""
                : new Incarnation(id.getMostSignificantBits(), id.getLeastSignificantBits()).toString();
    }

    private static String[] with(final String[] labels, final String... more) {
        final String[] all = new String[labels.length + more.length];
        System.arraycopy(labels, 0, all, 0, labels.length);
        System.arraycopy(more, 0, all, labels.length, more.length);
        return all;
    }

    @Override
    public void close() {
        counters.close();
    }
}
