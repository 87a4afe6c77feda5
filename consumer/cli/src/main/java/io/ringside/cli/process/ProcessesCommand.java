package io.ringside.cli.process;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.render.TextTable;
import io.ringside.control.Controller;
import io.ringside.control.ProviderInfo;
import io.ringside.session.ProcessInfo;
import io.ringside.text.JsonRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code ringside processes}: lists JVMs that are traced, or could be. */
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
    private int exitCode = ExitCode.DONE;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public ProcessesCommand(final CommandContext context) {
        this.context = context;
    }

    /**
     * A process that has registered in the trace directory. Immutable.
     *
     * @param status    of the process
     * @param providers names of the providers that the process has registered now
     */
    private record Traced(ProcessInfo.Status status, Set<String> providers) {
        /** One process may have several: that of its agent, and its own. */
        private Traced and(final Traced other) {
            final Set<String> all = new TreeSet<>(providers);
            all.addAll(other.providers);
            return new Traced(new ProcessInfo.Status(status.process(), true,
                    Math.max(status.longestCycleNs(), other.status.longestCycleNs()),
                    status.errorCount() + other.status.errorCount(),
                    status.lanesInUse() + other.status.lanesInUse()), all);
        }
    }

    /** A line of the list. */
    private record Shown(ProcessRow row, @Nullable Traced traced) {
        private CharSequence json() {
            final JsonRow json = row.row().beginArray("providers");
            if (traced == null) {
                return json.endArray().put("agent", (CharSequence) null).end();
            }
            traced.providers.forEach(json::add);
            return json.endArray().beginObject("agent").put("longestCycleNs", traced.status.longestCycleNs())
                    .put("errors", traced.status.errorCount()).put("lanesInUse", traced.status.lanesInUse())
                    .endObject().end();
        }

        private String providers() {
            return traced == null ? "" : String.join(", ", traced.providers);
        }
    }

    @Override
    public Integer call() {
        final Map<Long, String> mains = listed();
        final Set<Long> pids = new HashSet<>(mains.keySet());
        JavaProcess.launched().forEach(pids::add);
        final Map<Long, Traced> traced = new HashMap<>();
        final List<Shown> others = new ArrayList<>();
        for (final Traced each : traced()) {
            final ProcessInfo identity = each.status().process();
            if (identity.sharesPidNamespace()) {
                traced.merge(identity.pid(), each, Traced::and);
                mains.putIfAbsent(identity.pid(), identity.command());
                pids.add(identity.pid());
            } else {
                // Its pid belongs to another namespace, so it does not identify a process of this one.
                others.add(new Shown(new ProcessRow(identity.pid(), identity.command(), true, "",
                        "process is in another pid namespace: run ringside there", identity.startTimeNs()), each));
            }
        }
        final Map<Long, Shown> rows = new TreeMap<>();
        for (final long pid : pids) {
            // A pid in the lists may belong to a process that has ended, or to another namespace.
            JavaProcess.of(pid).filter(process -> process.isJvm() || traced.containsKey(pid))
                    .map(process -> new Shown(row(process, mains.getOrDefault(pid, ""), traced.containsKey(pid)),
                            traced.get(pid)))
                    .ifPresent(row -> rows.put(pid, row));
        }
        others.addAll(0, rows.values());
        print(others);
        return exitCode;
    }

    private void print(final List<Shown> rows) {
        if (context.isJson()) {
            rows.forEach(each -> context.console().print(each.json()));
            return;
        }
        final Instant now = Instant.now();
        final TextTable table = new TextTable("PID", "MAIN", "TRACED", "JAVA", "UP", "PROVIDERS", "NOT ATTACHABLE");
        rows.forEach(each -> table.row(each.row.pid(), each.row.main(), each.row.traced() ? "yes" : "no",
                each.row.version(), each.row.age(now), each.providers(), each.row.refusal()));
        table.lines().forEach(line -> context.console().print(line.stripTrailing()));
    }

    private static ProcessRow row(final JavaProcess process, final String main, final boolean traced) {
        final ProcessRow row = ProcessRow.of(process, traced);
        return main.isEmpty()
                ? row
                : new ProcessRow(row.pid(), main, traced, row.version(), row.refusal(), row.startTimeNs());
    }

    /** Returns the main classes of the JVMs of this user that the JDK lists, by pid. */
    private static Map<Long, String> listed() {
        final Map<Long, String> mains = new HashMap<>();
        if (ModuleLayer.boot().findModule(AgentCall.MODULE).isPresent()) {
            for (final VirtualMachineDescriptor jvm : VirtualMachine.list()) {
                // Arguments follow after a blank and may be confidential, so they are removed.
                mains.put(Long.parseLong(jvm.id()), jvm.displayName().split(" ", 2)[0]);
            }
        }
        mains.remove(ProcessHandle.current().pid());
        return mains;
    }

    private List<Traced> traced() {
        try (Controller controller = context.openController()) {
            final Map<UUID, Set<String>> providers = providers(controller);
            return controller.processes(context.console()::tell).stream()
                    .filter(ProcessInfo.Status::alive)
                    .map(status -> new Traced(status,
                            providers.getOrDefault(status.process().id(), Set.of())))
                    .toList();
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            // Even without a trace directory there may be JVMs to attach to. A directory that was named should exist.
            exitCode = context.options().directory() == null ? ExitCode.DONE : ExitCode.FAILED;
            context.console().tell(String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    /** Returns the names of registered providers by process. */
    private static Map<UUID, Set<String>> providers(final Controller controller) {
        final Map<UUID, Set<String>> providers = new HashMap<>();
        for (final ProviderInfo provider : controller.providers()) {
            for (final ProcessInfo process : provider.processes()) {
                providers.computeIfAbsent(process.id(), id -> new TreeSet<>()).add(provider.name());
            }
        }
        return providers;
    }
}
