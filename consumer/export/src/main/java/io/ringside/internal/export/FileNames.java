package io.ringside.internal.export;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names of files in a folder, one for each kind of event. For one thread. */
public final class FileNames {
    private static final int LENGTH_MAX = 200;

    private final Set<String> taken = new HashSet<>();

    /**
     * Names of which one is taken.
     *
     * @param reserved in small letters
     */
    public FileNames(final String reserved) {
        taken.add(reserved);
    }

    /**
     * {@return a name that no file system takes amiss, and that was not returned before, in any letter case}
     *
     * @param kind any text
     */
    public String of(final String kind) {
        final String safe = kind.replaceAll("[^A-Za-z0-9._-]", "_");
        final String base = safe.length() > LENGTH_MAX ? safe.substring(0, LENGTH_MAX) : safe;
        String unique = base;
        for (int i = 2; !taken.add(unique.toLowerCase(Locale.ROOT)); i++) {
            unique = base + '-' + i;
        }
        return unique;
    }
}
