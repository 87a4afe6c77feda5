package io.ringside.etw.classic;

import io.ringside.session.Enablement;

/**
 * Part of an enablement that a classic provider receives: the level, and the low half of match-any as flags, both as
 * requested. Zero stays zero, and nothing else is used. Immutable.
 *
 * @param level 0..255.
 * @param flags all 32 bits.
 */
public record ClassicEnablement(int level, int flags) {
    /**
     * Extracts the part that a classic provider understands.
     *
     * @param enablement of a session.
     * @return the enablement of the provider.
     */
    public static ClassicEnablement of(final Enablement enablement) {
        return new ClassicEnablement(enablement.requestedLevel(), (int) enablement.requestedMatchAny());
    }
}
