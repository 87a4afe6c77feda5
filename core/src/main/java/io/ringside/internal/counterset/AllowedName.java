package io.ringside.internal.counterset;

import io.ringside.counter.CounterPath;

/** Converts any text into a valid name of an instance. Stateless. */
public final class AllowedName {
    private AllowedName() {}

    /**
     * Replaces each character that has a meaning in paths, or is not allowed in a name, by an underscore.
     *
     * @param text any text, such as a process's command
     * @return a valid name
     */
    public static String of(final String text) {
        final String plain = text.replaceAll("[\\\\()/#*?\\p{Cntrl}]", "_").strip();
        final String cut = plain.substring(0, Math.min(plain.length(), CounterLimits.NAME_LENGTH_MAX)).strip();
        return CounterPath.Instance.isAllowed(cut) ? cut : "unnamed";
    }
}
