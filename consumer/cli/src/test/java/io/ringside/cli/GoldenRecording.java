package io.ringside.cli;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;

/** The excerpts of a recording, put together byte by byte as the layout's page has them. */
final class GoldenRecording {
    static final int VERSION = 1;
    static final int SESSION = 1;
    static final int PROCESS = 2;
    static final int SCHEMA = 3;
    static final int BATCH = 4;
    static final int CHECKPOINT = 5;
    static final int NAMES = 6;
    static final int END = 7;
    static final int HEADER = 16;
    /** Time of tick 0. */
    static final long WALL = 1_700_000_000_000_000_000L;
    static final String NAME = "golden";

    private static final int FILE_BYTES = 1 << 21;
    private static final long FIRST_FILE_MS = 1_700_000_000_000L;
    private static final int SESSION_ID = 7;

    private final List<List<byte[]>> files = new ArrayList<>();
    private boolean rewritten;

    GoldenRecording() {
        files.add(new ArrayList<>());
    }

    /** It has kept records. */
    GoldenRecording rewritten() {
        rewritten = true;
        return this;
    }

    /** What follows is in another file. */
    GoldenRecording file() {
        files.add(new ArrayList<>());
        return this;
    }

    /** The usual session, process and schemas, with which each file begins. */
    GoldenRecording begin(final GoldenProcess... processes) {
        session(SESSION_ID, 0);
        for (final GoldenProcess process : processes) {
            process.schemas().forEach(this::schema);
        }
        for (final GoldenProcess process : processes) {
            process(process);
        }
        return this;
    }

    GoldenRecording session(final long id, final long shift) {
        return session(id, WALL, 0, shift);
    }

    GoldenRecording session(final long id, final long wall, final long ticks, final long shift) {
        final byte[] name = NAME.getBytes(StandardCharsets.UTF_8);
        return excerpt(SESSION, content -> content.i64(id, wall, ticks, shift, 3, 4).i32(3).i32(GoldenLane.LANE_BYTES)
                .i32(rewritten ? 1 : 0).i32(name.length).bytes(name).align(8).i64(5, 6, 0));
    }

    GoldenRecording process(final GoldenProcess process) {
        final byte[] command = "acme.Main".getBytes(StandardCharsets.UTF_8);
        return excerpt(PROCESS, content -> {
            content.i64(process.incarnation().most(), process.incarnation().least()).i32(1)
                    .i32(process.schemas().size()).i64(process.pid(), WALL, 3, 4, 5, process.shiftNs(), 0, WALL, 0)
                    .i32(command.length).bytes(command).align(8);
            process.schemas().forEach(schema -> GoldenProcess.putKey(content, schema));
        });
    }

    /** What a recorder writes if it cannot read the page of a process. */
    GoldenRecording unknownProcess(final GoldenProcess process) {
        return excerpt(PROCESS,
                content -> content.i64(process.incarnation().most(), process.incarnation().least()).i32(0).i32(0)
                        .i64(0, 0, 0, 0, 0, 0, 0, 0, 0).i32(0));
    }

    GoldenRecording schema(final byte[] encoded) {
        return excerpt(SCHEMA, content -> {
            GoldenProcess.putKey(content, encoded);
            content.i32(encoded.length).bytes(encoded);
        });
    }

    /** Entries of names that a process has published for the provider of a schema. */
    GoldenRecording names(final GoldenProcess process, final byte[] schema, final byte[] entries) {
        final UUID provider = GoldenProcess.providerId(schema);
        return excerpt(NAMES, content -> content.i64(process.incarnation().most(), process.incarnation().least(),
                provider.getMostSignificantBits(), provider.getLeastSignificantBits(), entries.length).bytes(entries));
    }

    /** A batch of chunks, of which several may be in one array. */
    GoldenRecording batch(final long watermark, final byte[]... chunks) {
        return batchOf(0, watermark, chunks);
    }

