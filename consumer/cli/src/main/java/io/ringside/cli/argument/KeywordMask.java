package io.ringside.cli.argument;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.schema.ProviderSchema;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Keywords as they were typed: bits, and names that mean something only together with a provider. Immutable.
 *
 * @param bits  that were given as numbers
 * @param names of keywords, in the order in which they were given
 */
public record KeywordMask(long bits, List<String> names) {
    /** No keyword. */
    public static final KeywordMask NONE = new KeywordMask(0, List.of());

    /** Copy the list. */
    public KeywordMask {
        names = List.copyOf(names);
    }

    /**
     * The mask.
     *
     * @param schemas of the provider: several where processes differ in version, none while it is unknown
     * @return all bits
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if no schema has a keyword of a name
     */
    public long resolve(final Collection<ProviderSchema> schemas) {
        long mask = bits;
        for (final String name : names) {
            mask |= schemas.stream()
                    .map(schema -> schema.keyword(name))
                    .filter(OptionalLong::isPresent)
                    .mapToLong(OptionalLong::getAsLong)
                    .reduce((one, other) -> one | other)
                    .orElseThrow(() -> unknown(name, schemas));
        }
        return mask;
    }

    private static RingsideException unknown(final String name, final Collection<ProviderSchema> schemas) {
        final TreeSet<String> known = new TreeSet<>();
        schemas.forEach(schema -> known.addAll(schema.keywords().keySet()));
        return new RingsideException(ErrorCode.NOT_FOUND, "provider has no such keyword: keyword=" + name + ", known="
                + known + ": give the mask as a number, or register the provider first");
    }
}
