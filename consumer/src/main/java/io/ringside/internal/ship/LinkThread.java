package io.ringside.internal.ship;

import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * The thread for one end of the messages between hosts. It is separate from the work on records, because the agent's
 * calls wait, and probes must be answered at once. It is never interrupted in a call of the carrier. Thread-safe.
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
     * Starts a thread.
     *
     * @param agent        agent whose duty cycle waits for messages
     * @param errorHandler notified if the agent cannot continue
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
                    // After a failure the agent returns at once until its next attempt.
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

    /** Stops the thread, and waits for its end for a limited time. */
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
