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
 * @param sessionId    of the session
 * @param providerId   of the provider
 * @param providerName as it was asked for; null if it was asked for by id
 * @param generation   value of the change counter, positive
 * @param enablement   level, keywords, filters
 * @param sourceId     source of the request, null if not given
 * @param orders       requests beside the enablement
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
    /** Check the ranges. */
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
     * A row without anything beside the enablement.
     *
     * @param sessionId    of the session
     * @param providerId   of the provider
     * @param providerName as it was asked for; null if it was asked for by id
     * @param generation   value of the change counter, positive
     * @param enablement   level, keywords, filters
     * @param sourceId     source of the request, null if not given
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
     * The row after a change of what is asked for beside the enablement.
     *
     * @param newOrders     from now on
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
     * Whether it is about a provider: about itself, or about its group without leaving it out.
     *
     * @param provider with its traits
     */
    public boolean reaches(final ProviderSchema provider) {
        return isOfGroup()
                ? providerId.equals(provider.groupId()) && !disallowed().contains(provider.id())
                : providerId.equals(provider.id());
    }

    /** Generation of the newest request to capture state, 0 if there was none. */
    public long captureGeneration() {
        return orders.captureGeneration();
    }

    /** Level that goes with the newest request to capture state. */
    public int captureLevel() {
        return orders.captureLevel();
    }

    /** Match-any that goes with the newest request to capture state. */
    public long captureAny() {
        return orders.captureAny();
    }

    /** Match-all that goes with the newest request to capture state. */
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
