package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.recording.RecordingPosition;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording excerpt by excerpt, as bytes, also beside its recorder: to copy it to another place. Excerpts that
 * are damaged are reported and left out. Not thread-safe.
 */
public final class RecordingExcerpts implements AutoCloseable {
    /** Returned by {@link #after} if nothing has gone. */
    public static final long NOTHING_GONE = ExcerptPlace.FOUND;

    private final Path folder;
    private final QueueReader queue;
    private final ErrorHandler errorHandler;
    private final ExcerptDecoder decoder = new ExcerptDecoder();
    private final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer(64 * 1024);
    private final ExcerptPlace place = new ExcerptPlace();
    private final Content content = new Content();
    /** Excerpts of names in the file that is read, by whose they are. */
    private final Map<NamesFileName, Integer> names = new HashMap<>();
    private int namesFile = QueueReader.NULL_FILE;
    private long damages;
    private boolean ended;
    /** Whether the excerpt that was read last is the end mark. */
    private boolean marked;

    private RecordingExcerpts(final Path folder, final QueueReader queue, final ErrorHandler errorHandler) {
        this.folder = folder;
        this.queue = queue;
        this.errorHandler = errorHandler;
    }

    /**
     * Open a recording at its beginning.
     *
     * @param folder       of the recording
     * @param errorHandler notified of damage
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder holds no recording, or
     *                           {@link ErrorCode#ACCESS_DENIED} if a file of it may not be read
     */
    public static RecordingExcerpts open(final Path folder, final ErrorHandler errorHandler) {
        return new RecordingExcerpts(folder, QueueReader.open(folder, ExcerptDescriptor.MARK), errorHandler);
    }

    /**
     * The id of a recording.
     *
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if nothing is recorded yet, or
     *                           {@link ErrorCode#CORRUPT} if nothing of it can be read
     */
    public static UUID idOf(final Path folder) {
        final AtomicReference<Throwable> problem = new AtomicReference<>();
        try (RecordingExcerpts first = open(folder, problem::set)) {
            UUID id = null;
            while (id == null && first.poll()) {
                id = first.place.recordingId();
            }
            if (id == null) {
                final Throwable last = problem.get();
                throw last == null
                        ? new RingsideException(ErrorCode.NOT_FOUND, "recording is empty: path=" + folder
                                + ": wait until its recorder has begun")
                        : new RingsideException(ErrorCode.CORRUPT, String.valueOf(last.getMessage()), last);
            }
            return id;
        }
    }

    /**
     * Events that were recorded until now, by what lies at the end of a recording.
     *
     * @throws RingsideException if its end cannot be read
     */
    public static long recordedEvents(final Path folder) {
        try (QueueReader reader = QueueReader.open(folder)) {
            return RecordingBooks.identity(reader).events();
        }
    }

    /**
     * The position after what is recorded now. Of the files, only as many of the last ones are read as are needed.
     *
     * @return null if nothing is recorded yet
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder holds no recording
     */
    public static @Nullable RecordingPosition endOf(final Path folder) {
        try (RecordingExcerpts excerpts = open(folder, failure -> {})) {
            final List<Integer> files = excerpts.queue.files();
            RecordingPosition end = null;
            // Each file begins with a session, and its recorder may have begun the last one just now.
            for (int i = files.size() - 1; i >= 0 && end == null; i--) {
                excerpts.queue.toFileFrom(files.get(i));
                while (excerpts.poll()) {
                    end = excerpts.place.position();
                }
            }
            return end;
        }
    }

    /**
     * Go to a position: what is polled next comes after it. If it is gone, go to the first file after it.
     *
     * @param position of this recording
     * @return {@link #NOTHING_GONE}; else how many events went with the files that are gone
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if the recording was changed since, or
     *                           {@link ErrorCode#INVALID_ARGUMENT} if it is another one
     */
    public long after(final RecordingPosition position) {
        final long gone = place.seek(folder, queue, this::poll, position);
        if (gone != NOTHING_GONE) {
            queue.toFileFrom(position.file() + 1);
        }
        return gone;
    }

