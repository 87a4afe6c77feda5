package io.ringside.transport.control;

import io.ringside.enablement.Enablement;
import io.ringside.event.ProviderId;
import io.ringside.transport.rows.EnablementRow;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a session is to want of a provider, which need not exist yet (R3.22, R4.31). Immutable.
 *
 * @param providerId   of the provider
 * @param providerName by which it was asked for; null if by id
 * @param enablement   level, keywords, filters
 * @param sourceId     who asks, {@link EnablementRow#NULL_SOURCE_ID} if nobody says (R3.6)
 */
public record EnableRequest(
        UUID providerId, @Nullable String providerName, Enablement enablement, UUID sourceId) {
    /**
     * Ask by id.
     *
     * @param providerId of the provider
     * @param enablement level, keywords, filters
     */
    public static EnableRequest of(final UUID providerId, final Enablement enablement) {
        return new EnableRequest(providerId, null, enablement, EnablementRow.NULL_SOURCE_ID);
    }

    /**
     * Ask by name, from which the id follows (R2.24).
     *
     * @param providerName of the provider
     * @param enablement   level, keywords, filters
     */
    public static EnableRequest of(final String providerName, final Enablement enablement) {
        return new EnableRequest(
                ProviderId.fromName(providerName), providerName, enablement, EnablementRow.NULL_SOURCE_ID);
    }

    /**
     * The same request of a source.
     *
     * @param newSourceId who asks
     */
    public EnableRequest from(final UUID newSourceId) {
        return new EnableRequest(providerId, providerName, enablement, newSourceId);
    }
}
