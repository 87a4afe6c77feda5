package io.ringside.callback;

/**
 * Receives the enablements of a provider by sessions. Optional: a provider without a callback relies on the events' own
 * tests.
 * <p>
 * Calls for one registration never overlap, and the last one has the current state; intermediate states may be skipped.
 * If a session has enabled the provider already, the first call is made by the registering thread before registering
 * returns; all others by a thread that exists for callbacks only. While a callback runs, a controller that enables this
 * provider may have to wait for it; all others continue.
 */
@FunctionalInterface
public interface ProviderCallback {
    /**
     * React to a change, or log the provider's state. An exception is logged and changes nothing.
     *
     * @param notice notice of the resulting state; its filter data is valid until this method returns
     */
    void onControl(ControlNotice notice);
}
