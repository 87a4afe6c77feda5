package io.ringside.internal.registry;

import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.session.Enablement;
import java.util.UUID;

/** An enablement's row as text. Stateless. */
final class EnablementRowCodec {
    private static final String SESSION = "session";
    private static final String PROVIDER = "provider";
    private static final String PROVIDER_NAME = "provider.name";
    private static final String GENERATION = "generation";
    private static final String LEVEL = "level";
    private static final String MATCH_ANY = "any";
    private static final String MATCH_ALL = "all";
    private static final String PROPERTIES = "properties";
    private static final String SOURCE = "source";

    private EnablementRowCodec() {}

    static RowText encode(final EnablementRow row) {
        final Enablement enablement = row.enablement();
        final RowText text = new RowText()
                .put(SESSION, row.sessionId())
                .put(PROVIDER, row.providerId())
                .putIfPresent(PROVIDER_NAME, row.providerName())
                .put(GENERATION, row.generation())
                .put(LEVEL, enablement.requestedLevel())
                .putMask(MATCH_ANY, enablement.requestedMatchAny())
                .putMask(MATCH_ALL, enablement.requestedMatchAll())
                .putMask(PROPERTIES, enablement.properties())
                .put(SOURCE, row.sourceId());
        FilterCodec.encode(text, enablement.filters());
        OrdersCodec.encode(text, row.orders());
        return text;
    }

    static EnablementRow decode(final RowText text, final long sessionId, final UUID providerId) {
        text.number(SESSION, sessionId, sessionId);
        if (!text.uuid(PROVIDER).equals(providerId)) {
            throw text.corrupt(PROVIDER + " is not that of its file", null);
        }
        return new EnablementRow(sessionId,
                providerId,
                text.textOrNull(PROVIDER_NAME),
                text.number(GENERATION, 1, Long.MAX_VALUE),
                enablement(text),
                text.uuid(SOURCE),
                OrdersCodec.decode(text));
    }

    private static Enablement enablement(final RowText text) {
        final int level = (int) text.number(LEVEL, 0, Level.MAX);
        final long properties = text.mask(PROPERTIES);
        final EnablementFilters filters = FilterCodec.decode(text);
        try {
            return Enablement.of(level, text.mask(MATCH_ANY), text.mask(MATCH_ALL), Math.toIntExact(properties),
                    filters);
        } catch (final IllegalArgumentException | ArithmeticException e) {
            throw text.corrupt(PROPERTIES + " not known to this release, or filters that do not go with them", e);
        }
    }
}
