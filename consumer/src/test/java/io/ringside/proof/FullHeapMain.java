package io.ringside.proof;

import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.typed.Interned;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Fills its heap, whereupon many threads write their first events. Prints {@code ready}, waits for {@code go}, prints
 * {@code done} with figures, the number of threads that were hit by an error among them, and ends with {@code close}.
 */
final class FullHeapMain {
    static final String PROVIDER = "Proof.FullHeap";
    static final int THREADS = 40;
    static final int EVENTS = 3;

    private static final int LARGEST = 1 << 18;
    private static final int SMALLEST = 16;
    private static final String TEXT = "long".repeat(100);
    private static final String[] SYMBOLS = IntStream.range(0, THREADS).mapToObj(Integer::toString)
            .toArray(String[]::new);
    private static final byte[] REST = new byte[300];
    private static final long PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int WAYS = 6;

    private final Orders orders;
    private final ProviderEvent plain;
    private final AtomicReferenceArray<@Nullable Throwable> errors = new AtomicReferenceArray<>(THREADS);
    private final AtomicInteger standing = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private volatile boolean isFull;

    private FullHeapMain(final FullHeapMainOrdersProvider orders) {
        this.orders = orders;
        this.plain = orders.registration().event("numbers");
    }

    /** Events of each form in which generated classes write. */
    @TraceProvider(PROVIDER)
    interface Orders {
        @TraceEvent(id = 1)
        long numbers(long order, int size);

        @TraceEvent(id = 2)
        long text(CharSequence text, long order);

        @TraceEvent(id = 3)
        long rest(CharSequence text, byte[] rest);

        @TraceEvent(id = 4)
        long symbol(@Interned CharSequence symbol);
    }

    public static void main(final String[] arguments) throws IOException {
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(arguments[0]))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)))) {
            final FullHeapMain main = new FullHeapMain(FullHeapMainOrdersProvider.register(ringside));
            for (int i = 0; i < THREADS; i++) {
                main.start(i);
            }
            while (main.standing.get() < THREADS) {
                Thread.onSpinWait();
            }
            Commands.say("ready");
            awaitLine();
            main.fill();
            final Figures figures = new Figures();
            for (int i = 0; i < THREADS; i++) {
                final Throwable error = main.errors.get(i);
                if (error != null) {
                    error.printStackTrace();
                    figures.add("hit", 1);
                }
            }
            Commands.say("done " + figures.add("attempts", (long) THREADS * EVENTS));
            awaitLine();
        }
    }

    /** Waits without a thread of its own, which would need memory. */
    private static void awaitLine() throws IOException {
        for (int next = System.in.read(); next >= 0 && next != '\n'; next = System.in.read()) {
            // The rest of the line.
        }
    }

    private void start(final int number) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES + Integer.BYTES]);
        final EventClaim claim = EventClaim.create();
        final Thread thread = new Thread(() -> {
            standing.incrementAndGet();
            while (!isFull) {
                LockSupport.parkNanos(PARK_NS);
            }
            try {
                for (int i = 0; i < EVENTS; i++) {
                    write(number, payload, claim);
                }
            } catch (final Throwable e) {
                errors.set(number, e);
            }
            done.incrementAndGet();
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void write(final int number, final UnsafeBuffer payload, final EventClaim claim) {
        switch (number % WAYS) {
            case 0 -> orders.numbers(number, number);
            case 1 -> orders.text(TEXT, number);
            case 2 -> orders.rest(TEXT, REST);
            case 3 -> orders.symbol(SYMBOLS[number]);
            case 4 -> plain.write(payload, 0, payload.capacity());
            default -> {
                if (plain.tryClaim(claim, payload.capacity())) {
                    claim.commit();
                }
            }
        }
    }

    /** Takes all memory, from large pieces down to the smallest, until the threads have written. */
    private void fill() {
        final Object[][] all = new Object[1 << 8][];
        int piece = 0;
        int size = LARGEST;
        while (done.get() < THREADS) {
            try {
                all[piece & all.length - 1] = new Object[]{all[piece & all.length - 1], new byte[size]};
                piece++;
            } catch (final OutOfMemoryError e) {
                isFull = isFull || size == SMALLEST;
                size = Math.max(SMALLEST, size / 2);
            }
        }
    }
}
