package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.LibraryLog;
import io.ringside.cli.console.ProgressBar;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.RegistrationStatus;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.ProviderEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A provider in this process, and its threads. For the thread of the command. */
final class EmitRun implements AutoCloseable {
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final CommandContext context;
    private final Ringside ringside;
    private final ProviderRegistration registration;
    private @Nullable MessageEvents messages;
    private @Nullable NumberedProvider numbers;

    private EmitRun(final CommandContext context, final Ringside ringside, final ProviderRegistration registration) {
        this.context = context;
        this.ringside = ringside;
        this.registration = registration;
    }

    /** Registers a provider of numbered events. */
    static EmitRun register(final CommandContext context, final String provider, final int payloadBytes) {
        final Ringside ringside = connect(context);
        final NumberedProvider numbers = NumberedProvider.register(provider, ringside, payloadBytes);
        final EmitRun run = new EmitRun(context, ringside, numbers.registration());
        run.numbers = numbers;
        return run.checked();
    }

    /** Registers a provider of the order flow of a file. */
    static EmitRun registerMessages(final CommandContext context, final String provider) {
        final Ringside ringside = connect(context);
        final MessageEventsProvider messages = MessageEventsProvider.registerAs(provider, ringside);
        final EmitRun run = new EmitRun(context, ringside, messages.registration());
        run.messages = messages;
        return run.checked();
    }

    private static Ringside connect(final CommandContext context) {
        return Ringside.connect(new RingsideContext().directory(context.makeDirectory(null).path())
                .registerTimeoutNs(REGISTER_TIMEOUT_NS));
    }

    /** Unlike in an application, not being able to register is a failure here. */
    private EmitRun checked() {
        if (registration.status() != RegistrationStatus.ACTIVE) {
            ringside.close();
            throw new RingsideException(ErrorCode.FILE_SYSTEM, registration.problem()
                    .orElse("provider is not registered yet: provider=" + registration.schema().name()
                            + ": try again"));
        }
        LibraryLog.tell(context.console());
        return this;
    }

    /** Waits until some session wants one of the events. */
    void awaitEnabled(final Duration timeout) {
        final long deadlineNs = System.nanoTime() + timeout.toNanos();
        while (registration.events().stream().noneMatch(ProviderEvent::isEnabled)) {
            if (context.interruption().await(LOOK_NS)) {
                return;
            }
            if (System.nanoTime() - deadlineNs >= 0) {
                throw new RingsideException(ErrorCode.TIMEOUT, "no session has enabled the provider: provider="
                        + registration.schema().name() + ", waitedMs=" + timeout.toMillis()
                        + ": enable it, or wait longer");
            }
        }
    }

    /** Writes numbered events. */
    WriteTally emit(final EmitPlan plan) throws InterruptedException, ExecutionException {
        final NumberedProvider events = Objects.requireNonNull(numbers, "provider of numbered events");
        final List<EmitTask> tasks = new ArrayList<>();
        for (int i = 0; i < plan.threads(); i++) {
            tasks.add(new Emitter(ringside, events, plan, context.interruption()));
        }
        return run(tasks, plan.total());
    }

    /** Writes the order flow of a file. */
    WriteTally replay(final MessageFile file, final double speed) throws InterruptedException, ExecutionException {
        final MessageEvents events = Objects.requireNonNull(messages, "provider of messages");
        return run(List.of(new MessageReplay(ringside, events, file, speed, context.interruption())), file.events());
    }

    /** Lets the threads write, and adds up what they have counted. */
    private WriteTally run(final List<EmitTask> tasks, final long total)
            throws InterruptedException, ExecutionException {
        final WriteTally sum = new WriteTally();
        final ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            final List<Future<WriteTally>> tallies = new ArrayList<>();
            tasks.forEach(task -> tallies.add(threads.submit(task)));
            showProgress(tasks, total, tallies);
            for (final Future<WriteTally> tally : tallies) {
                sum.add(result(tally));
            }
        } finally {
            threads.shutdown();
        }
        return sum;
    }

    private static WriteTally result(final Future<WriteTally> tally) throws InterruptedException, ExecutionException {
        try {
            return tally.get();
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof final RingsideException known) {
                throw known;
            }
            throw e;
        }
    }

    private void showProgress(
            final List<EmitTask> tasks, final long total, final List<Future<WriteTally>> tallies) {
        while (context.console().isRedrawing() && !tallies.stream().allMatch(Future::isDone)
                && !context.interruption().await(PROGRESS_NS)) {
            final long calls = tasks.stream().mapToLong(EmitTask::progress).sum();
            context.console().progress(ProgressBar.of(calls, total) + " of " + total + " events");
        }
    }

    @Override
    public void close() {
        ringside.close();
    }
}
