package io.ringside.bridge.jfr;

import io.ringside.internal.machine.OperatorLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * The recording of JFR, which exists while a session wants events. A thread of its own starts, changes and ends it:
 * that takes its time. Thread-safe.
 */
final class JfrStream {
    private static final long CHANGE_TIMEOUT_MS = 1_500;
    private static final long START_TIMEOUT_MS = 10_000;
    private static final int REPORTED_MAX = 16;
    /** What JFR keeps in its files of what was handed over already. */
    private static final Duration MAX_AGE = Duration.ofSeconds(10);

    private final Map<String, JfrEvent> events;
    private final ThreadPoolExecutor changes = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), task -> {
                final Thread thread = new Thread(null, task, "ringside-jfr", 0, false);
                thread.setDaemon(true);
                thread.setContextClassLoader(null);
                return thread;
            });
    private Map<String, String> wanted = Map.of();
    private boolean hasBegun;
    private boolean hasEnded;
    /** Only for the thread of changes. */
    private @Nullable RecordingStream stream;
    /** Only for the thread of changes. */
    private final Set<String> reported = new HashSet<>();

    /**
     * A stream that has not begun.
     *
     * @param events by name; complete when it begins
     */
    JfrStream(final Map<String, JfrEvent> events) {
        this.events = events;
        changes.allowCoreThreadTimeOut(true);
    }

    /** From now on wishes are followed, earlier ones included. */
    void begin() {
        synchronized (this) {
            hasBegun = true;
        }
        changes.execute(this::apply);
    }

    /**
     * Have JFR record something else, and wait for that, within a bound.
     *
     * @param settings of JFR; empty for nothing
     */
    void want(final Map<String, String> settings) {
        final Future<?> change;
        synchronized (this) {
            if (hasEnded) {
                return;
            }
            wanted = settings;
            if (!hasBegun) {
                return;
            }
            change = changes.submit(this::apply);
        }
        try {
            change.get(CHANGE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final ExecutionException | TimeoutException e) {
            // It has said so itself, or becomes complete later.
            return;
        }
    }

    /** End it, without waiting. */
    void end() {
        synchronized (this) {
            if (!hasEnded) {
                hasEnded = true;
                wanted = Map.of();
                changes.execute(this::apply);
                changes.shutdown();
            }
        }
    }

    private synchronized Map<String, String> wanted() {
        return wanted;
    }

    private void apply() {
        final Map<String, String> settings = wanted();
        final RecordingStream current = stream;
        try {
            if (settings.isEmpty()) {
                stream = null;
                if (current != null) {
                    current.close();
                }
            } else if (current != null) {
                current.setSettings(settings);
            } else {
                stream = start(settings);
            }
        } catch (final Throwable e) {
            report(e);
        }
    }

    /** Once for each reason, since each change of a session would bring it again. */
    private void report(final Throwable e) {
        try {
            final String reason = e.toString();
            if (reported.size() < REPORTED_MAX && reported.add(reason)) {
                OperatorLog.warn("Flight Recorder does not record: reason=" + reason
                        + ": see whether its repository, by default in the temporary directory, can be written");
            }
        } catch (final Throwable unreported) {
            // The log itself fails; the next change is to find this thread alive.
            return;
        }
    }

    private RecordingStream start(final Map<String, String> settings) throws InterruptedException {
        final RecordingStream started = new RecordingStream();
        try {
            final Batch batch = new Batch();
            started.setReuse(false);
            started.setMaxAge(MAX_AGE);
            started.setSettings(settings);
            started.onEvent(batch::add);
            started.onFlush(batch::write);
            new Start(started).begin();
            return started;
        } catch (final Throwable e) {
            started.close();
            throw e;
        }
    }

    /** The thread of a recording's events: one of JFR's own would keep the application's JVM from ending. */
    private static final class Start implements Runnable, FlightRecorderListener {
        private final RecordingStream stream;
        private final CountDownLatch isDone = new CountDownLatch(1);
        private final Thread thread;
        private volatile @Nullable Throwable failure;

        Start(final RecordingStream stream) {
            this.stream = stream;
            thread = new Thread(null, this, "ringside-jfr-events", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
        }

        /** Returns when JFR records. */
        void begin() throws InterruptedException {
            FlightRecorder.addListener(this);
            try {
                thread.start();
                if (!isDone.await(START_TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("it has not started in time: timeoutMs=" + START_TIMEOUT_MS);
                }
            } finally {
                FlightRecorder.removeListener(this);
            }
            final Throwable failed = failure;
            if (failed != null) {
                throw new IllegalStateException(failed.toString(), failed);
            }
        }

        @Override
        public void run() {
            try {
                stream.start();
            } catch (final Throwable e) {
                failure = e;
            } finally {
                isDone.countDown();
            }
        }

        /** Called by the thread that changes a recording. */
        @Override
        public void recordingStateChanged(final Recording recording) {
            if (Thread.currentThread() == thread && recording.getState() == RecordingState.RUNNING) {
                isDone.countDown();
            }
        }
    }

    /**
     * What JFR hands over at once, in the order of its ends. It is written in the order of its beginnings, which are
     * the times of the events. For one thread.
     */
    private final class Batch {
        private static final int EVENTS_MAX = 10_000;
        private static final Comparator<RecordedEvent> BY_START = Comparator.comparing(RecordedEvent::getStartTime);

        private final JfrEvent.Room room = new JfrEvent.Room();
        private final List<RecordedEvent> waiting = new ArrayList<>();

        void add(final RecordedEvent recorded) {
            waiting.add(recorded);
            if (waiting.size() == EVENTS_MAX) {
                write();
            }
        }

        void write() {
            try {
                waiting.sort(BY_START);
                for (final RecordedEvent recorded : waiting) {
                    write(recorded);
                }
            } finally {
                waiting.clear();
            }
        }

        /** One that cannot be written keeps none of the others. */
        private void write(final RecordedEvent recorded) {
            try {
                final JfrEvent event = events.get(recorded.getEventType().getName());
                if (event != null) {
                    event.write(recorded, room);
                }
            } catch (final RuntimeException e) {
                report(e);
            }
        }
    }
}
