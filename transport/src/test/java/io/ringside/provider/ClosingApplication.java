package io.ringside.provider;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.write.ProviderEvent;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** An application in a class loader of its own, as an application server has them. */
public final class ClosingApplication implements AutoCloseable {
    private final Ringside ringside;

    /**
     * Write an event.
     *
     * @param directory with a session that wants it
     */
    public ClosingApplication(final Path directory) {
        ringside = Ringside.connect(new RingsideContext().directory(directory)
                .registerTimeoutNs(RingsideFixture.TIMEOUT_NS));
        final ProviderEvent event = ringside.register(RingsideFixture.SCHEMA, notice -> {}, null).event("low");
        ringside.register(NamingApplication.SCHEMA).publishName("symbol", 1, "ONE");
        final CounterSetSchema counters = CounterSetSchema.of("Orders", CounterSetSchema.Kind.SINGLE,
                List.of(CounterSchema.of(1, "open", CounterType.LARGE_RAWCOUNT)));
        ringside.counterSet(counters).create("").counter(1).set(7);
        ringside.counterSet(counters, request -> CounterCallback.SUCCESS, null);
        if (event.write(new UnsafeBuffer(new byte[Long.BYTES]), 0, Long.BYTES) == 0) {
            throw new AssertionError("event is not wanted");
        }
    }

    @Override
    public void close() {
        ringside.close();
    }
}
