package io.ringside.consumer.recording;

import io.ringside.consumer.queue.QueueReader;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SchemaDecoder;
import io.ringside.schema.SchemaException;
import io.ringside.session.LossCause;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.directory.SchemaFileName;
import io.ringside.transport.lane.FrameReplay;
import io.ringside.transport.lane.LaneGap;
import io.ringside.transport.lane.LaneGeometry;
import io.ringside.transport.lane.LaneSink;
import io.ringside.transport.ledger.Checkpoint;
import io.ringside.transport.process.ProcessIdentity;
import io.ringside.transport.rows.ClockPair;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording, excerpt by excerpt, also beside its recorder. Keeps one excerpt in memory, and a few hundred bytes
 * for each lane and process. Not thread-safe.
 */
public final class RecordingReader implements AutoCloseable {
    private final QueueReader queue;
    private final ExcerptDecoder decoder = new ExcerptDecoder();
    private final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
    private final Map<Incarnation, RecordedProcess> processes = new HashMap<>();
    private final Map<SchemaFileName, ProviderSchema> schemas = new HashMap<>();
    private final Map<LaneKey, Checkpoint> lanes = new HashMap<>();
    private final Visitor visitor = new Visitor();
    private @Nullable RecordedSession session;
    private long watermarkTicks;
    private long elsewhere;
    private boolean ended;
    private boolean atEnd;
    private boolean filesMissed;

    private RecordingReader(final QueueReader queue) {
        this.queue = queue;
    }

    /**
     * Open a recording at its beginning.
     *
     * @param folder of the recording
     * @return the reader
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder holds no recording
     */
    public static RecordingReader open(final Path folder) {
        return new RecordingReader(QueueReader.open(folder));
    }

    /**
     * Read one excerpt.
     *
     * @param handler receives what it holds
     * @return false if there is none yet
     * @throws RingsideException if the files are damaged so that reading cannot go on
     */
    public boolean poll(final RecordingHandler handler) {
        visitor.handler = handler;
        return read(handler);
    }

    private boolean read(final RecordingHandler problems) {
        final long missed = queue.filesMissed();
        atEnd = !queue.next(excerpt);
        if (atEnd) {
            return false;
        }
        filesMissed |= queue.filesMissed() != missed;
        visitor.batchEvents = Visitor.NO_BATCH;
        try {
            decoder.decode(excerpt, queue.length(), visitor);
        } catch (final RingsideException | IndexOutOfBoundsException e) {
            problems.onProblem("excerpt is left out: index=" + Long.toHexString(queue.index()) + ", reason="
                    + e.getMessage());
        }
        if (visitor.handler != null && visitor.batchEvents != Visitor.NO_BATCH) {
            visitor.handler.onBatch(queue.length(), visitor.batchEvents);
        }
        atEnd = ended && !queue.hasNext();
        return true;
    }

    /**
     * Pass by everything that is there now, and read what comes later: schemas, processes and numbers are known all the
     * same.
     *
     * @param handler is told of damage, and of nothing else
     */
    public void skipToEnd(final RecordingHandler handler) {
        visitor.handler = null;
        while (read(handler)) {
            assert visitor.handler == null;
        }
    }

    /** The session that is read; null before the first excerpt was read. A recording may hold several. */
    public @Nullable RecordedSession session() {
        return session;
    }

    /**
     * A schema.
     *
     * @param name as a process has registered it
     * @return null if the recording does not hold it, or not yet
     */
    public @Nullable ProviderSchema schema(final SchemaFileName name) {
        return schemas.get(name);
    }

    /** No event that is recorded behind the last batch is older, in ticks of the session's clock, unless it is late. */
    public long watermarkTicks() {
        return watermarkTicks;
    }

    /**
     * Events and losses of the session that are missing between two chunks of a lane: another drain has taken them
     * between two recorders, or they were in an excerpt that is damaged, or in a file that has given way.
     */
    public long takenElsewhere() {
        return elsewhere;
    }

    /** Whether the recording was read to the end of its last session: nothing will come any more. */
    public boolean hasEnded() {
        return ended && atEnd;
    }

    @Override
    public void close() {
        queue.close();
    }

    private RecordedProcess process(final Incarnation incarnation) {
        return processes.computeIfAbsent(incarnation, RecordedProcess::new);
    }

    /** Takes what the decoder has checked, and checks it against what came before. */
    private final class Visitor implements ExcerptVisitor, LaneSink {
        private static final long NO_BATCH = -1;

        private final Checkpoint state = new Checkpoint();
        private @Nullable RecordingHandler handler;
        private @Nullable FrameReplay replay;
        private @Nullable RecordedProcess process;
        private int blockBytes;
        private int lane;
        private long batchEvents = NO_BATCH;

