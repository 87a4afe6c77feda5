package io.ringside.proof;

import io.ringside.internal.files.VirtualThreads;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process whose writers are virtual threads, all at a time. Prints {@code ready} when they may be let go, begins with
 * the line {@code go}, prints {@code done} when all numbers are written, and ends with the line {@code close}.
 */
final class VirtualMain {
    private VirtualMain() {}

    public static void main(final String[] arguments) throws IOException, InterruptedException {
        final Commands commands = Commands.read();
        final WriterPlan plan = WriterPlan.parse(arguments);
        final TruthFile truth = TruthFile.create(plan.truth(), plan.process(), plan.threads(), plan.count());
        truth.pid(ProcessHandle.current().pid());
        truth.carried();
        // As in an application that has such threads: from the first one on there are lanes for all carriers.
        VirtualThreads.start(() -> {}).join();
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(plan.directory())
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)))) {
            final ProviderRegistration provider = ringside.register(Numbers.schema());
            Commands.say("ready");
            commands.await("go");
            final List<Thread> threads = new ArrayList<>();
            for (int thread = 0; thread < plan.slots(); thread++) {
                threads.add(VirtualThreads.start(new VirtualWriter(plan, truth, thread, provider)));
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            Commands.say("done");
            commands.await("close");
        }
    }
}
