package io.ringside.internal.ship;

import io.ringside.RingsideException;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/** Messages between hosts, which are opened when they are first needed, and again after a failure. For one thread. */
final class LinkConnection implements AutoCloseable {
    private final Supplier<ShipMessages> opener;
    private final ErrorHandler errorHandler;
    private @Nullable ShipMessages messages;
    private boolean failing;

    /**
     * Nothing is opened yet.
     *
     * @param opener       of messages
     * @param errorHandler notified of the first of several failures in a row
     */
    LinkConnection(final Supplier<ShipMessages> opener, final ErrorHandler errorHandler) {
        this.opener = opener;
        this.errorHandler = errorHandler;
    }

    /**
     * The open messages.
     *
     * @throws RingsideException if they cannot be opened now
     */
    ShipMessages open() {
        ShipMessages open = messages;
        if (open == null) {
            open = opener.get();
            messages = open;
        }
        return open;
    }

    /** The messages if they are open; null else. */
    @Nullable
    ShipMessages current() {
        return messages;
    }

    /** Whether the last work has failed. */
    boolean isFailing() {
        return failing;
    }

    void succeeded() {
        failing = false;
    }

    /** The next work opens the messages again. */
    void failed(final RingsideException failure) {
        if (!failing) {
            failing = true;
            errorHandler.onError(failure);
        }
        close();
    }

    @Override
    public void close() {
        final ShipMessages open = messages;
        messages = null;
        if (open != null) {
            open.close();
        }
    }
}
