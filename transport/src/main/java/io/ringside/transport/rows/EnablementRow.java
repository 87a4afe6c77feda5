package io.ringside.transport.rows;

import io.ringside.enablement.Enablement;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one session wants of one provider. It may stand before the provider is known (R3.22). Immutable.
 *
 * @param sessionId    of the session
 * @param providerId   of the provider
 * @param providerName as it was asked for; null if it was asked for by id
 * @param generation   value of the change counter, positive
 * @param enablement   level, keywords, filters
 * @param sourceId     who asked, {@link #NULL_SOURCE_ID} if nobody said (R3.6)
 */
public record EnablementRow(
        long sessionId,
        UUID providerId,
        @Nullable String providerName,
        long generation,
        Enablement enablement,
        UUID sourceId) {
    /** No source is known. */
    public static final UUID NULL_SOURCE_ID = new UUID(0, 0);

    /** Most characters of a provider's name. */
    public static final int PROVIDER_NAME_LENGTH_MAX = 1_024;

    /** Check the ranges. */
    public EnablementRow {
        if (providerName != null) {
            RowCheck.inRange("providerNameLength", providerName.length(), 1, PROVIDER_NAME_LENGTH_MAX);
            RowCheck.inRange("providerNameControlCharacters",
                    providerName.chars().filter(Character::isISOControl).count(), 0, 0);
        }
        RowCheck.inRange("sessionId", sessionId, 1, Long.MAX_VALUE);
        RowCheck.inRange("generation", generation, 1, Long.MAX_VALUE);
    }
}
