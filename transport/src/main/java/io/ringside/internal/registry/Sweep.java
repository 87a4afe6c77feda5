package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.counter.CounterFiles;
import io.ringside.internal.counter.RequestFolders;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Removes what dead processes have left and no other process needs: unfinished files, alive files, process pages whose
 * losses every session has aggregated, their counters and what they were asked for, names that they published, schemas
 * that no page names, folders of sessions without a row. Never anything of the living. Under the control lock.
 */
public final class Sweep {
    /** A sweep is due after this time, whatever there is. */
    static final long AGE_MS = TimeUnit.MINUTES.toMillis(5);
    /** A sweep is due after this time if there are many files of processes. */
    static final long PAUSE_MS = TimeUnit.SECONDS.toMillis(10);
    /** A process has two: as many as eight processes. */
    static final int MANY_FILES = 16;

    private static final long PROBE_AGE_MS = TimeUnit.MINUTES.toMillis(1);

    private final Registry registry;
    private final TraceDirectory directory;
    private final ProcessTable processes;

    /**
     * Sweep a directory.
     *
     * @param registry of the directory
     */
    public Sweep(final Registry registry) {
        this.registry = registry;
        this.directory = registry.directory();
        this.processes = registry.processes();
    }

    /**
     * Whether the last sweep was long ago. A wall clock that was set back makes one due as well.
     *
     * @param sweptMs time of the last sweep
     * @param nowMs   wall clock
     */
    public static boolean isOld(final long sweptMs, final long nowMs) {
        return Math.abs(nowMs - sweptMs) >= AGE_MS;
    }

    /**
     * Sweep if the last time was long ago, or a while ago and there are many files: what killed processes have left is
     * bounded then, also where no session starts or ends.
     *
     * @param change under whose lock it happens
     * @param nowMs  wall clock
     */
    public void runIfDue(final ControlChange change, final long nowMs) {
        final long sweptMs = change.sweptMs();
        if (isOld(sweptMs, nowMs) || (Math.abs(nowMs - sweptMs) >= PAUSE_MS
                && FolderListing.namesIn(directory.processes()).size() >= MANY_FILES)) {
            change.storeSwept(nowMs);
            attempt(() -> run(change));
        }
    }

    /**
     * Removes all leftovers that can be removed. Others stay, and are tried again by the next sweep.
     *
     * @param change under whose lock it happens
     */
    public void run(final ControlChange change) {
        // The rows are read now, because the change may have removed a session, which needs no process any more.
        final RowSnapshot rows = registry.rows().snapshot();
        final List<SessionRow> sessions = rows.sessions();
        registry.sessionFolders().removeOrphans();
        if (rows.damagedSessions().isEmpty()) {
            removable(sessions).forEach(incarnation -> attempt(() -> remove(incarnation)));
        }
        temporaries(sessions).forEach(file -> attempt(() -> ExistingFile.remove(file)));
        removeUnusedSchemas();
    }

    private void removeUnusedSchemas() {
        unusedSchemas(Set.of()).forEach(registry.schemas()::remove);
    }

