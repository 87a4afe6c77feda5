package io.ringside.bridge.jfr;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;

/**
 * The schema of the provider: each event type of JFR under its own name, with ids in the order of the names, which
 * differ between JDKs. Types that JFR's default configuration enables have level 4, others 5. Keywords are categories.
 * Immutable.
 */
final class JfrSchema {
    /** Name of the bridge's own event, which reports that the recording has ended while sessions want events. */
    static final String ENDED = "ringside.RecordingEnded";

    private static final int KEYWORDS_MAX = 48;
    private static final int GENERAL_CATEGORIES = 2;

    private final ProviderSchema provider;
    private final Map<String, List<JfrField>> fields;

    private JfrSchema(final ProviderSchema provider, final Map<String, List<JfrField>> fields) {
        this.provider = provider;
        this.fields = fields;
    }

    static JfrSchema of(final List<EventType> all) {
        final SortedMap<String, EventType> types = new TreeMap<>();
        // If several types have the same name, each in its own class loader, the first one is described.
        all.forEach(type -> types.putIfAbsent(type.getName(), type));
        final ProviderSchema.Builder builder = ProviderSchema.builder(JfrBridge.NAME)
                .documentation("Events of JDK Flight Recorder.");
        final Map<String, Long> keywords = new HashMap<>();
        final TreeSet<String> categories = new TreeSet<>();
        types.values().forEach(type -> categories.add(category(type)));
        for (final String category : categories) {
            if (keywords.size() < KEYWORDS_MAX) {
                final long mask = 1L << keywords.size();
                keywords.put(category, mask);
                builder.keyword(category, mask);
            }
        }
        final Map<String, List<JfrField>> fields = new HashMap<>();
        int id = 1;
        for (final EventType type : types.values()) {
            final List<JfrField> ofType = fieldsOf(type);
            builder.event(type.getName(), EventDescriptor.of(id++,
                    JfrSettings.isDefault(type.getName()) ? Level.INFORMATION : Level.VERBOSE,
                    keywords.getOrDefault(category(type), Keyword.NONE)),
                    ofType.stream().map(JfrField::schema).toList());
            if (type.getDescription() != null) {
                builder.eventDocumentation(type.getDescription());
            }
            fields.put(type.getName(), ofType);
        }
        builder.event(ENDED, EventDescriptor.of(id, Level.ERROR, Keyword.NONE),
                List.of(FieldSchema.of("path", FieldType.STRING),
                        FieldSchema.of("freeBytes", FieldType.INT64).withUnit("bytes"),
                        FieldSchema.of("minFreeBytes", FieldType.INT64).withUnit("bytes")))
                .eventDocumentation("The bridge has ended its recording, since Flight Recorder ends the JVM when the"
                        + " file system of its repository is full. Later events of Flight Recorder are missing.");
        return new JfrSchema(builder.build(), fields);
    }

    /** Returns at most the first two categories, such as {@code java-virtual-machine.gc}. */
    private static String category(final EventType type) {
        final List<String> names = type.getCategoryNames();
        final String joined = String.join(".", names.subList(0, Math.min(names.size(), GENERAL_CATEGORIES)));
        return joined.isEmpty() ? "none" : joined.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }

    private static List<JfrField> fieldsOf(final EventType type) {
        final List<JfrField> fields = new ArrayList<>();
        final List<JfrField> last = new ArrayList<>();
        for (final ValueDescriptor value : type.getFields()) {
            switch (value.getName()) {
                case "startTime" -> fields.add(JfrField.lag());
                case "duration" -> fields.add(JfrField.duration());
                case "eventThread" -> fields.addAll(List.of(JfrField.threadName(), JfrField.threadId()));
                case "stackTrace" -> last.add(JfrField.stack());
                default -> {
                    try {
                        fields.add(JfrField.of(value));
                    } catch (final RingsideException e) {
                        // The name is not allowed for a field; the event is recorded with the other fields.
                        continue;
                    }
                }
            }
        }
        fields.addAll(last);
        return fields.stream().filter(new UniqueNames()::add).toList();
    }

    /** Keeps the first of fields with the same name: an application may use names of the bridge's own fields. */
    private static final class UniqueNames {
        private final TreeSet<String> names = new TreeSet<>();

        boolean add(final JfrField field) {
            return names.add(field.schema().name());
        }
    }

    ProviderSchema provider() {
        return provider;
    }

    List<JfrField> fields(final String event) {
        return fields.getOrDefault(event, List.of());
    }
}
