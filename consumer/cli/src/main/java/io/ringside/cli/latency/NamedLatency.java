package io.ringside.cli.latency;

import io.ringside.internal.reader.EventSelector;
import io.ringside.internal.reader.KeyFields;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A latency that is measured all the time, with a name. Immutable.
 *
 * @param name of it
 * @param pair the two events
 * @param key  what both have in common: a field, fields of events as {@link KeyFields} has them, or the activity id
 */
public record NamedLatency(String name, EventPair pair, String key) {
    private static final Pattern FORM = Pattern
            .compile("\\s*([\\w.-]{1,64})\\s*=\\s*(\\S.*?)\\s*(?:\u2192|->)\\s*(\\S.*?)(?:\\s+by\\s+(\\S.*?))?\\s*");

    /** Whether each event has a field of its own. */
    private static boolean isOfSeveral(final String key) {
        return key.indexOf('=') >= 0;
    }

    /** Parses the option's text: {@code fills=accepted->filled by orderId}. Stateless. */
    public static final class Converter implements ITypeConverter<NamedLatency> {
        @Override
        public NamedLatency convert(final String text) {
            final Matcher parts = FORM.matcher(text);
            if (!parts.matches() || parts.group(3).endsWith(" by")) {
                throw new TypeConversionException("invalid latency '" + text
                        + "': expected NAME=FROM->TO by FIELD, for example fills=accepted->filled by orderId");
            }
            final String key = parts.group(4) == null ? KeyFields.ACTIVITY_ID : parts.group(4);
            try {
                if (isOfSeveral(key)) {
                    new KeyFields(key);
                }
                return new NamedLatency(parts.group(1), new EventPair(EventSelector.named(parts.group(2)),
                        EventSelector.named(parts.group(3))), key);
            } catch (final IllegalArgumentException e) {
                throw new TypeConversionException("invalid latency '" + text + "': " + e.getMessage());
            }
        }
    }
}
