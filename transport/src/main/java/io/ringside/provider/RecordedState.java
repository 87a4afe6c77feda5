package io.ringside.provider;

import io.ringside.callback.ControlNotice;
import io.ringside.callback.ProviderCallback;
import io.ringside.session.Composite;
import org.jspecify.annotations.Nullable;

/**
 * A callback that stores the enablements of sessions, for a provider that decides itself which events to prepare. It
 * may accept an event that no session wants, and rejects a wanted one only until it is notified. Thread-safe.
 */
public final class RecordedState implements ProviderCallback {
    private final @Nullable ProviderCallback next;
    private volatile Composite wanted = Composite.DISABLED;

    /** Nothing is wanted yet. */
    public RecordedState() {
        this(null);
    }

    /**
     * Nothing is wanted yet.
     *
     * @param next callback that is called with each notice after its content has been stored; null for none
     */
    public RecordedState(final @Nullable ProviderCallback next) {
        this.next = next;
    }

    @Override
    public void onControl(final ControlNotice notice) {
        // A request for the provider's state changes nothing, and neither does an unknown code.
        if (notice.code() == ControlNotice.ENABLE_PROVIDER || notice.code() == ControlNotice.DISABLE_PROVIDER) {
            wanted = notice.wanted();
        }
        if (next != null) {
            next.onControl(notice);
        }
    }

    /** {@return composite of the last notice} */
    public Composite wanted() {
        return wanted;
    }

    /**
     * Check whether a session may want an event.
     *
     * @param level   of the event, 0 to 255
     * @param keyword of the event
     * @return false only if no session wants it
     */
    public boolean accepts(final int level, final long keyword) {
        return wanted.accepts(level, keyword);
    }
}
