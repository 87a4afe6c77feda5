package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.ProviderInfo;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.session.SessionInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state of a trace directory at one moment, with the changes since the previous reading. Immutable.
 *
 * @param sessions  sessions with their rates, in the order of their start
 * @param providers registered or enabled providers
 * @param counters  counters; empty unless they were requested
 * @param problems  problems of reading, a line for each, for people
 */
record TopReading(
        List<StatRow> sessions, List<ProviderInfo> providers, List<CounterQuery.Row> counters, List<String> problems) {
    TopReading {
        sessions = List.copyOf(sessions);
        providers = List.copyOf(providers);
        counters = List.copyOf(counters);
        problems = List.copyOf(problems);
    }

    /** Reads a trace directory repeatedly. Takes no events, and contacts processes only for counters. */
    static final class Reader implements AutoCloseable {
        private static final List<String> ALL_COUNTERS = List.of("*\\*", "*(*)\\*");
        /** Longest wait for counters: a process that does not answer must not delay the screen for long. */
        private static final long COUNTER_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(200);

        private final Controller controller;
        private Map<Long, StatSample> before = Map.of();
        private @Nullable CounterQuery query;

        Reader(final Controller controller) {
            this.controller = controller;
        }

        /**
         * Reads everything.
         *
         * @param withCounters whether to read counters too; only while they are shown, because some processes must be
         *                     asked for theirs
         */
        TopReading read(final boolean withCounters) {
            final List<String> problems = new ArrayList<>();
            final List<ProviderInfo> providers = providers(problems);
            final Map<Long, StatSample> after = new LinkedHashMap<>();
            for (final SessionInfo session : controller.sessions()) {
                try {
                    final StatSample sample = StatSample.of(controller, session.name(), providers);
                    after.put(sample.id(), sample);
                } catch (final RingsideException e) {
                    // A session that has just ended is not a failure; any other failure leaves out the session's rows
                    // only.
                    if (e.code() != ErrorCode.NOT_FOUND) {
                        problems.add(String.valueOf(e.getMessage()));
                    }
                }
            }
            final List<StatRow> rows = new ArrayList<>();
            after.values().forEach(sample -> {
                rows.add(StatRow.between(before.get(sample.id()), sample));
                problems.addAll(sample.status().ledger().problems());
            });
            before = after;
            return new TopReading(rows, providers, counters(withCounters, problems), problems);
        }

        private List<ProviderInfo> providers(final List<String> problems) {
            try {
                return controller.providers();
            } catch (final RingsideException e) {
                problems.add(String.valueOf(e.getMessage()));
                return List.of();
            }
        }

        private List<CounterQuery.Row> counters(final boolean wanted, final List<String> problems) {
            if (!wanted) {
                close();
                return List.of();
            }
            CounterQuery open = query;
            if (open == null) {
                open = CounterQuery.open(controller).timeoutNs(COUNTER_TIMEOUT_NS);
                query = open;
                ALL_COUNTERS.forEach(open::add);
            }
            open.collect();
            problems.addAll(open.problems());
            return open.rows();
        }

        @Override
        public void close() {
            final CounterQuery open = query;
            if (open != null) {
                query = null;
                open.close();
            }
        }
    }
}