        @Override
        public void onSession(final RecordedSession recorded) {
            if (session != null && !session.isSameAs(recorded)) {
                // Its processes count their lanes anew.
                processes.clear();
                lanes.clear();
                watermarkTicks = 0;
            }
            ended = false;
            session = recorded;
            final LaneGeometry geometry = recorded.requireGeometry();
            replay = new FrameReplay(geometry);
            blockBytes = geometry.blockBytes();
            if (handler != null) {
                handler.onSession(recorded);
            }
        }

        @Override
        public void onProcess(final Incarnation incarnation, final @Nullable ProcessIdentity identity,
                final List<SchemaFileName> names) {
            process(incarnation).describe(identity, names);
        }

        @Override
        public void onSchema(final SchemaFileName name, final DirectBuffer buffer, final int offset,
                final int length) {
            if (!schemas.containsKey(name)) {
                try {
                    schemas.put(name, SchemaDecoder.decode(buffer, offset, length));
                } catch (final SchemaException e) {
                    throw new RingsideException(ErrorCode.CORRUPT, "schema is damaged: name=" + name, e);
                }
            }
        }

        @Override
        public void onCheckpoint(final ClockPair now, final boolean sessionEnded) {
            ended = sessionEnded;
        }

        @Override
        public void onBatch(final long ticks, final long events) {
            ended = false;
            watermarkTicks = ticks;
            batchEvents = Math.max(events, 0);
        }

        @Override
        public void onFrames(final Incarnation incarnation, final int laneIndex, final Checkpoint from,
                final Checkpoint to, final long numberLimit, final DirectBuffer frames) {
            final int length = frames.capacity();
            if (follows(incarnation, laneIndex, from, to) && handler != null && length > 0) {
                final FrameReplay frameReplay = replay;
                if (frameReplay == null || length > blockBytes) {
                    throw new RingsideException(ErrorCode.CORRUPT, "frames without a session, or longer than a block: "
                            + "length=" + length);
                }
                state.set(from);
                frameReplay.frames(frames, length, numberLimit, Integer.MAX_VALUE, state, this);
                if (state.nextNumber != to.nextNumber || state.delivered != to.delivered) {
                    problem("frames do not give what the recorder has counted: nextNumber=" + state.nextNumber
                            + ", recorded=" + to.nextNumber + ": the difference is missing");
                }
            }
        }

        @Override
        public void onLosses(final Incarnation incarnation, final int laneIndex, final Checkpoint from,
                final Checkpoint to, final long firstTimeTicks, final long lastTimeTicks) {
            final FrameReplay frameReplay = replay;
            if (follows(incarnation, laneIndex, from, to) && handler != null && frameReplay != null) {
                frameReplay.losses(from, to, firstTimeTicks, lastTimeTicks, this);
            }
        }

        @Override
        public void onLaneless(final Incarnation incarnation, final LossCause cause, final long count,
                final long total, final long firstTimeTicks, final long lastTimeTicks) {
            if (handler != null) {
                handler.onLanelessLoss(process(incarnation), cause, count, firstTimeTicks, lastTimeTicks);
            }
        }

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            Objects.requireNonNull(handler).onEvent(Objects.requireNonNull(process), lane, buffer, offset, length,
                    ownerThreadId);
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            Objects.requireNonNull(handler).onGap(Objects.requireNonNull(process), lane, gap, ownerThreadId);
        }

        /** Whether a chunk comes behind what was read of its lane. */
        private boolean follows(final Incarnation incarnation, final int laneIndex, final Checkpoint from,
                final Checkpoint to) {
            process = process(incarnation);
            lane = laneIndex;
            final Checkpoint last = lanes.get(new LaneKey(incarnation, laneIndex));
            if (last == null) {
                lanes.put(new LaneKey(incarnation, laneIndex), new Checkpoint().set(to));
                return true;
            }
            if (from.nextNumber < last.nextNumber) {
                problem("chunk begins before what was read of its lane: process=" + incarnation + ", lane="
                        + laneIndex + ", nextNumber=" + from.nextNumber + ", read=" + last.nextNumber
                        + ": it is left out");
                return false;
            }
            final long missing = from.nextNumber - last.nextNumber;
            if (missing > 0 && filesMissed) {
                filesMissed = false;
                problem("files of the recording have given way before they were read: reading goes on with the oldest "
                        + "one that is there: process=" + incarnation + ", lane=" + laneIndex + ", missing=" + missing);
            }
            elsewhere += missing;
            last.set(to);
            return true;
        }

        private void problem(final String text) {
            if (handler != null) {
                handler.onProblem(text);
            }
        }
    }
}
