package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueReader;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Goes to a position of a recording: everything from the beginning of its file on is read, up to the excerpt that the
 * position names, so that schemas, processes and numbers of lanes are known. Stateless.
 */
final class PositionSearch {
    /** The position was found: what is read next comes after it. */
    static final long FOUND = -1;

    private PositionSearch() {}

    /**
     * Go to a position.
     *
     * @param folder of the recording
     * @param queue  of the recording
     * @param place  kept by what reads
     * @param next   reads an excerpt; false if there is none
     * @param wanted position
     * @return {@link #FOUND}; or how many events went with the files after the position: its own is gone
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is a position of another recording, or
     *                           {@link ErrorCode#CORRUPT} if there is another excerpt, or none, where it should be
     */
    static long seek(final Path folder, final QueueReader queue, final ExcerptPlace place, final BooleanSupplier next,
            final RecordingPosition wanted) {
        boolean more = queue.toFileFrom(wanted.file()) != QueueReader.NULL_FILE;
        if (!more && queue.toFileFrom(0) != QueueReader.NULL_FILE && next.getAsBoolean()) {
            // All files are older: then it may be another recording.
            requireSame(folder, place, wanted);
        }
        boolean isGone = false;
        while (more && !isGone && next.getAsBoolean()) {
            requireSame(folder, place, wanted);
            isGone = queue.file() > wanted.file();
            if (place.isAt(wanted.file(), wanted.offset())) {
                if (place.checksum() != wanted.checksum()) {
                    throw changed(folder, wanted, "there is another excerpt");
                }
                return FOUND;
            }
            more = queue.file() < wanted.file() || queue.position() < wanted.offset() || isGone;
        }
        if (isGone && !queue.files().contains(wanted.file())) {
            // The first excerpt of a file says how many events came before it, if it is whole.
            if (place.recordingId() != null && place.events() < wanted.events()) {
                throw changed(folder, wanted, "a later file begins with fewer events");
            }
            return Math.max(place.events() - wanted.events(), 0);
        }
        throw changed(folder, wanted, "there is no such excerpt");
    }

    /** The failure that reports files which are gone. */
    static RingsideException gone(final Path folder, final RecordingPosition wanted, final long events) {
        return new RingsideException(ErrorCode.NOT_FOUND, "position of the recording is gone with its file: path="
                + folder + ", position=" + wanted + ", lostEvents=" + events
                + ": read the recording from its beginning");
    }

    private static void requireSame(final Path folder, final ExcerptPlace place, final RecordingPosition wanted) {
        final UUID id = place.recordingId();
        if (id != null && !id.equals(wanted.recordingId())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "position is one of another recording: path="
                    + folder + ", recording=" + id + ", position=" + wanted
                    + ": give the folder that it was taken from");
        }
    }

    private static RingsideException changed(final Path folder, final RecordingPosition wanted, final String reason) {
        return new RingsideException(ErrorCode.CORRUPT, "recording was changed since the position was taken: path="
                + folder + ", position=" + wanted + ", reason=" + reason
                + ": restore intact files, or read the recording from its beginning");
    }
}
