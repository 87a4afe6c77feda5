package io.ringside.filter;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Properties of a process that filters use. Immutable.
 *
 * @param pid         of the process in its own namespace
 * @param incarnation id of this run of the process
 * @param command     of the process without arguments: a main class, {@code module/class}, or the path of a jar or
 *                    executable; empty if unknown
 */
public record ProcessFacts(long pid, UUID incarnation, String command) {
    private static final String JAR = ".jar";

    /**
     * Returns the names that match an executable filter: the command, the part after its last slash, and after the last
     * dot of a main class. So {@code com.acme.Orders} is also {@code Orders}, and {@code /opt/orders.jar} also {@code
     * orders.jar}.
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
