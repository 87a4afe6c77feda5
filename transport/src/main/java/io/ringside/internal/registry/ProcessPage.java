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
 * The page of this process, written by it alone but for the reported counts of losses. Losses may be counted by any
 * thread; everything else is for one thread at a time, which the methods see to themselves.
 */
public final class ProcessPage implements AutoCloseable {
    private final ProcessIdentity identity;
    private final UnsafeBuffer page;
    private final LossTallies losses;
    private final SchemaTable schemas;
    private MappedFile file;
    /** The file before this one, in which threads may yet count, and what was copied of it; null if there is none. */
    private @Nullable MappedFile replaced;
    private UnsafeBuffer copied = new UnsafeBuffer(0, 0);
    private int writtenLength = WRITTEN_LENGTH;
    private boolean closed;

    private ProcessPage(final ProcessIdentity identity, final MappedFile file) {
        this.identity = identity;
        this.file = file;
        // Its own: it maps another file when this one is lost.
        this.page = new UnsafeBuffer(file.buffer());
        this.losses = new LossTallies(page);
        this.schemas = new SchemaTable(page);
    }

    /**
     * Make the page of this process. Its incarnation is already alive, so that the page is never taken for a dead
     * process's.
     *
     * @param directory in which it lives
     * @param files     to make it with
     * @param identity  of this process
     * @return the page
     * @throws io.ringside.RingsideException if it cannot be made
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

    /** A replayed process has the pid and host of another one: only its lock says whether it lives. */
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

    /** Returns the identity of this process. */
    public ProcessIdentity identity() {
        return identity;
    }

    /**
     * Say what has been applied for a session.
     *
     * @param slot            of the session
     * @param acknowledgement with a generation from a row that was read before it was applied
     */
    public synchronized void acknowledge(final int slot, final Acknowledgement acknowledgement) {
        PageFields.putAcknowledgement(page, slot, acknowledgement);
    }

    /**
     * Prepare to count a session's losses: zeros, unless the slot counts this session already. No thread counts losses
     * of a session that had the slot before.
     *
     * @param slot      of the session
     * @param sessionId of the session
     */
    public synchronized void openLosses(final int slot, final long sessionId) {
        losses.open(slot, sessionId);
    }

    /**
     * Count an event that a session wanted and that got no lane. Allocates nothing, never waits, throws nothing.
     *
     * @param slot of the session, whose losses are open
     * @param time of the event in ticks of the session's clock
     */
    public void addNoLane(final int slot, final long time) {
        losses.add(slot, TALLY_NO_LANE_OFFSET, time, 1);
    }

    /**
     * Count an event that a session wanted and to which the process could not attach. Allocates nothing, waits for
     * nobody, throws nothing.
     *
     * @param slot of the session, whose losses are open
     * @param time of the event in ticks of the session's clock
     */
    public void addNotAttached(final int slot, final long time) {
        addNotAttached(slot, time, 1);
    }

    /**
     * Count several such losses.
     *
     * @param slot   of the session, whose losses are open
     * @param time   of the last event in ticks of the session's clock
     * @param events that were lost
     */
    public void addNotAttached(final int slot, final long time, final long events) {
        losses.add(slot, TALLY_NOT_ATTACHED_OFFSET, time, events);
    }

    /**
     * Register a schema, or register it once more.
     *
     * @param schema whose file exists
     * @return index of its entry, for records to refer to
     * @throws io.ringside.RingsideException if the table has no room for a schema of its kind, or the file
     *                                                 system none for the table
     */
    public synchronized int addRegistration(final ProviderSchema schema) {
        return schemas.add(schema, this::writeUpTo);
    }

    /**
     * Make the file again, with what it holds, if it was removed or replaced. To be called again and again, at
     * intervals that are longer than a thread takes to count a loss.
     *
     * @param files to make it with
     * @return whether it was
     * @throws io.ringside.RingsideException if it cannot be made; it can be tried again
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
        // One address for another: a thread counts in the one file or in the other.
        page.wrap(restored.buffer());
        return true;
    }

    /** Whether threads may yet count in the file before this one: it is not time to {@link #restore} again. */
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
     * End a registration. The entry stays, for the records that refer to it.
     *
     * @param index of the entry
     */
    public synchronized void removeRegistration(final int index) {
        schemas.remove(index);
    }

    /**
     * Say which callbacks have not returned, unless this is closed. To be stored before the change is acknowledged.
     *
     * @param providerId of the provider, which is registered
     * @param generation oldest change from which a callback of the provider has not returned, 0 if there is none
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
     * @param errorCount     errors that the control thread has met
     * @param lanesInUse     lanes of all sessions that have an owner
     */
    public void health(final long longestCycleNs, final long errorCount, final long lanesInUse) {
        page.putLongRelease(LONGEST_CYCLE_OFFSET, longestCycleNs);
        page.putLongRelease(ERROR_COUNT_OFFSET, errorCount);
        page.putLongRelease(LANES_IN_USE_OFFSET, lanesInUse);
    }

    /** Unmap. No thread may count a loss any more; callbacks may yet return. The file stays, for readers. */
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
