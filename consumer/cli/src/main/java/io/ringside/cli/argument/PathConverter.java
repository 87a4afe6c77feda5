package io.ringside.cli.argument;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A path that is not empty: to the JDK that would be the current directory, which nobody means by a blank variable. */
public final class PathConverter implements ITypeConverter<Path> {
    /** A converter. */
    public PathConverter() {
        // Nothing to set.
    }

    @Override
    public Path convert(final String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException(
                    "invalid path '': expected one that is not empty, such as . for the current directory");
        }
        try {
            return Path.of(text);
        } catch (final InvalidPathException e) {
            throw new TypeConversionException("invalid path '" + text + "': " + e.getReason());
        }
    }
}
