package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.internal.registry.NameEntries;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntConsumer;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_ENDED_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_LANES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_LANE_COUNT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_LOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_PROCESS_COUNT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_TICKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_WALL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_EVENTS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.END_LOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_TICKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_WALL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_CHECKPOINT;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_END;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_NAMES;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_PROCESS;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_SCHEMA;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_SESSION;
import static io.ringside.internal.recording.ExcerptDescriptor.LANELESS_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.LANELESS_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.LANELESS_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.LANELESS_NO_LANE_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.LANE_CHECKPOINT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.LANE_INDEX_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.LANE_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.LANE_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.MAGIC;
import static io.ringside.internal.recording.ExcerptDescriptor.MAGIC_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.NAMES_BYTES_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.NAMES_ENTRIES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.NAMES_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.NAMES_PROVIDER_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_BOOTTIME_SHIFT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_BOOT_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_COMMAND_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_COMMAND_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_KNOWN_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_NAMESPACE_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_PID_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_SCHEMA_COUNT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_SCHEMA_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_SHIFT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_START_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_TICKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.PROCESS_WALL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.RECORDING_EVENTS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.RECORDING_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.RECORDING_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SCHEMA_BYTES_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SCHEMA_BYTES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SCHEMA_HASH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SCHEMA_PROVIDER_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_BOOT_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_ID_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_LANE_BYTES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_NAME_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_REWRITTEN_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_SHIFT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_SLOT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_START_TICKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_START_WALL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.VERSION;
import static io.ringside.internal.recording.ExcerptDescriptor.VERSION_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.align;

/** Encodes the excerpts that describe a recording; {@link BatchExcerpt} encodes batches. Not thread-safe. */
public final class ExcerptEncoder {
    /** Length from which further published names go into another excerpt. */
    private static final int NAMES_LENGTH = 64 * 1024;

    private final ExpandableDirectByteBuffer buffer = new ExpandableDirectByteBuffer(64 * 1024);
    private final ExcerptSeal seal = new ExcerptSeal();
    private @Nullable UUID recordingId;
    private long recordedEvents;
    private int lanesEnd;
    private int lanes;

    /** Returns the buffer with the last encoded excerpt, from offset 0. */
    public ExpandableDirectByteBuffer buffer() {
        return buffer;
    }

    /** Sets the recording of the sessions that follow, and its number of events before them. */
    public void recording(final UUID id, final long events) {
        recordingId = id;
        recordedEvents = events;
    }

    /** Adds events to the recording's count. */
    public void recorded(final long events) {
        recordedEvents += events;
    }

    /** Encodes a session; returns the excerpt's length. */
    int session(final RecordedSession session) {
        buffer.putLong(SESSION_ID_OFFSET, session.id());
        buffer.putLong(SESSION_START_WALL_OFFSET, session.start().wallNs());
        buffer.putLong(SESSION_START_TICKS_OFFSET, session.start().monotonicNs());
        buffer.putLong(SESSION_SHIFT_OFFSET, session.ownShiftNs());
        putId(SESSION_BOOT_MOST_OFFSET, session.bootId());
        buffer.putInt(SESSION_SLOT_OFFSET, session.slot());
        buffer.putInt(SESSION_LANE_BYTES_OFFSET, session.laneBytes());
        buffer.putInt(SESSION_REWRITTEN_OFFSET, session.rewritten() ? 1 : 0);
        final int nameEnd = text(SESSION_NAME_LENGTH_OFFSET, session.name());
        final UUID id = Objects.requireNonNull(recordingId, "recording");
        final int offset = align(nameEnd);
        putId(offset + RECORDING_MOST_OFFSET, id);
        buffer.putLong(offset + RECORDING_EVENTS_OFFSET, recordedEvents);
        for (int i = nameEnd; i < offset; i++) {
            buffer.putByte(i, (byte) 0);
        }
        return header(KIND_SESSION, offset + RECORDING_LENGTH);
    }

    /** Encodes a process; returns the excerpt's length. */
    int process(final Incarnation incarnation, final @Nullable ProcessIdentity identity,
            final List<RegisteredSchema> schemas) {
        buffer.setMemory(0, PROCESS_COMMAND_OFFSET, (byte) 0);
        putId(PROCESS_MOST_OFFSET, incarnation);
        if (identity != null) {
            identity(identity);
        }
        int offset = align(text(PROCESS_COMMAND_LENGTH_OFFSET, identity == null ? "" : identity.command()));
        buffer.putInt(PROCESS_SCHEMA_COUNT_OFFSET, schemas.size());
        for (final RegisteredSchema schema : schemas) {
            putId(offset, schema.providerId());
            buffer.putLong(offset + 16, schema.contentHash());
            offset += PROCESS_SCHEMA_LENGTH;
        }
        return header(KIND_PROCESS, offset);
    }

    /** Encodes a schema; returns the excerpt's length. */
    int schema(final SchemaFileName name, final byte[] encoded) {
        putId(SCHEMA_PROVIDER_MOST_OFFSET, name.providerId());
        buffer.putLong(SCHEMA_HASH_OFFSET, name.contentHash());
        buffer.putInt(SCHEMA_BYTES_LENGTH_OFFSET, encoded.length);
        buffer.putBytes(SCHEMA_BYTES_OFFSET, encoded);
        return header(KIND_SCHEMA, SCHEMA_BYTES_OFFSET + encoded.length);
    }

