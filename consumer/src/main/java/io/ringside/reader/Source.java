package io.ringside.reader;

import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A source of an {@link EventReader}: a live session or a recording. Created only by the factories of this interface;
 * not to be implemented by applications. Not thread-safe; a reader reads the values of a source when it is opened or
 * the source is added.
 *
 * <pre>{@code
 * EventReader.open(Source.session("monday"), Source.recording(Path.of("/data/sunday")));
 * }</pre>
 */
public interface Source {
    /**
     * Returns a session of the reader's trace directory. Reading takes its events, so a session has at most one reader.
     *
     * @param name name of the session, ignoring case
     * @return the source
     */
    static Source session(final String name) {
        return SourceSettings.session(name);
    }

    /**
     * Returns a session of a trace directory other than the reader's.
     *
     * @param directory trace directory of the session
     * @param name      name of the session, ignoring case
     * @return the source
     */
    static Source session(final Path directory, final String name) {
        return SourceSettings.session(name).directory(directory);
    }

    /**
     * Returns a session of the reader's trace directory that is read without taking its events, in addition to its
     * recorder or reader, if it has one. Sessions in overwrite mode can be read too. Reading begins with the oldest
     * event that has not been taken, in overwrite mode with the oldest event. The session's ledger does not change, no
     * lock is held, and any number of readers may peek. Writers do not wait for such readers: events whose space was
     * reused before they were read are in gaps as {@link GapView#behind}.
     *
     * @param name name of the session, ignoring case
     * @return the source
     */
    static Source peek(final String name) {
        return SourceSettings.peek(name);
    }

    /**
     * Returns a session of a trace directory other than the reader's, read without taking its events.
     *
     * @param directory trace directory of the session
     * @param name      name of the session, ignoring case
     * @return the source
     */
    static Source peek(final Path directory, final String name) {
        return SourceSettings.peek(name).directory(directory);
    }

    /**
     * Returns a recording, complete or still growing. Reading takes nothing; any number of readers may read it at once.
     *
     * @param folder folder of the recording
     * @return the source
     */
    static Source recording(final Path folder) {
        return SourceSettings.recording(folder);
    }

    /**
     * Returns whether a folder contains a recording.
     *
     * @param folder folder to check
     * @return true if it contains a recording, complete or growing
     */
    static boolean isRecording(final Path folder) {
        return QueueReader.exists(folder);
    }

    /**
     * Finds the recordings of a folder.
     *
     * @param folder folder of a recording; or folder of {@code ringside receive}, with the recordings of other hosts
     * @return the folders of the recordings; empty if there are none
     */
    static List<Path> recordingsIn(final Path folder) {
        return isRecording(folder) ? List.of(folder) : RecordingOrigin.received(folder);
    }

    /**
     * Skip events recorded so far, and deliver only events recorded from now on.
     *
     * @return this
     * @throws io.ringside.RingsideException if this is a session, of which only what has not been taken is delivered
     *                                       anyway
     */
    Source fromEnd();

    /**
     * Skip events before a position, and deliver events recorded after it.
     *
     * @param position position that {@link EventReader#position} returned for the same recording, in this process or an
     *                 earlier one. Opening the reader fails with {@link io.ringside.ErrorCode#NOT_FOUND} if the
     *                 position's file was removed, with the number of its events in the message; with {@link
     *                 io.ringside.ErrorCode#CORRUPT} if the recording was changed; and with {@link
     *                 io.ringside.ErrorCode#INVALID_ARGUMENT} if the position belongs to another recording
     * @return this
     * @throws io.ringside.RingsideException if this is a session
     */
    Source after(RecordingPosition position);

    /**
     * Divide the events of a recording among threads, for evaluations that do not depend on the order. Only for a
     * reader that does not merge and has neither a filter nor an event limit. Losses are passed to the handler of the
     * poll; counts of events are complete when the end is reached.
     *
     * @param threads   number of threads, at least 1
     * @param receivers called once per thread, before anything is read; each handler it returns is called by one thread
     *                  at a time
     * @return this
     * @throws io.ringside.RingsideException if this is a session
     */
    Source shared(int threads, Supplier<? extends EventHandler> receivers);
}
