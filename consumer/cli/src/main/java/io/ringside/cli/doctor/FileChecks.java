package io.ringside.cli.doctor;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.doctor.Finding.Check;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.EnablementFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.ChangeCounter;
import io.ringside.internal.registry.ForeignFiles;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowProblem;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.schema.SchemaLint;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.List;

/** Checks that all files in a trace directory are Ringside's, of this version's layout, and intact. Not thread-safe. */
final class FileChecks {
    private final Registry registry;
    private final TraceDirectory directory;

    FileChecks(final Registry registry) {
        this.registry = registry;
        this.directory = registry.directory();
    }

    List<Check> all() {
        return List.of(new Check("layout", this::layout), new Check("rows", this::rows),
                new Check("schemas", this::schemas), new Check("foreignFiles", this::foreignFiles));
    }

    private Finding layout() {
        final List<String> others = ForeignFiles.otherLayouts(directory);
        final String beside = others.isEmpty()
                ? "no other layouts"
                : "other layouts " + others + ", whose sessions and processes are not visible here";
        try (ChangeCounter control = ChangeCounter.open(directory)) {
            return Finding.fine("layout",
                    TraceDirectory.LAYOUT_FOLDER + " with " + control.valueVolatile() + " changes; " + beside);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Finding.fine("layout", TraceDirectory.LAYOUT_FOLDER + ", not used yet; " + beside);
            }
            throw e;
        }
    }

    private Finding rows() {
        final RowSnapshot rows = registry.rows().snapshot();
        final List<String> problems = new ArrayList<>();
        rows.problems().stream().filter(FileChecks::isRow).map(RowProblem::reason).forEach(problems::add);
        for (final SessionRow session : rows.sessions()) {
            try {
                registry.rows().folded(session.id());
            } catch (final RingsideException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        return Finding.of("rows", problems,
                rows.sessions().size() + " sessions, " + rows.enablements().size() + " enablements");
    }

    private Finding schemas() {
        final List<SchemaFileName> names = registry.schemas().names();
        final List<String> problems = new ArrayList<>();
        final List<String> remarks = new ArrayList<>();
        for (final SchemaFileName name : names) {
            try (SchemaFile file = registry.schemas().open(name, Access.READ_ONLY)) {
                final ProviderSchema schema = file.schema();
                SchemaLint.remarks(schema).forEach(remark -> remarks.add(schema.name() + ": " + remark));
            } catch (final RingsideException e) {
                if (e.code() != ErrorCode.NOT_FOUND) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            }
        }
        return problems.isEmpty()
                ? Finding.fine("schemas", names.size() + " schemas", remarks)
                : Finding.of("schemas", problems, "");
    }

    private Finding foreignFiles() {
        final List<String> foreign = ForeignFiles.in(directory).stream().map(String::valueOf).toList();
        return foreign.isEmpty()
                ? Finding.fine("foreignFiles", "none")
                : Finding.bad("foreignFiles",
                        "not files of Ringside, and never touched: " + foreign + ": remove them manually");
    }

    /** {@return whether the file is a session or enablement file} Files of other names in that folder are foreign. */
    private static boolean isRow(final RowProblem problem) {
        final String name = String.valueOf(problem.path().getFileName());
        return SessionFileName.parse(name) != null || EnablementFileName.parse(name) != null;
    }
}
