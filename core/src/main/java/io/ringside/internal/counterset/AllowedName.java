package io.ringside.internal.counterset;

import io.ringside.counter.CounterPath;

/** Makes any text a name of an instance. Stateless. */
public final class AllowedName {
    private AllowedName() {}

    /**
     * The text, with a line in place of each character that has a meaning in paths, or may not be in a name.
     *
     * @param text such as what runs in a process
     * @return a name that is allowed
     */
    public static String of(final String text) {
        final String plain = text.replaceAll("[\\\\()/#*?\\p{Cntrl}]", "_").strip();
        final String cut = plain.substring(0, Math.min(plain.length(), CounterLimits.NAME_LENGTH_MAX)).strip();
        return CounterPath.Instance.isAllowed(cut) ? cut : "unnamed";
    }
}
