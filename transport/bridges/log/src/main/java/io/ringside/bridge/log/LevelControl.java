package io.ringside.bridge.log;

/**
 * Lets log calls through to a provider that a framework would hold back since its loggers have other levels, and takes
 * that back. Called by one thread of the provider, which holds no lock.
 */
@FunctionalInterface
public interface LevelControl {
    /**
     * Adapts the framework's levels to the enablements of sessions: after each change, and about once a second until
     * {@link #release}. Once no session wants events, no more calls are let through. Changes by the application itself
     * are to be kept.
     *
     * @param provider that says what sessions {@linkplain LogProvider#wants want}
     */
    void apply(LogProvider provider);

    /**
     * Take back what has to stay until calls are over that were let through: nothing has been wanted for a second. If
     * the provider {@linkplain LogProvider#isClosed is closed}, nothing will be wanted again.
     *
     * @param provider of {@link #apply}
     */
    default void release(final LogProvider provider) {
        // Nothing has to stay.
    }
}
