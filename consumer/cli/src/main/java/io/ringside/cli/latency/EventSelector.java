package io.ringside.cli.latency;

import io.ringside.event.ProviderId;
import io.ringside.reader.EventView;
import java.util.UUID;

/**
 * Events of one kind: those of one name, or one id, of a provider. Immutable.
 *
 * @param provider name or UUID of the provider, names without regard to letter case
 * @param event    name or id of the event, names as they are declared
 */
public record EventSelector(String provider, String event) {
    private static final char SEPARATOR = '/';

    /**
     * A selector from its text.
     *
     * @param text such as {@code Acme.Orders/accepted} or {@code Acme.Orders/1}; the last slash separates
     * @return the selector
     * @throws IllegalArgumentException if provider or event is missing
     */
    public static EventSelector parse(final String text) {
        final int separator = text.lastIndexOf(SEPARATOR);
        if (separator <= 0 || separator == text.length() - 1) {
            throw new IllegalArgumentException(
                    "event is not given as PROVIDER/EVENT: text=" + text + ": for example Acme.Orders/accepted");
        }
        return new EventSelector(text.substring(0, separator), text.substring(separator + 1));
    }

    /** A selector that is ready to be asked. */
    Matcher matcher() {
        return new Matcher(this);
    }

    @Override
    public String toString() {
        return provider + SEPARATOR + event;
    }

    /** Tells whether events are selected. */
    static final class Matcher {
        private static final int NO_ID = -1;

        private final EventSelector selector;
        private final UUID providerId;
        private final int eventId;

        Matcher(final EventSelector selector) {
            this.selector = selector;
            this.providerId = idOf(selector.provider);
            this.eventId = numberOf(selector.event);
        }

        boolean matches(final EventView view) {
            final boolean ofProvider = providerId.equals(view.providerId())
                    || selector.provider.equalsIgnoreCase(view.providerName());
            return ofProvider && view.schema() != null
                    && (selector.event.equals(view.eventName()) || eventId == view.descriptor().id());
        }

        private static UUID idOf(final String provider) {
            try {
                return UUID.fromString(provider);
            } catch (final IllegalArgumentException e) {
                return ProviderId.fromName(provider);
            }
        }

        private static int numberOf(final String event) {
            try {
                return Integer.parseInt(event);
            } catch (final NumberFormatException e) {
                return NO_ID;
            }
        }
    }
}
