package io.ringside.control;

import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.ProcessHealth;
import io.ringside.internal.registry.ProcessInfo;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import java.util.List;

/**
 * Processes and rows as they stood together at one moment. Immutable.
 *
 * @param processes with their registrations, without their health, which changes all the time
 * @param rows      of sessions and enablements
 */
record DirectoryReading(List<ProcessInfo> processes, RowSnapshot rows) {
    private static final int ATTEMPTS = 8;
    private static final ProcessHealth ANY_HEALTH = new ProcessHealth(0, 0, 0);

    DirectoryReading {
        processes = List.copyOf(processes);
    }

    /**
     * Reads until two readings agree: between them stood what both have seen. Where things never stop changing, it is
     * read under the control lock, where nothing registers and no row changes.
     */
    static DirectoryReading of(final ControllerContext context) {
        DirectoryReading last = once(context.registry());
        for (int i = 0; i < ATTEMPTS; i++) {
            final DirectoryReading next = once(context.registry());
            if (next.equals(last)) {
                return next;
            }
            last = next;
        }
        try (ControlChange change = context.registry().change(context.lockTimeoutNs())) {
            return new DirectoryReading(processes(context.registry()), change.rows());
        }
    }

    private static DirectoryReading once(final Registry registry) {
        final RowSnapshot rows = registry.rows().snapshot();
        return new DirectoryReading(processes(registry), rows);
    }

    /** Pages that cannot be read are told by who is asked for problems. */
    private static List<ProcessInfo> processes(final Registry registry) {
        return registry.processes().processes(problem -> {}).stream()
                .map(process -> new ProcessInfo(process.identity(), process.alive(), ANY_HEALTH, process.schemas()))
                .toList();
    }
}