    /**
     * Read the next excerpt that is whole.
     *
     * @return false if there is none yet
     * @throws RingsideException if the files are damaged so that reading cannot continue
     */
    public boolean poll() {
        while (queue.next(excerpt)) {
            reportDamage();
            content.clear();
            marked = false;
            try {
                decoder.decode(excerpt, queue.length(), content);
                place.excerpt(queue, excerpt);
                return true;
            } catch (final RingsideException | IndexOutOfBoundsException e) {
                damaged("recording is damaged, an excerpt was skipped: file=" + queue.path() + ", position="
                        + queue.position() + ", bytes=" + queue.length() + ", reason=" + e.getMessage());
            }
        }
        reportDamage();
        return false;
    }

    /** Bytes of the excerpt, from offset 0. */
    public DirectBuffer buffer() {
        return excerpt;
    }

    /** Length of the excerpt, in bytes. */
    public int length() {
        return queue.length();
    }

    /** Returns the place of the excerpt. */
    public ExcerptPlace place() {
        return place;
    }

    /** Number of the session that the excerpt belongs to, by which its description is found; 0 before the first one. */
    public long sessionKey() {
        return content.sessionKey;
    }

    /** Name of the session that the excerpt belongs to; empty before the first one. */
    public String sessionName() {
        return content.sessionName;
    }

    /**
     * If the excerpt describes something, a name for what it describes: one that describes the same, or more of it, has
     * the same name. Null for batches and checkpoints.
     */
    public @Nullable String descriptionKey() {
        return content.descriptionKey;
    }

    /** Events in the excerpt; 0 if it is no batch. */
    public long events() {
        return content.events;
    }

    /** Damaged places that were met. */
    public long damages() {
        return damages;
    }

    /** Whether what was read last is the end of the last session, and its recorder writes no end mark any more. */
    public boolean hasEnded() {
        // First the lock: its holder may have written the end just before.
        return ended && (marked || !RecordingFolder.isWritten(folder)) && !queue.hasNext();
    }

    @Override
    public void close() {
        queue.close();
    }

    private void reportDamage() {
        for (QueueReader.Damage damage = queue.pollDamage(); damage != null; damage = queue.pollDamage()) {
            damaged("recording is damaged, reading continues after it: " + damage);
        }
    }

    private void damaged(final String what) {
        damages++;
        errorHandler.onError(new RingsideException(ErrorCode.CORRUPT, what));
    }

    /** The kind and the subject of the excerpt. */
    private final class Content implements ExcerptVisitor {
        private long sessionKey;
        private String sessionName = "";
        private @Nullable String descriptionKey;
        private long events;

        void clear() {
            events = 0;
            descriptionKey = null;
        }

        @Override
        public void onSession(final RecordedSession session) {
            ended = false;
            sessionKey = session.key();
            sessionName = session.name();
            descriptionKey = "session/" + Long.toHexString(sessionKey);
        }

        @Override
        public void onRecording(final UUID id, final long events) {
            place.recording(id, events);
        }

        @Override
        public void onProcess(final Incarnation incarnation, final @Nullable ProcessIdentity identity,
                final List<SchemaFileName> schemas) {
            descriptionKey = "process/" + incarnation;
        }

        @Override
        public void onSchema(final SchemaFileName name, final DirectBuffer buffer, final int offset,
                final int length) {
            descriptionKey = "schema/" + name.providerId() + '/' + Long.toHexString(name.contentHash());
        }

        /** Each file has all names again, in excerpts that are as large or larger. */
        @Override
        public void onNames(final NamesFileName of, final DirectBuffer buffer, final int offset, final int length) {
            if (namesFile != queue.file()) {
                namesFile = queue.file();
                names.clear();
            }
            descriptionKey = "names/" + of.incarnation() + '/' + of.providerId() + '/'
                    + names.merge(of, 1, Integer::sum);
        }

        @Override
        public void onBatch(final long watermarkTicks, final long events) {
            ended = false;
            this.events = Math.max(events, 0);
            place.batch(events);
        }

        @Override
        public void onCheckpoint(final ClockPair now, final boolean sessionEnded) {
            ended = sessionEnded;
        }

        @Override
        public void onEnd(final ClockPair now, final long events, final LossCounts lost) {
            marked = true;
        }
    }
}
