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
 * Variants of a computation with decimals whose scale another field gives. There is one variant for each scale, so that
 * each computation is exact; each payload selects one. Immutable; selecting a variant allocates nothing.
 *
 * @param <T> type of the variants
 */
final class ByScale<T> {
    private final FieldLocator giving;
    /** Variants, indexed by scale; null where the numbers would have too many digits. */
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
     * @param <T>    type of the variants.
     * @param terms  that are computed.
     * @param event  whose fields the terms name.
     * @param header whose columns take precedence over fields of the event; null for none.
     * @param made   makes the variant for a scale.
     * @return the variants; null if no field gives the scale of another.
     * @throws RingsideException if the scales come from several fields, or no variant can be made for scale 0 or 1.
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
                // A product of more than 18 digits after the point is missing, like a result that does not fit a long.
                variants.add(null);
            }
        }
        return new ByScale<>(event.locate(from), variants, common);
    }

    /** Returns the variant for scale 0, for properties that do not depend on the scale. */
    T common() {
        return common;
    }

    /** Returns the variant for a payload; null if the payload gives no scale, or one that is too great. */
    @Nullable
    T of(final PayloadBytes payload) {
        final int scale = giving.givenScale(payload);
        return scale == DecimalText.NO_SCALE ? null : variants.get(scale);
    }
}
