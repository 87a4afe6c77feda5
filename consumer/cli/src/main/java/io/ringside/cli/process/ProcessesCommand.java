package io.ringside.cli.process;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.session.ControlConnection;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.render.TextTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ringside processes}: JVMs that are traced, or could be. */
@Command(name = "processes", description = {
    "List the JVMs of this machine, traced or not.",
    "A process is traced if it has registered a provider or a counter set in the trace directory, by itself or by the "
            + "agent. The others can be attached, unless the last column says why not."}, footer = {
                "",
                "Examples:",
                "  ringside processes",
                "  ringside processes --format json"})
public final class ProcessesCommand implements Callable<Integer> {
    private final CommandContext context;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public ProcessesCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final Map<Long, ProcessRow> rows = new TreeMap<>();
        final Map<Long, String> mains = listed();
        final Set<Long> pids = new HashSet<>(mains.keySet());
        JavaProcess.launched().forEach(pids::add);
        final Set<Long> traced = new HashSet<>();
        final List<ProcessRow> others = new ArrayList<>();
        for (final ProcessIdentity identity : traced()) {
            if (identity.host().pidNamespace() == ownNamespace()) {
                traced.add(identity.pid());
                mains.putIfAbsent(identity.pid(), identity.command());
                pids.add(identity.pid());
            } else {
                // Its number is one of another namespace, where it says nothing about processes of this one.
                others.add(new ProcessRow(identity.pid(), identity.command(), true, "",
                        "process is in another pid namespace: run ringside there"));
            }
        }
        for (final long pid : pids) {
            // A list may name what has ended, or the numbers of another namespace.
            JavaProcess.of(pid).filter(process -> process.isJvm() || traced.contains(pid))
                    .map(process -> row(process, mains.getOrDefault(pid, ""), traced.contains(pid)))
                    .ifPresent(row -> rows.put(pid, row));
        }
        others.addAll(0, rows.values());
        print(others);
        return ExitCode.DONE;
    }

    private void print(final List<ProcessRow> rows) {
        if (context.isJson()) {
            rows.forEach(row -> context.console().print(row.json()));
            return;
        }
        final TextTable table = new TextTable("PID", "MAIN", "TRACED", "JAVA", "NOT ATTACHABLE");
        rows.forEach(row -> table.row(row.pid(), row.main(), row.traced() ? "yes" : "no", row.version(),
                row.refusal()));
        table.lines().forEach(line -> context.console().print(line.stripTrailing()));
    }

    private static ProcessRow row(final JavaProcess process, final String main, final boolean traced) {
        final ProcessRow row = ProcessRow.of(process, traced);
        return main.isEmpty() ? row : new ProcessRow(row.pid(), main, traced, row.version(), row.refusal());
    }

    /** Those that write where all JVMs of a user say that they are, with their main classes. */
    private static Map<Long, String> listed() {
        final Map<Long, String> mains = new HashMap<>();
        if (ModuleLayer.boot().findModule(AgentCall.MODULE).isPresent()) {
            for (final VirtualMachineDescriptor jvm : VirtualMachine.list()) {
                // Arguments come after a blank, and may be confidential.
                mains.put(Long.parseLong(jvm.id()), jvm.displayName().split(" ", 2)[0]);
            }
        }
        mains.remove(ProcessHandle.current().pid());
        return mains;
    }

    private List<ProcessIdentity> traced() {
        try (ControlConnection connection = ControlConnection.open(context)) {
            return connection.registry().processes().processes(context.console()::tell).stream()
                    .filter(ProcessEntry::alive).map(ProcessEntry::identity).toList();
        } catch (final RingsideException e) {
            // There may be JVMs to be attached all the same.
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            context.console().tell(String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    private static long ownNamespace() {
        return ProcessIdentity.ofThisProcess(Incarnation.random()).host().pidNamespace();
    }
}
