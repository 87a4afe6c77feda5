package io.ringside.internal.files;

import org.jspecify.annotations.Nullable;

/**
 * An incarnation that is alive in a trace directory and may make files there: a control thread, a controller or a
 * drain. Thread-safe.
 */
public final class Participant implements AutoCloseable {
    private final TraceDirectory directory;
    private final FileMaker files;
    private final Liveness liveness;
    private LockChannel alive;
    private boolean closed;

    private Participant(final TraceDirectory directory, final FileMaker files, final LockChannel alive) {
        this.alive = alive;
        this.directory = directory;
        this.files = files;
        this.liveness = new Liveness(directory);
    }

    /**
     * Join a directory under a new incarnation.
     *
     * @param directory directory to join
     * @return the participant
     * @throws io.ringside.RingsideException if its alive file cannot be made, or the JVM lacks a flag
     */
    public static Participant join(final TraceDirectory directory) {
        Prerequisites.require();
        final FileMaker files = new FileMaker(Incarnation.random());
        return new Participant(directory, files, AliveFile.hold(directory, files));
    }

    public TraceDirectory directory() {
        return directory;
    }

    public Incarnation incarnation() {
        return files.incarnation();
    }

    /** Returns the maker of the participant's files. */
    public FileMaker files() {
        return files;
    }

    /** Returns the check of which other processes are alive. */
    public Liveness liveness() {
        return liveness;
    }

    /** Problem of the alive file. */
    public enum AliveProblem {
        /** The file was removed or replaced. */
        FILE_LOST,
        /** The kernel had dropped the lock, because this process has closed a descriptor of the file. */
        LOCK_LOST
    }

    /**
     * Make the alive file again if it was removed or replaced, and take its lock again if the kernel has dropped it.
     * Must be called every second.
     *
     * @return the problem; null if there was none, or the participant is closed
     * @throws io.ringside.RingsideException if it cannot be made or locked; the call can be repeated
     */
    public synchronized @Nullable AliveProblem restoreAlive() {
        if (closed) {
            return null;
        }
        final LockChannel held = alive;
        alive = AliveFile.restore(directory, files, held);
        if (alive != held) {
            return AliveProblem.FILE_LOST;
        }
        return AliveFile.lockAgain(directory, incarnation(), held) ? AliveProblem.LOCK_LOST : null;
    }

    /** Leaves the directory. Other processes complete its unfinished work from now on. */
    @Override
    public synchronized void close() {
        closed = true;
        AliveFile.release(directory, incarnation());
    }
}
