package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.schema.DecimalText;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The variants of a computation with decimals whose scale another field gives: there is one variant for each scale, so
 * that each is exact, and each payload selects one. Immutable; selecting allocates nothing.
 *
 * @param <T> type of the variants
 */
final class ByScale<T> {
    private final FieldLocator giving;
    /** Variants by scale; null where the numbers would have too many digits. */
    private final List<@Nullable T> variants;
    private final T common;

    private ByScale(final FieldLocator giving, final List<@Nullable T> variants, final T common) {
        this.giving = giving;
        this.variants = variants;
        this.common = common;
    }

    /**
     * Makes variants.
     *
     * @param <T>    of the variants.
     * @param terms  to be computed.
     * @param event  whose fields they name.
     * @param header whose fields are named before those of the event; null for none.
     * @param made   the variant of a scale.
     * @return the variants; null if no field gives the scale of another.
     * @throws RingsideException if the decimals have their scales from several fields, or there is no variant for
     *                             whole numbers, or for any decimals.
     */
    static <T> @Nullable ByScale<T> of(final List<Term> terms, final EventWalk event,
            final @Nullable EventSchema header, final IntFunction<T> made) {
        final List<FieldPath> fields = new ArrayList<>();
        terms.forEach(term -> term.collect(fields));
        FieldPath from = null;
        for (final FieldPath field : fields) {
            final FieldPath found = header != null && EventColumns.indexOf(field, header) != EventColumns.NO_COLUMN
                    ? null
                    : event.scalePath(EventColumns.ownPath(field, header));
            if (from != null && found != null && !from.equals(found)) {
                throw RingsideException.invalidArgument("decimals have their scales from several fields: fields=" + from
                        + " and " + found + ": compute with those of one field");
            }
            from = found == null ? from : found;
        }
        if (from == null) {
            return null;
        }
        final T common = made.apply(0);
        final List<@Nullable T> variants = new ArrayList<>();
        variants.add(common);
        variants.add(made.apply(1));
        for (int scale = 2; scale <= SchemaLimits.SCALE_MAX; scale++) {
            try {
                variants.add(made.apply(scale));
            } catch (final RingsideException e) {
                // A product of more than 18 digits after the point is missing, as one that does not fit a long.
                variants.add(null);
            }
        }
        return new ByScale<>(event.locate(from), variants, common);
    }

    /** The variant without digits after the point: what does not depend on the scale. */
    T common() {
        return common;
    }

    /** The variant for a payload; null if it gives no scale, or one that is too great. */
    @Nullable
    T of(final PayloadBytes payload) {
        final int scale = giving.givenScale(payload);
        return scale == DecimalText.NO_SCALE ? null : variants.get(scale);
    }
}
