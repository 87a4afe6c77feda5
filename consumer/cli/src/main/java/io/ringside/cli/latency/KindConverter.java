package io.ringside.cli.latency;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An event as {@code PROVIDER/EVENT}. */
final class KindConverter implements ITypeConverter<EventSelector> {
    /** No event. */
    static final EventSelector NONE = new EventSelector("", "");

    @Override
    public EventSelector convert(final String text) {
        try {
            return EventSelector.parse(text);
        } catch (final IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
