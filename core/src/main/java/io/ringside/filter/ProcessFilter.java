package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects the processes from which a session receives events. A process must meet all given conditions. Immutable.
 *
 * @param pids        process ids, whenever their processes start; null if they do not matter
 * @param processes   incarnations that were running when the session set the filter, perhaps none; null if they do not
 *                    matter
 * @param executables names of main classes, simple or full, or of jar files, in lower case, as case does not count;
 *                    null if unused
 */
public record ProcessFilter(
        @Nullable SortedSet<Long> pids, @Nullable SortedSet<UUID> processes, @Nullable SortedSet<String> executables) {
    /** Accepts all processes. */
    public static final ProcessFilter NONE = new ProcessFilter(null, null, null);

    /** Maximum number of process ids of a filter, and of processes: 1,000. */
    public static final int PROCESSES_MAX = FilterLimits.PROCESSES_MAX;

    private static final long PID_MAX = 0xFFFF_FFFFL;
    private static final String SEPARATOR = ";";

    /**
     * Checks and copies the parts.
     *
     * @param pids        process ids, whenever their processes start; null if they do not matter
     * @param processes   incarnations that were running when the session set the filter, perhaps none; null if they do
     *                    not matter
     * @param executables names of main classes, simple or full, or of jar files, in lower case, as case does not count;
     *                    null if unused
     */
    public ProcessFilter {
        pids = copy(pids);
        processes = copy(processes);
        executables = executables == null ? null : inSmallLetters(executables);
        if (pids != null) {
            FilterLimits.check(FilterType.PID_ALWAYS, "pids", pids.size(), 1, FilterLimits.PROCESSES_MAX);
            FilterLimits.check(FilterType.PID_ALWAYS, "pid", pids.first(), 0, PID_MAX);
            FilterLimits.check(FilterType.PID_ALWAYS, "pid", pids.last(), 0, PID_MAX);
        }
        if (processes != null) {
            FilterLimits.check(FilterType.PID, "processes", processes.size(), 0, FilterLimits.PROCESSES_MAX);
        }
        if (executables != null) {
            FilterLimits.check(FilterType.EXECUTABLE_NAME, "names", executables.size(), 1, FilterLimits.NAMES_MAX);
            for (final String name : executables) {
                EventNameFilter.checkName(
                        FilterType.EXECUTABLE_NAME, name, FilterLimits.EXECUTABLE_LENGTH_MAX);
            }
        }
    }

    /**
     * Accepts only processes with certain ids, whenever they start.
     *
     * @param newPids process ids, 1..{@link FilterLimits#PROCESSES_MAX} of them.
     * @return the filter with them.
     * @throws RingsideException if one is out of range, or there are none or too many.
     */
    public ProcessFilter withPids(final Collection<Long> newPids) {
        return new ProcessFilter(new TreeSet<>(newPids), processes, executables);
    }

    /**
     * Accepts only certain processes that are running now.
     *
     * @param newProcesses incarnations, at most {@link FilterLimits#PROCESSES_MAX}; none rejects all processes.
     * @return the filter with them.
     * @throws RingsideException if there are too many.
     */
    public ProcessFilter withProcesses(final Collection<UUID> newProcesses) {
        return new ProcessFilter(pids, new TreeSet<>(newProcesses), executables);
    }

    /**
     * Accepts only processes with certain commands.
     *
     * @param names of main classes or jar files; semicolons may separate several in one text.
     * @return the filter with them.
     * @throws RingsideException if a name is too long, or there are none or too many.
     */
    public ProcessFilter withExecutables(final Collection<String> names) {
        final SortedSet<String> separate = new TreeSet<>();
        for (final String name : names) {
            for (final String part : name.split(SEPARATOR, -1)) {
                if (!part.isBlank()) {
                    separate.add(part.strip());
                }
            }
        }
        return new ProcessFilter(pids, processes, separate);
    }

    /**
     * Returns whether the session receives events from a process.
     *
     * @param process that writes.
     * @return true if it does.
     */
    public boolean accepts(final Facts process) {
        return (pids == null || pids.contains(process.pid()))
                && (processes == null || processes.contains(process.incarnation()))
                && (executables == null || runs(executables, process));
    }

    private static boolean runs(final Set<String> executables, final Facts process) {
        return process.names().stream().anyMatch(name -> executables.contains(name.toLowerCase(Locale.ROOT)));
    }

    private static SortedSet<String> inSmallLetters(final Set<String> names) {
        final SortedSet<String> small = new TreeSet<>();
        names.forEach(name -> small.add(name.toLowerCase(Locale.ROOT)));
        return Collections.unmodifiableSortedSet(small);
    }

    private static <T> @Nullable SortedSet<T> copy(final @Nullable SortedSet<T> set) {
        return set == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(set));
    }

    /**
     * Properties of a process that filters use. Immutable.
     *
     * @param pid         pid of the process, as it sees itself
     * @param incarnation id of this life of the process
     * @param command     command that runs in it, without arguments: a main class, {@code module/class}, or the path of
     *                    a jar or executable; empty if unknown
     */
    public record Facts(long pid, UUID incarnation, String command) {
        private static final String JAR = ".jar";

        /**
         * The names that an executable filter may give: the command itself, the part after its last slash, and after
         * the last dot of a main class: {@code com.acme.Orders} is {@code Orders} too, {@code /opt/orders.jar} is
         * {@code orders.jar} too.
         */
        Set<String> names() {
            final Set<String> names = new LinkedHashSet<>();
            names.add(command);
            final String last = command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
            names.add(last);
            if (!last.regionMatches(true, Math.max(last.length() - JAR.length(), 0), JAR, 0, JAR.length())) {
                names.add(last.substring(Math.max(last.lastIndexOf('.'), last.lastIndexOf('$')) + 1));
            }
            return names;
        }
    }
}
