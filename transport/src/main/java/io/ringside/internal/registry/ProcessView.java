package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.FileHeader;
import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.session.ProcessInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.ERROR_COUNT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.FILE_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.LANES_IN_USE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LONGEST_CYCLE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_NOT_ATTACHED_REPORTED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.LOSS_NO_LANE_REPORTED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.MAGIC;
import static io.ringside.internal.layout.ProcessPageDescriptor.VERSION;

/**
 * A process page as read by other processes: every value is copied and limited to its valid range. Thread-safe until it
 * is closed.
 */
public final class ProcessView implements AutoCloseable {
    private final MappedFile file;
    private final UnsafeBuffer page;
    private final ProcessIdentity identity;
    private final SchemaTable schemas;

    ProcessView(final MappedFile file, final ProcessIdentity identity) {
        this.file = file;
        this.page = file.buffer();
        this.identity = identity;
        this.schemas = new SchemaTable(page);
    }

    /**
     * Open the page of a process, dead or alive.
     *
     * @param directory   with the page
     * @param incarnation incarnation of the process
     * @param access      {@link Access#READ_WRITE} for a drain that stores reported counts
     * @return the view
     * @throws RingsideException if there is no such page, or its contents do not match its name
     */
    public static ProcessView open(
            final TraceDirectory directory, final Incarnation incarnation, final Access access) {
        final Path path = directory.processPage(incarnation);
        final MappedFile file = FileHeader.map(path, access, FILE_LENGTH, MAGIC, VERSION);
        try {
            final ProcessIdentity identity = PageFields.identity(file.buffer());
            if (!identity.incarnation().equals(incarnation)) {
                throw new RingsideException(ErrorCode.CORRUPT, "process page does not match its name: path=" + path
                        + ", incarnation=" + identity.incarnation() + ": remove it when its process has ended");
            }
            return new ProcessView(file, identity);
        } catch (final RuntimeException e) {
            file.close();
            throw e;
        }
    }

    public ProcessIdentity identity() {
        return identity;
    }

    /**
     * Returns the process's acknowledgement for a slot.
     *
     * @param slot of a session
     * @return {@link Acknowledgement#NONE} if there is none, or if it is changing at this moment
     */
    public Acknowledgement acknowledgement(final int slot) {
        return PageFields.acknowledgement(page, slot);
    }

    /**
     * Returns the losses of a session for which there was no lane.
     *
     * @param slot      slot of the session
     * @param sessionId id of the session
     * @return zeros if the slot counts another session
     */
    public LanelessLosses losses(final int slot, final long sessionId) {
        return PageFields.losses(page, slot, sessionId);
    }

    /**
     * Store how many of a slot's losses have been reported in the stream. Called by the session's drain, on a view that
     * was opened for writing.
     *
     * @param slot        slot of the session
     * @param noLane      total reported so far
     * @param notAttached total reported so far
     */
    public void reportLosses(final int slot, final long noLane, final long notAttached) {
        final int offset = ProcessPageDescriptor.lossOffset(slot);
        page.putLongRelease(offset + LOSS_NO_LANE_REPORTED_OFFSET, noLane);
        page.putLongRelease(offset + LOSS_NOT_ATTACHED_REPORTED_OFFSET, notAttached);
    }

    /** Returns the number of schemas in the table, which only grows. */
    public int schemaCount() {
        return schemas.count();
    }

    /** The table of schemas. */
    public List<RegisteredSchema> schemas() {
        return schemas.entries();
    }

    /**
     * Returns whether a provider, or a provider in a group, has an open registration.
     *
     * @param id of provider or group
     */
    public boolean registers(final UUID id) {
        return schemas.entries().stream().anyMatch(schema -> schema.isOpenOf(id));
    }

    /**
     * Returns whether callbacks of a provider, or of providers in a group, have not yet returned from a change that the
     * process has acknowledged.
     *
     * @param id           of provider or group
     * @param toGeneration of the change
     */
    public boolean isCallbackPending(final UUID id, final long toGeneration) {
        final long pending = schemas.callbackPending(id);
        return pending != 0 && pending <= toGeneration;
    }

    /** Returns the status of the process with the health of its control thread. */
    ProcessInfo.Status status(final boolean alive) {
        return new ProcessInfo.Status(identity(), alive, page.getLongVolatile(LONGEST_CYCLE_OFFSET),
                page.getLongVolatile(ERROR_COUNT_OFFSET),
                page.getLongVolatile(LANES_IN_USE_OFFSET));
    }

    /** Returns whether the file has not been truncated since it was opened. */
    public boolean isWhole() {
        return file.isWhole();
    }

    /** Unmap the file. */
    @Override
    public void close() {
        file.close();
    }
}
