package io.ringside.internal.queue;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of a queue byte by byte if the queue's own reader cannot continue: finds the next intact excerpt, and
 * distinguishes damage from the end of the file. Nothing is mapped, so a file that is truncated meanwhile is just
 * shorter. Not thread-safe.
 * <p>
 * Every document begins at a multiple of four with a word: its length, whether it contains data or the queue's
 * metadata, and whether it is complete.
 */
final class ExcerptScan implements AutoCloseable {
    static final long NULL_POSITION = -1;

    private static final int WORD_LENGTH = 4;
    /** Flag of the queue's metadata documents. */
    static final int META = 0x4000_0000;
    private static final int UNFINISHED = 0x8000_0000;
    private static final int END = UNFINISHED | META;
    private static final int LENGTH_MASK = 0x3FFF_FFFF;
    private static final int EMPTY_LENGTH = 32;
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(CHUNK_BYTES).asReadOnlyBuffer();
    /** The length of a file is a multiple of this, unless the file was truncated. */
    private static final int PAGE_BYTES = 4096;
    private static final int HEADER_LOOKS = 500;
    private static final long HEADER_LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ExcerptMark mark;
    private final int maxExcerptBytes;
    private final Path path;
    private final FileChannel channel;
    private final Source source;
    private final UnsafeBuffer chunk;
    private final ByteBuffer chunkBytes = ByteBuffer.allocateDirect(CHUNK_BYTES);
    private long position;

    /** Reads bytes of the file, as a channel does. */
    interface Source {
        int read(ByteBuffer target, long from) throws IOException;
    }

    ExcerptScan(final Path path, final ExcerptMark mark, final int maxExcerptBytes) {
        this(path, mark, maxExcerptBytes, channel -> channel::read);
    }

    ExcerptScan(final Path path, final ExcerptMark mark, final int maxExcerptBytes,
            final Function<FileChannel, Source> source) {
        this.path = path;
        this.mark = mark;
        this.maxExcerptBytes = maxExcerptBytes;
        this.chunk = new UnsafeBuffer(chunkBytes);
        try {
            this.channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a file of a recording", path, e);
        }
        this.source = source.apply(channel);
    }

    /** Returns the position at which {@link #read} reads next. */
    long position() {
        return position;
    }

    void position(final long next) {
        position = next;
    }

    long size() {
        try {
            return channel.size();
        } catch (final IOException e) {
            throw RingsideException.ofFile("inspect a file of a recording", path, e);
        }
    }

    /** Skips the queue's own documents, and returns whether an excerpt begins at the position after them. */
    boolean hasNext() {
        final long size = size();
        long at = position;
        for (int word = word(at); isOwn(word) && at <= size; word = word(at)) {
            position = at;
            at = aligned(at + WORD_LENGTH + (word & LENGTH_MASK));
        }
        position = at <= size ? at : position;
        return isExcerptAt(position);
    }

    /** Returns the first position, from a given one on, at which no document of the queue's own begins. */
    long passOwn(final long from) {
        long at = aligned(from);
        for (int word = word(at); isOwn(word); word = word(at)) {
            at = aligned(at + WORD_LENGTH + (word & LENGTH_MASK));
        }
        return at;
    }

    /** Returns whether there are only documents of the queue's own between two positions. */
    boolean isOwn(final long from, final long to) {
        long at = from;
        int word = word(at);
        while (at < to && isOwn(word) && word(at + WORD_LENGTH) != mark.magic()) {
            at = aligned(at + WORD_LENGTH + (word & LENGTH_MASK));
            word = word(at);
        }
        return at == to;
    }

    /** Reads the excerpt at the position and moves past it. Returns its length; 0 if there is none. */
    int read(final ExpandableDirectByteBuffer target) {
        if (!hasNext()) {
            return 0;
        }
        final int length = word(position) & LENGTH_MASK;
        target.checkLimit(length);
        int done = 0;
        while (done < length) {
            final int part = load(position + WORD_LENGTH + done, CHUNK_BYTES);
            if (part <= 0) {
                // The file was truncated meanwhile.
                return 0;
            }
            final int used = Math.min(part, length - done);
            target.putBytes(done, chunk, 0, used);
            done += used;
        }
        position = aligned(position + WORD_LENGTH + length);
        return length;
    }

    /** Returns the position of the next intact excerpt at or after one; {@link #NULL_POSITION} if there is none. */
    long find(final long from) {
        final long found = search(from, size());
        if (found <= from) {
            return found;
        }
        // An earlier excerpt may have been appended after the search had passed its position.
        final long earlier = search(from, found);
        return earlier >= 0 ? earlier : found;
    }

