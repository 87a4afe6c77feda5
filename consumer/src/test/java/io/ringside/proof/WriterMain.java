package io.ringside.proof;

import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A writing process. Prints {@code ready} when it may be let go, begins with the line {@code go}, prints {@code done}
 * when all numbers are written or after the
 * line {@code stop}, and ends with the line {@code close}, or with its parent.
 */
final class WriterMain {
    private final WriterPlan plan;
    private final Commands commands;
    private final TruthFile truth;
    private final Ringside ringside;
    private final CountDownLatch ready;
    private final CountDownLatch go = new CountDownLatch(1);

    private WriterMain(final WriterPlan plan, final Commands commands) throws IOException {
        this.commands = commands;
        this.plan = plan;
        truth = TruthFile.create(plan.truth(), plan.process(), plan.threads(), plan.count());
        truth.pid(ProcessHandle.current().pid());
        ringside = Ringside.connect(new RingsideContext().directory(plan.directory())
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
        ready = new CountDownLatch(plan.slots());
    }

    public static void main(final String[] arguments) throws IOException, InterruptedException {
        final Commands commands = Commands.read();
        final WriterMain main = new WriterMain(WriterPlan.parse(arguments), commands);
        final ProviderRegistration provider = main.ringside.register(Numbers.schema());
        final List<Thread> slots = main.startSlots(provider);
        main.ready.await();
        Commands.say("ready");
        commands.await("go");
        main.go.countDown();
        for (final Thread slot : slots) {
            slot.join();
        }
        Commands.say("done");
        commands.await("close");
        main.ringside.close();
    }

    private List<Thread> startSlots(final ProviderRegistration provider) {
        final List<Thread> slots = new ArrayList<>();
        for (int i = 0; i < plan.slots(); i++) {
            final int slot = i;
            slots.add(start(() -> runSlot(slot, provider)));
        }
        return slots;
    }

    private void runSlot(final int slot, final ProviderRegistration provider) {
        if (plan.generations() == 1) {
            final WriterThread writer = new WriterThread(plan, truth, slot, provider, commands::isStopped);
            if (plan.hold()) {
                ringside.takeLanes();
            }
            ready.countDown();
            await(go);
            writer.run();
        } else {
            ready.countDown();
            await(go);
            for (int generation = 0; generation < plan.generations(); generation++) {
                final int thread = slot * plan.generations() + generation;
                join(start(new WriterThread(plan, truth, thread, provider, commands::isStopped)));
            }
        }
    }

    private static Thread start(final Runnable task) {
        final Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(final Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
