package io.ringside.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Compares what writers know with what drains were handed and what ledgers say, number by number. Adds up nothing with
 * the product's own classes. For one thread.
 */
final class Books {
    private final Writers writers = new Writers();
    private final List<Evidence> sessions = new ArrayList<>();
    private long delivered;

    /** Add what the writers of a process know. Its process has ended, or writes no more. */
    Books truth(final TruthFile truth) {
        writers.add(truth);
        return this;
    }

    /** Add what is known of a session that has ended. All writers know of all these sessions, and of no others. */
    Books session(final Evidence session) {
        sessions.add(session);
        return this;
    }

    /** Everything that does not agree; empty if the books balance. */
    List<String> problems() {
        final Problems problems = new Problems();
        final List<Deliveries> deliveries = new ArrayList<>();
        sessions.forEach(session -> deliveries.add(new Deliveries(session, writers, problems)));
        delivered = deliveries.stream().mapToLong(Deliveries::events).sum();
        final Fates fates = new Fates(sessions, deliveries, problems);
        writers.all().forEach(fates::check);
        for (int i = 0; i < sessions.size(); i++) {
            new SessionCheck(sessions.get(i), i, writers, deliveries.get(i), fates, problems).check();
        }
        return problems.list();
    }

    /** What is not in the circular recording of the only session. */
    GivenWay givenWay() {
        return new GivenWay(sessions.get(0), writers);
    }

    /** Losses that the ledgers tell. */
    long lost() {
        return sessions.stream().mapToLong(session -> session.ledger().lostTotal()).sum();
    }

    /** Events that drains were handed, once {@link #problems} was asked. */
    long delivered() {
        return delivered;
    }

    /** The ledgers. */
    @Override
    public String toString() {
        return sessions.stream().map(session -> session.name() + ": " + session.ledger())
                .collect(Collectors.joining("; "));
    }
}
