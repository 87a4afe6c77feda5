package io.ringside.provider;

import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.EventSink;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** A trace directory with a controller, and a drain that keeps the numbers of the events that it takes. */
final class RingsideFixture implements AutoCloseable, EventSink {
    static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Orders")
            .event("low", EventDescriptor.of(1, Level.INFORMATION, 1), FieldSchema.of("number", FieldType.INT64))
            .event("high", EventDescriptor.of(2, Level.ERROR, 2), FieldSchema.of("number", FieldType.INT64))
            .build();

    final List<Long> events = new ArrayList<>();
    final List<Long> times = new ArrayList<>();
    final Participant participant;
    final DirectoryController controller;
    long lost;
    final TraceDirectory directory;

    RingsideFixture(final Path path) {
        directory = TraceDirectory.open(path);
        participant = Participant.join(directory);
        controller = controller(SystemNanoClock.INSTANCE);
    }

    /** Another controller, whose waits are measured by a clock. */
    DirectoryController controller(final NanoClock clock) {
        return new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(directory, participant.files(), SinkReader.NONE, (file, problem) -> {
                    throw new AssertionError(file + ": " + problem);
                })).nanoClock(clock));
    }

    RingsideContext context() {
        return new RingsideContext().directory(directory.path()).registerTimeoutNs(TIMEOUT_NS).spareLanes(4);
    }

    SessionRow start(final String name) {
        return controller.start(SessionSettings.builder(name).lanes(8).laneBytes(64 * 1024).build());
    }

    void enable(final String session, final int level) {
        controller.enable(session, EnableRequest.of(SCHEMA.name(), Enablement.of(level, 0, 0)), TIMEOUT);
    }

    SessionDrain drain(final SessionRow session) {
        return SessionDrain.open(new DrainContext(participant).scanIntervalNs(1), session.id());
    }

    /** Take everything that waits. */
    void drainAll(final SessionDrain drain) {
        do {
            drain.poll(this, Integer.MAX_VALUE);
        } while (!drain.isEmpty());
        drain.poll(this, Integer.MAX_VALUE);
    }

    @Override
    public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        events.add(buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH));
        times.add(buffer.getLong(offset + FrameDescriptor.TIME_OFFSET));
    }

    @Override
    public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        lost += gap.total();
    }

    @Override
    public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        lost += count;
    }

    @Override
    public void close() {
        participant.close();
    }
}
