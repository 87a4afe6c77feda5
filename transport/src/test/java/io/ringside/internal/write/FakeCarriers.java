package io.ringside.internal.write;

import java.lang.ref.Reference;
import java.util.HashMap;
import java.util.Map;

/**
 * Carriers that a test moves a thread between, so that what real ones do by chance happens where the test wants it. A
 * thread that has been mounted is a virtual one for the writers. For one thread at a time.
 */
final class FakeCarriers {
    private final Map<Thread, Reference<WritingThread>> writers = new HashMap<>();
    private final ClaimScratch scratch = new ClaimScratch();
    private final WriterThreads threads = new WriterThreads(new ThreadLocal<>() {
        @Override
        public Reference<WritingThread> get() {
            return writers.get(carrier());
        }

        @Override
        public void set(final Reference<WritingThread> writer) {
            writers.put(carrier(), writer);
        }
    }, this::carrier, scratch);
    private Thread mounted;

    /** From now on this carrier runs whoever writes; null for nobody but the thread itself. */
    void mount(final Thread carrier) {
        mounted = carrier;
    }

    WriterThreads threads() {
        return threads;
    }

    ClaimScratch scratch() {
        return scratch;
    }

    /** A carrier that has not begun: it lives as little as one that has ended. */
    static Thread newCarrier(final String name) {
        return new Thread(() -> {}, name);
    }

    private Thread carrier() {
        return mounted == null ? Thread.currentThread() : mounted;
    }
}
