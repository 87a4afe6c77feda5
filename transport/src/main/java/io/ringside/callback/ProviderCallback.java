package io.ringside.callback;

import io.ringside.session.Composite;
import org.jspecify.annotations.Nullable;

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

    /**
     * A callback that stores what sessions want, for a provider that decides by itself what to prepare. It may accept
     * an event that no session wants. It rejects a wanted one only until it has been notified. Thread-safe.
     */
    final class Recorded implements ProviderCallback {
        private final @Nullable ProviderCallback next;
        private volatile Composite wanted = Composite.DISABLED;

        /** Nothing is wanted yet. */
        public Recorded() {
            this(null);
        }

        /**
         * Nothing is wanted yet.
         *
         * @param next callback that is called with each notice after its content has been stored; null for none
         */
        public Recorded(final @Nullable ProviderCallback next) {
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
}
