package io.ringside.cli.render;

import io.ringside.control.ProviderInfo;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Renders providers with their events and the sessions that enable them. Not thread-safe. */
public final class ProviderLines {
    private static final int NAMES_WIDTH = 40;

    private final Map<Long, String> sessionNames;
    private final KnownDirectory known;
    private final Function<ProviderInfo, List<NameTable>> names;

    /**
     * @param sessionNames names of sessions by their id
     * @param known        lookup for ids in the enablements
     * @param names        returns the tables of published names of a provider
     */
    public ProviderLines(final Map<Long, String> sessionNames, final KnownDirectory known,
            final Function<ProviderInfo, List<NameTable>> names) {
        this.sessionNames = sessionNames;
        this.known = known;
        this.names = names;
    }

    public CharSequence json(final ProviderInfo provider) {
        final JsonRow row = new JsonRow().put("name", provider.name()).put("id", provider.id())
                .put("registrations", provider.registrations())
                .put("documentation", String.join(" ", documentation(provider)));
        row.beginArray("processes");
        for (final ProcessInfo process : provider.processes()) {
            row.beginElement().put("pid", process.pid()).put("command", process.command()).endObject();
        }
        row.endArray().beginArray("events");
        for (final EventSchema event : events(provider)) {
            final EventDescriptor descriptor = event.descriptor();
            row.beginElement().put("event", event.name()).put("id", descriptor.id())
                    .put("version", descriptor.version()).put("level", descriptor.level())
                    .putMask("keyword", descriptor.keyword()).put("opcode", descriptor.opcode())
                    .put("task", descriptor.task()).put("documentation", event.documentation()).beginArray("fields");
            event.fields().forEach(field -> row.add(field.name()));
            row.endArray().beginObject("fieldDocumentation");
            documentation(event.fields(), "").forEach(row::put);
            row.endObject().endObject();
        }
        row.endArray().beginObject("keywords");
        keywords(provider).forEach(row::putMask);
        row.endObject().beginArray("names");
        for (final NameTable table : names.apply(provider)) {
            row.beginElement().put("table", table.name()).put("names", table.names()).beginArray("processes");
            table.namedByProcess().forEach((process, count) -> row.beginElement().put("pid", process.pid())
                    .put("names", count).endObject());
            row.endArray().endObject();
        }
        row.endArray().beginArray("enabledBy");
        for (final EnablementInfo enablement : provider.enabledBy()) {
            row.beginElement().put("session", sessionName(enablement));
            SessionLines.putEnablement(row, enablement, known).endObject();
        }
        return row.endArray().end();
    }

    public List<String> table(final List<ProviderInfo> providers) {
        final TextTable table = new TextTable("PROVIDER", "ID", "REGISTRATIONS", "EVENTS", "KEYWORDS", "ENABLED BY");
        for (final ProviderInfo provider : providers) {
            table.row(provider.name(), provider.id(), provider.registrations(), events(provider).size(),
                    orDash(few(keywords(provider).keySet())), orDash(provider.enabledBy().stream()
                            .map(this::sessionName)
                            .collect(Collectors.joining(","))));
        }
        return table.lines();
    }

    /** Returns the first names, as many as fit into a column; the details list all names. */
    private static String few(final Set<String> names) {
        final StringBuilder text = new StringBuilder();
        int shown = 0;
        for (final String name : names) {
            if (text.length() + name.length() > NAMES_WIDTH && names.size() - shown > 1) {
                return text.append("... ").append(names.size() - shown).append(" more").toString();
            }
            text.append(name).append(++shown < names.size() ? "," : "");
        }
        return text.toString();
    }

