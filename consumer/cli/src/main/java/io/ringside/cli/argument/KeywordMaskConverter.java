package io.ringside.cli.argument;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Keywords separated by commas: hex ({@code 0x6}), decimal or names ({@code orders,risk}). */
public final class KeywordMaskConverter implements ITypeConverter<KeywordMask> {
    private static final String HEX_PREFIX = "0x";
    private static final int HEX = 16;
    private static final int DECIMAL = 10;

    /** A converter. */
    public KeywordMaskConverter() {
        // Nothing to set.
    }

    @Override
    public KeywordMask convert(final String text) {
        long bits = 0;
        final List<String> names = new ArrayList<>();
        for (final String part : text.split(",", -1)) {
            if (part.isBlank()) {
                throw refused(text);
            }
            if (Character.digit(part.charAt(0), DECIMAL) < 0) {
                names.add(part);
            } else {
                bits |= number(part, text);
            }
        }
        return new KeywordMask(bits, names);
    }

    private static long number(final String part, final String text) {
        try {
            return part.regionMatches(true, 0, HEX_PREFIX, 0, HEX_PREFIX.length())
                    ? Long.parseUnsignedLong(part.substring(HEX_PREFIX.length()), HEX)
                    : Long.parseUnsignedLong(part, DECIMAL);
        } catch (final NumberFormatException e) {
            throw refused(text);
        }
    }

    private static TypeConversionException refused(final String text) {
        return new TypeConversionException(
                "invalid keyword mask '" + text + "': expected 0x6, 6 or names such as orders,risk");
    }
}
