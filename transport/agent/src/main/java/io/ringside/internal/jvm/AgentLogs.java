package io.ringside.internal.jvm;

import io.ringside.bridge.jul.RingsideHandler;
import io.ringside.bridge.log.LogContext;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.provider.Ringside;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;

/**
 * Installs the handler of {@code java.util.logging} in a JVM whose application does not know about it. Reading a
 * logging configuration removes all handlers; then the handler is installed again. Thread-safe, without a lock of its
 * own.
 */
final class AgentLogs implements AutoCloseable {
    private final Ringside ringside;
    private final Runnable listener = this::install;
    /** Null after close. */
    private final AtomicReference<@Nullable RingsideHandler> handler;

    AgentLogs(final Ringside ringside) {
        this.ringside = ringside;
        handler = new AtomicReference<>(newHandler());
        LogManager.getLogManager().addConfigurationListener(listener);
    }

    private RingsideHandler newHandler() {
        return RingsideHandler.install(new LogContext().ringside(ringside));
    }

    /** Installs the handler. Runs on the thread that has read a configuration, so it must not throw. */
    private void install() {
        final RingsideHandler before = handler.get();
        if (before == null) {
            return;
        }
        try {
            before.close();
            final RingsideHandler made = newHandler();
            if (!handler.compareAndSet(before, made)) {
                made.close();
            }
        } catch (final RuntimeException e) {
            OperatorLog.warn("logs are unavailable: reason=" + e.getMessage()
                    + ": attach the agent again, or have the application read its configuration again");
        }
    }

    @Override
    public void close() {
        LogManager.getLogManager().removeConfigurationListener(listener);
        final RingsideHandler ending = handler.getAndSet(null);
        if (ending != null) {
            ending.close();
        }
    }
}
