package io.ringside.etw.relog;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordedProcess;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecordingHandler;
import io.ringside.internal.recording.RecordingWriter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * Agent that rewrites one or several recordings as one. Their events are passed to a handler in order of time; events
 * that it injects are written unchanged, others are counted as filtered. Losses of the sources are carried over: every
 * attempted event that the sources describe is either an event of the output or counted there. The caller runs the
 * agent until it {@link #isComplete}; if it is closed earlier, cancelled or fails, the output is removed. Not
 * thread-safe.
 */
public final class Relogger implements Agent, AutoCloseable {
    private final RelogHandler handler;
    private final EventReader reader;
    private final RecordingWriter writer;
    private final Stream stream = new Stream();
    private final PriorityQueue<NewEvent> added = new PriorityQueue<>(Comparator.comparingLong(NewEvent::timeNs));
    private long lastTimeNs = Long.MIN_VALUE;
    private boolean begun;
    private boolean cancelled;
    private boolean complete;
    private boolean closed;

    private Relogger(final RelogContext context) {
        handler = context.handler();
        reader = EventReader.open(new ReaderContext().errorHandler(context.errorHandler())
                .eventsPerCycle(Integer.MAX_VALUE), sources(context));
        boolean opened = false;
        try {
            writer = RecordingWriter.create(context.folder(), context.limits(), context.blockBytes(), context.floor(),
                    context.lockTimeoutNs(), SystemEpochClock.INSTANCE.time());
            opened = true;
        } finally {
            if (!opened) {
                reader.close();
            }
        }
    }

    /**
     * Open a relogger.
     *
     * @param context sources, output and handler
     * @return the relogger; nothing is read before its first duty cycle
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if a source is not a recording, {@link
     *                           ErrorCode#ALREADY_EXISTS} if the output's folder is not empty, or {@link
     *                           ErrorCode#NO_SPACE} if the disk has too little space
     */
    public static Relogger open(final RelogContext context) {
        return new Relogger(context);
    }

    /**
     * Read an excerpt, and write the injected events.
     *
     * @return 0 if nothing is left to do
     * @throws RingsideException if a source cannot be read or the output cannot be written: close the relogger
     */
    @Override
    public int doWork() {
        if (complete || cancelled || closed) {
            return 0;
        }
        try {
            if (!begun) {
                begun = true;
                handler.onStreamBegin(stream);
            }
            if (!cancelled) {
                read();
            }
        } catch (final AgentTerminationException e) {
            throw stream.cause(e);
        }
        return 1;
    }

    /** Cancel relogging: nothing more is written, and {@link #close} removes the output. */
    public void cancel() {
        cancelled = true;
    }

    /** {@return whether relogging was cancelled} */
    public boolean isCancelled() {
        return cancelled;
    }

    /** {@return whether all sources have been read and the output is complete} */
    public boolean isComplete() {
        return complete;
    }

    /** {@return number of events written, including added events} */
    public long events() {
        return writer.events();
    }

    /** {@return number of events that were filtered, by the handler or when a source was written} */
    public long filteredEvents() {
        return writer.filteredEvents();
    }

    /** {@return number of lost events of the sources, which the output reports too} */
    public long lostEvents() {
        return writer.lostEvents();
    }

    /** {@return number of events that newer ones replaced in overwrite mode} */
    public long overwrittenEvents() {
        return writer.overwrittenEvents();
    }

    /**
     * {@return number of events that are missing from the sources, though their sessions wanted them: see {@link
     * GapView#missing}}
     */
    public long missingEvents() {
        return writer.missingEvents();
    }

    /** {@return the counts of what was read of the sources} */
    public EventReader.Totals totals() {
        return reader.totals();
    }

    /** {@return number of bytes of the output's files} */
    public long bytes() {
        return writer.bytes();
    }

    @Override
    public String roleName() {
        return "ringside-relogger";
    }

    @Override
    public void onClose() {
        close();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            CloseHelper.closeAll(reader, writer);
        }
    }

    private Source[] sources(final RelogContext context) {
        final List<Path> folders = context.sources();
        if (folders.isEmpty() || folders.size() > EventReader.SOURCES_MAX) {
            throw RingsideException.invalidArgument("number of recordings to read is out of range: folders="
                    + folders.size() + ", min=1, max=" + EventReader.SOURCES_MAX);
        }
        return folders.stream().map(folder -> SourceSettings.recording(folder).records(stream))
                .toArray(Source[]::new);
    }

    private void read() {
        reader.poll(stream);
        if (reader.hasCaughtUp() && !cancelled) {
            reader.deliverRest(stream);
            writeAdded(Long.MAX_VALUE);
            if (!cancelled) {
                handler.onStreamEnd(stream);
                writeAdded(Long.MAX_VALUE);
            }
            if (!cancelled) {
                // Events that are missing at the end of a source are missing in the output: that has no end either.
                reader.recordingsCutOff();
                writer.end(totals().lossesKnown());
                complete = true;
            }
        }
    }

    /** Writes the added events up to a time, before which no further event can come. */
    private void writeAdded(final long untilNs) {
        for (NewEvent next = added.peek(); next != null && next.timeNs() <= untilNs; next = added.peek()) {
            added.remove();
            writer.ownEvent(next.provider(), next.timeNs(), next::record);
        }
    }

    /** Receives each event twice: first the recorded bytes, then the view for the handler. */
    private final class Stream implements RelogStream, EventHandler, RecordingHandler {
        private @Nullable RecordedProcess process;
        private @Nullable DirectBuffer buffer;
        private @Nullable EventView view;
        private @Nullable RuntimeException failure;
        private int lane;
        private int offset;
        private int length;
        private long ownerThreadId;
        private boolean injected;

        @Override
        public void onSession(final RecordedSession session) {
            writer.session(session);
        }

        @Override
        public void onSessionLosses(final RecordedSession session, final LossCounts total) {
            writer.sessionLosses(session, total);
        }

        @Override
        public void onEvent(final RecordedProcess ofProcess, final int ofLane, final DirectBuffer record,
                final int recordOffset, final int recordLength, final long owner) {
            process = ofProcess;
            lane = ofLane;
            buffer = record;
            offset = recordOffset;
            length = recordLength;
            ownerThreadId = owner;
        }

        @Override
        public void onEvent(final EventView event) {
            guarded(() -> {
                if (cancelled) {
                    return;
                }
                final RecordedProcess writing = requireProcess();
                writeAdded(lastTimeNs);
                writer.advance(event.timeNs());
                lastTimeNs = Math.max(lastTimeNs, event.timeNs());
                view = event;
                injected = false;
                handler.onEvent(event, this);
                view = null;
                if (!injected) {
                    writer.filtered(writing, lane, 1);
                }
            });
        }

        @Override
        public void onGap(final RecordedProcess ofProcess, final int ofLane, final LaneGap gap, final long owner) {
            guarded(() -> writer.gap(ofProcess, ofLane, gap, owner));
        }

        @Override
        public void onLanelessLoss(final RecordedProcess ofProcess, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            guarded(() -> writer.lanelessLoss(ofProcess, cause, count, firstTimeTicks, lastTimeTicks));
        }

        @Override
        public void onFiltered(final RecordedProcess ofProcess, final int ofLane, final long count) {
            guarded(() -> writer.filtered(ofProcess, ofLane, count));
        }

        @Override
        public void onGap(final GapView gap) {
            guarded(() -> handler.onGap(gap, this));
        }

        @Override
        public void onProblem(final String problem) {
            // The reader reports problems itself.
        }

        @Override
        public void inject(final EventView event) {
            final DirectBuffer record = buffer;
            if (event != view || record == null || injected) {
                throw new IllegalStateException(injected
                        ? "event was injected before: one event is written once"
                        : "event is not the one that the handler was called with: it is valid during the call only");
            }
            injected = true;
            writer.event(requireProcess(), lane, record, offset, length, ownerThreadId);
        }

        @Override
        public void inject(final NewEvent event) {
            added.add(event);
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        /** Returns the exception that ends the reader, as it was thrown. */
        RuntimeException cause(final AgentTerminationException termination) {
            final RuntimeException known = failure;
            return known == null ? termination : known;
        }

        /** Ends reading if a handler throws: the reader would otherwise continue. */
        private void guarded(final Runnable step) {
            try {
                step.run();
            } catch (final RuntimeException e) {
                failure = e;
                throw new AgentTerminationException(e);
            }
        }

        private RecordedProcess requireProcess() {
            final RecordedProcess known = process;
            if (known == null) {
                throw new IllegalStateException("no event was read yet");
            }
            return known;
        }
    }
}
