package io.ringside.cli.argument;

import io.ringside.event.Level;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A level: 0 to 255, or one of the names in {@link Level}, which may be shortened ({@code info}, {@code warn}). */
public final class LevelConverter implements ITypeConverter<Integer> {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,3}");

    /** A converter. */
    public LevelConverter() {
        // Nothing to set.
    }

    @Override
    public Integer convert(final String text) {
        final int level = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : Level.ofName(text);
        if (level < 0 || level > Level.MAX) {
            throw new TypeConversionException(
                    "invalid level '" + text
                            + "': expected 0 to 255, critical, error, warning, information or verbose");
        }
        return level;
    }
}
