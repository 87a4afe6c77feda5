package io.ringside.proof;

import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.session.LossCause;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Keeps a journal of what a consumer hands over, each event checked. For one thread. */
final class JournalHandler implements EventHandler {
    private final Journal journal;
    private final int level;
    private final Map<Lane, Position> positions = new HashMap<>();
    /** Events of one lane mostly follow each other. */
    private Position recent = new Position(new Lane(0, 0));

    /** Where a lane is: the run that may grow. */
    private static final class Position {
        private final Lane lane;
        private int entry = -1;
        private int process;
        private int thread;
        private long threadId;
        private long next;
        private long timeTicks = Long.MIN_VALUE;

        Position(final Lane lane) {
            this.lane = lane;
        }
    }

    JournalHandler(final Journal journal, final int level) {
        this.journal = journal;
        this.level = level;
    }

    @Override
    public void onEvent(final EventView event) {
        final Position position = position(event.processId(), event.lane());
        final DirectBuffer buffer = event.buffer();
        final int payload = event.payloadOffset();
        final int process = buffer.getInt(payload + Numbers.PROCESS_OFFSET);
        final int thread = buffer.getInt(payload + Numbers.THREAD_OFFSET);
        final long number = buffer.getLong(payload + Numbers.NUMBER_OFFSET);
        final boolean intact = Numbers.isIntact(buffer, payload, event.payloadLength())
                && event.eventIndex() == Numbers.eventIndex(number)
                && event.descriptor().level() == Numbers.level(number)
                && Numbers.isWanted(number, level) && event.timeTicks() >= position.timeTicks;
        position.timeTicks = event.timeTicks();
        if (!intact) {
            journal.bad(position.lane, event.threadId(), process, thread, number);
            position.entry = -1;
        } else if (position.entry >= 0 && number == position.next && thread == position.thread
                && process == position.process && event.threadId() == position.threadId) {
            journal.extend(position.entry, number);
        } else {
            position.entry = journal.run(position.lane, event.threadId(), process, thread, number);
            position.process = process;
            position.thread = thread;
            position.threadId = event.threadId();
        }
        position.next = Numbers.next(number, level);
    }

    @Override
    public void onGap(final GapView gap) {
        final long[] counts = new long[Journal.CAUSES];
        for (final LossCause cause : LossCause.values()) {
            counts[cause.code()] = gap.count(cause);
        }
        if (gap.lane() == null) {
            journal.laneless(gap.processId(), gap.total(), counts);
        } else {
            final Position position = position(gap.processId(), gap.lane());
            // Files that a circular recording has removed do not say whose events they had.
            final Long threadId = gap.threadId();
            journal.gap(position.lane, threadId == null ? 0 : threadId, gap.total(), counts);
            position.entry = -1;
        }
    }

    private Position position(final long pid, final int lane) {
        if (recent.lane.pid() != pid || recent.lane.index() != lane) {
            recent = positions.computeIfAbsent(new Lane(pid, lane), Position::new);
        }
        return recent;
    }
}
