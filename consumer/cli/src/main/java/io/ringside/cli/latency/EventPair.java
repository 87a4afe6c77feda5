package io.ringside.cli.latency;

import io.ringside.internal.reader.EventSelector;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Two events of which the distance is measured. Immutable.
 *
 * @param from first event of a pair
 * @param to   second event of a pair
 */
public record EventPair(EventSelector from, EventSelector to) {
    @Override
    public String toString() {
        return from + " to " + to;
    }

    /** Two events with a comma between them. Stateless. */
    public static final class Converter implements ITypeConverter<EventPair> {
        @Override
        public EventPair convert(final String text) {
            final String[] events = text.split(",", -1);
            if (events.length != 2 || events[0].isBlank() || events[1].isBlank()) {
                throw new TypeConversionException("invalid pair '" + text
                        + "': expected two events with a comma between them, for example accepted,filled");
            }
            return new EventPair(EventSelector.named(events[0].strip()), EventSelector.named(events[1].strip()));
        }
    }
}
