package io.ringside.etw.classic;

import io.ringside.internal.reader.ClassicItems;
import io.ringside.reader.EventView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an event that only a classic provider writes: it is either an event or a message. Valid as long as the
 * {@link EventView} that it belongs to.
 */
public final class ClassicView {
    private final ClassicItems parts;

    private ClassicView(final ClassicItems parts) {
        this.parts = parts;
    }

    /**
     * Returns the parts of an event. Allocates.
     *
     * @param event of a reader
     * @return its parts; null if no classic provider wrote it
     */
    public static @Nullable ClassicView of(final EventView event) {
        final ClassicItems parts = ClassicItems.of(event);
        return parts == null ? null : new ClassicView(parts);
    }

    /** {@return whether it is an event, which has a class, a type and a version} */
    public boolean isEvent() {
        return parts.isEvent();
    }

    /** {@return whether it is a message, whose payload begins with what {@link #messageFlags} says} */
    public boolean isMessage() {
        return parts.isMessage();
    }

    /** {@return the id of the class, or of the message, all zeros if that has none} Allocates. */
    public UUID id() {
        return parts.id();
    }

    /** {@return the type of the event in its class, 0 to 255; 0 of a message} */
    public int type() {
        return parts.type();
    }

    /** {@return the version of the event's fields, 0 to 65,535; 0 of a message} */
    public int version() {
        return parts.version();
    }

    /** {@return {@link MessageFlags} of what the message has before its arguments; 0 of an event} */
    public int messageFlags() {
        return parts.messageFlags();
    }

    /** {@return the number of the instance that the event is about; null if it is about none} */
    public @Nullable Long instanceId() {
        return parts.instanceId();
    }

    /** {@return the number of that instance's parent; null if it has none} */
    public @Nullable Long parentInstanceId() {
        return parts.parentInstanceId();
    }

    /** {@return the class of that instance's parent; null if it has none} Allocates. */
    public @Nullable UUID parentClassId() {
        return parts.parentClassId();
    }
}