    /** A batch that says how many events it has. */
    GoldenRecording batchOf(final long events, final long watermark, final byte[]... chunks) {
        final GoldenBytes all = new GoldenBytes();
        Stream.of(chunks).forEach(all::bytes);
        final ByteBuffer bytes = ByteBuffer.wrap(all.toArray()).order(ByteOrder.LITTLE_ENDIAN);
        int count = 0;
        for (int at = 0; at < bytes.capacity(); at += bytes.getInt(at)) {
            count++;
        }
        final long chunkCount = count;
        return excerpt(BATCH, content -> content.i64(watermark, events, chunkCount).bytes(bytes.array()));
    }

    /** The recording ended well here. */
    GoldenRecording end() {
        return excerpt(END, content -> content.i64(WALL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /** A checkpoint of lanes of one process, as they are now. */
    GoldenRecording checkpoint(final boolean ended, final GoldenProcess process, final GoldenLane... lanes) {
        return excerpt(CHECKPOINT, content -> {
            content.i64(WALL, 0).i32(lanes.length).i32(0).i64(ended ? 1 : 0);
            for (final LossCause cause : LossCause.values()) {
                long lost = 0;
                for (final GoldenLane lane : lanes) {
                    lost += lost(lane.taken(), cause);
                }
                content.i64(lost);
            }
            for (final GoldenLane lane : lanes) {
                content.i64(process.incarnation().most(), process.incarnation().least()).i32(lane.index()).i32(0);
                GoldenLane.put(content, lane.taken());
            }
        });
    }

    private static long lost(final Checkpoint checkpoint, final LossCause cause) {
        return switch (cause) {
            case FULL -> checkpoint.lostFull;
            case TOO_LARGE -> checkpoint.lostTooLarge;
            case ERROR -> checkpoint.lostError;
            case CORRUPT -> checkpoint.corrupt;
            case ABANDONED -> checkpoint.abandoned;
            case DISCARDED -> checkpoint.discarded;
            default -> 0;
        };
    }

    GoldenRecording excerpt(final int kind, final Consumer<GoldenBytes> content) {
        final GoldenBytes bytes = new GoldenBytes().ascii("RSEX").i32(VERSION).i32(kind).i32(0);
        content.accept(bytes);
        bytes.align(8);
        bytes.setI32(HEADER - Integer.BYTES, bytes.length() + Long.BYTES).i64(0);
        return raw(seal(bytes.toArray()));
    }

    GoldenRecording raw(final byte[] excerpt) {
        files.get(files.size() - 1).add(excerpt);
        return this;
    }

    /** The excerpts of another recording, in the last file. */
    GoldenRecording append(final GoldenRecording other) {
        other.files.forEach(file -> file.forEach(this::raw));
        return this;
    }

    /** Gives an excerpt the checksum of its content. */
    static byte[] seal(final byte[] excerpt) {
        final CRC32C checksum = new CRC32C();
        checksum.update(excerpt, 0, excerpt.length - Long.BYTES);
        ByteBuffer.wrap(excerpt).putLong(excerpt.length - Long.BYTES, Long.reverseBytes(checksum.getValue()));
        return excerpt;
    }

    /** The files of the recording, by name. */
    Map<String, byte[]> files() {
        try {
            final Path folder = Files.createTempDirectory("ringside-golden-");
            try {
                write(folder);
                return read(folder);
            } finally {
                delete(folder);
            }
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    private void write(final Path folder) {
        long ms = FIRST_FILE_MS;
        try (QueueWriter writer = QueueWriter.open(folder, QueueWriter.STEPPED, FILE_BYTES, ms)) {
            for (final List<byte[]> file : files) {
                writer.roll(ms);
                ms += 1_000;
                for (final byte[] excerpt : file) {
                    final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(excerpt.length));
                    buffer.putBytes(0, excerpt);
                    writer.append(buffer, 0, excerpt.length);
                }
            }
        }
    }

    private static Map<String, byte[]> read(final Path folder) throws IOException {
        final Map<String, byte[]> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file : files.toList()) {
                content.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return content;
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
