package io.ringside.replay;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordedProcess;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecordingHandler;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.write.ReplayLane;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecordingPosition;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes recordings into a session that runs, as live events: with the providers, ids, versions, fields, threads,
 * activities, times and processes that they have, and with their losses. The session gets all of them, whatever it has
 * enabled, and no other session gets any; its setting {@link SessionSettings.Key#REPLAY} then names the recordings. An
 * agent whose caller decides how to wait, or {@link #run}. For one thread, but for {@link #pause}, {@link #resume} and
 * what they concern.
 *
 * <pre>{@code
 * try (Replayer replayer = Replayer.open(new ReplayContext(List.of(Path.of("/data/monday")), "test").speed(10))) {
 *     replayer.run(() -> false);
 * }
 * }</pre>
 *
 * <ul>
 * <li>The time from the first event to the time at which an event is due is the recorded one, divided by the speed. The
 * schedule is absolute: a delay of one event does not delay the next.
 * <li>At {@link ReplayContext#MAX_SPEED} there is no schedule: the replayer waits for room as long as the session is
 * being read, and loses events for which there is no room after a second.
 * <li>Each lane of a recorded process is written to its own lane, so the events of a thread keep their order. A session
 * that allows fewer lanes loses the events of the others, which are counted.
 * <li>Losses with a cause that a writer can have become losses of that cause. Other gaps (events that were corrupt,
 * abandoned, discarded, overwritten or missing) become an event {@code gap} of the provider {@code Ringside-Replay}.
 * <li>The order of each thread never changes. A live reader that merges may mark events of several threads as late,
 * because their times do not follow its clock.
 * </ul>
 */
public final class Replayer implements Agent, AutoCloseable {
    /** Maximum number of recorded processes that can be replayed together. */
    public static final int PROCESSES_MAX = 64;

    private static final int EVENTS_PER_READ = 256;
    private static final int ENTRIES_PER_CYCLE = 256;
    /** Maximum number of losses in one write, during which the session cannot end. */
    private static final int LOSSES_AT_ONCE = 4096;
    private static final long ROOM_WAIT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    /** Shorter waits spin, since parking is not as precise. */
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(60);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PAUSE_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int PROBLEMS_MAX = 64;
    private static final int NAMED_MAX = 5_000;
    private static final LossCause[] CAUSES = LossCause.values();

    private final ReplayContext context;
    private final Path directory;
    private final DirectoryController controller;
    private final SessionRow session;
    private final EventReader reader;
    private final Staging staging = new Staging();
    private final Map<RecordedProcess, ReplayedProcess> processes = new HashMap<>();
    private final boolean waitsForRoom;
    private final long sessionEpochNs;
    private final long[] lost = new long[LossCause.count()];
    private final UnsafeBuffer mark = new UnsafeBuffer(new byte[FrameDescriptor.RECORD_HEADER_LENGTH + 64]);
    private final Set<String> problems = new HashSet<>();
    private @Nullable RingsideException failure;
    private boolean hasRead;
    private boolean complete;
    private boolean closed;
    private boolean hasBegun;
    private long firstNs;
    private long shiftNs;
    private long startNs;
    private long dueNs;
    private long roomNs;
    private boolean isWaitingForRoom;
    private long lastTimeNs;
    private long readEvents;
    private long replayedEvents;
    private long gaps;
    private long gapEvents;
    private long markedGaps;
    private long unreplayedEvents;
    private long largestDelayNs;

    private volatile boolean paused;
    private long pausedNs;
    private volatile long pausedTotalNs;

    private Replayer(final ReplayContext context, final DirectoryController controller, final TraceDirectory opened) {
        this.context = context;
        this.controller = controller;
        directory = opened.path();
        session = controller.row(context.session());
        if (session.settings().isPrivate()) {
            throw new RingsideException(ErrorCode.WRONG_KIND, "session is private to a process: session="
                    + session.name() + ": replay into another session");
        }
        waitsForRoom = Double.isInfinite(context.speed())
                && session.settings().overflow() != SessionSettings.Overflow.DROP_OLDEST;
        sessionEpochNs = session.start().toEpochNs(ProcessIdentity
                .ofThisProcess(controller.registry().participant().incarnation()).host().monotonicShiftNs());
        reader = EventReader.open(new ReaderContext().errorHandler(context.errorHandler()).filter(context.filter())
                .eventsPerCycle(Integer.MAX_VALUE), sources());
        boolean opens = false;
        try {
            controller.update(session.name(), Map.of(SessionSettings.Key.REPLAY.settingName(), named()));
            opens = true;
        } finally {
            if (!opens) {
                reader.close();
            }
        }
    }

    /**
     * Open a replayer.
     *
     * @param context recordings to replay, and the session to write to
     * @return the replayer, which has not written anything yet
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, or a folder contains no
     *                           recording; {@link ErrorCode#WRONG_KIND} if the session is private;
     *                           {@link ErrorCode#LIMIT} if there are too many recordings
     */
    public static Replayer open(final ReplayContext context) {
        final TraceDirectory directory = context.traceDirectory();
        final DirectoryController controller = DirectoryController.open(directory,
                problem -> context.errorHandler().onError(new RingsideException(ErrorCode.CORRUPT, problem)));
        boolean complete = false;
        try {
            final Replayer replayer = new Replayer(context, controller, directory);
            complete = true;
            return replayer;
        } finally {
            if (!complete) {
                controller.close();
            }
        }
    }

    /**
     * Replay to the end, or until asked to end. Waits for due events by the system's clock; with another clock, call
     * {@link #doWork}.
     *
     * @param ending polled; returns true if the replay should end early
     * @throws RingsideException as {@link #doWork}
     */
    public void run(final BooleanSupplier ending) {
        while (!complete && !ending.getAsBoolean()) {
            if (doWork() > 0) {
                continue;
            }
            if (paused || (context.follows() && !staging.hasNext())) {
                LockSupport.parkNanos(PAUSE_PARK_NS);
            } else if (isWaitingForRoom || !staging.hasNext()) {
                LockSupport.parkNanos(PARK_NS);
            } else {
                await(dueNs, () -> paused || ending.getAsBoolean());
            }
        }
    }

    /**
     * Write the due events, and read further ones.
     *
     * @return 0 if nothing was due
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the session has ended; {@link ErrorCode#CORRUPT} if
     *                           the rest of a recording cannot be read because of damage; {@link ErrorCode#LIMIT} if it
     *                           has too many processes; the replayer must then be closed
     */
    @Override
    public int doWork() {
        if (complete || closed || paused) {
            return 0;
        }
        int work = staging.hasNext() ? 0 : read();
        while (work < ENTRIES_PER_CYCLE && staging.hasNext() && isDue(staging.next())) {
            write(staging.next());
            work++;
        }
        return work;
    }

    /** Pause the schedule, until {@link #resume} is called. Thread-safe. */
    public synchronized void pause() {
        if (!paused) {
            pausedNs = context.clock().nanoTime();
            paused = true;
        }
    }

    /** Continue the schedule, which is delayed by the duration of the pause. Thread-safe. */
    public synchronized void resume() {
        if (paused) {
            pausedTotalNs = pausedTotalNs + context.clock().nanoTime() - pausedNs;
            paused = false;
        }
    }

    /** {@return whether the replay is paused} Thread-safe. */
    public boolean isPaused() {
        return paused;
    }

    /** {@return whether everything was replayed} */
    public boolean isComplete() {
        return complete;
    }

    /** {@return the time at which the next event is due, by the clock of the schedule, in nanoseconds} */
    public long dueNs() {
        return dueNs;
    }

    /** {@return the recorded time of the last replayed event, in nanoseconds since 1970} */
    public long lastTimeNs() {
        return lastTimeNs;
    }

    /** {@return the number of events that were read and selected} */
    public long readEvents() {
        return readEvents;
    }

    /** {@return the number of events that were read and not selected, by the filter or the window} */
    public long filteredEvents() {
        return reader.totals().leftOutEvents();
    }

    /** {@return the number of events that were written to the session} */
    public long replayedEvents() {
        return replayedEvents;
    }

    /** {@return events that the session has lost, by cause, not including those that were lost in the recording} */
    public LossCounts lostEvents() {
        return LossCounts.of(lost);
    }

    /** {@return the number of events that cannot be replayed, for reasons that were reported to the error handler} */
    public long unreplayedEvents() {
        return unreplayedEvents;
    }

    /** {@return the number of replayed gaps} */
    public long gaps() {
        return gaps;
    }

    /** {@return the number of lost events in these gaps that the session now reports as lost by the same cause} */
    public long gapEvents() {
        return gapEvents;
    }

    /** {@return the number of events {@code gap} written for gaps, or parts of them, that a session cannot have} */
    public long markedGaps() {
        return markedGaps;
    }

    /** {@return the longest delay of an event after its scheduled time, in nanoseconds} */
    public long largestDelayNs() {
        return largestDelayNs;
    }

    /** {@return the counts of what was read of the recordings} */
    public EventReader.Totals totals() {
        return reader.totals();
    }

    @Override
    public String roleName() {
        return "ringside-replayer";
    }

    @Override
    public void onClose() {
        close();
    }

    /** End the replay. Written events stay in the session. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            CloseHelper.closeAll(reader, () -> CloseHelper.closeAll(processes.values()), controller);
        }
    }

    private Source[] sources() {
        final List<Path> folders = context.recordings();
        if (folders.isEmpty() || folders.size() > EventReader.SOURCES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "number of recordings to replay is out of range: folders="
                    + folders.size() + ", min=1, max=" + EventReader.SOURCES_MAX + ": replay them one after the other");
        }
        final RecordingPosition position = context.position();
        return folders.stream().map(folder -> SourceSettings.recording(folder).records(staging))
                .map(source -> position == null ? source : source.after(position)).toArray(Source[]::new);
    }

    /** Returns the value of the session's setting: the folders of the recordings. */
    private String named() {
        final String all = context.recordings().stream().map(folder -> folder.toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(", ")).replaceAll("\\p{Cntrl}", "?");
        return all.substring(0, Math.min(all.length(), NAMED_MAX));
    }

    private int read() {
        staging.clear();
        if (hasRead) {
            if (failure != null) {
                throw failure;
            }
            complete = true;
            return 1;
        }
        int work = 0;
        try {
            work = reader.poll(staging, EVENTS_PER_READ);
            hasRead = reader.isDone() || (!context.follows() && work == 0 && reader.hasCaughtUp());
        } catch (final RingsideException e) {
            // Events that were read before the damage are replayed first.
            failure = e;
            hasRead = true;
        }
        if (hasRead) {
            reader.deliverRest(staging);
            if (failure == null) {
                reader.recordingsCutOff();
            }
        }
        staging.prepare();
        return hasRead ? 1 : work;
    }

    /** Waits for a moment of the monotonic clock, more precisely than parking does, or until there is no need to. */
    private static void await(final long dueNs, final BooleanSupplier ending) {
        long waitNs = dueNs - System.nanoTime();
        for (; waitNs > 0 && !ending.getAsBoolean(); waitNs = dueNs - System.nanoTime()) {
            if (waitNs > SPIN_NS) {
                LockSupport.parkNanos(Math.min(waitNs - SPIN_NS, MAX_PARK_NS));
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** The schedule begins with the first event. */
    private void begin(final long timeNs) {
        if (!hasBegun) {
            hasBegun = true;
            firstNs = timeNs;
            lastTimeNs = timeNs;
            final long nowNs = context.clock().nanoTime();
            startNs = nowNs - pausedTotalNs;
            shiftNs = context.shiftsTimes() ? nowNs + sessionEpochNs - firstNs : 0;
        }
    }

    /** Whether an entry is due, and there may be room for it. */
    private boolean isDue(final Entry entry) {
        if (entry.gap != null) {
            // The time of a gap may come from another clock than the times of events, so gaps are not scheduled.
            return true;
        }
        if (Double.isInfinite(context.speed())) {
            return !pausesBefore(entry) && (!waitsForRoom || hasRoom(entry));
        }
        dueNs = startNs + pausedTotalNs + (long) ((double) (entry.timeNs - firstNs) / context.speed());
        final long delayNs = context.clock().nanoTime() - dueNs;
        if (delayNs < 0 || pausesBefore(entry)) {
            return false;
        }
        largestDelayNs = Math.max(largestDelayNs, delayNs);
        context.delayHandler().accept(delayNs);
        return true;
    }

    private boolean pausesBefore(final Entry entry) {
        final boolean pauses = entry.pauses;
        entry.pauses = false;
        if (pauses) {
            pause();
        }
        return pauses;
    }

    private boolean hasRoom(final Entry entry) {
        final ReplayLane lane = processOf(entry).lane(entry.lane);
        if (!lane.isShort()) {
            isWaitingForRoom = false;
            return true;
        }
        final long nowNs = context.clock().nanoTime();
        roomNs = isWaitingForRoom ? roomNs : nowNs;
        isWaitingForRoom = nowNs - roomNs < ROOM_WAIT_NS;
        if (!isWaitingForRoom) {
            lane.waitedInVain();
        }
        return !isWaitingForRoom;
    }

    private void write(final Entry entry) {
        final GapView gap = entry.gap;
        if (gap == null) {
            writeEvent(entry);
            staging.advance();
        } else if (writeGap(entry, gap)) {
            staging.advance();
        }
    }

    private void writeEvent(final Entry entry) {
        lastTimeNs = entry.timeNs;
        final ReplayedProcess process = processOf(entry);
        final long reference = process.reference(staging.records.getLong(entry.offset));
        if (reference == ReplayedProcess.NULL_REFERENCE) {
            unreplayedEvents++;
            return;
        }
        final ReplayLane lane = laneOf(entry, process);
        count(lane.write(reference, staging.records, entry.offset, entry.length, entry.timeNs + shiftNs));
    }

    private ReplayLane laneOf(final Entry entry, final ReplayedProcess process) {
        final ReplayLane lane = process.lane(entry.lane);
        lane.owner(entry.threadId, entry.threadName);
        return lane;
    }

    private void count(final long result) {
        requireSession(result != WriteResult.INVALID_HANDLE);
        replayedEvents += WriteResult.written(result);
        if (WriteResult.lost(result) > 0) {
            for (final LossCause cause : CAUSES) {
                lost[cause.code()] += WriteResult.lost(result, cause);
            }
        }
    }

    /** Writes a part of a gap, up to some thousand losses; returns whether the gap is complete. */
    private boolean writeGap(final Entry entry, final GapView gap) {
        if (entry.isNew) {
            entry.isNew = false;
            entry.hasLost = false;
            gaps++;
            for (final LossCause cause : CAUSES) {
                entry.left[cause.code()] = gap.count(cause);
            }
        }
        final ReplayedProcess process = processOf(entry);
        final ReplayLane lane = laneOf(entry, process);
        final long toNs = shifted(gap.toTimeNs());
        final long fromNs = shifted(gap.fromTimeNs());
        for (final LossCause cause : CAUSES) {
            final long left = entry.left[cause.code()];
            if (left > 0 && isLoss(cause, gap)) {
                final int count = (int) Math.min(left, LOSSES_AT_ONCE);
                requireSession(lane.lose(cause, count, entry.hasLost ? toNs : fromNs, toNs));
                entry.hasLost = true;
                entry.left[cause.code()] -= count;
                gapEvents += count;
                return false;
            }
            if (left > 0) {
                entry.left[cause.code()] = 0;
                markGap(process, lane, cause.jsonName(), left, fromNs, toNs);
            }
        }
        markGap(process, lane, "overwritten", gap.overwritten(), fromNs, toNs);
        markGap(process, lane, "missing", gap.missing(), fromNs, toNs);
        return true;
    }

    /** Whether the writer of a session can lose events by a cause; losses by other causes are found by readers. */
    private static boolean isLoss(final LossCause cause, final GapView gap) {
        return switch (cause) {
            case FULL, TOO_LARGE, ERROR -> gap.lane() != null;
            case NO_LANE, NOT_ATTACHED -> true;
            default -> false;
        };
    }

    private void markGap(final ReplayedProcess process, final ReplayLane lane, final String cause, final long count,
            final long fromNs, final long toNs) {
        if (count == 0) {
            return;
        }
        final byte[] text = cause.getBytes(StandardCharsets.UTF_8);
        int at = FrameDescriptor.RECORD_HEADER_LENGTH;
        mark.putShort(at, (short) text.length);
        at += Short.BYTES;
        mark.putBytes(at, text);
        at += text.length;
        mark.putLong(at, count);
        mark.putLong(at + Long.BYTES, fromNs);
        mark.putLong(at + 2 * Long.BYTES, toNs);
        final long result = lane.write(process.markReference(), mark, 0, at + 3 * Long.BYTES, toNs);
        requireSession(result != WriteResult.INVALID_HANDLE);
        markedGaps++;
        for (final LossCause each : CAUSES) {
            lost[each.code()] += WriteResult.lost(result, each);
        }
    }

    /** Returns the shifted time of a gap; if the time is unknown, uses the time of the last event. */
    private long shifted(final @Nullable Long timeNs) {
        return (timeNs == null ? lastTimeNs : timeNs) + shiftNs;
    }

    private void requireSession(final boolean stands) {
        if (!stands) {
            throw ReplayedProcess.ended(session.name());
        }
    }

    private ReplayedProcess processOf(final Entry entry) {
        final RecordedProcess recorded = Objects.requireNonNull(entry.process);
        final ReplayedProcess known = processes.get(recorded);
        if (known != null) {
            return known;
        }
        if (processes.size() == PROCESSES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "recording has more processes than can be replayed together: "
                    + "max=" + PROCESSES_MAX + ": select some, such as with --where 'pid is 17'");
        }
        final ReplayedProcess created = new ReplayedProcess(directory, recorded, session.name(), this::tell);
        processes.put(recorded, created);
        return created;
    }

    /** Reports a reason once; a limited number of reasons is reported. */
    private void tell(final String problem) {
        if (problems.size() < PROBLEMS_MAX && problems.add(problem)) {
            context.errorHandler().onError(new RingsideException(ErrorCode.UNEXPECTED, problem));
        }
    }

    /** A buffered event or gap that waits until it is due. Instances are reused. */
    private static final class Entry {
        private final long[] left = new long[LossCause.count()];
        private @Nullable RecordedProcess process;
        private @Nullable GapView gap;
        private @Nullable String threadName;
        private boolean isNew;
        private boolean hasLost;
        private boolean pauses;
        private int lane;
        private long threadId;
        private long timeNs;
        private int offset;
        private int length;
    }

    /** Buffers what the reader delivers. It receives each event twice: as recorded, then as selected. */
    private final class Staging implements EventHandler, RecordingHandler {
        private final ExpandableArrayBuffer records = new ExpandableArrayBuffer();
        private final List<Entry> entries = new ArrayList<>();
        private int size;
        private int first;
        private int end;
        private @Nullable RecordedProcess process;
        private DirectBuffer buffer = new UnsafeBuffer(0, 0);
        private int offset;
        private int length;
        private long threadId;

        boolean hasNext() {
            return first < size;
        }

        Entry next() {
            return entries.get(first);
        }

        void advance() {
            first++;
        }

        /** Creates everything that the events need before any of them is due, because this may take a while. */
        void prepare() {
            Entry earliest = null;
            for (int i = 0; i < size; i++) {
                final Entry entry = entries.get(i);
                final ReplayedProcess of = processOf(entry);
                of.lane(entry.lane);
                if (entry.gap == null) {
                    of.prepare(records.getLong(entry.offset));
                    earliest = earliest == null ? entry : earliest;
                }
            }
            if (earliest != null) {
                begin(earliest.timeNs);
            }
            for (int i = 0; i < size; i++) {
                final Entry entry = entries.get(i);
                if (entry.gap == null) {
                    final ReplayedProcess of = processOf(entry);
                    of.publishNames(records.getLong(entry.offset),
                            records.getLong(entry.offset + FrameDescriptor.TIME_OFFSET), of.lane(entry.lane),
                            entry.timeNs + shiftNs);
                }
            }
        }

        void clear() {
            first = 0;
            size = 0;
            end = 0;
        }

        private Entry add(final int lane) {
            if (size == entries.size()) {
                entries.add(new Entry());
            }
            final Entry entry = entries.get(size);
            size++;
            entry.process = process;
            entry.lane = lane;
            entry.threadId = threadId;
            return entry;
        }

        @Override
        public void onSession(final RecordedSession recorded) {
            // The processes of the session provide it.
        }

        @Override
        public void onEvent(final RecordedProcess ofProcess, final int lane, final DirectBuffer record,
                final int recordOffset, final int recordLength, final long owner) {
            process = ofProcess;
            buffer = record;
            offset = recordOffset;
            length = recordLength;
            threadId = owner;
        }

        @Override
        public void onEvent(final EventView event) {
            readEvents++;
            final Entry entry = add(event.lane());
            entry.gap = null;
            entry.threadName = event.isVirtualThread()
                    ? Objects.requireNonNull(process).threadNames().get(threadId)
                    : event.threadName();
            entry.timeNs = event.timeNs();
            entry.pauses = context.pauseBefore().test(event);
            entry.offset = end;
            entry.length = length;
            records.putBytes(end, buffer, offset, length);
            end += FrameDescriptor.align(length);
        }

        @Override
        public void onGap(final RecordedProcess ofProcess, final int lane, final LaneGap gap, final long owner) {
            process = ofProcess;
            threadId = owner;
        }

        @Override
        public void onLanelessLoss(final RecordedProcess ofProcess, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            process = ofProcess;
            threadId = 0;
        }

        @Override
        public void onGap(final GapView gap) {
            final Entry entry = add(gap.lane() == null ? ReplayedProcess.NO_LANE : gap.lane());
            entry.gap = gap.copy();
            entry.threadName = gap.threadName();
            entry.isNew = true;
        }

        @Override
        public void onFiltered(final RecordedProcess ofProcess, final int lane, final long count) {
            // These events were excluded by an earlier rewrite of the recording.
        }

        @Override
        public void onProblem(final String problem) {
            // The reader reports the problem.
        }
    }
}
