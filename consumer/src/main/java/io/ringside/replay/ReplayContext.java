package io.ringside.replay;

import io.ringside.RingsideException;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.setting.ProblemLine;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** The settings of a replayer. Not thread-safe; a replayer reads them when it is opened. */
public final class ReplayContext {
    /** Speed of a replay without a schedule: as fast as the session is read. */
    public static final double MAX_SPEED = Double.POSITIVE_INFINITY;

    private final List<Path> recordings;
    private final String session;
    private @Nullable Path directory;
    private double speed = 1;
    private boolean shiftsTimes;
    private boolean follows;
    private @Nullable RecordingPosition position;
    private EventFilter filter = EventFilter.all();
    private ErrorHandler errorHandler = ProblemLine.PRINTED;
    private LongConsumer delayHandler = delayNs -> {};
    private Predicate<EventView> pauseBefore = event -> false;
    private NanoClock clock = SystemNanoClock.INSTANCE;

    /**
     * Create settings in which all others have their defaults.
     *
     * @param recordings folders, 1 to {@link EventReader#SOURCES_MAX}; several are merged by time
     * @param session    name of the session to write to, in any letter case
     */
    public ReplayContext(final List<Path> recordings, final String session) {
        this.recordings = List.copyOf(recordings);
        this.session = Objects.requireNonNull(session);
    }

    List<Path> recordings() {
        return recordings;
    }

    String session() {
        return session;
    }

    /**
     * Set the trace directory of the session. The default is that of the system property {@code ringside.dir}, else of
     * {@code RINGSIDE_DIR}, else one of the user's in shared memory.
     *
     * @param newDirectory with the session; null for the default
     * @return this
     */
    public ReplayContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    TraceDirectory traceDirectory() {
        final Path named = directory;
        return named == null ? TraceDirectory.open() : TraceDirectory.openExisting(named);
    }

    /**
     * Set the speed of the replay relative to the recording.
     *
     * @param newSpeed default 1; 10 is ten times as fast, 0.1 a tenth as fast, {@link #MAX_SPEED} as fast as possible
     * @return this
     * @throws RingsideException if it is not greater than 0
     */
    public ReplayContext speed(final double newSpeed) {
        if (!(newSpeed > 0)) {
            throw RingsideException.invalidArgument("speed is out of range: speed=" + newSpeed + ", min=above 0");
        }
        speed = newSpeed;
        return this;
    }

    double speed() {
        return speed;
    }

    /**
     * Set whether the times of all events and losses are shifted by the same amount, so that the first event is now.
     *
     * @param shifts default false: events and losses keep their recorded times
     * @return this
     */
    public ReplayContext shiftsTimes(final boolean shifts) {
        shiftsTimes = shifts;
        return this;
    }

    boolean shiftsTimes() {
        return shiftsTimes;
    }

    /**
     * Set whether the replayer waits for events that are recorded later.
     *
     * @param newFollows default false: the replay ends after the events that are already recorded; true: it ends when
     *                   the recordings have ended
     * @return this
     */
    public ReplayContext follows(final boolean newFollows) {
        follows = newFollows;
        return this;
    }

    boolean follows() {
        return follows;
    }

    /**
     * Replay only the events after a position.
     *
     * @param newPosition position in the recording, which must be the only one; the default is its beginning
     * @return this
     * @throws RingsideException if there are several recordings
     */
    public ReplayContext after(final RecordingPosition newPosition) {
        if (recordings.size() != 1) {
            throw RingsideException.invalidArgument("a position is of one recording: recordings=" + recordings.size());
        }
        position = Objects.requireNonNull(newPosition);
        return this;
    }

    @Nullable
    RecordingPosition position() {
        return position;
    }

    /**
     * Set which events are replayed. Losses within the filter's time range are replayed whatever its condition is.
     *
     * @param newFilter default all; must not be used elsewhere at the same time
     * @return this
     */
    public ReplayContext filter(final EventFilter newFilter) {
        filter = Objects.requireNonNull(newFilter);
        return this;
    }

    EventFilter filter() {
        return filter;
    }

    /**
     * Set the handler of damage in the recordings, and of reasons why something cannot be replayed, each reported once.
     * The default prints to the standard error stream.
     *
     * @param newErrorHandler called by the replayer's thread
     * @return this
     */
    public ReplayContext errorHandler(final ErrorHandler newErrorHandler) {
        errorHandler = Objects.requireNonNull(newErrorHandler);
        return this;
    }

    ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Set the receiver of delays: the time by which an event is written after its scheduled time. At {@link #MAX_SPEED}
     * there is no schedule and there are no delays.
     *
     * @param newHandler receives nanoseconds, at least 0, for each event; called by the replayer's thread
     * @return this
     */
    public ReplayContext delayHandler(final LongConsumer newHandler) {
        delayHandler = Objects.requireNonNull(newHandler);
        return this;
    }

    LongConsumer delayHandler() {
        return delayHandler;
    }

    /**
     * Set before which events the replayer pauses by itself, until {@link Replayer#resume} is called. It pauses when
     * the event is due.
     *
     * @param newPauseBefore called once for each selected event, in the order of the replay but some hundred events
     *                       ahead; called by the replayer's thread; the default never pauses
     * @return this
     */
    public ReplayContext pauseBefore(final Predicate<EventView> newPauseBefore) {
        pauseBefore = Objects.requireNonNull(newPauseBefore);
        return this;
    }

    Predicate<EventView> pauseBefore() {
        return pauseBefore;
    }

    /**
     * Set the clock of the schedule.
     *
     * @param newClock monotonic, default {@link System#nanoTime()}; for tests
     * @return this
     */
    public ReplayContext clock(final NanoClock newClock) {
        clock = Objects.requireNonNull(newClock);
        return this;
    }

    NanoClock clock() {
        return clock;
    }
}
