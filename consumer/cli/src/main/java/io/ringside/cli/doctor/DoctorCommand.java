package io.ringside.cli.doctor;

import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.NeedsNoFlags;
import io.ringside.cli.console.ProgressBar;
import io.ringside.cli.doctor.Finding.Check;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.Prerequisites;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside doctor}: finds problems that prevent tracing. */
@Command(name = "doctor", description = {
    "Diagnose why something is not traced.",
    "There is one line for each check: the JVM and its flags, the trace directory, room for lanes, processes, "
            + "sessions, damaged and foreign files, and leftovers of dead processes.",
    "The command changes nothing without --fix. It never touches what belongs to a living process, even a "
            + "stopped one."}, exitCodeList = {
                "0:all checks passed",
                "1:a check failed"}, footer = {
                    "",
                    "Examples:",
                    "  ringside doctor",
                    "  ringside doctor --fix",
                    "  ringside doctor --format json"})
public final class DoctorCommand implements Callable<Integer>, NeedsNoFlags {
    private static final String DIRECTORY = "directory";
    private static final int CHECKS = 15;

    private final CommandContext context;
    private final List<String> bad = new ArrayList<>();
    private int done;

    @Option(names = "--fix", description = {
        "Remove leftovers of dead processes that nothing needs, and finish stops that were interrupted (default: "
                + "only report)."})
    private boolean fix;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public DoctorCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        run(JvmChecks.all());
        final TraceDirectory directory = open();
        if (directory != null) {
            run(new PlaceChecks(directory).all());
            if (Prerequisites.missing() == null) {
                runConnected(directory);
            }
        }
        if (bad.isEmpty()) {
            return ExitCode.DONE;
        }
        context.console().tell("some checks failed: checks=" + bad + ": do what their lines say");
        return ExitCode.FAILED;
    }

    /** Opens the trace directory; returns null if it cannot be used, which is reported as a finding. */
    private @Nullable TraceDirectory open() {
        final Path path = context.options().directory();
        try {
            return path == null ? TraceDirectory.open(TraceDirectory.defaultPath()) : TraceDirectory.openExisting(path);
        } catch (final RingsideException e) {
            report(Finding.bad(DIRECTORY, String.valueOf(e.getMessage())));
            return null;
        }
    }

    private void runConnected(final TraceDirectory directory) {
        try (DirectoryController controller = DirectoryController.open(directory, context.console()::tell)) {
            // First, so that the other checks see the directory after the removal.
            run(List.of(new LeftoverCheck(controller, fix).check()));
            run(new PlaceChecks(directory).room(controller.registry()));
            run(new FileChecks(controller.registry()).all());
            run(new ProcessChecks(controller).all());
        } catch (final RingsideException e) {
            report(Finding.bad(DIRECTORY, String.valueOf(e.getMessage())));
        }
    }

    private void run(final List<Check> checks) {
        for (final Check check : checks) {
            context.console().progress(ProgressBar.of(done, CHECKS) + " " + check.name());
            report(check.run());
        }
    }

    private void report(final Finding finding) {
        done++;
        if (!finding.ok()) {
            bad.add(finding.name());
        }
        context.console().print(context.isJson() ? finding.json() : PlainText.of(finding.text()));
    }
}
