package io.ringside.internal.reader;

import io.ringside.reader.EventView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The type of keys. Keys of two types are never equal, so two types are an error of the user. Not thread-safe. */
public final class KeyType {
    private static final String NUMBER = "whole number";
    private static final String NONE = "";

    private final String what;
    private String type = NONE;
    private String from = NONE;
    private @Nullable String clash;

    /**
     * Creates a type that has met no key.
     *
     * @param what describes the problem if there are two types, for a message
     */
    public KeyType(final String what) {
        this.what = what;
    }

    /**
     * Note a key.
     *
     * @param key   key from {@link FieldKey}
     * @param event event of the key
     */
    public void meet(final Object key, final EventView event) {
        note(typeOf(key), event);
    }

    /**
     * Note a key that is an integer or a decimal.
     *
     * @param event event of the key
     */
    public void meetNumber(final EventView event) {
        note(NUMBER, event);
    }

    /**
     * Add the types that another instance has noted.
     *
     * @param other instance that has noted keys of other events
     */
    public void add(final KeyType other) {
        clash = clash == null ? other.clash : clash;
        if (!other.type.equals(NONE)) {
            note(other.type, other.from);
        }
    }

    /** Returns both types with an event of each; null if there is only one type. */
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
