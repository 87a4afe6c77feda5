package io.ringside.cli.render;

import io.ringside.control.Controller;
import io.ringside.control.ProviderInfo;
import io.ringside.schema.PublishedNames;
import io.ringside.session.ProcessInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A table of names that processes publish for values of a provider's fields. Immutable.
 *
 * @param name           of the table
 * @param names          number of different names, over all processes, where the latest name of each value counts
 * @param namedByProcess number of named values, for each process that publishes some
 */
public record NameTable(String name, int names, Map<ProcessInfo, Integer> namedByProcess) {
    /**
     * Reads the current tables of a provider.
     *
     * @param controller of the directory
     * @param provider   with its processes
     * @return the tables that its events use, including empty ones, in the order of their names
     */
    public static List<NameTable> of(final Controller controller, final ProviderInfo provider) {
        final Map<String, Map<ProcessInfo, Map<Long, String>>> found = new TreeMap<>();
        provider.schemas().forEach(
                schema -> schema.publishedTables().forEach(table -> found.put(table, new LinkedHashMap<>())));
        if (!found.isEmpty()) {
            for (final ProcessInfo process : provider.processes()) {
                for (final PublishedNames.Entry entry : controller.publishedNames(provider.id(), process).entries(0)) {
                    if (!entry.isScale()) {
                        found.computeIfAbsent(entry.table(), table -> new LinkedHashMap<>())
                                .computeIfAbsent(process, each -> new HashMap<>()).put(entry.value(), entry.name());
                    }
                }
            }
        }
        final List<NameTable> tables = new ArrayList<>();
        found.forEach((table, nameByValueByProcess) -> {
            final Map<ProcessInfo, Integer> named = new LinkedHashMap<>();
            final Set<String> names = new HashSet<>();
            nameByValueByProcess.forEach((process, nameByValue) -> {
                named.put(process, nameByValue.size());
                names.addAll(nameByValue.values());
            });
            tables.add(new NameTable(table, names.size(), named));
        });
        return tables;
    }
}
