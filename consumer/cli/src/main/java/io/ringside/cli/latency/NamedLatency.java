package io.ringside.cli.latency;

import io.ringside.RingsideException;
import io.ringside.timeline.Timelines;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A latency that is measured all the time, with a name. Immutable.
 *
 * @param name of it
 * @param pair the two events
 * @param key  what both have in common: a field, fields of events as {@link Timelines} has them, or the activity id
 */
public record NamedLatency(String name, EventPair pair, String key) {
    private static final Pattern FORM = Pattern
            .compile("\\s*([\\w.-]{1,64})\\s*=\\s*(\\S.*?)\\s*(?:\u2192|->)\\s*(\\S.*?)(?:\\s+by\\s+(\\S.*?))?\\s*");

    /** As it is typed: {@code fills=accepted->filled by orderId}. Stateless. */
    public static final class Converter implements ITypeConverter<NamedLatency> {
        @Override
        public NamedLatency convert(final String text) {
            final Matcher parts = FORM.matcher(text);
            if (!parts.matches() || parts.group(3).endsWith(" by")) {
                throw new TypeConversionException("invalid latency '" + text
                        + "': expected NAME=FROM->TO by FIELD, for example fills=accepted->filled by orderId");
            }
            final String key = parts.group(4) == null ? Timelines.ACTIVITY_ID : parts.group(4);
            try {
                Timelines.ofPairs(key).between(parts.group(2), parts.group(3), pair -> {});
                return new NamedLatency(parts.group(1), new EventPair(parts.group(2), parts.group(3)), key);
            } catch (final RingsideException e) {
                throw new TypeConversionException("invalid latency '" + text + "': " + e.getMessage());
            }
        }
    }
}
