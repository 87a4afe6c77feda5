package io.ringside.cli.argument;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Id of an event: 0 to 65535. */
public final class EventIdConverter implements ITypeConverter<Integer> {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
    private static final int MAX = 0xFFFF;

    /** A converter. */
    public EventIdConverter() {
        // Nothing to set.
    }

    @Override
    public Integer convert(final String text) {
        final int id = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : MAX + 1;
        if (id > MAX) {
            throw new TypeConversionException("invalid event id '" + text + "': expected 0 to 65535");
        }
        return id;
    }
}
