package io.ringside.cli.control;

import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.ProcessFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters of an enablement, each in words. Stateless. */
final class FilterText {
    private FilterText() {}

    static List<String> of(final EnablementFilters filters, final KnownDirectory known) {
        final List<String> texts = new ArrayList<>();
        addEvents(texts, "event", filters.eventIds().orElse(null),
                filters.eventNames().orElse(null));
        final ProcessFilter processes = filters.processes();
        if (processes.pids() != null) {
            texts.add("pid in " + processes.pids());
        }
        if (processes.processes() != null) {
            texts.add("process in " + processes.processes().stream().map(known::process).toList());
        }
        if (processes.executables() != null) {
            texts.add("executable in " + processes.executables());
        }
        filters.payloads().forEach(payload -> texts.add("payload " + payload));
        filters.stacks().ifPresent(stacks -> {
            addEvents(texts, "stack", stacks.ids(), stacks.names());
            if (stacks.levelKeyword() != null) {
                texts.add("stack " + stacks.levelKeyword());
            }
        });
        filters.data().ifPresent(data -> texts.add("data of " + data.bytes().length + " bytes, id " + data.id()
                + ", version " + data.version()));
        return texts;
    }

    private static void addEvents(final List<String> texts, final String what, final @Nullable EventIdFilter ids,
            final @Nullable EventNameFilter names) {
        if (ids != null) {
            texts.add(what + " id " + in(ids.in()) + ids.ids());
        }
        if (names != null) {
            texts.add(what + " name " + in(names.in()) + names.names());
        }
    }

    private static String in(final boolean in) {
        return in ? "in " : "not in ";
    }
}