    /**
     * Encodes excerpts of published names.
     *
     * @param of       provider and process of the published names
     * @param entries  published names in the order of publication
     * @param excerpts receives the length of each excerpt
     */
    void names(final NamesFileName of, final List<PublishedNames.Entry> entries, final IntConsumer excerpts) {
        int offset = NAMES_ENTRIES_OFFSET;
        for (int i = 0; i < entries.size(); i++) {
            offset += NameEntries.encode(entries.get(i), buffer, offset);
            if (i == entries.size() - 1 || offset > NAMES_LENGTH) {
                putId(NAMES_MOST_OFFSET, of.incarnation());
                putId(NAMES_PROVIDER_MOST_OFFSET, of.providerId());
                buffer.putLong(NAMES_BYTES_LENGTH_OFFSET, offset - NAMES_ENTRIES_OFFSET);
                excerpts.accept(header(KIND_NAMES, offset));
                offset = NAMES_ENTRIES_OFFSET;
            }
        }
    }

    /** Begins a checkpoint; {@link #lane} adds lanes to it. */
    public void beginCheckpoint(final ClockPair now, final boolean ended, final LossCounts lost) {
        buffer.putLong(CHECKPOINT_ENDED_OFFSET, ended ? 1 : 0);
        buffer.putLong(CHECKPOINT_WALL_OFFSET, now.wallNs());
        buffer.putLong(CHECKPOINT_TICKS_OFFSET, now.monotonicNs());
        putLost(CHECKPOINT_LOST_OFFSET, lost);
        lanesEnd = CHECKPOINT_LANES_OFFSET;
        lanes = 0;
    }

    public void lane(final Incarnation process, final int lane, final Checkpoint books) {
        buffer.setMemory(lanesEnd, LANE_LENGTH, (byte) 0);
        putId(lanesEnd + LANE_MOST_OFFSET, process);
        buffer.putInt(lanesEnd + LANE_INDEX_OFFSET, lane);
        books.store(buffer, lanesEnd + LANE_CHECKPOINT_OFFSET);
        lanesEnd += LANE_LENGTH;
        lanes++;
    }

    /** Completes a checkpoint with the lane-less losses; returns the excerpt's length. */
    public int endCheckpoint(final List<Incarnation> processes, final List<Laneless> losses) {
        int offset = lanesEnd;
        for (int i = 0; i < processes.size(); i++) {
            putId(offset + LANELESS_MOST_OFFSET, processes.get(i));
            buffer.putLong(offset + LANELESS_NO_LANE_OFFSET, losses.get(i).noLane());
            buffer.putLong(offset + LANELESS_NOT_ATTACHED_OFFSET, losses.get(i).notAttached());
            offset += LANELESS_LENGTH;
        }
        buffer.putInt(CHECKPOINT_LANE_COUNT_OFFSET, lanes);
        buffer.putInt(CHECKPOINT_PROCESS_COUNT_OFFSET, processes.size());
        return header(KIND_CHECKPOINT, offset);
    }

    /**
     * Encodes the end mark of a recording that ended regularly.
     *
     * @param now  both clocks now
     * @param lost lost events of all its sessions
     * @return the excerpt's length
     */
    public int end(final ClockPair now, final LossCounts lost) {
        buffer.putLong(END_WALL_OFFSET, now.wallNs());
        buffer.putLong(END_TICKS_OFFSET, now.monotonicNs());
        buffer.putLong(END_EVENTS_OFFSET, recordedEvents);
        putLost(END_LOST_OFFSET, lost);
        return header(KIND_END, END_LENGTH);
    }

    private void putLost(final int offset, final LossCounts lost) {
        for (final LossCause cause : LossCause.values()) {
            buffer.putLong(offset + cause.code() * Long.BYTES, lost.of(cause));
        }
    }

    private void identity(final ProcessIdentity identity) {
        buffer.putInt(PROCESS_KNOWN_OFFSET, 1);
        buffer.putLong(PROCESS_PID_OFFSET, identity.pid());
        buffer.putLong(PROCESS_START_OFFSET, identity.startTimeNs());
        putId(PROCESS_BOOT_MOST_OFFSET, identity.host().bootId());
        buffer.putLong(PROCESS_NAMESPACE_OFFSET, identity.host().pidNamespace());
        buffer.putLong(PROCESS_SHIFT_OFFSET, identity.host().monotonicShiftNs());
        buffer.putLong(PROCESS_BOOTTIME_SHIFT_OFFSET, identity.host().boottimeShiftNs());
        buffer.putLong(PROCESS_WALL_OFFSET, identity.clocks().wallNs());
        buffer.putLong(PROCESS_TICKS_OFFSET, identity.clocks().monotonicNs());
    }

    private void putId(final int offset, final UUID id) {
        buffer.putLong(offset, id.getMostSignificantBits());
        buffer.putLong(offset + Long.BYTES, id.getLeastSignificantBits());
    }

    private void putId(final int offset, final Incarnation incarnation) {
        buffer.putLong(offset, incarnation.most());
        buffer.putLong(offset + Long.BYTES, incarnation.least());
    }

    /** Returns the offset after the text. */
    private int text(final int lengthOffset, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        buffer.putInt(lengthOffset, bytes.length);
        buffer.putBytes(lengthOffset + Integer.BYTES, bytes);
        return lengthOffset + Integer.BYTES + bytes.length;
    }

    private int header(final int kind, final int length) {
        buffer.putInt(MAGIC_OFFSET, MAGIC);
        buffer.putInt(VERSION_OFFSET, VERSION);
        buffer.putInt(KIND_OFFSET, kind);
        return seal.seal(buffer, length);
    }
}
