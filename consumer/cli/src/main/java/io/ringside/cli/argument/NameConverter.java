package io.ringside.cli.argument;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A name that is not empty. */
public final class NameConverter implements ITypeConverter<String> {
    /** A converter. */
    public NameConverter() {
        // Nothing to set.
    }

    @Override
    public String convert(final String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("invalid name '" + text + "': expected one that is not empty");
        }
        return text;
    }
}
