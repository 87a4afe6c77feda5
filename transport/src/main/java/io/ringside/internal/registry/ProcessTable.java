package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.ProcessFileName.Kind;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.TraceDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The processes of a trace directory, dead and alive. Thread-safe. */
@SuppressWarnings("exports") // For the command line and the consumer: applications open a Controller.
public final class ProcessTable {
    private final TraceDirectory directory;
    private final Liveness liveness;

    /**
     * The processes of a directory.
     *
     * @param directory with the pages
     * @param liveness  determines which processes are alive
     */
    public ProcessTable(final TraceDirectory directory, final Liveness liveness) {
        this.directory = directory;
        this.liveness = liveness;
    }

    /** Returns the incarnations that have a page. */
    public List<Incarnation> incarnations() {
        return incarnations(Kind.PAGE);
    }

    /** Returns the incarnations that have an alive file, including controllers and drains, which have no page. */
    public List<Incarnation> participants() {
        return incarnations(Kind.ALIVE);
    }

    /**
     * Returns whether an incarnation is alive.
     *
     * @param incarnation incarnation to check
     */
    public boolean isAlive(final Incarnation incarnation) {
        return liveness.isAlive(incarnation);
    }

    /**
     * Open the page of a process.
     *
     * @param incarnation incarnation of the process
     * @param access      {@link Access#READ_WRITE} for a drain that stores reported counts
     * @return the page, to be closed; empty if there is none
     * @throws RingsideException if it is damaged
     */
    public Optional<ProcessView> open(final Incarnation incarnation, final Access access) {
        try {
            return Optional.of(ProcessView.open(directory, incarnation, access));
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Returns all processes.
     *
     * @param problems receives a line for every page that cannot be read
     */
    public List<ProcessEntry> processes(final Consumer<String> problems) {
        final List<ProcessEntry> processes = new ArrayList<>();
        for (final Incarnation incarnation : incarnations()) {
            try {
                MappedFault.guard(directory.processPage(incarnation), () -> processes.add(read(incarnation)));
            } catch (final RingsideException e) {
                if (e.code() != ErrorCode.NOT_FOUND) {
                    problems.accept(String.valueOf(e.getMessage()));
                }
            }
        }
        return processes;
    }

    private ProcessEntry read(final Incarnation incarnation) {
        try (ProcessView view = ProcessView.open(directory, incarnation, Access.READ_ONLY)) {
            return new ProcessEntry(view.identity(), view.status(isAlive(incarnation)), view.schemas());
        }
    }

    /**
     * Remove the files of a dead process.
     *
     * @param incarnation dead incarnation, whose losses are in the closed totals of every session
     */
    public void remove(final Incarnation incarnation) {
        ExistingFile.remove(directory.processPage(incarnation));
        ExistingFile.remove(directory.alive(incarnation));
    }

    private List<Incarnation> incarnations(final Kind kind) {
        final List<Incarnation> incarnations = new ArrayList<>();
        for (final String name : FolderListing.namesIn(directory.processes())) {
            final ProcessFileName file = ProcessFileName.parse(name);
            if (file != null && file.kind() == kind) {
                incarnations.add(file.incarnation());
            }
        }
        return incarnations;
    }
}
