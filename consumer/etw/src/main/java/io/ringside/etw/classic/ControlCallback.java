package io.ringside.etw.classic;

import org.jspecify.annotations.Nullable;

/**
 * Is told which sessions enable and disable a classic provider. Calls for one registration never overlap; the
 * first comes on the registering thread before registering returns, if a session has enabled the provider already.
 */
@FunctionalInterface
public interface ControlCallback {
    /**
     * A session has enabled the provider, perhaps once more with other settings, or disabled it, or asks for its state.
     *
     * @param request what has happened, valid until this method returns
     * @param context that was given when the provider was registered
     * @return a status of the caller's choice, 0 for none: that of the last call within registering is what registering
     *         gives, all others are ignored
     */
    int onControl(ClassicRequest request, @Nullable Object context);
}
