package io.ringside.typed;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldShape;
import io.ringside.schema.LengthSource;
import io.ringside.schema.ValueMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How far the fields of a received event are those that a receiver knows. Stateless. */
final class FieldMatch {
    /** Instead of a count: the bytes mean something else. */
    static final int NONE = -1;

    private FieldMatch() {}

    /**
     * Counts the leading fields that both have: all of one of the two, since fields are added at the end only.
     *
     * @return fields that both have, {@link #NONE} if one of them differs.
     */
    static int common(final List<FieldSchema> known, final List<FieldSchema> received) {
        final int count = Math.min(known.size(), received.size());
        for (int i = 0; i < count; i++) {
            if (!isSame(known.get(i), received.get(i))) {
                return NONE;
            }
        }
        return count;
    }

    private static boolean isSame(final FieldSchema known, final FieldSchema received) {
        return known.type() == received.type()
                && known.shape() == received.shape()
                && (known.shape() != FieldShape.FIXED || known.fixedCount() == received.fixedCount())
                && received.lengthSource() == LengthSource.TYPE
                && Objects.equals(known.countedBy(), received.countedBy())
                && agree(known.values(), received.values())
                && known.members().size() == received.members().size()
                && common(known.members(), received.members()) != NONE;
    }

    /** Whether no value has two names. */
    private static boolean agree(final @Nullable ValueMap known, final @Nullable ValueMap received) {
        if (known == null || received == null) {
            return known == null && received == null;
        }
        for (int i = 0; i < known.size(); i++) {
            final String symbol = received.symbolOf(known.value(i));
            if (symbol != null && !symbol.equals(known.symbol(i))) {
                return false;
            }
        }
        return true;
    }
}
