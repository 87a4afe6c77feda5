package io.ringside.proof;

import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Complains of events that come twice. */
final class Once implements EventHandler {
    private final Map<Long, BitSet> seen = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    List<String> problems() {
        return problems;
    }

    void addRuns(final Journal journal, final int level) {
        for (int entry = 0; entry < journal.size(); entry++) {
            if (journal.kind(entry) == Journal.Kind.RUN) {
                for (long number = journal.from(entry); number <= journal.to(entry); number = Numbers.next(number,
                        level)) {
                    add(journal.process(entry), journal.thread(entry), number);
                }
            }
        }
    }

    private void add(final int process, final int thread, final long number) {
        final BitSet numbers = seen.computeIfAbsent(((long) process << 32) | thread, key -> new BitSet());
        if (numbers.get((int) number)) {
            problems.add("twice: process=" + process + ", thread=" + thread + ", number=" + number);
        }
        numbers.set((int) number);
    }

    @Override
    public void onEvent(final EventView event) {
        final DirectBuffer buffer = event.buffer();
        final int payload = event.payloadOffset();
        add(buffer.getInt(payload + Numbers.PROCESS_OFFSET), buffer.getInt(payload + Numbers.THREAD_OFFSET),
                buffer.getLong(payload + Numbers.NUMBER_OFFSET));
    }

    @Override
    public void onGap(final GapView gap) {
        // Compared by sum.
    }
}
