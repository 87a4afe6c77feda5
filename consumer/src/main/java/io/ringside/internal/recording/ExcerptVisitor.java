package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Receives the content of excerpts, checked as far as possible without other excerpts. By default it is ignored. */
interface ExcerptVisitor {
    default void onSession(final RecordedSession session) {}

    /** Called with the recording that contains the session, and its number of events before this excerpt. */
    default void onRecording(final UUID id, final long events) {}

    default void onProcess(final Incarnation incarnation, final @Nullable ProcessIdentity identity,
            final List<SchemaFileName> schemas) {}

    default void onSchema(final SchemaFileName name, final DirectBuffer buffer, final int offset, final int length) {}

    /** Called with names that a process has published for a provider: entries in the format of its file. */
    default void onNames(final NamesFileName of, final DirectBuffer buffer, final int offset, final int length) {}

    /** Called at the beginning of a batch; its chunks follow. */
    default void onBatch(final long watermarkTicks, final long events) {}

    /** Called with the name of a thread that wrote following frames; length 0 if unknown. */
    default void onThreadName(final Incarnation process, final long threadId, final DirectBuffer buffer,
            final int offset, final int length) {}

    /** Called with frames, which fill their buffer. Frames and checkpoints are valid during the call. */
    default void onFrames(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long numberLimit, final DirectBuffer frames) {}

    /** Called with losses. The checkpoints are valid during the call. */
    default void onLosses(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long firstTimeTicks, final long lastTimeTicks) {}

    /**
     * Called with records and gaps of a lane kept by a writer of recordings; valid during the call.
     *
     * @param number   number of the first attempt in the chunk
     * @param behind   number of the first attempt after the chunk
     * @param filtered number of attempts left out
     * @param entries  the other attempts, see {@link KeptEntries}
     */
    default void onKept(final Incarnation process, final int lane, final long number, final long behind,
            final long filtered, final DirectBuffer entries) {}

    default void onLaneless(final Incarnation process, final LossCause cause, final long count, final long total,
            final long firstTimeTicks, final long lastTimeTicks) {}

    /** Called at the beginning of a checkpoint; the totals of lanes and processes follow. */
    default void onCheckpoint(final ClockPair now, final boolean ended) {}

    /** Called with the session's losses up to the current checkpoint, also for lanes whose totals do not follow. */
    default void onSessionLosses(final LossCounts lost) {}

    /** Called with the totals of a lane. The checkpoint is valid during the call. */
    default void onLaneLedger(final Incarnation process, final int lane, final Checkpoint books) {}

    default void onLanelessLedger(final Incarnation process, final Laneless losses) {}

    /**
     * Called at the end mark: the recording ended regularly here, unless it was continued.
     *
     * @param now    both clocks at the end
     * @param events number of events in the recording up to here, including those of removed files
     * @param lost   lost events of its sessions
     */
    default void onEnd(final ClockPair now, final long events, final LossCounts lost) {}
}
