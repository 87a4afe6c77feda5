package io.ringside.filter;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;

/**
 * The facts about a process that filters use. Immutable.
 *
 * @param pid         pid of the process, as it sees itself
 * @param incarnation id of this life of the process
 * @param command     command that runs in it, without arguments: a main class, {@code module/class}, or the path of a
 *                    jar or executable; empty if unknown
 */
public record ProcessFacts(long pid, UUID incarnation, String command) {
    private static final String JAR = ".jar";

    /**
     * The names that an executable filter may give: the command itself, the part after its last slash, and after the
     * last dot of a main class: {@code com.acme.Orders} is {@code Orders} too, {@code /opt/orders.jar} is
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
