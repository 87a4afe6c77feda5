package io.ringside.internal.registry;

import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.ProcFileSystem;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.FileHeader;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.ProcessPageDescriptor.ERROR_COUNT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.FILE_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.LANES_IN_USE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LONGEST_CYCLE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.MAGIC;
import static io.ringside.internal.layout.ProcessPageDescriptor.START_SINCE_BOOT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NO_LANE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.VERSION;
import static io.ringside.internal.layout.ProcessPageDescriptor.WRITTEN_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.WRITTEN_STEP;

/**
 * The page of this process. Only this process writes it, except for the counts of reported losses. Any thread may count
 * losses; all other methods are synchronized.
 */
public final class ProcessPage implements AutoCloseable {
    private final ProcessIdentity identity;
    private final UnsafeBuffer page;
    private final LossTallies losses;
    private final SchemaTable schemas;
    private MappedFile file;
    /** The previous file, in which threads may still count, and the bytes copied from it; null if there is none. */
    private @Nullable MappedFile replaced;
    private UnsafeBuffer copied = new UnsafeBuffer(0, 0);
    private int writtenLength = WRITTEN_LENGTH;
    private boolean closed;

    private ProcessPage(final ProcessIdentity identity, final MappedFile file) {
        this.identity = identity;
        this.file = file;
        // A separate buffer, because it is mapped to another file when this file is lost.
        this.page = new UnsafeBuffer(file.buffer());
        this.losses = new LossTallies(page);
        this.schemas = new SchemaTable(page);
    }

    /**
     * Make the page of this process. Its incarnation must already be alive, so that the page is never taken for that of
     * a dead process.
     *
     * @param directory directory of the page
     * @param files     creates the file
     * @param identity  of this process
     * @return the page
     * @throws io.ringside.RingsideException if it cannot be created
     */
    public static ProcessPage create(
            final TraceDirectory directory, final FileMaker files, final ProcessIdentity identity) {
        final MappedFile file = files.create(directory.processPage(identity.incarnation()), FILE_LENGTH, WRITTEN_LENGTH,
                buffer -> {
                    PageFields.putIdentity(buffer, identity);
                    buffer.putLong(START_SINCE_BOOT_OFFSET, startSinceBootNs(identity));
                    FileHeader.publish(buffer, MAGIC, VERSION);
                });
        if (KillPoint.ARMED) {
            KillPoint.PAGE_PUBLISHED.reached();
        }
        return new ProcessPage(identity, file);
    }

    /** Returns 0 for a replayed process, which has another one's pid and host: only its lock shows if it lives. */
    private static long startSinceBootNs(final ProcessIdentity identity) {
        final ProcFileSystem own = ProcFileSystem.own();
        final long pid = ProcessHandle.current().pid();
        try {
            return identity.pid() == pid && identity.host().bootId().equals(own.bootId())
                    ? Math.max(own.startNs(pid), ProcFileSystem.UNKNOWN)
                    : ProcFileSystem.UNKNOWN;
        } catch (final IOException e) {
            return ProcFileSystem.UNKNOWN;
        }
    }

    public ProcessIdentity identity() {
        return identity;
    }

    /**
     * Publish the changes that have been applied for a session.
     *
     * @param slot            slot of the session
     * @param acknowledgement acknowledgement whose generation stems from a row that was read before it was applied
     */
    public synchronized void acknowledge(final int slot, final Acknowledgement acknowledgement) {
        PageFields.putAcknowledgement(page, slot, acknowledgement);
    }

    /**
     * Prepare to count a session's losses: reset the slot to zero, unless it counts this session already. No thread may
     * still count losses of the slot's previous session.
     *
     * @param slot      slot of the session
     * @param sessionId id of the session
     */
    public synchronized void openLosses(final int slot, final long sessionId) {
        losses.open(slot, sessionId);
    }

    /**
     * Count an event that a session wanted and that had no lane. Allocates nothing, never waits, throws nothing.
     *
     * @param slot of the session, whose losses are open
     * @param time of the event in ticks of the session's clock
     */
    public void addNoLane(final int slot, final long time) {
        losses.add(slot, TALLY_NO_LANE_OFFSET, time, 1);
    }

