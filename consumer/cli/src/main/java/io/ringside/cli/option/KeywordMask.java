package io.ringside.cli.option;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import picocli.CommandLine.TypeConversionException;

/**
 * Keywords as typed: bits, and names that only a provider's schema defines. Immutable.
 *
 * @param bits  bits that were typed as numbers
 * @param names names of keywords, in the order in which they were typed
 */
public record KeywordMask(long bits, List<String> names) {
    public static final KeywordMask NONE = new KeywordMask(0, List.of());

    private static final String HEX_PREFIX = "0x";
    private static final int HEX = 16;
    private static final int DECIMAL = 10;

    /** Copies the list. */
    public KeywordMask {
        names = List.copyOf(names);
    }

    /**
     * Parses keywords separated by commas: hex ({@code 0x6}), decimal or names ({@code orders,risk}).
     *
     * @param text as typed
     */
    public static KeywordMask parse(final String text) {
        long bits = 0;
        final List<String> names = new ArrayList<>();
        for (final String part : text.split(",", -1)) {
            if (part.isBlank()) {
                throw invalid(text);
            }
            if (Character.digit(part.charAt(0), DECIMAL) < 0) {
                names.add(part);
            } else {
                bits |= number(part, text);
            }
        }
        return new KeywordMask(bits, names);
    }

    /**
     * Returns the mask of bits.
     *
     * @param schemas schemas of the provider: several if processes have different versions, none while the provider is
     *                unknown
     * @return all bits
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if no schema has a keyword of that name
     */
    public long resolve(final Collection<ProviderSchema> schemas) {
        long mask = bits;
        for (final String name : names) {
            mask |= schemas.stream()
                    .map(schema -> schema.keyword(name))
                    .filter(Objects::nonNull)
                    .reduce((one, other) -> one | other)
                    .orElseThrow(() -> unknown(name, schemas));
        }
        return mask;
    }

    private static RingsideException unknown(final String name, final Collection<ProviderSchema> schemas) {
        final TreeSet<String> known = new TreeSet<>();
        schemas.forEach(schema -> known.addAll(schema.keywords().keySet()));
        return new RingsideException(ErrorCode.NOT_FOUND, "provider has no such keyword: keyword=" + name + ", known="
                + known + schemas.stream().findFirst().map(schema -> ", provider=" + schema.name()).orElse("")
                + ": give the mask as a number, or register the provider first");
    }

    private static long number(final String part, final String text) {
        try {
            return part.regionMatches(true, 0, HEX_PREFIX, 0, HEX_PREFIX.length())
                    ? Long.parseUnsignedLong(part.substring(HEX_PREFIX.length()), HEX)
                    : Long.parseUnsignedLong(part, DECIMAL);
        } catch (final NumberFormatException e) {
            throw invalid(text);
        }
    }

    private static TypeConversionException invalid(final String text) {
        return new TypeConversionException(
                "invalid keyword mask '" + text + "': expected 0x6, 6 or names such as orders,risk");
    }
}
