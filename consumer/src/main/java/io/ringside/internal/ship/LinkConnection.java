package io.ringside.internal.ship;

import io.ringside.RingsideException;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/** A connection for messages between hosts. It is opened at first use, and again after a failure. Not thread-safe. */
final class LinkConnection implements AutoCloseable {
    private final Supplier<ShipMessages> opener;
    private final ErrorHandler errorHandler;
    private @Nullable ShipMessages messages;
    private boolean failing;

    /**
     * Creates a connection that is not open.
     *
     * @param opener       opens the messages
     * @param errorHandler notified of the first of several failures in a row
     */
    LinkConnection(final Supplier<ShipMessages> opener, final ErrorHandler errorHandler) {
        this.opener = opener;
        this.errorHandler = errorHandler;
    }

    /**
     * Returns the messages, after opening them if necessary.
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

    /** Returns the messages if they are open; null otherwise. */
    @Nullable
    ShipMessages current() {
        return messages;
    }

    /** Whether the last operation has failed. */
    boolean isFailing() {
        return failing;
    }

    void succeeded() {
        failing = false;
    }

    /** Reports the first failure in a row, and closes the messages so that the next use opens them again. */
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
