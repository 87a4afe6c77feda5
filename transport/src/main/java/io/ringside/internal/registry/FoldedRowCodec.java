package io.ringside.internal.registry;

import io.ringside.internal.files.Incarnation;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A fold as text. Stateless. */
final class FoldedRowCodec {
    private static final String WANTED = "wanted";
    private static final String DELIVERED = "delivered";
    private static final String OVERWRITTEN = "overwritten";
    private static final String LOST_PREFIX = "lost.";
    private static final String INCARNATIONS = "incarnations";
    private static final String SEPARATOR = ",";

    private FoldedRowCodec() {}

    static RowText encode(final FoldedRow row) {
        final LedgerTotals totals = row.totals();
        final RowText text = new RowText()
                .put(WANTED, totals.wanted())
                .put(DELIVERED, totals.delivered())
                .put(OVERWRITTEN, totals.overwritten())
                .put(INCARNATIONS,
                        row.incarnations().stream().map(Incarnation::toString).sorted()
                                .collect(Collectors.joining(SEPARATOR)));
        for (final LossCause cause : LossCause.values()) {
            text.put(LOST_PREFIX + cause.jsonName(), totals.lost().of(cause));
        }
        return text;
    }

    static FoldedRow decode(final RowText text) {
        LossCounts lost = LossCounts.NONE;
        for (final LossCause cause : LossCause.values()) {
            lost = lost.plus(cause, count(text, LOST_PREFIX + cause.jsonName()));
        }
        final LedgerTotals totals = new LedgerTotals(
                count(text, WANTED), count(text, DELIVERED), count(text, OVERWRITTEN), 0, 0, lost);
        return new FoldedRow(totals, incarnations(text));
    }

    private static Set<Incarnation> incarnations(final RowText text) {
        final Set<Incarnation> incarnations = new HashSet<>();
        final String value = text.text(INCARNATIONS);
        if (!value.isEmpty()) {
            for (final String part : value.split(SEPARATOR, -1)) {
                incarnations.add(text.incarnationOf(part, INCARNATIONS));
            }
        }
        if (incarnations.size() > FoldedRow.MAX_INCARNATIONS) {
            throw text.corrupt("too many " + INCARNATIONS, null);
        }
        return incarnations;
    }

    private static long count(final RowText text, final String key) {
        return text.number(key, 0, Long.MAX_VALUE);
    }
}
