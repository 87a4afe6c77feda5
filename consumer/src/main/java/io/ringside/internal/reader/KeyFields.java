package io.ringside.internal.reader;

import io.ringside.reader.EventView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds what events belong to: the value of a field, which may have another name in each kind of event, or the activity
 * id. An event may have several keys, such as a trade those of two orders. Not thread-safe.
 */
public final class KeyFields implements EventKeys {
    /** Text of the key that is the activity id. */
    public static final String ACTIVITY_ID = "activityId";

    private final List<Part> parts = new ArrayList<>();
    private final List<Object> found = new ArrayList<>();
    private boolean isSelected;

    /** Events of one kind, and the field that has the key. */
    private record Part(EventSelector.Matcher event, FieldKey field) {}

    /**
     * Keys that are yet to be read.
     *
     * @param text {@value #ACTIVITY_ID}, or fields of events as {@code [PROVIDER/]EVENT.FIELD} with {@code =} between
     *             them
     * @throws IllegalArgumentException if it is neither
     */
    public KeyFields(final String text) {
        if (text.strip().equals(ACTIVITY_ID)) {
            return;
        }
        for (final String part : text.split("=", -1)) {
            final String reference = part.strip();
            final int dot = reference.lastIndexOf('.');
            if (dot <= reference.lastIndexOf('/') + 1 || dot == reference.length() - 1) {
                throw new IllegalArgumentException("part of the key is not given as [PROVIDER/]EVENT.FIELD: part="
                        + reference + ", key=" + text + ": for example accepted.orderId = trade.takerOrderId");
            }
            parts.add(new Part(EventSelector.named(reference.substring(0, dot)).matcher(),
                    new FieldKey(reference.substring(dot + 1))));
        }
    }

    @Override
    public void of(final EventView event, final Consumer<Object> keys) {
        isSelected = parts.isEmpty();
        if (isSelected) {
            ACTIVITY.of(event, keys);
            return;
        }
        found.clear();
        for (final Part part : parts) {
            if (part.event.matches(event)) {
                isSelected = true;
                final Object value = part.field.of(event);
                if (value != null && !found.contains(value)) {
                    found.add(value);
                    keys.accept(value);
                }
            }
        }
    }

    /** Whether the event that was read last is one that the key names. */
    public boolean isSelected() {
        return isSelected;
    }

    /** The event that begins what belongs together: the first one; null if the key is the activity id. */
    public EventSelector.@Nullable Matcher begin() {
        return parts.isEmpty() ? null : parts.get(0).event;
    }
}
