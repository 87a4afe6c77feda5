package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.machine.EarlyClasses;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The lock file by which an incarnation shows that it is alive. The lock is held from the creation of the file to the
 * end of the process, or to {@link #release}. Its channel is in a table of the whole JVM, so that neither the garbage
 * collector nor another copy of this library closes it. Thread-safe.
 */
public final class AliveFile {
    private static final int ATTEMPTS = 16;

    private AliveFile() {}

    /**
     * Start to be alive. The file is locked before it gets its name, so it is never found unlocked.
     *
     * @param directory   trace directory to join
     * @param maker       creator of files of the incarnation, which is alive from now on
     * @return the lock file
     * @throws RingsideException if the file cannot be made
     */
    static LockChannel hold(final TraceDirectory directory, final FileMaker maker) {
        // Loaded early, because the class loader may be gone when the file is released.
        EarlyClasses.load(ProcessLife.class);
        final Path alive = directory.alive(maker.incarnation());
        try {
            for (int attempt = 1;; attempt++) {
                final LockChannel held = holdOnce(alive, maker);
                if (held != null) {
                    return held;
                }
                if (attempt == ATTEMPTS) {
                    throw new RingsideException(ErrorCode.BUSY, "file was removed at every attempt to create it: path="
                            + alive + ", attempts=" + ATTEMPTS + ": end the program that clears the trace directory");
                }
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("make an alive file", alive, e);
        }
    }

    /**
     * Stop being alive although the process continues. The incarnation must not use the directory any more.
     *
     * @param directory   trace directory of the incarnation
     * @param incarnation that ends
     */
    public static void release(final TraceDirectory directory, final Incarnation incarnation) {
        try {
            Uninterrupted.call(() -> ProcessLife.end(directory.processPage(incarnation)));
        } catch (final IOException e) {
            // Other processes take this incarnation for dead once its process has ended.
        }
        ExistingFile.remove(directory.alive(incarnation));
        final @Nullable FileChannel channel = SharedTable.ALIVE.get(incarnation.toString());
        if (channel != null) {
            close(channel);
            SharedTable.ALIVE.remove(incarnation.toString());
        }
    }

    /**
     * Take the lock again if the kernel has dropped it.
     *
     * @param directory   trace directory of the incarnation
     * @param incarnation that is alive
     * @param held        lock file of the incarnation
     * @return whether the kernel had dropped it
     * @throws RingsideException if the lock cannot be taken; the call can be repeated
     */
    static boolean lockAgain(final TraceDirectory directory, final Incarnation incarnation, final LockChannel held) {
        final Path alive = directory.alive(incarnation);
        try {
            if (held.isHeld()) {
                return false;
            }
            if (!held.regain()) {
                throw new RingsideException(ErrorCode.BUSY, "alive file is locked by another process: path=" + alive
                        + ": end the program that locks files of the trace directory");
            }
            return true;
        } catch (final IOException e) {
            throw RingsideException.ofFile("lock an alive file again", alive, e);
        }
    }

    /**
     * Restore the file if it was removed or replaced, so that the incarnation stays alive.
     *
     * @param directory trace directory of the incarnation
     * @param maker     creator of files
     * @param held      result of {@link #hold} or of the last call
     * @return the lock file that is held from now on
     * @throws RingsideException if the file cannot be made; the call can be repeated
     */
    static LockChannel restore(final TraceDirectory directory, final FileMaker maker, final LockChannel held) {
        final String name = maker.incarnation().toString();
        LockChannel restored = null;
        try {
            if (held.isAt(directory.alive(maker.incarnation()))) {
                return held;
            }
            restored = hold(directory, maker);
            return restored;
        } catch (final IOException e) {
            throw RingsideException.ofFile("look after an alive file", directory.alive(maker.incarnation()), e);
        } finally {
            if (restored == null) {
                SharedTable.ALIVE.put(name, held.channel());
            } else {
                close(held.channel());
            }
        }
    }

    /** Returns null if another process has removed the unfinished file, taking its maker for dead. */
    private static @Nullable LockChannel holdOnce(final Path alive, final FileMaker maker) throws IOException {
        final String name = maker.incarnation().toString();
        final Path temporary = maker.temporary(alive);
        final LockChannel channel = LockChannel.open(temporary);
        if (!channel.tryLock()) {
            close(channel.channel());
            return null;
        }
        if (KillPoint.ARMED) {
            KillPoint.ALIVE_LOCKED.reached();
        }
        // Entered into the table before the file is visible, so that no other copy of this library opens it.
        SharedTable.ALIVE.put(name, channel.channel());
        try {
            Files.move(temporary, alive, StandardCopyOption.ATOMIC_MOVE);
            return channel;
        } catch (final IOException e) {
            SharedTable.ALIVE.remove(name);
            close(channel.channel());
            ExistingFile.remove(temporary);
            if (e instanceof NoSuchFileException) {
                return null;
            }
            throw e;
        }
    }

    private static void close(final FileChannel channel) {
        try {
            channel.close();
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.FILE_SYSTEM, "cannot close an alive file: reason=" + e, e);
        }
    }
}
