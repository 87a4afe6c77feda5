package io.ringside.cli.latency;

import io.ringside.RingsideException;
import io.ringside.reader.EventFilter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Two events whose distance in time is measured. Immutable.
 *
 * @param from first event of a pair, as {@code [PROVIDER/]EVENT}
 * @param to   second event of a pair
 */
public record EventPair(String from, String to) {
    @Override
    public String toString() {
        return from + " to " + to;
    }

    /** Returns the text if it names an event. */
    static String event(final String text) {
        try {
            EventFilter.ofEvent(text);
            return text;
        } catch (final RingsideException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Parses two events separated by a comma. Stateless. */
    public static final class Converter implements ITypeConverter<EventPair> {
        @Override
        public EventPair convert(final String text) {
            final String[] events = text.split(",", -1);
            if (events.length != 2 || events[0].isBlank() || events[1].isBlank()) {
                throw new TypeConversionException("invalid pair '" + text
                        + "': expected two events with a comma between them, for example accepted,filled");
            }
            return new EventPair(event(events[0].strip()), event(events[1].strip()));
        }
    }
}
