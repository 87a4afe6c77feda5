package io.ringside.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.SessionSnapshot;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.RowStore;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.SnapshotRecorder;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.agrona.ErrorHandler;

/**
 * Takes a snapshot of a session in overwrite mode, each into a new folder: the first free number of 000001, 000002, …
 * Not thread-safe.
 */
final class SnapshotAction implements EventTrigger.Action {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    /** Other triggers may take numbers in the same folder, so creating a folder is tried several times. */
    private static final int ATTEMPTS = 8;

    private final Path directory;
    private final String session;
    private final Path folder;
    private final ErrorHandler errorHandler;

    private SnapshotAction(final Path directory, final String session, final Path folder,
            final ErrorHandler errorHandler) {
        this.directory = directory;
        this.session = session;
        this.folder = folder;
        this.errorHandler = errorHandler;
    }

    static SnapshotAction of(final Path directory, final String session, final Path folder,
            final ErrorHandler errorHandler) {
        SessionSnapshot.requireFlightRecorder(
                new RowStore(TraceDirectory.open(directory), new FileMaker(Incarnation.random())).snapshot()
                        .requireSession(session));
        return new SnapshotAction(directory, session, folder, errorHandler);
    }

    @Override
    public String run(final EventTrigger.Firing firing) throws InterruptedException {
        long number = lastNumber();
        for (int attempt = 1;; attempt++) {
            number++;
            final Path target = folder.resolve(String.format(Locale.ROOT, "%06d", number));
            try (SnapshotRecorder snapshot = SnapshotRecorder
                    .open(new RecorderContext(session, target).directory(directory).errorHandler(errorHandler))) {
                copy(snapshot);
                return "snapshot was taken: session=" + session + ", recorded=" + snapshot.events() + ", overwritten="
                        + snapshot.overwrittenEvents() + ", lost=" + snapshot.lostEvents() + ", folder=" + target;
            } catch (final RingsideException e) {
                final boolean isTaken = e.code() == ErrorCode.ALREADY_EXISTS || e.code() == ErrorCode.BUSY;
                if (!isTaken || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static void copy(final SnapshotRecorder snapshot) throws InterruptedException {
        while (!snapshot.isComplete()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("snapshot was not completed");
            }
            snapshot.doWork();
        }
    }

    private long lastNumber() {
        return FolderListing.namesIn(folder).stream().filter(name -> NUMBER.matcher(name).matches())
                .mapToLong(Long::parseLong).max().orElse(0);
    }
}
