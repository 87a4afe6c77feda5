package io.ringside.internal.session;

import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.schema.EventSchema;
import io.ringside.session.Composite;
import io.ringside.session.Enablement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The enablements of one provider, by the slot of the session that made them. They determine the composite of the
 * provider and, for each event, the <em>event mask</em>: bit {@code n} is set if the session in slot {@code n} wants
 * this event.
 * <p>
 * Immutable, and thus safe to share: a change creates a new value. Meant for control, not for writing.
 */
public final class ProviderEnablements {
    /** No session has enabled the provider. */
    public static final ProviderEnablements NONE = new ProviderEnablements(
            new @Nullable Enablement[EventLimits.SESSIONS_MAX]);

    private final @Nullable Enablement[] bySlot;

    private ProviderEnablements(final @Nullable Enablement[] bySlot) {
        this.bySlot = bySlot;
    }

    /**
     * Enables the provider for a session, or replaces the session's previous enablement.
     *
     * @param slot       of the session, 0..63.
     * @param enablement new enablement.
     * @return the enablements after the change.
     * @throws IndexOutOfBoundsException if there is no such slot.
     */
    public ProviderEnablements with(final int slot, final Enablement enablement) {
        return replaced(slot, enablement);
    }

    /**
     * Disables the provider for a session; no change if that session had not enabled it.
     *
     * @param slot of the session, 0..63.
     * @return the enablements after the change.
     * @throws IndexOutOfBoundsException if there is no such slot.
     */
    public ProviderEnablements without(final int slot) {
        return replaced(slot, null);
    }

    /**
     * Returns the enablement by a session.
     *
     * @param slot of the session, 0..63.
     * @return its enablement; null if it has not enabled the provider.
     * @throws IndexOutOfBoundsException if there is no such slot.
     */
    public @Nullable Enablement enablement(final int slot) {
        return bySlot[Objects.checkIndex(slot, bySlot.length)];
    }

    /** {@return the mask of the slots whose sessions have enabled the provider} */
    public long slots() {
        return slots(enablement -> true);
    }

    private long slots(final Predicate<Enablement> accepting) {
        long slots = 0;
        for (int slot = 0; slot < bySlot.length; slot++) {
            final Enablement enablement = bySlot[slot];
            if (enablement != null && accepting.test(enablement)) {
                slots |= 1L << slot;
            }
        }
        return slots;
    }

    /** {@return the composite of all enablements, {@link Composite#DISABLED} if there are none} */
    public Composite composite() {
        final List<Enablement> present = new ArrayList<>();
        for (final Enablement enablement : bySlot) {
            if (enablement != null) {
                present.add(enablement);
            }
        }
        return Composite.of(present);
    }

    /**
     * Computes which sessions want an event, as far as its schema determines this.
     *
     * @param event event declared by the provider.
     * @return the mask of the slots whose sessions want it; 0 if none does.
     */
    public long eventMask(final EventSchema event) {
        return slots(enablement -> enablement.accepts(event));
    }

    /**
     * Computes which sessions want an event, as far as its descriptor and name determine this.
     *
     * @param event descriptor of the event.
     * @param name  of the event.
     * @return the mask of the slots whose sessions want it; 0 if none does.
     */
    public long eventMask(final EventDescriptor event, final String name) {
        return slots(enablement -> enablement.accepts(event, name));
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof ProviderEnablements that && Arrays.equals(bySlot, that.bySlot);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bySlot);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("ProviderEnablements{");
        String separator = "";
        for (int slot = 0; slot < bySlot.length; slot++) {
            if (bySlot[slot] != null) {
                text.append(separator).append(slot).append('=').append(bySlot[slot]);
                separator = ", ";
            }
        }
        return text.append('}').toString();
    }

    private ProviderEnablements replaced(final int slot, final @Nullable Enablement enablement) {
        Objects.checkIndex(slot, bySlot.length);
        final @Nullable Enablement[] copy = bySlot.clone();
        copy[slot] = enablement;
        return new ProviderEnablements(copy);
    }
}
