package io.ringside.cli.argument;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes such as {@code 4096}, {@code 64k}, {@code 1m} or {@code 2g}; the units are powers of 1,024. */
public final class SizeConverter implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmg]?)");
    private static final String UNITS = "kmg";
    private static final int BITS_PER_UNIT = 10;

    /** A converter. */
    public SizeConverter() {
        // Nothing to set.
    }

    @Override
    public Long convert(final String text) {
        final Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (size.matches()) {
            final String unit = size.group(2);
            final int shift = unit.isEmpty() ? 0 : BITS_PER_UNIT * (UNITS.indexOf(unit) + 1);
            final long number = Long.parseLong(size.group(1));
            if (number <= Long.MAX_VALUE >> shift) {
                return number << shift;
            }
        }
        throw new TypeConversionException("invalid size '" + text + "': expected 4096, 64k, 1m or 2g");
    }
}
