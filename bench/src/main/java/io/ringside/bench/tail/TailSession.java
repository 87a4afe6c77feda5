package io.ringside.bench.tail;

import io.ringside.bench.fixture.CountingSink;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Session with its process and its drain, in one JVM. Used by one thread at a time; any thread may write. */
final class TailSession implements AutoCloseable {
    private static final String SESSION = "tail";
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final LaneGeometry geometry;
    private final MemoryFolder folder = MemoryFolder.create();
    private final DirectoryController controller = DirectoryController.open(TraceDirectory.open(folder.path()),
            SessionControl::fail);
    private final Ringside ringside;
    private final ProviderEvent event;
    private final SessionDrain drain;
    private final CountingSink counted = new CountingSink(true);

    TailSession(final int laneBytes) throws IOException {
        geometry = LaneGeometry.of(laneBytes);
        final long sessionId = controller.start(SessionSettings.builder(SESSION).laneBytes(laneBytes).build()).id();
        controller.enable(SESSION, request(), Duration.ZERO);
        ringside = Ringside.connect(new RingsideContext().directory(folder.path()).registerTimeoutNs(TIMEOUT_NS));
        event = ringside.register(ProviderSchema.builder(TracedProcess.PROVIDER)
                .event(TracedProcess.EVENT, EventDescriptor.of(1, 4, 0)).build()).event(TracedProcess.EVENT);
        drain = SessionDrain.open(new DrainContext(controller.registry().participant())
                .errorHandler(SessionControl.ERRORS), sessionId);
    }

    /** Returns the sizes of its lanes. */
    LaneGeometry geometry() {
        return geometry;
    }

    /** Returns the event that the session wants. */
    ProviderEvent event() {
        return event;
    }

    /** Takes the lanes of the calling thread. */
    void takeLanes() {
        ringside.takeLanes();
    }

    /** Disables and enables the session's provider, and waits each time until the process has followed. */
    void enableAgain() {
        controller.disable(SESSION, request().providerId(), TIMEOUT);
        controller.enable(SESSION, request(), TIMEOUT);
    }

    /** Takes all waiting events from the known lanes. */
    void drain() {
        while (!drain.isEmpty()) {
            drain.poll(counted, Integer.MAX_VALUE);
        }
    }

    /** Returns the lane of the latest writing thread; the lane must have an event. */
    DrainedLane lastLane() {
        drain.scanSoon();
        drain.poll(counted, Integer.MAX_VALUE);
        drain();
        return drain.lanes().stream().filter(lane -> lane.index() == counted.lastLane()).findFirst().orElseThrow();
    }

    private static EnableRequest request() {
        return EnableRequest.of(TracedProcess.PROVIDER, Enablement.of(255, 0, 0));
    }

    @Override
    public void close() {
        ringside.close();
        drain.close();
        controller.close();
        folder.close();
    }
}
