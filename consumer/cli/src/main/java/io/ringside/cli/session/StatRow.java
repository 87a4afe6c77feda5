package io.ringside.cli.session;

import io.ringside.cli.render.SessionLines;
import io.ringside.control.SessionStatus;
import io.ringside.session.LedgerTotals;
import io.ringside.session.ProcessInfo;
import io.ringside.session.ProcessInfo.Flow.LaneFlow;
import io.ringside.text.JsonRow;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The activity of a session during an interval. Immutable.
 *
 * @param status    at the end of the interval
 * @param state     state in a word
 * @param rates     null if unknown, because the session has just started, or has ended
 * @param ringFill  fill level of the fullest lane, 0 to 1
 * @param processes activity of the writing processes
 */
record StatRow(
        SessionStatus status, String state, @Nullable Rates rates, double ringFill, List<ProcessStat> processes) {
    private static final String ENDED = "ended";

    StatRow {
        processes = List.copyOf(processes);
    }

    /** Returns the changes between two samples of a session; without rates if there was no earlier sample. */
    static StatRow between(final @Nullable StatSample before, final StatSample after) {
        final List<ProcessStat> processes = after.flows().stream()
                .map(flow -> ProcessStat.between(before, after, flow)).toList();
        return new StatRow(after.status(), SessionLines.state(after.status().session()),
                before == null ? null : rates(before, after, processes),
                after.flows().stream().mapToDouble(ProcessInfo.Flow::ringFill).max().orElse(0), processes);
    }

    /** Returns the row of a session that has ended, with its last sample. */
    static StatRow ended(final StatSample last) {
        return new StatRow(last.status(), ENDED, null, 0, List.of());
    }

    /** Returns a JSON object that includes the members of a query. */
    CharSequence json() {
        final JsonRow row = SessionLines.json(status, state).put("time", nowNs());
        put(row, rates).put("ringFill", ringFill).beginArray("processes");
        for (final ProcessStat process : processes) {
            final ProcessInfo.Flow flow = process.flow();
            row.beginElement().put("pid", flow.process().pid()).put("command", flow.process().command())
                    .put("alive", flow.alive()).beginArray("providers");
            process.providers().forEach(row::add);
            row.endArray().put("wanted", flow.wanted()).put("delivered", flow.delivered());
            SessionLines.putLosses(row, flow.lost());
            put(row, process.rates()).put("ringFill", flow.ringFill()).endObject();
        }
        return row.endArray().end();
    }

    private static JsonRow put(final JsonRow row, final @Nullable Rates rates) {
        if (rates == null) {
            List.of("wanted", "delivered", "lost", "bytes")
                    .forEach(name -> row.name(name + "PerSecond").append("null"));
            return row;
        }
        return row.put("wantedPerSecond", rates.wanted()).put("deliveredPerSecond", rates.delivered())
                .put("lostPerSecond", rates.lost()).put("bytesPerSecond", rates.bytes());
    }

    private static Rates rates(
            final StatSample before, final StatSample after, final List<ProcessStat> processes) {
        final LedgerTotals old = before.status().ledger().totals();
        final LedgerTotals now = after.status().ledger().totals();
        final long elapsedNs = after.statusNs() - before.statusNs();
        final Rates events = Rates.of(now.wanted() - old.wanted(), now.delivered() - old.delivered(),
                now.lost().total() - old.lost().total(), 0, elapsedNs);
        // The sum lacks the bytes of processes whose files were removed during the interval.
        final double bytes = processes.stream().map(ProcessStat::rates).filter(Objects::nonNull)
                .mapToDouble(Rates::bytes).sum();
        return new Rates(events.wanted(), events.delivered(), events.lost(), bytes);
    }

    private static long nowNs() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    /**
     * The activity of a process in a session during an interval. Immutable.
     *
     * @param flow      at the end of the interval
     * @param providers names of the session's providers that the process has registered
     * @param rates     null if there was no earlier sample
     * @param lanes     rates of each of the flow's lanes, in their order; empty if there was no earlier sample
     */
    record ProcessStat(ProcessInfo.Flow flow, List<String> providers, @Nullable Rates rates, List<Rates> lanes) {
        static ProcessStat between(final @Nullable StatSample before, final StatSample after,
                final ProcessInfo.Flow flow) {
            final List<String> providers = after.writers().getOrDefault(flow.process().id(), List.of());
            if (before == null) {
                return new ProcessStat(flow, providers, null, List.of());
            }
            final long elapsedNs = after.flowsNs() - before.flowsNs();
            // All that a new process or lane has done, it has done since.
            final Optional<ProcessInfo.Flow> old = before.flows().stream()
                    .filter(each -> each.process().id().equals(flow.process().id())).findFirst();
            final List<LaneFlow> oldLanes = old.map(ProcessInfo.Flow::lanes).orElse(List.of());
            return new ProcessStat(flow, providers,
                    Rates.of(flow.wanted() - old.map(ProcessInfo.Flow::wanted).orElse(0L),
                            flow.delivered() - old.map(ProcessInfo.Flow::delivered).orElse(0L),
                            flow.lost().total() - old.map(each -> each.lost().total()).orElse(0L),
                            flow.writtenBytes() - old.map(ProcessInfo.Flow::writtenBytes).orElse(0L), elapsedNs),
                    flow.lanes().stream().map(lane -> between(oldLanes, lane, elapsedNs)).toList());
        }

        private static Rates between(final List<LaneFlow> before, final LaneFlow lane, final long elapsedNs) {
            return before.stream().filter(old -> old.lane() == lane.lane()).findFirst()
                    .map(old -> Rates.of(lane.wanted() - old.wanted(), lane.delivered() - old.delivered(),
                            lane.lost().total() - old.lost().total(), lane.writtenBytes() - old.writtenBytes(),
                            elapsedNs))
                    .orElseGet(() -> Rates.of(lane.wanted(), lane.delivered(), lane.lost().total(),
                            lane.writtenBytes(), elapsedNs));
        }
    }

    /**
     * Rates of events and bytes per second. Immutable.
     *
     * @param wanted    wanted events
     * @param delivered delivered events
     * @param lost      lost events, of all causes
     * @param bytes     bytes written to rings, headers included
     */
    record Rates(double wanted, double delivered, double lost, double bytes) {
        private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

        /**
         * Returns the rates for the growth of counts during a time. Counts never decrease, but those read during a
         * write may be inconsistent; a negative growth is treated as 0.
         */
        static Rates of(final long wanted, final long delivered, final long lost, final long bytes,
                final long elapsedNs) {
            final double perUnit = NS_PER_SECOND / Math.max(1, elapsedNs);
            return new Rates(Math.max(0, wanted) * perUnit, Math.max(0, delivered) * perUnit,
                    Math.max(0, lost) * perUnit, Math.max(0, bytes) * perUnit);
        }
    }
}
