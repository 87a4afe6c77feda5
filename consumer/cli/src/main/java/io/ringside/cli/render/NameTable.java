package io.ringside.cli.render;

import io.ringside.control.ProviderInfo;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.Registry;
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
import org.agrona.ErrorHandler;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A table of names that processes publish for values of a provider's fields. Immutable.
 *
 * @param name           of the table
 * @param names          that are different, of all processes together, each value with its newest one
 * @param namedByProcess values that have a name, of each process that publishes some
 */
public record NameTable(String name, int names, Map<ProcessInfo, Integer> namedByProcess) {
    /**
     * Read the tables of a provider as they are now.
     *
     * @param registry of the directory
     * @param provider with its processes
     * @param problems receives what is damaged
     * @return the tables that its events name, also those without names, in the order of their names
     */
    public static List<NameTable> of(final Registry registry, final ProviderInfo provider,
            final ErrorHandler problems) {
        final Map<String, Map<ProcessInfo, Map<Long, String>>> found = new TreeMap<>();
        provider.schemas().forEach(
                schema -> schema.publishedTables().forEach(table -> found.put(table, new LinkedHashMap<>())));
        if (!found.isEmpty()) {
            for (final ProcessInfo process : provider.processes()) {
                final Incarnation incarnation = new Incarnation(process.id().getMostSignificantBits(),
                        process.id().getLeastSignificantBits());
                for (final PublishedNames.Entry entry : registry.schemas()
                        .published(provider.id(), incarnation, SystemNanoClock.INSTANCE, problems).get().entries(0)) {
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