    /**
     * Look what could be removed, without the lock and without removing anything. It may be gone, or in use, a moment
     * later.
     *
     * @return files and folders of the dead
     * @throws RingsideException if a folder cannot be read
     */
    public List<Path> leftovers() {
        final RowSnapshot rows = registry.rows().snapshot();
        final List<SessionRow> sessions = rows.sessions();
        final List<Path> leftovers = new ArrayList<>();
        registry.sessionFolders().orphans().forEach(id -> leftovers.add(directory.session(id)));
        final Set<Incarnation> removable = rows.damagedSessions().isEmpty() ? removable(sessions) : Set.of();
        for (final Incarnation incarnation : removable) {
            Stream.of(directory.processPage(incarnation), directory.alive(incarnation))
                    .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS)).forEach(leftovers::add);
        }
        CounterFiles.names(directory).stream().filter(name -> removable.contains(name.incarnation()))
                .forEach(name -> leftovers.add(directory.counters().resolve(name.toString())));
        registry.schemas().namesFiles().stream().filter(name -> removable.contains(name.incarnation()))
                .forEach(name -> leftovers.add(directory.providers().resolve(name.toString())));
        RequestFolders.providers(directory).stream().filter(removable::contains)
                .forEach(provider -> leftovers.add(directory.requests(provider)));
        leftovers.addAll(temporaries(sessions));
        unusedSchemas(removable).forEach(name -> leftovers.add(directory.schema(name.providerId(),
                name.contentHash())));
        return leftovers;
    }

    /**
     * Remove the page of a process that ends, before it is dead, unless a session has yet to close it: without the
     * lock, as it is needed most now. Then the schemas that no page names any more, unless somebody holds the lock;
     * they are left to the next sweep then.
     *
     * @param incarnation that has left all sessions
     * @param rows        as they are now
     * @throws RingsideException if something cannot be read or removed: it stays for the next sweep
     */
    public void leave(final Incarnation incarnation, final RowSnapshot rows) {
        if (rows.damagedSessions().isEmpty() && !isNeeded(incarnation, rows.sessions())) {
            ExistingFile.remove(directory.processPage(incarnation));
            removeNames(incarnation);
            final ControlChange change = registry.change(0);
            try {
                removeUnusedSchemas();
            } finally {
                change.close();
            }
        }
    }

    /**
     * Attempts a removal. A file that cannot be removed stays among the leftovers, and does not stop the operation that
     * the sweep is part of.
     */
    private static void attempt(final Runnable removal) {
        try {
            removal.run();
        } catch (final RingsideException e) {
            return;
        }
    }

    private void remove(final Incarnation incarnation) {
        CounterFiles.remove(directory, incarnation);
        RequestFolders.remove(directory, incarnation);
        removeNames(incarnation);
        processes.remove(incarnation);
    }

    private void removeNames(final Incarnation incarnation) {
        registry.schemas().namesFiles().stream().filter(name -> name.incarnation().equals(incarnation))
                .forEach(name -> ExistingFile.remove(directory.providers().resolve(name.toString())));
    }

    private Set<Incarnation> removable(final List<SessionRow> sessions) {
        final Set<Incarnation> all = new HashSet<>(processes.incarnations());
        all.addAll(processes.participants());
        CounterFiles.names(directory).forEach(name -> all.add(name.incarnation()));
        all.addAll(RequestFolders.providers(directory));
        registry.schemas().namesFiles().forEach(name -> all.add(name.incarnation()));
        all.removeIf(incarnation -> processes.isAlive(incarnation) || isNeeded(incarnation, sessions));
        return all;
    }

    /** Whether a session has not yet closed what a dead process has counted for it. */
    private boolean isNeeded(final Incarnation incarnation, final List<SessionRow> sessions) {
        try {
            final Optional<ProcessView> page = processes.open(incarnation, Access.READ_ONLY);
            if (page.isEmpty()) {
                return false;
            }
            try (ProcessView view = page.get()) {
                return sessions.stream().anyMatch(session -> isNeededBy(session, view));
            }
        } catch (final RingsideException e) {
            // A damaged page says nothing more once its ledgers are closed; what cannot be read now may be read
            // later, and what is no file at all is not ours.
            return !isDamaged(e) || !Files.isRegularFile(directory.processPage(incarnation), LinkOption.NOFOLLOW_LINKS)
                    || sessions.stream().anyMatch(session -> hasLedger(session, incarnation));
        }
    }

    private static boolean isDamaged(final RingsideException problem) {
        return problem.code() == ErrorCode.CORRUPT || problem.code() == ErrorCode.LAYOUT;
    }

    private boolean hasLedger(final SessionRow session, final Incarnation incarnation) {
        return Files.exists(directory.ledger(session.id(), incarnation), LinkOption.NOFOLLOW_LINKS);
    }

    private boolean isNeededBy(final SessionRow session, final ProcessView view) {
        final Incarnation incarnation = view.identity().incarnation();
        if (hasLedger(session, incarnation)) {
            return true;
        }
        final LanelessLosses losses = view.losses(session.slot(), session.id());
        return losses.total() > 0 && !registry.rows().folded(session.id()).beyond(incarnation, losses)
                .equals(FoldedRow.Laneless.NONE);
    }

    private List<Path> temporaries(final List<SessionRow> sessions) {
        final List<Path> folders = new ArrayList<>(List.of(directory.base(), directory.rows(), directory.providers(),
                directory.processes(), directory.counters(), directory.autostart()));
        RequestFolders.providers(directory).forEach(provider -> folders.add(directory.requests(provider)));
        sessions.forEach(session -> folders.add(directory.session(session.id())));
        final List<Path> temporaries = new ArrayList<>();
        for (final Path folder : folders) {
            for (final String name : FolderListing.namesIn(folder)) {
                final TemporaryFileName temporary = TemporaryFileName.parse(name);
                if (temporary != null && !processes.isAlive(temporary.maker())) {
                    temporaries.add(folder.resolve(name));
                }
            }
        }
        for (final String name : FolderListing.namesIn(directory.path())) {
            final Path file = directory.path().resolve(name);
            if (TemporaryFileName.parse(name) != null && isOld(file)) {
                temporaries.add(file);
            }
        }
        return temporaries;
    }

    /**
     * Whether the maker of a probe of the directory's rights is done with it. A probe exists for less than a
     * millisecond, and its name is that of no process.
     */
    private static boolean isOld(final Path probe) {
        try {
            final long madeMs = Files.getLastModifiedTime(probe, LinkOption.NOFOLLOW_LINKS).toMillis();
            return System.currentTimeMillis() - madeMs >= PROBE_AGE_MS;
        } catch (final IOException e) {
            // Its maker has just removed it.
            return false;
        }
    }

    /** Schemas that no page names, but for pages that are to be removed. */
    private List<SchemaFileName> unusedSchemas(final Set<Incarnation> leaving) {
        // Before the pages: a process that registers now may have made its schema already, and not yet named.
        final List<SchemaFileName> unused = new ArrayList<>(registry.schemas().names());
        for (final Incarnation incarnation : processes.incarnations()) {
            if (leaving.contains(incarnation)) {
                continue;
            }
            try (ProcessView view = ProcessView.open(directory, incarnation, Access.READ_ONLY)) {
                for (final RegisteredSchema schema : view.schemas()) {
                    unused.remove(new SchemaFileName(schema.providerId(), schema.contentHash()));
                }
            } catch (final RingsideException e) {
                if (e.code() != ErrorCode.NOT_FOUND) {
                    // Nobody knows which schemas this process refers to.
                    return List.of();
                }
            }
        }
        return unused;
    }
}
