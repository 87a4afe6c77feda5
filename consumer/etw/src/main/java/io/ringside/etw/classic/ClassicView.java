package io.ringside.etw.classic;

import io.ringside.internal.reader.ClassicItems;
import io.ringside.reader.EventView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Properties that only events and messages of classic providers have. Valid as long as the {@link EventView} that it
 * belongs to.
 */
public final class ClassicView {
    private final ClassicItems parts;

    private ClassicView(final ClassicItems parts) {
        this.parts = parts;
    }

    /**
     * Returns the classic properties of an event. Allocates.
     *
     * @param event of a reader
     * @return its properties; null if it was not written by a classic provider
     */
    public static @Nullable ClassicView of(final EventView event) {
        final ClassicItems parts = ClassicItems.of(event);
        return parts == null ? null : new ClassicView(parts);
    }

    /** {@return whether this is an event, with a class, a type and a version} */
    public boolean isEvent() {
        return parts.isEvent();
    }

    /** {@return whether this is a message, whose payload begins with the parts in {@link #messageFlags}} */
    public boolean isMessage() {
        return parts.isMessage();
    }

    /** {@return the id of the class or message, all zeros if a message has none} Allocates. */
    public UUID id() {
        return parts.id();
    }

    /** {@return the type of the event in its class, 0 to 255; 0 for a message} */
    public int type() {
        return parts.type();
    }

    /** {@return the version of the event's fields, 0 to 65,535; 0 for a message} */
    public int version() {
        return parts.version();
    }

    /** {@return {@link MessageFlags} of the parts before a message's arguments; 0 for an event} */
    public int messageFlags() {
        return parts.messageFlags();
    }

    /** {@return the number of the instance that the event describes; null if there is none} */
    public @Nullable Long instanceId() {
        return parts.instanceId();
    }

    /** {@return the number of that instance's parent; null if there is none} */
    public @Nullable Long parentInstanceId() {
        return parts.parentInstanceId();
    }

    /** {@return the class of that instance's parent; null if there is none} Allocates. */
    public @Nullable UUID parentClassId() {
        return parts.parentClassId();
    }
}
