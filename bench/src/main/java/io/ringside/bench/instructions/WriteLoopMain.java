package io.ringside.bench.instructions;

import io.ringside.bench.fixture.CountingSink;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Program that writes events of 32 bytes into a session until the writing method stays compiled for a while. */
public final class WriteLoopMain {
    private static final int PAYLOAD_BYTES = 32;
    private static final int BATCHES = 40_000;
    private static final int BATCH_EVENTS = 192;

    private WriteLoopMain() {}

    /**
     * Writes the events.
     *
     * @param args none
     * @throws IOException if there is no space for the trace directory
     */
    public static void main(final String[] args) throws IOException {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
        final CountingSink counted = new CountingSink();
        try (MemoryFolder folder = MemoryFolder.create();
                SessionControl control = SessionControl.open(folder.path())) {
            final long sessionId = control.start("instructions",
                    List.of(EnableRequest.of(TracedProcess.PROVIDER, Enablement.of(255, Keyword.NONE, Keyword.NONE))));
            try (TracedProcess process = TracedProcess.connect(folder.path(), PAYLOAD_BYTES / Long.BYTES);
                    SessionDrain drain = SessionDrain.open(new DrainContext(control.participant())
                            .errorHandler(SessionControl.ERRORS), sessionId)) {
                process.takeLanes();
                final ProviderEvent event = process.event();
                for (int batch = 0; batch < BATCHES; batch++) {
                    write(event, payload);
                    while (!drain.isEmpty() || counted.isEmpty()) {
                        drain.poll(counted, Integer.MAX_VALUE);
                    }
                }
            }
        }
    }

    private static void write(final ProviderEvent event, final UnsafeBuffer payload) {
        for (int i = 0; i < BATCH_EVENTS; i++) {
            if (WriteResult.written(event.write(payload, 0, PAYLOAD_BYTES)) != 1) {
                throw new IllegalStateException("an event of a batch was not written: number=" + i);
            }
        }
    }
}
