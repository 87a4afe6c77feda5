package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ClockPair;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Determines when the files left by earlier recorders were last written, on the clock of the recorder that continues.
 * Checkpoints contain the monotonic clock, and the session excerpt before them contains the boot id of that clock. If
 * the time is unknown, because another kernel was running or a file is damaged, the file counts as written when the
 * recording was continued: it is kept longer, never shorter. Not thread-safe.
 */
final class EarlierFiles {
    private final Path folder;
    private final RecordedSession session;
    private final long openedNs;
    private final int lastFile;
    private final @Nullable Written lastWritten;

    /** Time of a write, with the session whose clock it refers to. */
    record Written(RecordedSession session, ClockPair clocks) {}

    /**
     * Captures the files of a folder at the time when a recorder continues there.
     *
     * @param folder      folder of the recording
     * @param session     session as described by the continuing recorder
     * @param openedNs    time on the monotonic clock of that recorder
     * @param lastFile    number of the last file that exists
     * @param lastWritten time of that file's last excerpt; null if unknown
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
     * Returns the latest possible time at which the last excerpt of a file was written.
     *
     * @param file file of an earlier recorder
     * @param next next file, whose first checkpoint is younger than everything in the file
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
            return RecordingLedger.beginOf(reader, file);
        } catch (final RingsideException e) {
            // A reader of the recording reports the damage of this file.
            return null;
        }
    }
}
