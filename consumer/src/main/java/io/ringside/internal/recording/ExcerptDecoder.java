package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessIdentity.Host;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_CHUNKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_CHUNK_COUNT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_EVENTS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_WATERMARK_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_ENDED_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_LANES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_LANE_COUNT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_LOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_PROCESS_COUNT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_TICKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHECKPOINT_WALL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_BYTES_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_FIRST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_FRAMES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_FROM_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_HEADER_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_FRAMES;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_KEPT;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_LANELESS;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_LOSSES;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LANE_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LAST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_NUMBER_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_TOTAL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_TO_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_EVENTS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.END_LOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_TICKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.END_WALL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.HEADER_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.KEPT_ENTRIES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.KEPT_FILTERED_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_BATCH;
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
import static io.ringside.internal.recording.ExcerptDescriptor.LENGTH_OFFSET;
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
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_NAME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_REWRITTEN_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_SHIFT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_SLOT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_START_TICKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.SESSION_START_WALL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.TRAILER_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.VERSION;
import static io.ringside.internal.recording.ExcerptDescriptor.VERSION_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.align;

/** Decodes excerpts. Checks each length before use. Not thread-safe. */
public final class ExcerptDecoder {
    private final Checkpoint from = new Checkpoint();
    private final Checkpoint to = new Checkpoint();
    private final UnsafeBuffer frames = new UnsafeBuffer(0, 0);
    private final ExcerptSeal seal = new ExcerptSeal();
    private DirectBuffer buffer = new UnsafeBuffer(0, 0);
    private int limit;
    private Incarnation lastIncarnation = new Incarnation(0, 0);

    /**
     * Read an excerpt.
     *
     * @param excerpt buffer with the excerpt from offset 0
     * @param length  of the excerpt in bytes
     * @param visitor receives the content
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if it is not a valid excerpt
     */
    public void decode(final ExpandableDirectByteBuffer excerpt, final int length, final ExcerptVisitor visitor) {
        buffer = excerpt;
        limit = length;
        require(length >= HEADER_LENGTH, "length");
        requireLayout(buffer.getInt(MAGIC_OFFSET), buffer.getInt(VERSION_OFFSET));
        require(buffer.getInt(LENGTH_OFFSET) == length, "length");
        require(seal.isIntact(excerpt, length), "checksum");
        limit = length - TRAILER_LENGTH;
        switch (buffer.getInt(KIND_OFFSET)) {
            case KIND_SESSION -> session(visitor);
            case KIND_PROCESS -> process(visitor);
            case KIND_SCHEMA -> schema(visitor);
            case KIND_NAMES -> names(visitor);
            case KIND_BATCH -> batch(visitor);
            case KIND_CHECKPOINT -> checkpoint(visitor);
            case KIND_END -> end(visitor);
            default -> throw damaged("kind");
        }
    }

    /** Returns whether an excerpt has this layout, but not the checksum of its writer. */
    boolean isBroken(final ExpandableDirectByteBuffer excerpt, final int length) {
        return length >= HEADER_LENGTH && excerpt.getInt(MAGIC_OFFSET) == MAGIC
                && !seal.isIntact(excerpt, length);
    }

    /** Returns the kind of an excerpt with arbitrary content; 0 if it is not one of ours. */
    static int kind(final DirectBuffer excerpt, final int length) {
        return length >= HEADER_LENGTH && excerpt.getInt(MAGIC_OFFSET) == MAGIC ? excerpt.getInt(KIND_OFFSET) : 0;
    }

    private void session(final ExcerptVisitor visitor) {
        require(limit >= SESSION_NAME_OFFSET, "session");
        visitor.onSession(new RecordedSession(buffer.getLong(SESSION_ID_OFFSET), buffer.getInt(SESSION_SLOT_OFFSET),
                text(SESSION_NAME_LENGTH_OFFSET), buffer.getInt(SESSION_LANE_BYTES_OFFSET),
                new ClockPair(buffer.getLong(SESSION_START_WALL_OFFSET), buffer.getLong(SESSION_START_TICKS_OFFSET)),
                buffer.getLong(SESSION_SHIFT_OFFSET), uuid(SESSION_BOOT_MOST_OFFSET),
                buffer.getInt(SESSION_REWRITTEN_OFFSET) != 0));
        final int recording = align(SESSION_NAME_OFFSET + buffer.getInt(SESSION_NAME_LENGTH_OFFSET));
        require(limit - recording >= RECORDING_LENGTH, "identity of the recording");
        final long events = buffer.getLong(recording + RECORDING_EVENTS_OFFSET);
        require(events >= 0, "events of the recording");
        visitor.onRecording(uuid(recording + RECORDING_MOST_OFFSET), events);
    }

