package io.ringside.callback;

/**
 * Receives what sessions want of a provider. Optional: a provider without it relies on the events' own tests.
 * <p>
 * Calls for one registration never overlap, and the last one has the present state; intermediate states may be skipped.
 * The first comes on the registering thread before registering returns, if a session has the provider enabled already,
 * all others on a thread that exists for callbacks alone. While a callback runs, a controller that enables this
 * provider may have to wait for it; all others continue.
 */
@FunctionalInterface
public interface ProviderCallback {
    /**
     * Reacts to a change, or logs the provider's state. An exception is logged and changes nothing.
     *
     * @param notice of the state that results; its filter data is valid until this method returns
     */
    void onControl(ControlNotice notice);
}
