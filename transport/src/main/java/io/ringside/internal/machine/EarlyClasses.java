package io.ringside.internal.machine;

/**
 * Loads classes that a thread needs at its end, before the class loader may be closed: an application server closes it
 * as soon as the application has closed its runtime. Stateless.
 */
public final class EarlyClasses {
    private EarlyClasses() {}

    /**
     * Load the nested classes of some types. The types themselves are loaded by naming them.
     *
     * @param types types whose nested classes are loaded
     * @return number of nested classes that are loaded now
     */
    public static int load(final Class<?>... types) {
        int nested = 0;
        for (final Class<?> type : types) {
            nested += type.getDeclaredClasses().length;
        }
        return nested;
    }
}