    private long search(final long from, final long end) {
        final long size = size();
        final int overlap = WORD_LENGTH + mark.length();
        for (long begin = from; begin + overlap <= end; begin += CHUNK_BYTES - overlap) {
            final int loaded = load(begin, CHUNK_BYTES);
            int offset = isEmpty() ? loaded : passEmpty(0, loaded);
            for (; offset + overlap <= loaded
                    && begin + offset < end; offset = passEmpty(offset + WORD_LENGTH, loaded)) {
                if (chunk.getInt(offset + WORD_LENGTH) == mark.magic() && isExcerpt(offset, begin + offset, size)) {
                    return begin + offset;
                }
            }
        }
        return NULL_POSITION;
    }

    /** Returns whether all loaded bytes are zero, as they are in most of a preallocated file. */
    private boolean isEmpty() {
        return chunkBytes.flip().mismatch(ZEROS.duplicate().limit(chunkBytes.limit())) < 0;
    }

    /** Skips zeros between excerpts, many at a time. Returns the offset after them. */
    private int passEmpty(final int from, final int loaded) {
        int offset = from;
        // The word before a mark may have any value.
        while (offset + WORD_LENGTH + EMPTY_LENGTH <= loaded && isEmpty(offset + WORD_LENGTH)) {
            offset += EMPTY_LENGTH;
        }
        return offset;
    }

    private boolean isEmpty(final int offset) {
        return (chunk.getLong(offset) | chunk.getLong(offset + 8) | chunk.getLong(offset + 16)
                | chunk.getLong(offset + 24)) == 0;
    }

    /**
     * Describes the damage where reading has stopped, if nothing follows; null if it is a regular end.
     *
     * @param stop   where reading has stopped
     * @param isLast whether no file follows; a writer ends each file before it begins another one
     */
    @Nullable
    String problemAt(final long stop, final boolean isLast) {
        final long size = size();
        if (size == 0) {
            // The file is being created, or its recorder was killed while creating it.
            return null;
        }
        final long at = passOwn(stop);
        final int word = word(at);
        if (word == END) {
            return null;
        }
        if (size % PAGE_BYTES != 0 || at > size) {
            return "file was truncated";
        }
        if (word == 0 || word == UNFINISHED) {
            return word == 0 ? wordlessAt(at, isLast) : null;
        }
        return (word & UNFINISHED) == 0 && at + WORD_LENGTH + (word & LENGTH_MASK) > size
                ? "excerpt exceeds the end of the file"
                : "header of an excerpt, or the excerpt, is damaged";
    }

    private @Nullable String wordlessAt(final long at, final boolean isLast) {
        if (isWiped(at)) {
            return "header of an excerpt is damaged";
        }
        return isLast ? null : at == 0 ? "file has no content, only zeros" : "end of the file is missing, zeros follow";
    }

    /** Returns whether an excerpt has lost its header. During an append the header is written last, within moments. */
    private boolean isWiped(final long at) {
        boolean wiped = word(at + WORD_LENGTH) == mark.magic();
        for (int i = 0; wiped && i < HEADER_LOOKS; i++) {
            LockSupport.parkNanos(HEADER_LOOK_INTERVAL_NS);
            wiped = word(at) == 0;
        }
        return wiped;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (final IOException e) {
            throw RingsideException.ofFile("close a file of a recording", path, e);
        }
    }

    private static boolean isOwn(final int word) {
        return (word & END) == META && (word & LENGTH_MASK) > 0;
    }

    private boolean isExcerptAt(final long at) {
        return load(at, WORD_LENGTH + mark.length()) >= WORD_LENGTH + mark.length() && isExcerpt(0, at, size());
    }

    private boolean isExcerpt(final int offset, final long at, final long size) {
        final int word = chunk.getInt(offset);
        final int length = word & LENGTH_MASK;
        return (word & END) == 0 && length <= maxExcerptBytes && at + WORD_LENGTH + length <= size
                && mark.fits(chunk, offset + WORD_LENGTH, length);
    }

    private int word(final long at) {
        return load(at, WORD_LENGTH) >= WORD_LENGTH ? chunk.getInt(0) : 0;
    }

    /** Loads bytes to the chunk's beginning, and returns how many the file has. */
    private int load(final long at, final int most) {
        chunkBytes.clear().limit(most);
        int loaded = 0;
        try {
            int part = 0;
            while (part >= 0 && chunkBytes.hasRemaining()) {
                part = source.read(chunkBytes, at + loaded);
                loaded += Math.max(part, 0);
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a file of a recording", path, e);
        }
        return loaded;
    }

    private static long aligned(final long at) {
        return (at + WORD_LENGTH - 1) & -(long) WORD_LENGTH;
    }
}
