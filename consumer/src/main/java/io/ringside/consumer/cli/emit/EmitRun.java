package io.ringside.consumer.cli.emit;

import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.LibraryLog;
import io.ringside.consumer.cli.console.ProgressBar;
import io.ringside.schema.ProviderSchema;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.TraceDirectory;
import io.ringside.transport.provider.ProviderRegistration;
import io.ringside.transport.provider.RegistrationStatus;
import io.ringside.transport.provider.Ringside;
import io.ringside.transport.provider.RingsideContext;
import io.ringside.transport.write.TraceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A provider in this process, and its threads. For the thread of the command. */
final class EmitRun implements AutoCloseable {
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final CommandContext context;
    private final Ringside ringside;
    private final ProviderRegistration registration;

    private EmitRun(final CommandContext context, final Ringside ringside, final ProviderRegistration registration) {
        this.context = context;
        this.ringside = ringside;
        this.registration = registration;
    }

    /** Registers the provider; unlike in an application, not being able to is a failure here. */
    static EmitRun register(final CommandContext context, final ProviderSchema schema) {
        final TraceDirectory directory = context.openDirectory();
        final Ringside ringside = Ringside.connect(
                new RingsideContext().directory(directory.path()).registerTimeoutNs(REGISTER_TIMEOUT_NS));
        final ProviderRegistration registration = ringside.register(schema);
        if (registration.status() != RegistrationStatus.ACTIVE) {
            ringside.close();
            throw new RingsideException(ErrorCode.FILE_SYSTEM, registration.problem()
                    .orElse("provider is not registered yet: provider=" + schema.name() + ": try again"));
        }
        LibraryLog.tell(context.console());
        return new EmitRun(context, ringside, registration);
    }

    /** Waits until some session wants one of the events. */
    void awaitEnabled(final Duration timeout) {
        final long deadlineNs = System.nanoTime() + timeout.toNanos();
        while (registration.events().stream().noneMatch(TraceEvent::isEnabled)) {
            if (context.interruption().await(LOOK_NS)) {
                return;
            }
            if (System.nanoTime() - deadlineNs >= 0) {
                throw new RingsideException(ErrorCode.TIMEOUT, "no session wants the provider: provider="
                        + registration.schema().name() + ", waitedMs=" + timeout.toMillis()
                        + ": enable it, or wait longer");
            }
        }
    }

    /** Lets the threads write, and adds up what they have counted. */
    WriteTally emit(final EmitPlan plan) throws InterruptedException, ExecutionException {
        final WriteTally total = new WriteTally();
        final ExecutorService threads = Executors.newFixedThreadPool(plan.threads());
        try {
            final List<Emitter> emitters = new ArrayList<>();
            final List<Future<WriteTally>> tallies = new ArrayList<>();
            for (int i = 0; i < plan.threads(); i++) {
                final Emitter emitter = new Emitter(ringside, registration, plan, context.interruption());
                emitters.add(emitter);
                tallies.add(threads.submit(emitter));
            }
            showProgress(plan, emitters, tallies);
            for (final Future<WriteTally> tally : tallies) {
                total.add(tally.get());
            }
        } finally {
            threads.shutdown();
        }
        return total;
    }

    private void showProgress(
            final EmitPlan plan, final List<Emitter> emitters, final List<Future<WriteTally>> tallies) {
        while (context.console().isRedrawing() && !tallies.stream().allMatch(Future::isDone)
                && !context.interruption().await(PROGRESS_NS)) {
            final long calls = emitters.stream().mapToLong(Emitter::progress).sum();
            context.console().progress(ProgressBar.of(calls, plan.total()) + " of " + plan.total() + " events");
        }
    }

    @Override
    public void close() {
        ringside.close();
    }
}
