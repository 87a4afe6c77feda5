package io.ringside.internal.reader;

import io.ringside.event.ProviderId;
import io.ringside.reader.EventView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Events of one kind: those of one name, or one id, of a provider. Immutable.
 *
 * @param provider name or UUID of the provider, names without regard to letter case; null for any provider
 * @param event    name or id of the event, names as they are declared
 */
public record EventSelector(@Nullable String provider, String event) {
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

    /**
     * A selector of an event that may be of any provider.
     *
     * @param text such as {@code accepted} or {@code Acme.Orders/accepted}
     * @return the selector
     * @throws IllegalArgumentException if a part is empty
     */
    public static EventSelector named(final String text) {
        if (text.indexOf(SEPARATOR) >= 0) {
            return parse(text);
        }
        if (text.isEmpty()) {
            throw new IllegalArgumentException("name of an event is missing: for example accepted");
        }
        return new EventSelector(null, text);
    }

    /** A selector that is ready to be asked. */
    public Matcher matcher() {
        return new Matcher(this);
    }

    @Override
    public String toString() {
        return provider == null ? event : provider + SEPARATOR + event;
    }

    /** Returns whether events are selected. */
    public static final class Matcher {
        private static final int NO_ID = -1;

        private final EventSelector selector;
        private final @Nullable UUID providerId;
        private final int eventId;

        Matcher(final EventSelector selector) {
            this.selector = selector;
            this.providerId = selector.provider == null ? null : idOf(selector.provider);
            this.eventId = numberOf(selector.event);
        }

        /** Whether an event is selected. */
        public boolean matches(final EventView view) {
            final boolean ofProvider = providerId == null || providerId.equals(view.providerId())
                    || view.providerName().equalsIgnoreCase(selector.provider);
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
