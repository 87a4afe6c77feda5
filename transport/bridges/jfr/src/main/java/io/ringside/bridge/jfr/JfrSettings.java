package io.ringside.bridge.jfr;

import io.ringside.filter.EnablementFilters;
import io.ringside.schema.EventSchema;
import io.ringside.session.Enablement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;

/** Settings of JFR, such as {@code jdk.ThreadPark#threshold} = {@code 20 ms}. Stateless. */
final class JfrSettings {
    private static final String ENABLED = "#enabled";
    /** The JDK's configuration for continuous use. */
    private static final Map<String, String> DEFAULTS = defaults();

    private JfrSettings() {}

    private static Map<String, String> defaults() {
        try {
            return Configuration.getConfiguration("default").getSettings();
        } catch (final IOException | ParseException e) {
            // The runtime image does not contain it: events then have their own default settings.
            return Map.of();
        }
    }

    /** Returns whether an event is cheap enough to be always enabled. */
    static boolean isDefault(final String event) {
        return "true".equals(DEFAULTS.get(event + ENABLED));
    }

    /**
     * Returns the settings of a recording.
     *
     * @param events   of the provider
     * @param sessions that want some of them; their filter data, with a line for each setting of an event that they
     *                 want, takes precedence
     * @return the settings; empty if no session wants any event
     */
    static Map<String, String> of(final Collection<EventSchema> events, final Collection<Enablement> sessions) {
        final Map<String, String> settings = new TreeMap<>();
        for (final EventSchema event : events) {
            if (!event.name().equals(JfrSchema.ENDED)
                    && sessions.stream().anyMatch(session -> session.accepts(event))) {
                final String prefix = event.name() + '#';
                DEFAULTS.forEach((name, value) -> {
                    if (name.startsWith(prefix)) {
                        settings.put(name, value);
                    }
                });
                settings.put(event.name() + ENABLED, "true");
            }
        }
        for (final Enablement session : sessions) {
            final EnablementFilters.Data data = session.filters().data();
            if (data != null) {
                final Set<String> accepted = events.stream().filter(session::accepts).map(EventSchema::name)
                        .collect(Collectors.toSet());
                new String(data.bytes(), StandardCharsets.UTF_8).lines().forEach(line -> add(line, accepted, settings));
            }
        }
        return settings;
    }

    /** Adds a setting, if the session that requests it records the event. */
    private static void add(final String line, final Set<String> accepted, final Map<String, String> settings) {
        final int hash = line.indexOf('#');
        final int equals = line.indexOf('=', hash + 1);
        if (hash > 0 && equals > 0) {
            final String event = line.substring(0, hash).strip();
            final String setting = '#' + line.substring(hash + 1, equals).strip();
            if (accepted.contains(event) && !setting.equals(ENABLED)) {
                settings.put(event + setting, line.substring(equals + 1).strip());
            }
        }
    }
}