    public List<String> details(final List<ProviderInfo> providers) {
        final List<String> lines = new ArrayList<>();
        for (final ProviderInfo provider : providers) {
            final TextTable facts = new TextTable("provider", provider.name()).row("id", provider.id());
            documentation(provider).forEach(text -> facts.row("about", text));
            provider.processes().forEach(process -> facts.row("process", process.description()));
            provider.enabledBy().forEach(enablement -> {
                facts.row("enabled by", sessionName(enablement) + " (" + SessionLines.how(enablement, known) + ")");
                known.misfits(enablement).forEach(misfit -> facts.row("  misfit", misfit));
            });
            keywords(provider).forEach((name, mask) -> facts.row("keyword", name + " 0x" + Long.toHexString(mask)));
            lines.addAll(facts.lines());
            if (!provider.schemas().isEmpty()) {
                lines.add("");
                lines.addAll(events(provider.schemas()).lines());
                lines.addAll(documentation(events(provider)));
            }
            final TextTable tables = new TextTable("TABLE OF NAMES", "NAMES", "PROCESSES");
            names.apply(provider).forEach(table -> tables.row(table.name(), PlainText.count(table.names()),
                    table.namedByProcess().size()));
            if (!tables.isEmpty()) {
                lines.add("");
                lines.addAll(tables.lines());
            }
        }
        return lines;
    }

    private static TextTable events(final List<ProviderSchema> schemas) {
        final TextTable table = new TextTable("EVENT", "ID", "VERSION", "LEVEL", "KEYWORDS", "OPCODE", "TASK",
                "FIELDS");
        for (final ProviderSchema schema : schemas) {
            for (final EventSchema event : schema.events()) {
                final EventDescriptor descriptor = event.descriptor();
                final String level = Level.nameOf(descriptor.level());
                table.row(event.name(), descriptor.id(), descriptor.version(),
                        level == null ? descriptor.level() : level,
                        orDash(String.join(",", schema.keywordNames(descriptor.keyword()))),
                        schema.opcodeName(descriptor.opcode()), schema.taskName(descriptor.task()),
                        orDash(event.fields().stream().map(field -> field.name()).collect(Collectors.joining(","))));
            }
        }
        return table;
    }

    /** Returns the provider's documentation: each different text of its versions. */
    private static List<String> documentation(final ProviderInfo provider) {
        return provider.schemas().stream().map(ProviderSchema::documentation).filter(text -> !text.isEmpty())
                .distinct().toList();
    }

    /** Returns, after an empty line, a line for each documented event followed by lines for its documented fields. */
    private static List<String> documentation(final List<EventSchema> events) {
        final Set<List<String>> paragraphs = new LinkedHashSet<>();
        for (final EventSchema event : events) {
            final List<String> paragraph = new ArrayList<>();
            documentation(event.fields(), "")
                    .forEach((field, text) -> paragraph.add(PlainText.of("  " + field + ": " + text)));
            if (!event.documentation().isEmpty() || !paragraph.isEmpty()) {
                paragraph.add(0, PlainText.of((event.name() + ": " + event.documentation()).strip()));
                paragraphs.add(paragraph);
            }
        }
        final List<String> lines = new ArrayList<>(paragraphs.isEmpty() ? List.of() : List.of(""));
        paragraphs.forEach(lines::addAll);
        return lines;
    }

    /** Returns the documentation of fields and members by name, prefixed with the names of outer structs. */
    private static Map<String, String> documentation(final List<FieldSchema> fields, final String prefix) {
        final Map<String, String> textByName = new LinkedHashMap<>();
        for (final FieldSchema field : fields) {
            final String name = prefix + field.name();
            if (!field.documentation().isEmpty()) {
                textByName.put(name, field.documentation());
            }
            textByName.putAll(documentation(field.members(), name + '.'));
        }
        return textByName;
    }

    /** Returns the events of all running versions, each once; self-describing events also differ by their fields. */
    private static List<EventSchema> events(final ProviderInfo provider) {
        final Map<String, EventSchema> events = new LinkedHashMap<>();
        for (final ProviderSchema schema : provider.schemas()) {
            schema.events().forEach(event -> events.putIfAbsent(
                    event.name() + '\n' + event.descriptor() + (event.isSelfDescribing() ? event.fields() : ""),
                    event));
        }
        return List.copyOf(events.values());
    }

    private static Map<String, Long> keywords(final ProviderInfo provider) {
        final Map<String, Long> keywords = new TreeMap<>();
        provider.schemas().forEach(schema -> keywords.putAll(schema.keywords()));
        return keywords;
    }

    private String sessionName(final EnablementInfo enablement) {
        return sessionNames.getOrDefault(enablement.sessionId(), "session " + enablement.sessionId());
    }

    private static String orDash(final String text) {
        return text.isEmpty() ? "-" : text;
    }
}
