package io.ringside.proof;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which numbers a session's drains were handed, and through which lanes. */
final class Deliveries {
    private final Evidence session;
    private final Writers writers;
    private final Problems problems;
    private final Map<Writer, BitSet> numbers = new HashMap<>();
    private final Map<Writer, Set<Lane>> lanes = new HashMap<>();
    private final Map<Lane, Set<Writer>> owners = new HashMap<>();
    private final Set<Lane> strange = new HashSet<>();
    private long events;
    /** Of the writer that was asked for last: they are asked for one after another. */
    private Writer recent;
    private BitSet recentNumbers = new BitSet();

    Deliveries(final Evidence session, final Writers writers, final Problems problems) {
        this.session = session;
        this.writers = writers;
        this.problems = problems;
        for (final Journal journal : session.journals()) {
            for (int entry = 0; entry < journal.size(); entry++) {
                read(journal, entry);
            }
        }
    }

    /** Events that the drains were handed. */
    long events() {
        return events;
    }

    boolean has(final Writer writer, final long number) {
        if (!writer.equals(recent)) {
            recent = writer;
            recentNumbers = numbers.getOrDefault(writer, new BitSet());
        }
        return recentNumbers.get((int) number);
    }

    /** Whether the lane had one thread only, and that thread no other lane. */
    boolean isExclusive(final Lane lane) {
        final Set<Writer> writers = owners.getOrDefault(lane, Set.of());
        return writers.size() == 1 && !strange.contains(lane) && isExclusive(writers.iterator().next());
    }

    /** Whether the thread had one lane, and shared it with nobody. */
    boolean isExclusive(final Writer writer) {
        final Set<Lane> used = lanes.getOrDefault(writer, Set.of());
        return used.size() == 1 && !writer.isCarried() && !writers.isNesting(writer)
                && owners.get(used.iterator().next()).size() == 1
                && !strange.contains(used.iterator().next());
    }

    /** The lane of such a thread. */
    Lane lane(final Writer writer) {
        return lanes.get(writer).iterator().next();
    }

    private void read(final Journal journal, final int entry) {
        final Lane lane = journal.lane(entry);
        switch (journal.kind(entry)) {
            case RUN -> {
                final Writer writer = writers.find(journal.process(entry), journal.thread(entry));
                if (writer == null || writer.pid() != lane.pid() || writer.threadId() != journal.threadId(entry)) {
                    problem(journal, entry, "event of nobody");
                } else {
                    use(lane, writer);
                    deliver(journal, entry, writer);
                }
            }
            case GAP -> {
                final Writer writer = writers.find(lane.pid(), journal.threadId(entry));
                if (writer == null) {
                    strange.add(lane);
                } else {
                    use(lane, writer);
                }
            }
            case BAD -> problem(journal, entry, "event is not what was written");
            default -> {
                // Losses without a lane deliver nothing.
            }
        }
    }

    private void use(final Lane lane, final Writer writer) {
        lanes.computeIfAbsent(writer, key -> new HashSet<>()).add(lane);
        owners.computeIfAbsent(lane, key -> new HashSet<>()).add(writer);
    }

    private void deliver(final Journal journal, final int entry, final Writer writer) {
        final BitSet delivered = numbers.computeIfAbsent(writer, key -> new BitSet());
        final long end = writer.isCutOff() ? writer.returned() + 1 : writer.returned();
        long number = journal.from(entry);
        while (number <= journal.to(entry)) {
            if (number >= end) {
                problem(journal, entry, "event was never written: number=" + number);
                return;
            }
            if (delivered.get((int) number)) {
                problem(journal, entry, "event is delivered twice: number=" + number);
            }
            delivered.set((int) number);
            events++;
            number = Numbers.next(number, session.level());
        }
    }

    private void problem(final Journal journal, final int entry, final String what) {
        problems.add(what + ": session=" + session.name() + ", lane=" + journal.lane(entry) + ", threadId="
                + journal.threadId(entry) + ", process=" + journal.process(entry) + ", thread=" + journal.thread(entry)
                + ", from=" + journal.from(entry) + ", to=" + journal.to(entry));
    }
}