    private void process(final ExcerptVisitor visitor) {
        require(limit >= PROCESS_COMMAND_OFFSET, "process");
        final Incarnation incarnation = incarnation(PROCESS_MOST_OFFSET);
        final String command = text(PROCESS_COMMAND_LENGTH_OFFSET);
        final int table = align(PROCESS_COMMAND_OFFSET + buffer.getInt(PROCESS_COMMAND_LENGTH_OFFSET));
        final int count = buffer.getInt(PROCESS_SCHEMA_COUNT_OFFSET);
        require(count >= 0 && count <= (limit - table) / PROCESS_SCHEMA_LENGTH, "schema count");
        final List<SchemaFileName> schemas = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int offset = table + i * PROCESS_SCHEMA_LENGTH;
            schemas.add(new SchemaFileName(uuid(offset), buffer.getLong(offset + 16)));
        }
        visitor.onProcess(incarnation, identity(incarnation, command), schemas);
    }

    private @Nullable ProcessIdentity identity(final Incarnation incarnation, final String command) {
        return buffer.getInt(PROCESS_KNOWN_OFFSET) == 0
                ? null
                : new ProcessIdentity(incarnation, buffer.getLong(PROCESS_PID_OFFSET),
                        buffer.getLong(PROCESS_START_OFFSET),
                        new Host(uuid(PROCESS_BOOT_MOST_OFFSET), buffer.getLong(PROCESS_NAMESPACE_OFFSET),
                                buffer.getLong(PROCESS_SHIFT_OFFSET), buffer.getLong(PROCESS_BOOTTIME_SHIFT_OFFSET)),
                        new ClockPair(buffer.getLong(PROCESS_WALL_OFFSET), buffer.getLong(PROCESS_TICKS_OFFSET)),
                        command);
    }

    private void schema(final ExcerptVisitor visitor) {
        require(limit >= SCHEMA_BYTES_OFFSET, "schema");
        final int length = buffer.getInt(SCHEMA_BYTES_LENGTH_OFFSET);
        require(length >= 0 && length <= limit - SCHEMA_BYTES_OFFSET, "schema length");
        visitor.onSchema(new SchemaFileName(uuid(SCHEMA_PROVIDER_MOST_OFFSET), buffer.getLong(SCHEMA_HASH_OFFSET)),
                buffer, SCHEMA_BYTES_OFFSET, length);
    }

    private void names(final ExcerptVisitor visitor) {
        require(limit >= NAMES_ENTRIES_OFFSET, "names");
        final long length = buffer.getLong(NAMES_BYTES_LENGTH_OFFSET);
        require(length >= 0 && length <= limit - NAMES_ENTRIES_OFFSET, "length of names");
        visitor.onNames(new NamesFileName(uuid(NAMES_PROVIDER_MOST_OFFSET), incarnation(NAMES_MOST_OFFSET)), buffer,
                NAMES_ENTRIES_OFFSET, (int) length);
    }

    private void batch(final ExcerptVisitor visitor) {
        require(limit >= BATCH_CHUNKS_OFFSET, "batch");
        final long count = buffer.getLong(BATCH_CHUNK_COUNT_OFFSET);
        require(count >= 0, "chunk count");
        visitor.onBatch(buffer.getLong(BATCH_WATERMARK_OFFSET), buffer.getLong(BATCH_EVENTS_OFFSET));
        int offset = BATCH_CHUNKS_OFFSET;
        for (long i = 0; i < count; i++) {
            require(limit - offset >= CHUNK_HEADER_LENGTH, "chunk");
            final int length = buffer.getInt(offset + CHUNK_LENGTH_OFFSET);
            require(length >= CHUNK_HEADER_LENGTH && length <= limit - offset && align(length) == length,
                    "chunk length");
            chunk(offset, length, visitor);
            offset += length;
        }
    }

    private void chunk(final int offset, final int length, final ExcerptVisitor visitor) {
        final Incarnation process = incarnation(offset + CHUNK_MOST_OFFSET);
        final int lane = buffer.getInt(offset + CHUNK_LANE_OFFSET);
        final long first = buffer.getLong(offset + CHUNK_FIRST_TIME_OFFSET);
        final long last = buffer.getLong(offset + CHUNK_LAST_TIME_OFFSET);
        final long number = buffer.getLong(offset + CHUNK_NUMBER_OFFSET);
        final int kind = buffer.getInt(offset + CHUNK_KIND_OFFSET);
        if (kind == CHUNK_KIND_LANELESS) {
            final long total = buffer.getLong(offset + CHUNK_TOTAL_OFFSET);
            require(lane >= 0 && lane < LossCause.count() && number > 0 && total >= 0, "losses without a lane");
            visitor.onLaneless(process, LossCause.ofCode(lane), number, total, first, last);
            return;
        }
        if (kind == CHUNK_KIND_KEPT) {
            kept(process, lane, offset, length, visitor);
            return;
        }
        require(length >= CHUNK_FRAMES_OFFSET && isLane(lane), "chunk of a lane");
        from.load(buffer, offset + CHUNK_FROM_OFFSET);
        to.load(buffer, offset + CHUNK_TO_OFFSET);
        require(from.adds() && to.adds() && from.nextNumber <= to.nextNumber && from.position <= to.position,
                "checkpoints of a chunk");
        final int bytes = buffer.getInt(offset + CHUNK_BYTES_LENGTH_OFFSET);
        require(bytes >= 0 && bytes <= length - CHUNK_FRAMES_OFFSET && align(bytes) == bytes
                && ((int) from.position & (FrameDescriptor.ALIGNMENT - 1)) == 0, "frames");
        switch (kind) {
            case CHUNK_KIND_FRAMES -> {
                ownerName(process, offset, length, visitor);
                visitor.onFrames(process, lane, from, to, number, framesOf(offset, bytes));
            }
            case CHUNK_KIND_LOSSES -> visitor.onLosses(process, lane, from, to, first, last);
            default -> throw damaged("kind of chunk");
        }
    }

    private void kept(final Incarnation process, final int lane, final int offset, final int length,
            final ExcerptVisitor visitor) {
        final int bytes = buffer.getInt(offset + CHUNK_BYTES_LENGTH_OFFSET);
        require(length >= KEPT_ENTRIES_OFFSET && isLane(lane) && bytes >= 0
                && bytes <= length - KEPT_ENTRIES_OFFSET && align(bytes) == bytes, "kept records");
        final long number = buffer.getLong(offset + CHUNK_NUMBER_OFFSET);
        final long behind = buffer.getLong(offset + CHUNK_TOTAL_OFFSET);
        final long filtered = buffer.getLong(offset + KEPT_FILTERED_OFFSET);
        require(number >= 0 && behind >= number && filtered >= 0 && filtered <= behind - number,
                "numbers of kept records");
        frames.wrap(buffer, offset + KEPT_ENTRIES_OFFSET, bytes);
        visitor.onKept(process, lane, number, behind, filtered, frames);
    }

    private void ownerName(final Incarnation process, final int offset, final int length,
            final ExcerptVisitor visitor) {
        final int name = CHUNK_FRAMES_OFFSET + buffer.getInt(offset + CHUNK_BYTES_LENGTH_OFFSET);
        final long nameLength = buffer.getLong(offset + CHUNK_TOTAL_OFFSET);
        require(nameLength >= 0 && nameLength <= Math.min(length - name, LedgerDescriptor.THREAD_NAME_LENGTH_MAX),
                "thread name");
        visitor.onThreadName(process, from.ownerThreadId, buffer, offset + name, (int) nameLength);
    }

    private DirectBuffer framesOf(final int chunkOffset, final int length) {
        frames.wrap(buffer, chunkOffset + CHUNK_FRAMES_OFFSET, length);
        return frames;
    }

    private void checkpoint(final ExcerptVisitor visitor) {
        require(limit >= CHECKPOINT_LANES_OFFSET, "checkpoint");
        visitor.onCheckpoint(
                new ClockPair(buffer.getLong(CHECKPOINT_WALL_OFFSET), buffer.getLong(CHECKPOINT_TICKS_OFFSET)),
                buffer.getLong(CHECKPOINT_ENDED_OFFSET) != 0);
        visitor.onSessionLosses(lost(CHECKPOINT_LOST_OFFSET));
        final int lanes = buffer.getInt(CHECKPOINT_LANE_COUNT_OFFSET);
        final int processes = buffer.getInt(CHECKPOINT_PROCESS_COUNT_OFFSET);
        require(lanes >= 0 && processes >= 0
                && CHECKPOINT_LANES_OFFSET + (long) lanes * LANE_LENGTH + (long) processes * LANELESS_LENGTH == limit,
                "tables");
        int offset = CHECKPOINT_LANES_OFFSET;
        for (int i = 0; i < lanes; i++) {
            from.load(buffer, offset + LANE_CHECKPOINT_OFFSET);
            final int lane = buffer.getInt(offset + LANE_INDEX_OFFSET);
            require(isLane(lane) && from.adds(), "checkpoint of a lane");
            visitor.onLaneLedger(incarnation(offset + LANE_MOST_OFFSET), lane, from);
            offset += LANE_LENGTH;
        }
        for (int i = 0; i < processes; i++) {
            final long noLane = buffer.getLong(offset + LANELESS_NO_LANE_OFFSET);
            final long notAttached = buffer.getLong(offset + LANELESS_NOT_ATTACHED_OFFSET);
            require(noLane >= 0 && notAttached >= 0, "losses of a process");
            visitor.onLanelessLedger(incarnation(offset + LANELESS_MOST_OFFSET), new Laneless(noLane, notAttached));
            offset += LANELESS_LENGTH;
        }
    }

    private void end(final ExcerptVisitor visitor) {
        require(limit >= END_LENGTH, "end");
        final long events = buffer.getLong(END_EVENTS_OFFSET);
        require(events >= 0, "events of the end");
        visitor.onEnd(new ClockPair(buffer.getLong(END_WALL_OFFSET), buffer.getLong(END_TICKS_OFFSET)), events,
                lost(END_LOST_OFFSET));
    }

    private LossCounts lost(final int offset) {
        final long[] lost = new long[LossCause.count()];
        for (int code = 0; code < lost.length; code++) {
            lost[code] = buffer.getLong(offset + code * Long.BYTES);
            require(lost[code] >= 0, "losses of the session");
        }
        return LossCounts.of(lost);
    }

    /** Mostly, the incarnation is the same as before. */
    private Incarnation incarnation(final int offset) {
        final long most = buffer.getLong(offset);
        final long least = buffer.getLong(offset + Long.BYTES);
        if (lastIncarnation.most() != most || lastIncarnation.least() != least) {
            lastIncarnation = new Incarnation(most, least);
        }
        return lastIncarnation;
    }

    private UUID uuid(final int offset) {
        return new UUID(buffer.getLong(offset), buffer.getLong(offset + Long.BYTES));
    }

    private String text(final int lengthOffset) {
        final int length = buffer.getInt(lengthOffset);
        require(length >= 0 && length <= limit - lengthOffset - Integer.BYTES, "length of a text");
        return buffer.getStringWithoutLengthUtf8(lengthOffset + Integer.BYTES, length);
    }

    /** Limits lane indexes, because readers store lanes in arrays, which must not grow without limit. */
    private static boolean isLane(final int index) {
        return index >= 0 && index < LedgerDescriptor.MAX_LANES;
    }

    private static void require(final boolean holds, final String what) {
        if (!holds) {
            throw damaged(what);
        }
    }

    private static void requireLayout(final int magic, final int version) {
        if (magic != MAGIC) {
            throw new RingsideException(ErrorCode.CORRUPT, "excerpt is foreign, damaged or of another layout: magic=0x"
                    + Integer.toHexString(magic) + ", expected=0x" + Integer.toHexString(MAGIC)
                    + ": read the recording with the version that wrote it");
        }
        if (version != VERSION) {
            throw new RingsideException(ErrorCode.CORRUPT, "excerpt has another layout: version=" + version
                    + ", expected=" + VERSION + ": read the recording with the version that wrote it");
        }
    }

    private static RingsideException damaged(final String what) {
        return new RingsideException(ErrorCode.CORRUPT,
                "excerpt is foreign or damaged: field=" + what);
    }
}
