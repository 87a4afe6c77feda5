package io.ringside.internal.reader;

import io.ringside.reader.EventView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The type of keys: those of two types are never equal, which is an error of who asks. Not thread-safe. */
public final class KeyType {
    private static final String NUMBER = "whole number";
    private static final String NONE = "";

    private final String what;
    private String type = NONE;
    private String from = NONE;
    private @Nullable String clash;

    /**
     * No key up to now.
     *
     * @param what is wrong if there are two types, for a message
     */
    public KeyType(final String what) {
        this.what = what;
    }

    /**
     * Take a key.
     *
     * @param key   of {@link FieldKey}
     * @param event that it is in
     */
    public void meet(final Object key, final EventView event) {
        note(typeOf(key), event);
    }

    /**
     * Take a key that is a whole number or a decimal.
     *
     * @param event that it is in
     */
    public void meetNumber(final EventView event) {
        note(NUMBER, event);
    }

    /**
     * Take what another has met.
     *
     * @param other that has taken keys of other events
     */
    public void add(final KeyType other) {
        clash = clash == null ? other.clash : clash;
        if (!other.type.equals(NONE)) {
            note(other.type, other.from);
        }
    }

    /** Both types, and an event of each; null if there are no two. */
    public @Nullable String clash() {
        return clash;
    }

    private void note(final String met, final EventView event) {
        if (!met.equals(type)) {
            note(met, event.providerName() + "/" + event.eventName());
        }
    }

    private void note(final String met, final String metFrom) {
        if (type.equals(NONE)) {
            type = met;
            from = metFrom;
        } else if (!met.equals(type) && clash == null) {
            clash = what + ", types=" + type + " in " + from + " and " + met + " in " + metFrom
                    + ": select the events of one of them";
        }
    }

    private static String typeOf(final Object key) {
        if (key instanceof Number && !(key instanceof Double)) {
            return NUMBER;
        }
        return key instanceof String
                ? "text"
                : key instanceof UUID ? "UUID" : key instanceof Boolean ? "boolean" : "floating point number";
    }
}
