package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ClockPair;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds when the files that earlier recorders have left were written last, on the clock of the recorder that continues.
 * Checkpoints have the monotonic clock, and the session before them has the boot that it counts from. What cannot be
 * known, as another kernel ran or a file is damaged, counts as written when the recording was continued: it is kept
 * longer, never shorter. Not thread-safe.
 */
final class EarlierFiles {
    private final Path folder;
    private final RecordedSession session;
    private final long openedNs;
    private final int lastFile;
    private final @Nullable Written lastWritten;

    /** When something was written, and by whose clock. */
    record Written(RecordedSession session, ClockPair clocks) {}

    /**
     * The files of a folder as they are when a recorder continues there.
     *
     * @param folder      of the recording
     * @param session     as the recorder that continues describes it
     * @param openedNs    monotonic clock of that recorder
     * @param lastFile    number of the last file that exists
     * @param lastWritten last excerpt of it; null if that is unknown
     */
    EarlierFiles(final Path folder, final RecordedSession session, final long openedNs, final int lastFile,
            final @Nullable Written lastWritten) {
        this.folder = folder;
        this.session = session;
        this.openedNs = openedNs;
        this.lastFile = lastFile;
        this.lastWritten = lastWritten;
    }

    /**
     * When the last excerpt of a file was written, at the latest.
     *
     * @param file of an earlier recorder
     * @param next file after it: its first checkpoint is younger than everything in the file
     */
    long lastNs(final int file, final int next) {
        final Written written = file == lastFile ? lastWritten : beginOf(next);
        return written == null || !written.session().bootId().equals(session.bootId())
                ? openedNs
                : Math.min(written.clocks().inHost(written.session().ownShiftNs()).monotonicNs()
                        + session.ownShiftNs(), openedNs);
    }

    private @Nullable Written beginOf(final int file) {
        try (QueueReader reader = QueueReader.open(folder)) {
            return RecordingBooks.beginOf(reader, file);
        } catch (final RingsideException e) {
            // A reader of the recording reports what is wrong with the file.
            return null;
        }
    }
}
