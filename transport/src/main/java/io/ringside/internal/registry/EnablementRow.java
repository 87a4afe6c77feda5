package io.ringside.internal.registry;

import io.ringside.event.EventLimits;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The enablement of one provider by one session. It may exist before the provider is known. Immutable.
 *
 * @param sessionId    id of the session
 * @param providerId   id of the provider
 * @param providerName name in the request; null if the request has an id
 * @param generation   value of the change counter when the row was written, positive
 * @param enablement   level, keywords, filters
 * @param sourceId     source of the request, null if unspecified
 * @param orders       requests in addition to the enablement
 */
public record EnablementRow(
        long sessionId,
        UUID providerId,
        @Nullable String providerName,
        long generation,
        Enablement enablement,
        @Nullable UUID sourceId,
        StandingOrders orders)
        implements
            EnablementInfo {
    public EnablementRow {
        if (providerName != null) {
            RowCheck.inRange("providerNameLength", providerName.length(), 1,
                    EventLimits.PROVIDER_NAME_LENGTH_MAX);
            RowCheck.inRange("providerNameControlCharacters",
                    providerName.chars().filter(Character::isISOControl).count(), 0, 0);
        }
        RowCheck.inRange("sessionId", sessionId, 1, Long.MAX_VALUE);
        RowCheck.inRange("generation", generation, 1, Long.MAX_VALUE);
    }

    /**
     * A row without requests in addition to the enablement.
     *
     * @param sessionId    id of the session
     * @param providerId   id of the provider
     * @param providerName name in the request; null if the request has an id
     * @param generation   value of the change counter, positive
     * @param enablement   level, keywords, filters
     * @param sourceId     source of the request, null if unspecified
     */
    public EnablementRow(
            final long sessionId,
            final UUID providerId,
            final @Nullable String providerName,
            final long generation,
            final Enablement enablement,
            final @Nullable UUID sourceId) {
        this(sessionId, providerId, providerName, generation, enablement, sourceId, StandingOrders.NONE);
    }

    /**
     * Returns the row with other requests in addition to the enablement.
     *
     * @param newOrders     new requests
     * @param newGeneration value of the change counter, positive
     */
    public EnablementRow withOrders(final StandingOrders newOrders, final long newGeneration) {
        return new EnablementRow(
                sessionId, providerId, providerName, newGeneration, enablement, sourceId, newOrders);
    }

    @Override
    public String provider() {
        return providerName == null ? providerId.toString() : providerName;
    }

    /**
     * Returns whether the row applies to a provider: it enables the provider itself, or its group without excluding it.
     *
     * @param provider with its traits
     */
    public boolean reaches(final ProviderSchema provider) {
        return isOfGroup()
                ? providerId.equals(provider.groupId()) && !disallowed().contains(provider.id())
                : providerId.equals(provider.id());
    }

    /** Returns the generation of the newest request to capture state, 0 if there was none. */
    public long captureGeneration() {
        return orders.captureGeneration();
    }

    /** Returns the level of the newest request to capture state. */
    public int captureLevel() {
        return orders.captureLevel();
    }

    /** Returns the match-any keywords of the newest request to capture state. */
    public long captureAny() {
        return orders.captureAny();
    }

    /** Returns the match-all keywords of the newest request to capture state. */
    public long captureAll() {
        return orders.captureAll();
    }

    @Override
    public @Nullable Duration capturePeriod() {
        return orders.capturePeriodNs() == 0 ? null : Duration.ofNanos(orders.capturePeriodNs());
    }

    @Override
    public Set<UUID> disallowed() {
        return orders.disallowed();
    }
}
