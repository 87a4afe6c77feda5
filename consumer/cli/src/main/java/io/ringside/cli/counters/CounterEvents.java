package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.render.CounterLines;
import io.ringside.control.Controller;
import io.ringside.counter.CounterValue;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.ExpandableArrayBuffer;

/**
 * Records samples of counters as events of a provider, so that a session has them with its other events. A dedicated
 * thread takes the samples; everything else is used by one thread at a time.
 */
public final class CounterEvents implements AutoCloseable {
    /** The provider's schema: one event for each valid value of a sample. */
    public static final ProviderSchema SCHEMA = ProviderSchema.builder("Ringside-Counters")
            .documentation("Samples of counters, written by 'ringside ship --counters'.")
            .event("sample", EventDescriptor.of(1, Level.INFORMATION, 0),
                    FieldSchema.of("path", FieldType.STRING),
                    FieldSchema.of("value", FieldType.DOUBLE),
                    FieldSchema.of("raw", FieldType.INT64))
            .build();

    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long END_TIMEOUT_S = 10;

    private final CommandContext context;
    private final Controller controller;
    private final CounterQuery query;
    private final Ringside ringside;
    private final ProviderEvent event;
    private final Set<String> told = new HashSet<>();
    private final ExpandableArrayBuffer payload = new ExpandableArrayBuffer();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread thread = new Thread(task, "ringside-counters");
        thread.setDaemon(true);
        return thread;
    });

    private CounterEvents(final CommandContext context, final Controller controller, final CounterQuery query,
            final Ringside ringside, final ProviderRegistration registration) {
        this.context = context;
        this.controller = controller;
        this.query = query;
        this.ringside = ringside;
        this.event = registration.event("sample");
    }

    /**
     * Enable the provider in a session and start taking samples.
     *
     * @param context  of the command
     * @param session  that records the events
     * @param paths    of counters, with or without wildcards
     * @param interval between two samples
     * @throws RingsideException if a path is malformed, or the session does not exist
     */
    public static CounterEvents open(final CommandContext context, final String session, final List<String> paths,
            final Duration interval) {
        CountersCommand.SamplingInterval.check(interval, 0, 0);
        CounterPaths.checked(paths);
        final Controller controller = context.openController();
        CounterQuery query = null;
        Ringside ringside = null;
        boolean complete = false;
        try {
            query = CounterQuery.open(controller);
            ringside = Ringside.connect(
                    new RingsideContext().directory(controller.directory()).registerTimeoutNs(REGISTER_TIMEOUT_NS));
            final ProviderRegistration registration = ringside.register(SCHEMA);
            if (registration.status() != ProviderRegistration.Status.ACTIVE) {
                throw new RingsideException(ErrorCode.FILE_SYSTEM, "provider of the counters' samples cannot be "
                        + "registered: provider=" + SCHEMA.name() + ", reason=" + registration.problem());
            }
            controller.enable(session, SCHEMA.name());
            final CounterEvents opened = new CounterEvents(context, controller, query, ringside, registration);
            CounterPaths.add(context, query, paths, opened.told);
            opened.begin(interval);
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                CloseHelper.quietCloseAll(ringside, query, controller);
            }
        }
    }

    /** Starts the timer; {@link #sample} reports failures itself. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private void begin(final Duration interval) {
        timer.scheduleAtFixedRate(this::sample, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Takes a sample. Catches all exceptions, because one that escapes would silently end the timer. */
    private void sample() {
        try {
            query.collect();
            CounterPaths.tell(context, query, told);
            query.rows().forEach(this::write);
        } catch (final RuntimeException e) {
            final String message = e instanceof RingsideException ? String.valueOf(e.getMessage()) : e.toString();
            if (told.add(message)) {
                context.console().tell(message);
            }
        }
    }

    /** Writes a value as an event. The session counts lost events. */
    private void write(final CounterQuery.Row row) {
        final CounterValue value = CounterLines.value(row);
        if (!value.status().isValid()) {
            return;
        }
        final byte[] path = row.path().toString().getBytes(StandardCharsets.UTF_8);
        payload.putShort(0, (short) path.length);
        payload.putBytes(Short.BYTES, path);
        final int end = Short.BYTES + path.length;
        payload.putDouble(end, value.asDouble());
        payload.putLong(end + Double.BYTES, row.raw());
        event.write(payload, 0, end + Double.BYTES + Long.BYTES);
    }

    /** Ends the sampling after the sample in progress. */
    @Override
    public void close() {
        timer.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        try {
            ended = timer.awaitTermination(END_TIMEOUT_S, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            interrupted = true;
        } finally {
            if (ended) {
                CloseHelper.closeAll(ringside, query, controller);
            } else {
                // A sample still in progress reads the query's memory, which is then left mapped until the process
                // ends.
                CloseHelper.closeAll(ringside, controller);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
