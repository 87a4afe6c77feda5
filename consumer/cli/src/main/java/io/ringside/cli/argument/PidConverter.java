package io.ringside.cli.argument;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Id of a process: 1 to 4294967295. */
public final class PidConverter implements ITypeConverter<Long> {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
    private static final long MAX = 0xFFFF_FFFFL;

    /** A converter. */
    public PidConverter() {
        // Nothing to set.
    }

    @Override
    public Long convert(final String text) {
        final long pid = NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0;
        if (pid < 1 || pid > MAX) {
            throw new TypeConversionException("invalid process id '" + text + "': expected 1 to " + MAX);
        }
        return pid;
    }
}
