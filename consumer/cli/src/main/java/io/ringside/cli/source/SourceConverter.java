package io.ringside.cli.source;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of a session or a folder, which is not empty: to the JDK that would be the current directory. */
final class SourceConverter implements ITypeConverter<String> {
    @Override
    public String convert(final String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException(
                    "invalid source '': expected the name of a session or the folder of a recording");
        }
        return text;
    }
}
