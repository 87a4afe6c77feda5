package io.ringside.proof;

import io.ringside.session.LossCause;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes by hand what writers, drains and ledgers of a proof leave behind. One process of two threads, one session. */
final class BooksScript {
    static final int LEVEL = 5;
    static final long PID = 4711;
    static final Lane LANE = new Lane(PID, 0);
    static final Lane OTHER_LANE = new Lane(PID, 1);

    /** What calls return; made as {@link WriteResult} has them. */
    static final long WRITTEN = 0x10100;
    static final long FULL = 0x1000100;
    static final long NO_LANE = 0x10000000100L;

    private final Path folder;
    private final TruthFile truth;
    private final List<Journal> journals = new ArrayList<>();
    private final long[] lost = new long[Journal.CAUSES];
    private Journal journal;
    private long wanted;
    private long delivered;

    BooksScript(final Path folder) throws IOException {
        this.folder = folder;
        truth = TruthFile.create(folder.resolve("truth"), 1, 2, 100);
        truth.pid(PID);
        truth.threadId(0, threadId(0));
        truth.threadId(1, threadId(1));
        newDrain();
    }

    static long threadId(final int thread) {
        return 20L + thread;
    }

    /** The drain is killed, and another one begins. */
    BooksScript newDrain() throws IOException {
        journal = Journal.open(folder.resolve("journal" + journals.size()));
        journals.add(journal);
        return this;
    }

    /** Calls return. */
    BooksScript write(final int thread, final long from, final long to, final long result) {
        for (long number = from; number <= to; number++) {
            truth.begin(thread, number);
            truth.end(thread, number, Outcome.of(result, false));
        }
        return this;
    }

    BooksScript writeNested(final int thread, final long number) {
        truth.begin(thread, number);
        truth.end(thread, number, Outcome.of(WRITTEN, true));
        return this;
    }

    /** A call does not return. */
    BooksScript begin(final int thread, final long number) {
        truth.begin(thread, number);
        return this;
    }

    /** The drain is handed events. */
    BooksScript deliver(final Lane lane, final int thread, final long from, final long to) {
        final int entry = journal.run(lane, threadId(thread), 1, thread, from);
        journal.extend(entry, to);
        return this;
    }

    /** The drain is handed a gap. */
    BooksScript gap(final Lane lane, final int thread, final LossCause cause, final long count) {
        final long[] counts = new long[Journal.CAUSES];
        counts[cause.code()] = count;
        journal.gap(lane, threadId(thread), count, counts);
        return this;
    }

    BooksScript laneless(final LossCause cause, final long count) {
        final long[] counts = new long[Journal.CAUSES];
        counts[cause.code()] = count;
        journal.laneless(PID, count, counts);
        return this;
    }

    BooksScript ledgerDelivered(final long count) {
        delivered += count;
        wanted += count;
        return this;
    }

    BooksScript ledgerLost(final LossCause cause, final long count) {
        lost[cause.code()] += count;
        wanted += count;
        return this;
    }

    BooksScript ledgerWanted(final long count) {
        wanted += count;
        return this;
    }

    List<String> problems() {
        return new Books().truth(truth).session(new Evidence("session", LEVEL, 0, journals,
                new LedgerNumbers(wanted, delivered, 0, 0, 0, lost, true, true))).problems();
    }
}
