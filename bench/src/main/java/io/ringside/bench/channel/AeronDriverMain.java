package io.ringside.bench.channel;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SleepingIdleStrategy;

/** Aeron's driver, in a process of its own: one thread, which sleeps while it has nothing to do. */
public final class AeronDriverMain {
    private static final long IDLE_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private AeronDriverMain() {}

    /**
     * Run until the end of the input.
     *
     * @param args the {@link ChannelPlan}
     * @throws IOException if the input cannot be read
     */
    public static void main(final String[] args) throws IOException {
        final ChannelPlan plan = ChannelPlan.parse(args);
        final MediaDriver.Context context = new MediaDriver.Context()
                .aeronDirectoryName(plan.driverDirectory().toString())
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingIdleStrategy(IDLE_NS))
                .termBufferSparseFile(false)
                .ipcTermBufferLength(AeronEnds.TERMS_PER_ROOM * plan.roomBytes());
        try (MediaDriver driver = MediaDriver.launch(context)) {
            ChildCommands.serve(command -> driver.aeronDirectoryName());
        }
    }
}
