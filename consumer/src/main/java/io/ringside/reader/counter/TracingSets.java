package io.ringside.reader.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;

/** Counter sets of every trace directory: its provider processes, and its sessions. Stateless. */
final class TracingSets {
    /** Denominator of the counters that show a fraction of a ring. */
    static final long RING_WHOLE = 10_000;

    /** Set with an instance for each process that has a page. */
    static final CounterSetSchema PROCESSES = CounterSetSchema
            .of("Ringside Process", CounterSetSchema.Kind.MULTIPLE, processes())
            .withDescription("What each provider process has written and lost, in the sessions that run.");

    /** Set with an instance for each session, which shows its ledger. */
    static final CounterSetSchema SESSIONS = CounterSetSchema
            .of("Ringside Session", CounterSetSchema.Kind.MULTIPLE, sessions())
            .withDescription("The ledger of each session.");

    private TracingSets() {}

    private static List<CounterSchema> processes() {
        final Columns columns = new Columns();
        columns.total("events wanted", "Events that sessions wanted of the process.");
        columns.total("events written", "Events that came into a lane.");
        columns.total("events lost", "Events that were wanted and not written.");
        columns.rate("events wanted/sec", "Events wanted in a second.");
        columns.rate("events written/sec", "Events written in a second.");
        columns.rate("events lost/sec", "Events lost in a second.");
        columns.causes();
        columns.total("sessions", "Sessions that have lanes or losses of the process.");
        columns.total("lanes", "Lanes that threads have taken.");
        columns.add("% ring fill", CounterType.LARGE_RAW_FRACTION, "What is not yet taken of the fullest lane.");
        columns.add("ring fill base", CounterType.LARGE_RAW_BASE, "The whole lane.");
        columns.total("agent's longest cycle", "Longest cycle of the control thread, in nanoseconds.");
        columns.total("agent's errors", "Cycles of the control thread that ended by an error.");
        return columns.counters;
    }

    private static List<CounterSchema> sessions() {
        final Columns columns = new Columns();
        columns.total("events wanted", "Events that the session wanted, after its filters.");
        columns.total("events delivered", "Events taken by the session's drain.");
        columns.total("events overwritten", "Events given up for newer ones.");
        columns.total("events in ring", "Events written and not yet taken.");
        columns.total("events in flight", "Events being written.");
        columns.total("events lost", "Events lost, of all causes.");
        columns.rate("events wanted/sec", "Events wanted in a second.");
        columns.rate("events delivered/sec", "Events delivered in a second.");
        columns.rate("events lost/sec", "Events lost in a second.");
        columns.causes();
        columns.total("events sampled out", "Events that are not wanted, as the session wants a sample.");
        columns.total("events over limit", "Events that are not wanted, as there are more than the session's limit.");
        return columns.counters;
    }

    /** Builder of counters with ids from 1 on, in the order in which they are added. */
    private static final class Columns {
        private final List<CounterSchema> counters = new ArrayList<>();

        private void total(final String name, final String description) {
            add(name, CounterType.LARGE_RAWCOUNT, description);
        }

        private void rate(final String name, final String description) {
            add(name, CounterType.BULK_COUNT, description);
        }

        private void causes() {
            for (int code = 0; code < LossCause.count(); code++) {
                final String cause = LossCause.ofCode(code).jsonName();
                total("lost: " + cause, "Events lost by the cause " + cause + '.');
            }
        }

        private void add(final String name, final CounterType type, final String description) {
            final int id = counters.size() + 1;
            final CounterSchema counter = CounterSchema.of(id, name, type).withDescription(description);
            counters.add(type.base() == null ? counter : counter.withBase(id + 1));
        }
    }
}
