package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.FoldedRow.Laneless;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Receives what excerpts say, checked as far as an excerpt alone can be. By default nothing is done with it. */
interface ExcerptVisitor {
    default void onSession(final RecordedSession session) {}

    /** The recording that the session is in, and how many events it held before. */
    default void onRecording(final UUID id, final long events) {}

    default void onProcess(final Incarnation incarnation, final @Nullable ProcessIdentity identity,
            final List<SchemaFileName> schemas) {}

    default void onSchema(final SchemaFileName name, final DirectBuffer buffer, final int offset, final int length) {}

    /** Names that a process has published for a provider: entries, as its file holds them. */
    default void onNames(final NamesFileName of, final DirectBuffer buffer, final int offset, final int length) {}

    /** A batch begins; its chunks follow. */
    default void onBatch(final long watermarkTicks, final long events) {}

    /** Name of a thread that wrote frames that follow; of length 0 if it is unknown. */
    default void onThreadName(final Incarnation process, final long threadId, final DirectBuffer buffer,
            final int offset, final int length) {}

    /** The checkpoints are valid during the call, and so are the frames, which fill their buffer. */
    default void onFrames(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long numberLimit, final DirectBuffer frames) {}

    /** The checkpoints are valid during the call. */
    default void onLosses(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long firstTimeTicks, final long lastTimeTicks) {}

    /**
     * Called with the records and gaps that a writer of recordings has kept of a lane; valid during the call.
     *
     * @param number   of the first attempt that it describes
     * @param behind   of the first attempt that it does not describe any more
     * @param filtered attempts that were left out
     * @param entries  the others, see {@link KeptEntries}
     */
    default void onKept(final Incarnation process, final int lane, final long number, final long behind,
            final long filtered, final DirectBuffer entries) {}

    default void onLaneless(final Incarnation process, final LossCause cause, final long count, final long total,
            final long firstTimeTicks, final long lastTimeTicks) {}

    /** A checkpoint begins; the totals of lanes and processes follow. */
    default void onCheckpoint(final ClockPair now, final boolean ended) {}

    /** Losses of the session up to the checkpoint that has begun: also of lanes whose ledger does not follow. */
    default void onSessionLosses(final LossCounts lost) {}

    /** The checkpoint is valid during the call. */
    default void onLaneBooks(final Incarnation process, final int lane, final Checkpoint books) {}

    default void onLanelessBooks(final Incarnation process, final Laneless losses) {}

    /**
     * The recording ended well here, unless it was continued.
     *
     * @param now    both clocks
     * @param events that the recording had up to here, those of removed files included
     * @param lost   events of its sessions
     */
    default void onEnd(final ClockPair now, final long events, final LossCounts lost) {}
}
