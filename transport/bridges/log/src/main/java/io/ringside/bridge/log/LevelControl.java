package io.ringside.bridge.log;

/**
 * Makes a framework pass log calls to a provider that the levels of its loggers would reject, and undoes that. Called
 * by one thread of the provider, which holds no lock.
 */
@FunctionalInterface
public interface LevelControl {
    /**
     * Adapts the framework's levels to the enablements of sessions: after each change, and about once a second until
     * {@link #release}. Once no session wants events, no more calls are accepted for it. Changes by the application
     * itself must be kept.
     *
     * @param provider provider, which knows what sessions {@linkplain LogProvider#wants want}
     */
    void apply(LogProvider provider);

    /**
     * Undoes changes that must remain until accepted calls have finished: nothing has been wanted for a second. If the
     * provider {@linkplain LogProvider#isClosed is closed}, nothing will be wanted again.
     *
     * @param provider the same as for {@link #apply}
     */
    default void release(final LogProvider provider) {
        // By default, there is nothing to undo.
    }
}
