package io.ringside.bench.channel;

import io.ringside.bench.fixture.BareLane;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.IoUtil;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Environment of a channel's two ends, opened before them and closed after them: folder, session, driver, ring. Not
 * thread-safe.
 */
public final class ChannelHost implements AutoCloseable {
    static final String SESSION = "channel";

    private static final int LANES = 128;
    private static final long BLOCK_BOUND_NS = TimeUnit.SECONDS.toNanos(10);

    private final MemoryFolder folder;
    private final ChannelPlan plan;
    private @Nullable SessionControl control;
    private @Nullable ChildJvm driver;

    private ChannelHost(final MemoryFolder folder, final ChannelPlan plan) {
        this.folder = folder;
        this.plan = plan;
    }

    /**
     * Create the environment of a channel.
     *
     * @param kind      carrier of the messages
     * @param roomBytes see {@link ChannelPlan}
     * @param blocks    see {@link ChannelPlan}
     * @return the host
     * @throws IOException if a file or process cannot be created
     */
    public static ChannelHost open(final ChannelKind kind, final int roomBytes, final boolean blocks)
            throws IOException {
        final MemoryFolder folder = MemoryFolder.create();
        final ChannelHost host = new ChannelHost(folder, new ChannelPlan(kind, folder.path(), roomBytes, blocks));
        boolean complete = false;
        try {
            host.prepare();
            complete = true;
            return host;
        } finally {
            if (!complete) {
                host.close();
            }
        }
    }

    /** Returns the plan with which both ends must be opened. */
    public ChannelPlan plan() {
        return plan;
    }

    /**
     * End the session, if the channel has one. Both ends must be closed.
     *
     * @return number of messages that the session's ledger counts as lost; 0 for baselines
     * @throws IllegalStateException if the ledger does not balance
     */
    public long end() {
        final SessionControl ending = control;
        if (ending == null) {
            return 0;
        }
        final long lost = ending.end(SESSION).lost().total();
        control = null;
        ending.close();
        return lost;
    }

    /** Remove everything, even after a failure. */
    @Override
    public void close() {
        if (control != null) {
            control.close();
        }
        if (driver != null) {
            driver.close();
        }
        folder.close();
    }

    private void prepare() throws IOException {
        if (plan.kind() == ChannelKind.RINGSIDE) {
            final SessionControl opened = SessionControl.open(plan.traceDirectory());
            control = opened;
            opened.start(settings(), List.of(EnableRequest.of(TracedProcess.PROVIDER,
                    Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE))));
        } else if (plan.kind().isAeron()) {
            final ChildJvm started = ChildJvm.start(AeronChannel.DriverMain.class, plan.toArguments());
            driver = started;
            started.ask("directory");
        } else if (plan.kind() != ChannelKind.CHRONICLE) {
            IoUtil.unmap(IoUtil.mapNewFile(plan.ringFile().toFile(), plan.roomBytes()
                    + (plan.kind().isBare()
                            ? (long) BareLane.TRAILER_LENGTH
                            : RingBufferDescriptor.TRAILER_LENGTH)));
        }
    }

    private SessionSettings settings() {
        final SessionSettings.Builder builder = SessionSettings.builder(SESSION).lanes(LANES)
                .laneBytes(plan.roomBytes()).maxBytes((long) LANES * plan.roomBytes());
        return plan.blocks()
                ? builder.overflow(SessionSettings.Overflow.BLOCK).blockBoundNs(BLOCK_BOUND_NS).build()
                : builder.build();
    }
}
