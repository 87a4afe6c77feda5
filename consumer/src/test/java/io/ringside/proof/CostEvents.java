package io.ringside.proof;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.ProviderSchema;

/** The events of a proof of cost, each for one session: its keyword is what the session wants. */
final class CostEvents {
    static final String PROVIDER = "Proof.Cost";
    /** A provider that registers when all code has been compiled and all its threads write. */
    static final String LATER_PROVIDER = "Proof.Cost.Later";
    static final long DRAINED = 1;
    /** For the session that nobody drains. */
    static final long FULL = 2;
    /** For the session that starts when all code has been compiled and all threads write. */
    static final long LATER = 4;
    static final int PAYLOAD_LENGTH = 64;
    static final int LANE_BYTES = 256 * 1024;
    /** Longer than a lane of that size takes, but no longer than an event may be. */
    static final int TOO_LARGE_LENGTH = 65_500;

    private CostEvents() {}

    static ProviderSchema schema() {
        return ProviderSchema.builder(PROVIDER)
                .event("drained", EventDescriptor.of(1, Level.INFORMATION, DRAINED))
                .event("full", EventDescriptor.of(2, Level.INFORMATION, FULL))
                .event("later", EventDescriptor.of(3, Level.INFORMATION, LATER))
                .build();
    }

    static ProviderSchema laterSchema() {
        return ProviderSchema.builder(LATER_PROVIDER)
                .event("later", EventDescriptor.of(1, Level.INFORMATION, LATER))
                .build();
    }
}
