package io.ringside.proof;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.ProviderSchema;

/** Three events: one is wanted by the first controller's sessions only, one by the second's, one by both. */
final class ToggleEvents {
    static final String PROVIDER = "Proof.Toggle";
    static final int BOTH = 2;
    private static final long KEYWORD_OF_BOTH = 4;

    private ToggleEvents() {}

    static ProviderSchema schema() {
        return ProviderSchema.builder(PROVIDER)
                .event("first", EventDescriptor.of(1, Level.INFORMATION, 1))
                .event("second", EventDescriptor.of(2, Level.INFORMATION, 2))
                .event("both", EventDescriptor.of(3, Level.INFORMATION, KEYWORD_OF_BOTH))
                .build();
    }

    /** What a controller's sessions want. */
    static long keywords(final int controller) {
        return (1L << controller) | KEYWORD_OF_BOTH;
    }

    /** Whether a controller's sessions may ever be handed an event. */
    static boolean isWanted(final int eventIndex, final int controller) {
        return eventIndex == controller || eventIndex == BOTH;
    }
}
