package io.ringside.cli.argument;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes as pairs of hexadecimal digits, such as {@code 0aff}; {@code 0x} may stand in front. */
public final class HexConverter implements ITypeConverter<ByteBuffer> {
    private static final String PREFIX = "0x";

    /** A converter. */
    public HexConverter() {
        // Nothing to set.
    }

    @Override
    public ByteBuffer convert(final String text) {
        try {
            return ByteBuffer.wrap(
                    HexFormat.of().parseHex(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text));
        } catch (final IllegalArgumentException e) {
            throw new TypeConversionException(
                    "invalid bytes '" + text + "': expected hex digits such as 0aff or 0x0aff");
        }
    }
}
