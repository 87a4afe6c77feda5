package io.ringside.transport.lock;

import io.ringside.transport.Prerequisites;
import io.ringside.transport.directory.FileMaker;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.directory.TraceDirectory;

/**
 * One incarnation that lives in a trace directory, and may make files there: an agent, a controller, a drain.
 * Thread-safe.
 */
public final class Participant implements AutoCloseable {
    private final TraceDirectory directory;
    private final FileMaker files;
    private final Liveness liveness;

    private Participant(final TraceDirectory directory, final FileMaker files) {
        this.directory = directory;
        this.files = files;
        this.liveness = new Liveness(directory);
    }

    /**
     * Begin to live in a directory, under a new incarnation.
     *
     * @param directory to live in
     * @return the participant
     * @throws io.ringside.transport.RingsideException if its alive file cannot be made, or the JVM lacks a flag
     */
    public static Participant join(final TraceDirectory directory) {
        Prerequisites.require();
        final FileMaker files = new FileMaker(Incarnation.random());
        AliveFile.hold(directory, files);
        return new Participant(directory, files);
    }

    /** The directory in which it lives. */
    public TraceDirectory directory() {
        return directory;
    }

    /** Its incarnation. */
    public Incarnation incarnation() {
        return files.incarnation();
    }

    /** Makes files in its name. */
    public FileMaker files() {
        return files;
    }

    /** Tells who else lives. */
    public Liveness liveness() {
        return liveness;
    }

    /** End to live. Whatever it has begun is finished by others from now on. */
    @Override
    public void close() {
        AliveFile.release(directory, incarnation());
    }
}
