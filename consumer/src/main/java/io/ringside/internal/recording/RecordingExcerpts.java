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
 * Reads a recording as raw excerpts, for copying, also while it is being recorded. Damaged excerpts are reported and
 * skipped. Not thread-safe.
 */
public final class RecordingExcerpts implements AutoCloseable {
    /** Result of {@link #after} if no file was removed. */
    public static final long NOTHING_GONE = ExcerptPlace.FOUND;

    private final Path folder;
    private final QueueReader queue;
    private final ErrorHandler errorHandler;
    private final ExcerptDecoder decoder = new ExcerptDecoder();
    private final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer(64 * 1024);
    private final ExcerptPlace place = new ExcerptPlace();
    private final Content content = new Content();
    /** Number of excerpts of published names in the current file, by provider and process. */
    private final Map<NamesFileName, Integer> names = new HashMap<>();
    private int namesFile = QueueReader.NULL_FILE;
    private long damages;
    private boolean ended;
    /** Whether the excerpt read last is the end mark. */
    private boolean marked;

    private RecordingExcerpts(final Path folder, final QueueReader queue, final ErrorHandler errorHandler) {
        this.folder = folder;
        this.queue = queue;
        this.errorHandler = errorHandler;
    }

    /**
     * Open a recording at its beginning.
     *
     * @param folder       folder of the recording
     * @param errorHandler notified of damage
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder contains no recording, or {@link
     *                           ErrorCode#ACCESS_DENIED} if a file of it may not be read
     */
    public static RecordingExcerpts open(final Path folder, final ErrorHandler errorHandler) {
        return new RecordingExcerpts(folder, QueueReader.open(folder, ExcerptDescriptor.MARK), errorHandler);
    }

    /**
     * Returns the id of a recording.
     *
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if nothing is recorded yet, or {@link
     *                           ErrorCode#CORRUPT} if none of it can be read
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
     * Returns the number of events recorded so far, read from the end of a recording.
     *
     * @throws RingsideException if its end cannot be read
     */
    public static long recordedEvents(final Path folder) {
        try (QueueReader reader = QueueReader.open(folder)) {
            return RecordingLedger.identity(reader).events();
        }
    }

    /**
     * Returns the position after everything recorded so far. Reads only as many of the last files as necessary.
     *
     * @return the position; null if nothing is recorded yet
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder contains no recording
     */
    public static @Nullable RecordingPosition endOf(final Path folder) {
        try (RecordingExcerpts excerpts = open(folder, failure -> {})) {
            final List<Integer> files = excerpts.queue.files();
            RecordingPosition end = null;
            // Each file begins with a session, and the recorder may have just begun the last file.
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
     * Go to a position; the next poll reads after it. If its file was removed, go to the first file after it.
     *
     * @param position position in this recording
     * @return {@link #NOTHING_GONE}; else the number of events in removed files
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if the recording was changed since, or {@link
     *                           ErrorCode#INVALID_ARGUMENT} if the position belongs to another recording
     */
    public long after(final RecordingPosition position) {
        final long gone = place.seek(folder, queue, this::poll, position);
        if (gone != NOTHING_GONE) {
            queue.toFileFrom(position.file() + 1);
        }
        return gone;
    }

    /**
     * Read the next intact excerpt.
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

    /** Returns the buffer with the excerpt, from offset 0. */
    public DirectBuffer buffer() {
        return excerpt;
    }

    /** Returns the length of the excerpt, in bytes. */
    public int length() {
        return queue.length();
    }

    /** Returns the position of the excerpt. */
    public ExcerptPlace place() {
        return place;
    }

    /** Returns the number that identifies the excerpt's session and its description; 0 before the first session. */
    public long sessionKey() {
        return content.sessionKey;
    }

    /** Returns the name of the excerpt's session; empty before the first session. */
    public String sessionName() {
        return content.sessionName;
    }

    /**
     * Returns a key for the object that the excerpt describes; null for batches and checkpoints. An excerpt that
     * describes the same object, or more of it, has the same key.
     */
    public @Nullable String descriptionKey() {
        return content.descriptionKey;
    }

    /** Returns the number of events in the excerpt; 0 if it is not a batch. */
    public long events() {
        return content.events;
    }

    /** Returns the number of damaged places found. */
    public long damages() {
        return damages;
    }

    /** Returns whether the last session has been read to its end, and its recorder will write no end mark any more. */
    public boolean hasEnded() {
        // The lock is checked first, because its holder may have written the end just before releasing it.
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

    /** Determines the kind and the subject of the excerpt. */
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

        /** Each file contains all published names again, in excerpts that are at least as long. */
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
