package io.ringside.proof;

import io.ringside.internal.files.MappedFault;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.session.LossCause;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A process with more threads than lanes, whose page is cut under it while they lose. Prints {@code losing} when many
 * losses had no lane, and {@code goes on} when its threads have made many calls since the first error that the JVM
 * threw because of the cut. After the line {@code stop} it prints {@code wrote} with figures.
 */
final class CutLossMain {
    private static final int THREADS = 6;
    private static final int MANY = 5_000;
    /** An interpreter throws the error of a store only when it is asked to. */
    private static final int SETTLE_MASK = 0xF;

    private final Commands commands;
    private final ProviderEvent event;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong laneless = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private final AtomicLong callsBehindFault = new AtomicLong();

    private CutLossMain(final Commands commands, final ProviderEvent event) {
        this.commands = commands;
        this.event = event;
    }

    public static void main(final String[] arguments) throws InterruptedException {
        final Commands commands = Commands.read();
        final Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(arguments[0]))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
        final CutLossMain main = new CutLossMain(commands, ringside.register(Numbers.schema()).event("coarse"));
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final Thread thread = new Thread(main::run, "loses " + i);
            thread.start();
            threads.add(thread);
        }
        // By a thread that meets no fault: the error of one could come out while another thread prints.
        main.await(main.laneless);
        Commands.say("losing");
        main.await(main.callsBehindFault);
        Commands.say("goes on");
        for (final Thread thread : threads) {
            thread.join();
        }
        Commands.say("wrote calls=" + main.calls + " laneless=" + main.laneless + " faults=" + main.faults);
        ringside.close();
        Commands.say("left");
    }

    private void await(final AtomicLong count) {
        while (count.get() < MANY && !commands.isStopped()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private void run() {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Numbers.length(0)]);
        while (!commands.isStopped()) {
            try {
                write(payload);
                MappedFault.settle();
            } catch (final InternalError e) {
                MappedFault.require(e);
                faults.incrementAndGet();
            }
        }
    }

    private void write(final UnsafeBuffer payload) {
        while (!commands.isStopped()) {
            final long call = calls.incrementAndGet();
            if (faults.get() > 0) {
                callsBehindFault.incrementAndGet();
            }
            final long result = event.write(payload, 0, payload.capacity());
            if (WriteResult.lost(result, LossCause.NO_LANE) > 0) {
                laneless.incrementAndGet();
            }
            if ((call & SETTLE_MASK) == 0) {
                MappedFault.settle();
            }
        }
    }
}
