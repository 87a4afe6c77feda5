package io.ringside.callback;

/**
 * Is told what sessions want of a provider (R3.1). Optional: a provider without it relies on the events' own tests
 * (R3.27).
 * <p>
 * Calls for one registration never overlap, and the last one tells what is in force; states between that nobody waited
 * for may be left out (R3.23). The first comes on the registering thread before registering returns, if a session has
 * the provider enabled already (R3.22), all others on a thread that exists for callbacks alone. While a callback runs,
 * whoever enables this provider may have to wait for it; everybody else goes on (R3.21).
 */
@FunctionalInterface
public interface ProviderCallback {
    /**
     * Take note of a change, or log the provider's state. What it throws is told in the log and changes nothing.
     *
     * @param notice of the state that results; its filter data is valid until this method returns (R3.18)
     */
    void onControl(ControlNotice notice);
}
