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
 * Removes files that dead processes have left and no other process needs: unfinished files, alive files, process pages
 * whose losses every session has aggregated, their counters and requests, published names, schemas to which no page
 * refers, folders of sessions without a row. Keeps all files of live processes. Used under the control lock.
 */
public final class Sweep {
    /** A sweep is due after this time in any case. */
    static final long AGE_MS = TimeUnit.MINUTES.toMillis(5);
    /** A sweep is due after this time if there are many files of processes. */
    static final long PAUSE_MS = TimeUnit.SECONDS.toMillis(10);
    /** Number of files that counts as many: eight processes with two files each. */
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
     * Returns whether the last sweep was long ago, or the wall clock was set back since.
     *
     * @param sweptMs time of the last sweep
     * @param nowMs   wall clock
     */
    public static boolean isOld(final long sweptMs, final long nowMs) {
        return Math.abs(nowMs - sweptMs) >= AGE_MS;
    }

    /**
     * Sweep if the last sweep was long ago, or if some time has passed and there are many files. This limits the
     * leftovers of killed processes even if no session starts or ends.
     *
     * @param change change that holds the lock
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
     * Removes all leftovers that can be removed. The others stay, and the next sweep tries again.
     *
     * @param change change that holds the lock
     */
    public void run(final ControlChange change) {
        // The rows are read now, because the change may have removed a session, which no longer needs any process.
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
     * Find the files that could be removed, without the lock and without removing any. They may be removed, or used, a
     * moment later.
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
     * Remove the page of a process that is ending, before it is dead, unless a session still has to close its totals.
     * This needs no lock, because a page that is not needed now is not needed later. Then remove the schemas to which
     * no page refers any more, unless the lock is held; the next sweep removes them in that case.
     *
     * @param incarnation incarnation that has left all sessions
     * @param rows        current rows
     * @throws RingsideException if something cannot be read or removed; it is left to the next sweep
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

    /** Returns whether a session has not yet closed the totals that a dead process has counted for it. */
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
            // A damaged page has no more information once its ledgers are closed. A page that cannot be read now may be
            // readable later, and anything but a regular file is foreign.
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
                .equals(ClosedTotals.Laneless.NONE);
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
     * Returns whether a probe of the directory's permissions was left behind by its maker. A probe exists for less than
     * a millisecond, and its name does not identify a process.
     */
    private static boolean isOld(final Path probe) {
        try {
            final long madeMs = Files.getLastModifiedTime(probe, LinkOption.NOFOLLOW_LINKS).toMillis();
            return System.currentTimeMillis() - madeMs >= PROBE_AGE_MS;
        } catch (final IOException e) {
            // The maker has just removed the probe.
            return false;
        }
    }

    /** Returns the schemas to which no page refers, apart from pages that are about to be removed. */
    private List<SchemaFileName> unusedSchemas(final Set<Incarnation> leaving) {
        // Listed before the pages are read: a process that is registering may have made its schema, but not its entry.
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
                    // It is unknown to which schemas this process refers.
                    return List.of();
                }
            }
        }
        return unused;
    }
}
