package io.ringside.cli.argument;

import io.ringside.filter.ExpressionException;
import io.ringside.reader.EventFilter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A condition on events, such as {@code level <= WARNING and price > 10}, as {@link EventFilter} reads it. */
public final class EventFilterConverter implements ITypeConverter<EventFilter> {
    /** A converter. */
    public EventFilterConverter() {
        // Nothing to set.
    }

    @Override
    public EventFilter convert(final String text) {
        try {
            return EventFilter.parse(text);
        } catch (final ExpressionException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
