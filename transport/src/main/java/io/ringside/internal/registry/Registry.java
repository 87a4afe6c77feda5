package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The contents of a trace directory, as one participant reads and changes them. Reading needs no lock. Thread-safe. */
public final class Registry {
    private final Participant participant;
    private final RowStore rows;
    private final SchemaStore schemas;
    private final ProcessTable processes;
    private final SessionFolders sessionFolders;
    private volatile List<String> problems = List.of();

    /**
     * Open the contents of a directory.
     *
     * @param participant participant that makes the changes
     */
    public Registry(final Participant participant) {
        final TraceDirectory directory = participant.directory();
        this.participant = participant;
        this.rows = new RowStore(directory, participant.files());
        this.schemas = new SchemaStore(directory, participant.files());
        this.processes = new ProcessTable(directory, participant.liveness());
        this.sessionFolders = new SessionFolders(directory);
    }

    /** Returns the participant that makes the changes. */
    public Participant participant() {
        return participant;
    }

    public TraceDirectory directory() {
        return participant.directory();
    }

    public RowStore rows() {
        return rows;
    }

    public SchemaStore schemas() {
        return schemas;
    }

    public ProcessTable processes() {
        return processes;
    }

    public SessionFolders sessionFolders() {
        return sessionFolders;
    }

    /** Returns the schema files whose enable masks could not be derived at the last attempt, with the reason. */
    public List<String> problems() {
        return problems;
    }

    /**
     * Take the control lock, and repair any change that was left incomplete by a holder that died.
     *
     * @param timeoutNs longest wait for the lock
     * @return the change, to be closed
     * @throws RingsideException with {@link io.ringside.ErrorCode#TIMEOUT} if the lock is held that long, or
     *                           with another code if the directory is damaged
     */
    public ControlChange change(final long timeoutNs) {
        final HeldLock lock = LockFile.of(directory().controlLock()).acquire(timeoutNs);
        if (KillPoint.ARMED) {
            KillPoint.CONTROL_LOCK_TAKEN.reached();
        }
        @Nullable
        ControlPage page = null;
        try {
            // The alive file comes first, because other processes remove unfinished files of dead processes.
            participant.restoreAlive();
            page = openPage();
            return new ControlChange(this, lock, page);
        } catch (final RuntimeException | Error e) {
            if (page != null) {
                page.close();
            }
            lock.close();
            throw e;
        }
    }

    /**
     * Register a schema of this process: make its file, derive its enable masks from the rows, and add it to the
     * process page.
     *
     * @param page      of this process
     * @param schema    of the provider
     * @param timeoutNs longest wait for the control lock
     * @return the registration; its file is to be closed
     * @throws RingsideException if it is not possible; nothing has changed then
     */
    public Registration register(final ProcessPage page, final ProviderSchema schema, final long timeoutNs) {
        return register(page, schema, change -> change.rowsOf(idsOf(schema)), timeoutNs);
    }

    /**
     * Register a schema of this process, for a caller that has the rows already.
     *
     * @param page      of this process
     * @param schema    of the provider
     * @param current   returns the rows at the time of the call, under the control lock
     * @param timeoutNs longest wait for the control lock
     * @return the registration; its file is to be closed
     * @throws RingsideException if it is not possible; nothing has changed then
     */
    public Registration register(final ProcessPage page, final ProviderSchema schema,
            final Function<ControlChange, RowSnapshot> current, final long timeoutNs) {
        try (ControlChange change = change(timeoutNs)) {
            return registration(page, schema,
                    schemas.openOrCreate(schema, current.apply(change).inForce(schema)));
        }
    }

    /**
     * Register again a schema that is registered, but whose file was removed or replaced.
     *
     * @param page      of this process
     * @param schema    of the provider
     * @param current   returns the rows at the time of the call, under the control lock
     * @param timeoutNs longest wait for the control lock
     * @return the registration; its file is to be closed
     * @throws RingsideException if it is not possible; nothing has changed then
     */
    public Registration restore(final ProcessPage page, final ProviderSchema schema,
            final Function<ControlChange, RowSnapshot> current, final long timeoutNs) {
        try (ControlChange change = change(timeoutNs)) {
            return registration(page, schema, schemas.restore(schema, current.apply(change).inForce(schema)));
        }
    }

    private static Registration registration(final ProcessPage page, final ProviderSchema schema,
            final SchemaFile file) {
        try {
            return new Registration(file, page.addRegistration(schema));
        } catch (final RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Derives the enable masks of a provider, or of all if null, from the current rows. */
    void recompute(final @Nullable UUID providerId) {
        if (providerId == null) {
            final RowSnapshot all = rows.snapshot();
            problems = schemas.recompute(schema -> all, null);
        } else {
            problems = schemas.recompute(schema -> rows.snapshotOf(idsOf(schema)), providerId);
        }
    }

    /** Returns the ids by which sessions enable a provider: its own, and that of its group. */
    private static List<UUID> idsOf(final ProviderSchema schema) {
        final UUID groupId = schema.groupId();
        return groupId == null ? List.of(schema.id()) : List.of(schema.id(), groupId);
    }

    private ControlPage openPage() {
        final Path path = directory().controlPage();
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                ? ControlPage.open(path)
                : ControlPage.create(path, participant.files());
    }
}
