package io.ringside.internal.ship;

import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Runs one end of the messages between hosts beside the work on records: its calls wait by themselves, and probes are
 * to be answered at once. It is not interrupted in a call of the carrier. Thread-safe.
 */
public final class LinkThread implements AutoCloseable {
    private static final long JOIN_MS = TimeUnit.SECONDS.toMillis(3);

    private final Agent agent;
    private final ErrorHandler errorHandler;
    private final Thread thread;
    private volatile boolean running = true;

    private LinkThread(final Agent agent, final ErrorHandler errorHandler) {
        this.agent = agent;
        this.errorHandler = errorHandler;
        this.thread = new Thread(this::run, agent.roleName());
        thread.setDaemon(true);
    }

    /**
     * Start a thread.
     *
     * @param agent        whose work waits by itself
     * @param errorHandler notified if the work cannot go on
     */
    public static LinkThread start(final Agent agent, final ErrorHandler errorHandler) {
        final LinkThread started = new LinkThread(agent, errorHandler);
        started.thread.start();
        return started;
    }

    private void run() {
        try {
            while (running) {
                if (agent.doWork() == 0) {
                    // A failed end returns at once until it tries again.
                    Thread.sleep(1);
                }
            }
        } catch (final InterruptedException e) {
            running = false;
        } catch (final AgentTerminationException e) {
            errorHandler.onError(e);
        } catch (final Exception e) {
            errorHandler.onError(new IllegalStateException("messages between hosts have ended: thread="
                    + agent.roleName() + ", reason=" + e, e));
        } finally {
            agent.onClose();
        }
    }

    /** Ends the thread, and waits for that for a moment. */
    @Override
    public void close() {
        running = false;
        try {
            thread.join(JOIN_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
