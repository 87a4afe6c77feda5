package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.StagedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.ProcessIdentity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a session's drain, and the file next to it in which its holder publishes its name. The file's second line
 * has the number of the flush up to which the holder has continued in a new file, if it can do so. Thread-safe.
 */
final class DrainLock implements AutoCloseable {
    private static final int MAX_HOLDER_LENGTH = 1024;
    private static final String UNNAMED_HOLDER = "a process that has not named itself";
    private static final Pattern ROLLED = Pattern.compile("\nrolled=(\\d{1,18})$");

    private final LockFile file;
    private final HeldLock held;
    private final Path holder;
    private final AtomicBoolean regained = new AtomicBoolean();
    private String state = "";
    private String rolled = "";
    private volatile @Nullable RingsideException loss;

    private DrainLock(final LockFile file, final HeldLock held, final Path holder) {
        this.file = file;
        this.held = held;
        this.holder = holder;
    }

    /**
     * Acquire the lock within a time limit.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} and the holder's name if another process holds it that long
     */
    static DrainLock acquire(final TraceDirectory directory, final FileMaker files, final long sessionId,
            final long timeoutNs) {
        final LockFile file = LockFile.of(directory.drainLock(sessionId));
        final HeldLock held;
        try {
            held = file.acquire(timeoutNs);
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            throw new RingsideException(ErrorCode.BUSY, "session already has a drain: path=" + file.path() + ", holder="
                    + readHolder(directory, sessionId) + ": end that one first", e);
        }
        final DrainLock lock = new DrainLock(file, held, directory.drainHolder(sessionId));
        lock.writeHolder(files);
        return lock;
    }

    /** Returns a description of the process that drains a session; null if there is none. */
    static @Nullable String holder(final TraceDirectory directory, final long sessionId) {
        return LockFile.of(directory.drainLock(sessionId)).isHeld()
                ? readHolder(directory, sessionId)
                : null;
    }

    /** Publish the state of the holder; null for its name only. */
    synchronized void state(final FileMaker files, final @Nullable String newState) {
        state = newState == null ? "" : newState + ": ";
        writeHolder(files);
    }

    /** Publish the flush of the session up to which the holder has continued in a new file; empty if it does not. */
    synchronized void rolled(final FileMaker files, final OptionalLong flushes) {
        final String line = flushes.isPresent() ? "\nrolled=" + flushes.getAsLong() : "";
        if (!line.equals(rolled)) {
            rolled = line;
            writeHolder(files);
        }
    }

    /** Returns the flush up to which a session's drain has continued in a new file; empty if there is none. */
    static OptionalLong rolled(final TraceDirectory directory, final long sessionId) {
        if (!LockFile.of(directory.drainLock(sessionId)).isHeld()) {
            return OptionalLong.empty();
        }
        try {
            final Matcher matcher = ROLLED.matcher(readText(directory, sessionId));
            return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
        } catch (final RingsideException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * Check that the lock is held. If it was lost, and no other process has acquired it, acquire it again.
     *
     * @throws RingsideException if it is lost: no event may be taken, and no total finalised or closed, any more
     */
    void confirm() {
        try {
            if (held.confirm()) {
                regained.set(true);
            }
        } catch (final RingsideException e) {
            loss = e;
            throw e;
        }
    }

    /** Returns whether the lock was lost and acquired again since the last call. */
    boolean takeRegained() {
        return regained.getAndSet(false);
    }

    /** Returns why the last confirmation of the lock failed; null if it succeeded. */
    @Nullable
    RingsideException loss() {
        return loss;
    }

    /** Release the lock. */
    @Override
    public void close() {
        if (loss == null) {
            removeHolder();
        }
        held.close();
    }

    /** Release the lock of a session that has ended, which will not be requested again. */
    void closeForEver() {
        close();
        file.forget();
    }

    /** Publishes the holder. If there is no space for the file, the session is drained anyway, which frees space. */
    private synchronized void writeHolder(final FileMaker files) {
        if (loss != null) {
            return;
        }
        final byte[] text = (state + ProcessIdentity.ofThisProcess(files.incarnation()).description() + rolled)
                .getBytes(StandardCharsets.UTF_8);
        try (StagedFile name = files.stage(holder, text)) {
            name.publish();
        } catch (final RingsideException e) {
            removeHolder();
        }
    }

    /** Removes the text of this or an earlier holder. Failures do not matter: it is ignored while the lock is free. */
    private boolean removeHolder() {
        try {
            return ExistingFile.remove(holder);
        } catch (final RingsideException e) {
            return false;
        }
    }

    private static String readHolder(final TraceDirectory directory, final long sessionId) {
        try {
            return ROLLED.matcher(readText(directory, sessionId)).replaceFirst("").replaceAll("\\p{Cntrl}", "?");
        } catch (final RingsideException e) {
            return UNNAMED_HOLDER;
        }
    }

    private static String readText(final TraceDirectory directory, final long sessionId) {
        return new String(ExistingFile.read(directory.drainHolder(sessionId), MAX_HOLDER_LENGTH),
                StandardCharsets.UTF_8);
    }
}
