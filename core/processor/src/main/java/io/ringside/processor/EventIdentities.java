package io.ringside.processor;

import io.ringside.typed.TraceEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** Checks that an id belongs to one name, a name to one id, and that their versions differ. Used for one interface. */
final class EventIdentities {
    private final Problems problems;
    private final Map<Integer, String> nameById = new HashMap<>();
    private final Map<String, Integer> idByName = new HashMap<>();
    private final Set<List<Integer>> versions = new HashSet<>();

    EventIdentities(final Problems problems) {
        this.problems = problems;
    }

    void add(final ExecutableElement method, final TraceEvent event) {
        final String name = event.name().isEmpty() ? method.getSimpleName().toString() : event.name();
        final String taken = nameById.putIfAbsent(event.id(), name);
        final Integer id = idByName.putIfAbsent(name, event.id());
        if (taken != null && !taken.equals(name)) {
            problems.report(method, TraceEvent.class, "id", "two events have the same id: id=" + event.id()
                    + ", events=" + taken + " and " + name + ": give one of them another id");
        } else if (id != null && id != event.id()) {
            problems.reportName(method, event, "two events have the same name: event=" + name + ", ids=" + id + " and "
                    + event.id() + ": give one of them another name");
        } else if (!versions.add(List.of(event.id(), event.version()))) {
            problems.report(method, TraceEvent.class, "version", "two events have the same id and version: event="
                    + name + ", id=" + event.id() + ", version=" + event.version()
                    + ": give one of them another version");
        }
    }
}
