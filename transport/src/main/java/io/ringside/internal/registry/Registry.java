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

/** The contents of a trace directory, as one participant sees and changes them. Reading needs no lock. Thread-safe. */
public final class Registry {
    private final Participant participant;
    private final RowStore rows;
    private final SchemaStore schemas;
    private final ProcessTable processes;
    private final SessionFolders sessionFolders;
    private volatile List<String> problems = List.of();

    /**
     * Read a directory.
     *
     * @param participant in whose name it is changed
     */
    public Registry(final Participant participant) {
        final TraceDirectory directory = participant.directory();
        this.participant = participant;
        this.rows = new RowStore(directory, participant.files());
        this.schemas = new SchemaStore(directory, participant.files());
        this.processes = new ProcessTable(directory, participant.liveness());
        this.sessionFolders = new SessionFolders(directory);
    }

    /** In whose name the directory is changed. */
    public Participant participant() {
        return participant;
    }

    /** The directory. */
    public TraceDirectory directory() {
        return participant.directory();
    }

    /** The rows. */
    public RowStore rows() {
        return rows;
    }

    /** The schemas. */
    public SchemaStore schemas() {
        return schemas;
    }

    /** The processes. */
    public ProcessTable processes() {
        return processes;
    }

    /** The folders of sessions. */
    public SessionFolders sessionFolders() {
        return sessionFolders;
    }

    /** Schema files whose words could not be derived when it was last tried, with the reason. */
    public List<String> problems() {
        return problems;
    }

    /**
     * Take the control lock, and repair what a holder that died has left.
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
            // Others remove unfinished files of the dead.
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
     * Register a schema of this process: its file exists, its words are those of the rows, and the process page says
     * so.
     *
     * @param page      of this process
     * @param schema    of the provider
     * @param timeoutNs longest wait for the control lock
     * @return the registration; its file is to be closed
     * @throws RingsideException if it is not possible; then nothing has changed
     */
    public Registration register(final ProcessPage page, final ProviderSchema schema, final long timeoutNs) {
        return register(page, schema, change -> change.rowsOf(idsOf(schema)), timeoutNs);
    }

    /**
     * The same for a caller that knows the rows.
     *
     * @param page      of this process
     * @param schema    of the provider
     * @param current   the rows as they are when it is called, under the control lock
     * @param timeoutNs longest wait for the control lock
     * @return the registration; its file is to be closed
     * @throws RingsideException if it is not possible; then nothing has changed
     */
    public Registration register(final ProcessPage page, final ProviderSchema schema,
            final Function<ControlChange, RowSnapshot> current, final long timeoutNs) {
        try (ControlChange change = change(timeoutNs)) {
            return registration(page, schema,
                    schemas.openOrCreate(schema, current.apply(change).inForce(schema)));
        }
    }

    /**
     * The same for a schema that is registered, and whose file was removed or replaced.
     *
     * @param page      of this process
     * @param schema    of the provider
     * @param current   the rows as they are when it is called, under the control lock
     * @param timeoutNs longest wait for the control lock
     * @return the registration; its file is to be closed
     * @throws RingsideException if it is not possible; then nothing has changed
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

    /** Derives the words of a provider, or of all, from the rows as they are. */
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
