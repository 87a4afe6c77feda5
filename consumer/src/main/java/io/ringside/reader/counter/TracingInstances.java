package io.ringside.reader.counter;

import io.ringside.RingsideException;
import io.ringside.control.SessionStatus;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.counterset.AllowedName;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.reader.counter.ComputedInstance.Identity;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Reader of the sets about tracing itself. Pages and ledgers are already in shared memory, so processes need no
 * additional counters, and data of dead processes can be read too. Not thread-safe.
 */
final class TracingInstances {
    private final DirectoryController controller;
    private final NanoClock clock;
    private Map<Object, ComputedInstance> byKey = Map.of();
    private List<String> problems = List.of();

    /** Sums over the sessions of one process. */
    private static final class Sum {
        private final long[] lost = new long[LossCause.count()];
        private long wanted;
        private long sessions;
        private double ringFill;

        private void add(final ProcessInfo.Flow flow) {
            sessions++;
            wanted += flow.wanted();
            ringFill = Math.max(ringFill, flow.ringFill());
            for (int code = 0; code < lost.length; code++) {
                lost[code] += flow.lost().of(LossCause.ofCode(code));
            }
        }

        /** Returns the number of events that never reached a lane. Later losses are counted by the session. */
        private long refused() {
            long refused = 0;
            for (final LossCause cause : List.of(LossCause.FULL, LossCause.TOO_LARGE, LossCause.NO_LANE,
                    LossCause.NOT_ATTACHED, LossCause.ERROR)) {
                refused += lost[cause.code()];
            }
            return refused;
        }
    }

    TracingInstances(final DirectoryController controller, final NanoClock clock) {
        this.controller = controller;
        this.clock = clock;
    }

    /** Returns the problems of the last reading, as readable text. */
    List<String> problems() {
        return problems;
    }

    /** Returns the instances of the last reading. */
    Collection<ComputedInstance> instances() {
        return byKey.values();
    }

    /** Reads everything. Returns whether the set of instances has changed. */
    boolean read() {
        final Map<Object, ComputedInstance> now = new LinkedHashMap<>();
        final Map<UUID, Sum> sums = new HashMap<>();
        final List<String> found = new ArrayList<>();
        for (final SessionRow session : controller.rows()) {
            readSession(session, now, found);
            for (final ProcessInfo.Flow flow : controller.flows(session)) {
                sums.computeIfAbsent(flow.process().id(), key -> new Sum()).add(flow);
            }
        }
        for (final ProcessEntry process : controller.registry().processes().processes(found::add)) {
            readProcess(process, sums.getOrDefault(process.identity().id(), new Sum()), now);
        }
        final boolean changed = !now.keySet().equals(byKey.keySet());
        byKey = now;
        problems = List.copyOf(found);
        return changed;
    }

    private void readSession(final SessionRow session, final Map<Object, ComputedInstance> now,
            final List<String> found) {
        final LedgerTotals totals;
        try {
            final SessionStatus status = controller.query(session);
            if (status == null) {
                return;
            }
            totals = status.ledger().totals();
        } catch (final RingsideException e) {
            // Only the rows of this session are missing, so reading continues.
            found.add(String.valueOf(e.getMessage()));
            return;
        }
        final Row row = new Row(TracingSets.SESSIONS);
        final long lost = totals.lost().total();
        row.add(totals.wanted(), totals.delivered(), totals.overwritten(), totals.inRing(), totals.inFlight(), lost);
        row.add(totals.wanted(), totals.delivered(), lost);
        row.add(totals.lost());
        row.add(totals.sampledOut(), totals.overLimit());
        instance("session " + session.id(), now, TracingSets.SESSIONS, () -> new Identity("session " + session.id(),
                AllowedName.of(session.name()), Math.min(session.id(), CounterLimits.INSTANCE_ID_MAX), session.id(), 0,
                null))
                .store(row.values, clock.nanoTime(), false);
    }

    private void readProcess(final ProcessEntry process, final Sum sum, final Map<Object, ComputedInstance> now) {
        final Row row = new Row(TracingSets.PROCESSES);
        final long refused = sum.refused();
        row.add(sum.wanted, sum.wanted - refused, refused, sum.wanted, sum.wanted - refused, refused);
        row.add(LossCounts.of(sum.lost));
        row.add(sum.sessions, process.status().lanesInUse(), Math.round(sum.ringFill * TracingSets.RING_WHOLE),
                TracingSets.RING_WHOLE, process.status().longestCycleNs(), process.status().errorCount());
        final Incarnation incarnation = process.identity().incarnation();
        instance(incarnation, now, TracingSets.PROCESSES, () -> new Identity(incarnation,
                AllowedName.of(process.identity().command() + ' ' + process.identity().pid()),
                Math.floorMod(process.identity().pid(), CounterLimits.INSTANCE_ID_MAX),
                process.identity().clocks().wallNs(), process.identity().pid(), incarnation))
                .store(row.values, clock.nanoTime(), !process.alive());
    }

    private ComputedInstance instance(final Object key, final Map<Object, ComputedInstance> now,
            final CounterSetSchema schema, final Supplier<Identity> identity) {
        final ComputedInstance known = byKey.get(key);
        final ComputedInstance instance = known == null ? new ComputedInstance(schema, identity.get()) : known;
        now.put(key, instance);
        return instance;
    }

    /** Row of values in the order of the counters. */
    private static final class Row {
        private final long[] values;
        private int next;

        private Row(final CounterSetSchema schema) {
            values = new long[schema.counters().size()];
        }

        private void add(final long... more) {
            System.arraycopy(more, 0, values, next, more.length);
            next += more.length;
        }

        private void add(final LossCounts lost) {
            for (int code = 0; code < LossCause.count(); code++) {
                add(lost.of(LossCause.ofCode(code)));
            }
        }
    }
}
