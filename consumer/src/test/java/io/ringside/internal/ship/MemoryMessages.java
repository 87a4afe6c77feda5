package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Messages within this process. For one thread. */
public final class MemoryMessages {
    private final List<End> ends = new ArrayList<>();
    private int failures;

    /** The next messages cannot be sent. */
    void fail(final int count) {
        failures = count;
    }

    /** Opens an end. */
    public ShipMessages open() {
        final End end = new End();
        ends.add(end);
        return end;
    }

    private final class End implements ShipMessages {
        private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();

        @Override
        public boolean send(final byte[] message) {
            if (failures > 0) {
                failures--;
                throw new RingsideException(ErrorCode.TIMEOUT, "carrier cannot be reached");
            }
            ends.forEach(each -> each.waiting.add(message.clone()));
            return true;
        }

        @Override
        public void poll(final long timeoutNs, final Consumer<byte[]> handler) {
            for (int count = waiting.size(); count > 0; count--) {
                handler.accept(waiting.remove());
            }
        }

        @Override
        public void close() {
            ends.remove(this);
        }
    }
}