    /**
     * Count an event that a session wanted and to which the process could not attach. Allocates nothing, never waits,
     * throws nothing.
     *
     * @param slot of the session, whose losses are open
     * @param time of the event in ticks of the session's clock
     */
    public void addNotAttached(final int slot, final long time) {
        addNotAttached(slot, time, 1);
    }

    /**
     * Count several events that a session wanted and to which the process could not attach.
     *
     * @param slot   of the session, whose losses are open
     * @param time   of the last event in ticks of the session's clock
     * @param events that were lost
     */
    public void addNotAttached(final int slot, final long time, final long events) {
        losses.add(slot, TALLY_NOT_ATTACHED_OFFSET, time, events);
    }

    /**
     * Register a schema, for the first time or again.
     *
     * @param schema schema whose file exists
     * @return index of its entry, for records to refer to
     * @throws io.ringside.RingsideException if the table has no room for a schema of its kind, or the file system has
     *                                                 none for the table
     */
    public synchronized int addRegistration(final ProviderSchema schema) {
        return schemas.add(schema, this::writeUpTo);
    }

    /**
     * Make the file again with the same contents if it was removed or replaced. Must be called repeatedly, at intervals
     * longer than a thread needs to count a loss.
     *
     * @param files creates the file
     * @return whether the file was made again
     * @throws io.ringside.RingsideException if it cannot be made; the call can be repeated
     */
    public synchronized boolean restore(final FileMaker files) {
        settleReplaced();
        if (closed || file.stands()) {
            return false;
        }
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[writtenLength]);
        final MappedFile restored = files.replace(file.path(), FILE_LENGTH, writtenLength, buffer -> {
            page.getBytes(0, copy, 0, writtenLength);
            buffer.putBytes(0, copy, 0, writtenLength);
        });
        replaced = file;
        copied = copy;
        file = restored;
        // Replaces one address by another in a single store: a thread counts in either the old or the new file.
        page.wrap(restored.buffer());
        return true;
    }

    /** Returns whether threads may still count in the previous file: it is too early to {@link #restore} again. */
    public synchronized boolean isReplacedLately() {
        return replaced != null;
    }

    private void writeUpTo(final int end) {
        if (end > writtenLength) {
            final int length = Math.min(WRITTEN_STEP, FILE_LENGTH - writtenLength);
            FileMaker.writeOn(file, writtenLength, length);
            writtenLength += length;
        }
    }

    /**
     * End a registration. The entry stays, because records may refer to it.
     *
     * @param index of the entry
     */
    public synchronized void removeRegistration(final int index) {
        schemas.remove(index);
    }

    /**
     * Publish which callbacks have not returned, unless the page is closed. Called before the change is acknowledged.
     *
     * @param providerId id of a registered provider
     * @param generation oldest change for which a callback of the provider has not returned yet, 0 if there is none
     */
    public synchronized void callbackPending(final UUID providerId, final long generation) {
        if (!closed) {
            schemas.storeCallbackPending(providerId, generation);
        }
    }

    /**
     * Publish the health of the control thread.
     *
     * @param longestCycleNs longest cycle of the control thread
     * @param errorCount     number of errors in the control thread
     * @param lanesInUse     number of lanes, of all sessions, that have an owner
     */
    public void health(final long longestCycleNs, final long errorCount, final long lanesInUse) {
        page.putLongRelease(LONGEST_CYCLE_OFFSET, longestCycleNs);
        page.putLongRelease(ERROR_COUNT_OFFSET, errorCount);
        page.putLongRelease(LANES_IN_USE_OFFSET, lanesInUse);
    }

    /** Unmap the page. No thread may count a loss any more; callbacks may still return. The file stays for readers. */
    @Override
    public synchronized void close() {
        closed = true;
        settleReplaced();
        page.wrap(0, 0);
        file.close();
    }

    private void settleReplaced() {
        final MappedFile old = replaced;
        if (old != null) {
            losses.settle(old.buffer(), copied);
            old.close();
            replaced = null;
        }
    }
}
