package io.ringside.cli;

import io.ringside.export.ForeignProgram;
import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The reader in Python. */
@Tag("proof")
class PythonReaderSystemTest extends ForeignReader {
    private static final Path READER = Path.of("..", "readers", "python", "ringside.py");
    private static final Path COMPARE = READER.resolveSibling("compare.py");
    private static final Path NOTEBOOK = READER.resolveSibling("trading.ipynb");
    /** That of Debian, for which it has packages. */
    private static final String DEBIAN_PYTHON = "/usr/bin/python3";
    private static final String RUN_NOTEBOOK = """
            import nbclient, nbformat, os, sys
            notebook = nbformat.read(sys.argv[1], 4)
            for cell in notebook.cells:
                cell.source = cell.source.replace('/var/tmp/trading', sys.argv[2])
            notebook.cells.append(nbformat.v4.new_code_cell('''
            print(len(Out[1]), {' '.join(kind): int(count) for kind, count in Out[2].items()})
            print({cause: int(lost) for cause, lost in Out[4].items()})'''))
            nbclient.NotebookClient(notebook, timeout=100, kernel_name='python3',
                resources={'metadata': {'path': os.path.dirname(sys.argv[1])}}).execute()
            print(sum('image/png' in output.get('data', ()) for cell in notebook.cells if cell.cell_type == 'code'
                for output in cell.outputs))
            print(notebook.cells[-1].outputs[0].text, end='')
            """;

    private static final String BREAK_EACH = """
            import contextlib, io, os, shutil, sys
            sys.path.insert(0, sys.argv[1])
            import ringside
            source, copy = sys.argv[2:4]
            commands = [[name, copy] + sys.argv[4:5] * (name in ('peek', 'ledger')) for name in sys.argv[5:]]
            def absent(path):
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
            def empty(path):
                was_folder = os.path.isdir(path)
                absent(path)
                os.mkdir(path) if was_folder else open(path, 'w').close()
            def other_kind(path):
                was_folder = os.path.isdir(path)
                absent(path)
                open(path, 'w').close() if was_folder else os.mkdir(path)
            def unreadable(path): # For root, too.
                absent(path)
                os.symlink(os.path.basename(path), path)
            def pipe(path):
                absent(path)
                os.mkfifo(path)
            tried = 0
            for path in [os.path.relpath(os.path.join(folder, name), source) for folder, folders, files in
                    os.walk(source) for name in folders + files]:
                for change in absent, empty, other_kind, unreadable, pipe:
                    shutil.rmtree(copy, ignore_errors=True)
                    shutil.copytree(source, copy)
                    change(os.path.join(copy, path))
                    for command in commands:
                        tried += 1
                        try:
                            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                                ringside.main(command)
                        except BaseException as e:
                            print(command[0], change.__name__, path, repr(e))
            print('tried', tried > 50)
            """;

    @Test
    void shouldEndWithoutAStackTraceWhateverIsAbsentEmptyOrUnreadable() throws Exception {
        try (ExportFixture trace = new ExportFixture(disk.resolve("trading")).writeAll()) {
            assertThat(breakEach(trace.directory(), trace.session(), "sessions", "peek", "ledger", "counters"))
                    .containsExactly("tried True");
            assertThat(breakEach(trace.record(), "", "read")).containsExactly("tried False");
        }
    }

    private List<String> breakEach(final Path source, final String session, final String... commands) throws Exception {
        final List<String> command = new ArrayList<>(List.of("python3", "-c", BREAK_EACH, READER.getParent().toString(),
                source.toString(), disk.resolve("broken").toString(), session));
        command.addAll(List.of(commands));
        final ProgramRun run = execute(command);
        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        return run.out();
    }

    @Test
    void shouldRunTheNotebookInJupyter() throws Exception {
        ForeignProgram.require("python3-nbclient python3-ipykernel python3-pandas python3-matplotlib", DEBIAN_PYTHON,
                "-c", "import nbclient, ipykernel, pandas, matplotlib");
        try (ExportFixture trace = new ExportFixture(disk.resolve("trading")).writeAll()) {
            // What notebooks keep in the home folder is of no use later.
            final ProgramRun run = execute(List.of("env", "HOME=" + disk, DEBIAN_PYTHON, "-c", RUN_NOTEBOOK,
                    NOTEBOOK.toAbsolutePath().normalize().toString(), trace.record().toString()));
            assertThat(run.exitCode()).as("%s", run.err()).isZero();
            assertThat(run.out()).containsExactly("1",
                    "5 {'Acme.Orders order': 1, 'Acme.Orders struct': 3, 'Acme.Orders work': 4, "
                            + "'Acme.Orders workDone': 3}",
                    "{'error': 2, 'full': 3, 'noLane': 7, 'tooLarge': 1}");
        }
    }

    @Override
    String needs() {
        return "python3";
    }

    @Override
    List<String> read(final Path recording) {
        return List.of("python3", READER.toString(), "read", recording.toString());
    }

    @Override
    List<String> peek(final Path directory, final String session) {
        return List.of("python3", READER.toString(), "peek", directory.toString(), session);
    }

    @Override
    List<String> ledger(final Path directory, final String session) {
        return List.of("python3", READER.toString(), "ledger", directory.toString(), session);
    }

    @Override
    List<String> sessions(final Path directory) {
        return List.of("python3", READER.toString(), "sessions", directory.toString());
    }

    @Override
    void assertSame(final String what, final List<String> expected, final List<String> actual)
            throws IOException, InterruptedException {
        final Path expectedFile = Files.write(disk.resolve("expected"), expected);
        final Path actualFile = Files.write(disk.resolve("actual"), actual);
        assertThat(execute(List.of("python3", COMPARE.toString(), expectedFile.toString(), actualFile.toString()))
                .out()).as(what).singleElement().asString().endsWith("differences=0");
    }
}
