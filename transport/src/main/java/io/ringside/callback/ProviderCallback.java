package io.ringside.callback;

/**
 * Is told what sessions want of a provider. Optional: a provider without it relies on the events' own tests.
 * <p>
 * Calls for one registration never overlap, and the last one tells what is in force; states between that nobody waited
 * for may be left out. The first comes on the registering thread before registering returns, if a session has
 * the provider enabled already, all others on a thread that exists for callbacks alone. While a callback runs,
 * whoever enables this provider may have to wait for it; everybody else goes on.
 */
@FunctionalInterface
public interface ProviderCallback {
    /**
     * Take note of a change, or log the provider's state. What it throws is told in the log and changes nothing.
     *
     * @param notice of the state that results; its filter data is valid until this method returns
     */
    void onControl(ControlNotice notice);
}
