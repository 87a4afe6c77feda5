package io.ringside.reader;

import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Something an {@link EventReader} reads: a session while it is written, or a recording. Created by the factories of
 * this interface only; not to be implemented by applications. For one thread; a reader takes the values of a source
 * when it is opened or the source is added.
 *
 * <pre>{@code
 * EventReader.open(Source.session("monday"), Source.recording(Path.of("/data/sunday")));
 * }</pre>
 */
public interface Source {
    /**
     * A session of the reader's trace directory. Reading it takes its events: a session has at most one reader.
     *
     * @param name of the session, in any letter case
     * @return the source
     */
    static Source session(final String name) {
        return SourceSettings.session(name);
    }

    /**
     * A session of another trace directory than the reader's.
     *
     * @param directory with the session
     * @param name      of the session, in any letter case
     * @return the source
     */
    static Source session(final Path directory, final String name) {
        return SourceSettings.session(name).directory(directory);
    }

    /**
     * A session of the reader's trace directory that is read without taking its events: beside its recorder or its
     * reader, if it has any, and sessions in overwrite mode too. It begins with the events that nobody has taken yet,
     * in overwrite mode with the oldest one. The session's ledger does not change, no lock is held, and any number of
     * readers may peek. Events whose room was given to newer ones before they were read are in gaps as {@link
     * GapView#behind}: nothing waits for a peek.
     *
     * @param name of the session, in any letter case
     * @return the source
     */
    static Source peek(final String name) {
        return SourceSettings.peek(name);
    }

    /**
     * A session of another trace directory than the reader's, read without taking its events.
     *
     * @param directory with the session
     * @param name      of the session, in any letter case
     * @return the source
     */
    static Source peek(final Path directory, final String name) {
        return SourceSettings.peek(name).directory(directory);
    }

    /**
     * A recording, complete or still growing. Reading takes nothing; any number of readers may do so at once.
     *
     * @param folder of the recording
     * @return the source
     */
    static Source recording(final Path folder) {
        return SourceSettings.recording(folder);
    }

    /**
     * Whether a folder holds a recording.
     *
     * @param folder that may be a recording
     * @return true if it does, complete or growing
     */
    static boolean isRecording(final Path folder) {
        return QueueReader.exists(folder);
    }

    /**
     * Finds the recordings of a folder.
     *
     * @param folder of a recording; or of {@code ringside receive}, with the recordings of other hosts
     * @return the folders of the recordings; empty if there are none
     */
    static List<Path> recordingsIn(final Path folder) {
        return isRecording(folder) ? List.of(folder) : RecordingOrigin.received(folder);
    }

    /**
     * Skip what has been recorded so far and deliver only what is recorded from now on.
     *
     * @return this
     * @throws io.ringside.RingsideException if this is a session, of which only what has not been taken is delivered
     *                                       anyway
     */
    Source fromEnd();

    /**
     * Skip what lies before a position, and deliver what was recorded after it.
     *
     * @param position as {@link EventReader#position} has returned it for the same recording, in this process or an
     *                 earlier one. Opening the reader fails with {@link io.ringside.ErrorCode#NOT_FOUND} if the
     *                 position's file is gone, and the message says how many events went with it; with
     *                 {@link io.ringside.ErrorCode#CORRUPT} if the recording was changed; and with
     *                 {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if the position is one of another recording
     * @return this
     * @throws io.ringside.RingsideException if this is a session
     */
    Source after(RecordingPosition position);

    /**
     * Divide the events of a recording among threads, for questions whose answer does not depend on the order. Only for
     * a reader that does not merge, and has neither a filter nor a limit of events. Losses go to the handler of the
     * poll; counts of events are complete when the end was reached.
     *
     * @param threads   at least 1
     * @param receivers called for each thread, before anything is read; what it gives is called by one thread at a time
     * @return this
     * @throws io.ringside.RingsideException if this is a session
     */
    Source shared(int threads, Supplier<? extends EventHandler> receivers);
}
