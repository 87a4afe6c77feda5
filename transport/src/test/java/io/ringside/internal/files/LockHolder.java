package io.ringside.internal.files;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process that joins a directory, takes the control lock, says so, and keeps both. */
final class LockHolder {
    private LockHolder() {}

    public static void main(final String[] arguments) {
        final TraceDirectory directory = TraceDirectory.open(Path.of(arguments[0]));
        final Participant participant = Participant.join(directory);
        LockFile.of(directory.controlLock()).acquire(0);
        System.out.println(participant.incarnation());
        while (true) {
            // Channels and locks must survive this although nothing refers to them any more.
            System.gc();
            LockSupport.parkNanos(1_000_000);
        }
    }
}
